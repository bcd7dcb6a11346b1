import type { Generated, JSONColumnType } from 'kysely'
import type { NoticeType } from '../../contract/message.ts'

/** A message category. */
export type Kind = 'system' | 'balance' | 'verify' | 'feedback'

/** Where a copy of a message goes. */
export type Channel = 'mail' | 'telegram' | 'push'

/** A row of `messages`: what happened and its parameters; words are chosen when it is read. */
export interface MessageTable {
  id: string
  user_id: string
  kind: Kind
  notice_type: NoticeType
  params: JSONColumnType<Record<string, string>>
  action: string | null
  /** Names the event, so that it is told once. */
  event_key: string
  read_at: Date | null
  created_at: Date
}

/** A row of `message_settings`; times in minutes of the customer's day. */
export interface MessageSettingTable {
  user_id: string
  mail: Kind[]
  telegram: Kind[]
  push: Generated<Kind[]>
  quiet_from: number | null
  quiet_until: number | null
  telegram_blocked_id: bigint | null
}

/** A row of `push_subscriptions`: a browser that shows copies of messages. */
export interface PushSubscriptionTable {
  id: string
  user_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  has_amounts: boolean
  created_at: Generated<Date>
}

export interface MessageTables {
  messages: MessageTable
  message_settings: MessageSettingTable
  push_subscriptions: PushSubscriptionTable
}
