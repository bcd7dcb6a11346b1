import { renewAll } from '../loading/renew.ts'
import { countUnread, loadOverview, overview, unread } from '../overview.ts'
import { currentRoute } from '../routing/hash-location.tsx'
import { isSeen } from '../seen.ts'
import { canPull } from './pulled.ts'

const lookMs = 10_000
/** These also read themselves again, every few seconds while something on them moves: every second look is enough. */
const selfReading = new Set(['bill', 'transferIn'])

/**
 * Reads what is shown again when something has happened to the money, while somebody looks: whatever happens to it leaves
 * a message, so these are counted now and then, and a page is read again only if there is another number of them. Nothing
 * changes under an open sheet. Answers how to stop.
 */
export function followNews(): () => void {
  // Whoever began with another page than Home has counted none: the first number is no news.
  let isCounted = false
  let turn = 0
  const timer = setInterval(async () => {
    turn += 1
    if (!isFree() || (turn % 2 === 1 && selfReading.has(currentRoute.peek()))) return
    const before = unread.peek()
    isCounted ||= before > 0 || overview.peek() !== null
    await countUnread()
    const isNews = isCounted && unread.peek() !== before
    isCounted = true
    if (isNews && isFree()) await renewAll(currentRoute.peek() === 'index' && loadOverview())
  }, lookMs)
  return () => clearInterval(timer)
}

function isFree(): boolean {
  return isSeen.peek() && canPull() && !document.querySelector('dialog[open]')
}
