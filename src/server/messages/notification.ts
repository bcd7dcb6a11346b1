import type { NoticeType } from '../../contract/message.ts'
import { clipped } from '../clipped.ts'
import type { Copy } from './copies.ts'
import type { Kind } from './tables.ts'

/** A copy as a browser shows it, perhaps on a locked screen. */
export interface Notification {
  title: string
  body: string
  urgency: 'low' | 'normal' | 'high'
  ttlSeconds: number
  /** What it is about: of two notifications about one thing the later one replaces the earlier. */
  about: string
}

const day = 86_400

/** What somebody waits for, or has to contradict, is shown at once; what is older than that is read in the app. */
const haste: Record<Kind, Pick<Notification, 'urgency' | 'ttlSeconds'>> = {
  balance: { urgency: 'high', ttlSeconds: day },
  system: { urgency: 'normal', ttlSeconds: 3 * day },
  verify: { urgency: 'normal', ttlSeconds: 3 * day },
  feedback: { urgency: 'low', ttlSeconds: 7 * day },
}

/** What goes on from state to state, of which the last one is enough. */
const courses: ReadonlySet<NoticeType> = new Set(['withdraw', 'application', 'verify', 'feedback'])

/** The notification that a copy of this message is; amounts are covered where they are not to be read on a locked screen. */
export function notificationOf(
  { told, title, content, subscription }: Copy,
  messageId: string,
): Notification {
  const shown = subscription?.has_amounts ? (text: string) => text : withoutSums
  const { kind, notice_type: noticeType, action, params } = told
  return {
    title: clipped(shown(title), 100),
    body: clipped(shown(content), 300),
    ...haste[kind],
    ...(noticeType === 'security' && { urgency: 'high' as const }),
    ...(noticeType === 'challenge' && { urgency: 'high' as const, ttlSeconds: secondsUntil(params.until) }),
    about: action && courses.has(noticeType) ? `${noticeType}:${action}` : messageId,
  }
}

/** A question is asked as long as it can be answered. */
function secondsUntil(until = ''): number {
  return Math.max(Math.ceil((Date.parse(until) - Date.now()) / 1000) || 0, 0)
}

/** Every sum covered, as the app covers them where amounts are hidden: `+1,250.00 USDT` is `*** USDT`. */
export function withoutSums(text: string): string {
  return text.replace(/[-−+]?\d[\d,]*(?:\.\d+)?(?=[ \u00a0](?!UTC\b|PIN\b)[A-Z]{3,5}\b)/g, '***')
}
