import { currentRoute } from '../routing/hash-location.tsx'
import { isSignedIn } from '../state/session.ts'

/** Where what is shown is read again by a pull: lists and figures. */
const pages = new Set([
  'index',
  'card',
  'cardList',
  'cardDetail',
  'bill',
  'bill2',
  'fees',
  'messageList',
  'messages',
  'messages2',
  'transferIn',
])

/** Whether a pull reads the page anew: inside Telegram a swipe down is no way out of it. */
export function canPull(): boolean {
  return isSignedIn.value && pages.has(currentRoute.value)
}
