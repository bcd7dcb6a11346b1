import { isTelegram } from '../telegram/telegram.ts'

/** Whether passkeys can be used here: not in the webviews of Telegram, and browsers keep none for a network address. */
export function canPasskey(): boolean {
  return 'PublicKeyCredential' in window && !isTelegram() && !/^[\d.]+$|^\[/.test(location.hostname)
}
