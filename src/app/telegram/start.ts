import { arrive } from './arrival.ts'
import { takeControls } from './buttons.ts'
import { on, receive } from './events.ts'
import { parentOrigin, refuseFrame } from './frame.ts'
import { keepInTelegram } from './kept.ts'
import { fitIn } from './look.ts'
import { isTelegram, type Payload, post, trustParent } from './telegram.ts'

// What listens to the client; loaded only inside Telegram, and in any frame.

interface NativeWindow {
  Telegram?: { WebView: { receiveEvent: (type: string, payload: Payload) => void } }
  TelegramGameProxy?: { receiveEvent: (type: string, payload: Payload) => void }
  TelegramGameProxy_receiveEvent?: (type: string, payload: Payload) => void
}

/** Starts the bridge: handshake, look, controls; then signs in and follows the link. Answers how to stop. */
export function startTelegram(): () => void {
  const framed = parentOrigin()
  if (framed === 'foreign') refuseFrame()
  if (framed === 'foreign' || !isTelegram()) return () => {}
  trustParent(framed ?? '')
  const native = window as unknown as NativeWindow
  native.Telegram = { WebView: { receiveEvent: hear } }
  native.TelegramGameProxy = { receiveEvent: hear }
  native.TelegramGameProxy_receiveEvent = hear
  addEventListener('message', receiveMessage)
  post('iframe_ready', { reload_supported: true })
  const stops = [
    () => removeEventListener('message', receiveMessage),
    on('reload_iframe', reload),
    fitIn(),
    takeControls(),
  ]
  post('web_app_expand')
  post('web_app_ready')
  keepInTelegram().then(arrive)
  return () => {
    for (const stop of stops) stop()
  }
}

function hear(type: string, payload: unknown) {
  const value = typeof payload === 'string' ? safely(payload) : payload
  receive(type, (value ?? {}) as Payload)
}

function receiveMessage({ source, data }: MessageEvent) {
  if (source !== window.parent || typeof data !== 'string') return
  const message = safely(data) as { eventType?: string; eventData?: unknown } | null
  if (message?.eventType) hear(message.eventType, message.eventData)
}

function reload() {
  post('iframe_will_reload')
  location.reload()
}

function safely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
