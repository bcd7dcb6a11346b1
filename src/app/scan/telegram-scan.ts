import { on } from '../telegram/events.ts'
import { isTelegram, platform, post, supports } from '../telegram/telegram.ts'

/** Whether this client of Telegram has a scanner of its own: only those on phones. */
export function hasTelegramScanner(): boolean {
  return isTelegram() && supports('6.4') && /^(android|ios)/.test(platform())
}

/** Opens Telegram's scanner. Null when it was closed without a code, or by us. */
export function scanInTelegram(words: string, signal: AbortSignal): Promise<string | null> {
  return new Promise(resolve => {
    const done = (text: string | null) => {
      for (const stop of stops) stop()
      signal.removeEventListener('abort', leave)
      resolve(text)
    }
    const leave = () => {
      post('web_app_close_scan_qr_popup')
      done(null)
    }
    const stops = [
      on('qr_text_received', ({ data }) => {
        if (typeof data !== 'string') return
        post('web_app_close_scan_qr_popup')
        done(data)
      }),
      on('scan_qr_popup_closed', () => done(null)),
    ]
    signal.addEventListener('abort', leave)
    post('web_app_open_scan_qr_popup', { text: words })
  })
}
