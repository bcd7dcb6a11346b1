import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { clockIn } from '../zone.ts'
import { byDefault } from './settings.ts'
import type { Channel, Kind, MessageTable, PushSubscriptionTable } from './tables.ts'
import { wordsOf } from './words/words.ts'

/** A copy that is to go out: to whom, and its words in their language of now. */
export interface Copy {
  userId: string
  email: string
  telegramId: bigint | null
  lang: 'zh' | 'en'
  title: string
  content: string
  told: Pick<MessageTable, 'kind' | 'notice_type' | 'action' | 'created_at'> & {
    params: Record<string, string>
  }
  /** The browser it goes to, by push. */
  subscription: Subscription | null
  /** How long the customer's quiet hours go on; 0 when it may go at once. */
  quietMs: number
}

type Subscription = Pick<PushSubscriptionTable, 'id' | 'endpoint' | 'p256dh' | 'auth' | 'has_amounts'>

/** Which copy: of what, where to, to which browser, and to which Telegram user if not to the one who is bound now. */
export interface CopyAsked {
  messageId: string
  channel: Channel
  telegramId?: string | undefined
  subscriptionId?: string | undefined
}

/**
 * What a copy of a message says, as its customer wants it now: null when they have read the message before it went, turned
 * its category off, unbound Telegram or blocked our bot, or ended the session that a browser is asked in. What is about
 * security waits for nothing and is never too late, and its letter goes whatever was turned off. A question waits for nothing
 * either, and goes only while it can be answered.
 */
export async function copyOf(
  db: Db,
  { messageId, channel, telegramId: former, subscriptionId }: CopyAsked,
): Promise<Copy | null> {
  const { rows } = await sql<Wanted>`
    select m.kind, m.notice_type, m.action, m.created_at, m.params, m.read_at, u.id as user_id, u.email, u.lang, u.timezone, u.telegram_id,
      s.mail, s.telegram, s.push, s.quiet_from, s.quiet_until, s.telegram_blocked_id, now() as now, (
        select to_jsonb(p) from push_subscriptions p join sessions e on e.id = p.session_id
        where p.id = ${subscriptionId ?? null} and p.user_id = u.id and e.ended_at is null and e.expires_at > now()
      ) as subscription
    from messages m join users u on u.id = m.user_id left join message_settings s on s.user_id = u.id
    where m.id = ${messageId} and u.email is not null`.execute(db)
  const row = rows[0] && { ...rows[0], telegram_id: former ? BigInt(former) : rows[0].telegram_id }
  if (!row || !isWanted(row, channel)) return null
  const isSecurity = row.notice_type === 'security'
  if (row.read_at !== null && !isSecurity) return null
  const isQuestion = row.notice_type === 'challenge'
  if (isQuestion && !isOpen(row)) return null
  const isUrgent = isSecurity || isQuestion
  const { user_id: userId, email, telegram_id: telegramId, lang, notice_type: noticeType, params } = row
  const words = wordsOf({ noticeType, params }, lang)
  const to = { userId, email, telegramId, lang, subscription: row.subscription }
  return { ...to, ...words, told: row, quietMs: isUrgent ? 0 : quietMsOf(row) }
}

interface Wanted extends Pick<MessageTable, 'kind' | 'notice_type' | 'action' | 'read_at' | 'created_at'> {
  params: Record<string, string>
  user_id: string
  email: string
  lang: 'zh' | 'en'
  timezone: string
  telegram_id: bigint | null
  mail: Kind[] | null
  telegram: Kind[] | null
  push: Kind[] | null
  subscription: Subscription | null
  quiet_from: number | null
  quiet_until: number | null
  telegram_blocked_id: bigint | null
  now: Date
}

function isWanted(row: Wanted, channel: Channel): boolean {
  if (channel === 'mail' && row.notice_type === 'security') return true
  if (!(row[channel] ?? byDefault[channel]).includes(row.kind)) return false
  if (channel === 'push') return row.subscription !== null
  return channel === 'mail' || (row.telegram_id !== null && row.telegram_id !== row.telegram_blocked_id)
}

function isOpen({ params: { state, until = '' }, now }: Wanted): boolean {
  return state === 'waiting' && new Date(until) > now
}

const dayMs = 24 * 60 * 60 * 1000

/** Until the quiet hours end, by the clock of the customer's zone. Where that clock leaps it is asked again then. */
function quietMsOf({ quiet_from, quiet_until, timezone, now }: Wanted): number {
  if (quiet_from === null || quiet_until === null || quiet_from === quiet_until) return 0
  const [hour = 0, minute = 0, second = 0] = clockIn(timezone)(now).time.slice(11).split(':').map(Number)
  const since = (minutes: number) => (((hour * 60 + minute - minutes) * 60 + second) * 1000 + dayMs) % dayMs
  const longMs = ((quiet_until - quiet_from) * 60_000 + dayMs) % dayMs
  const passedMs = since(quiet_from)
  return passedMs < longMs ? longMs - passedMs : 0
}
