import type { JSONColumnType } from 'kysely'
import type { NoticeType } from '../../contract/message.ts'

/** A message category. */
export type Kind = 'system' | 'balance' | 'verify' | 'feedback'

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
  quiet_from: number | null
  quiet_until: number | null
  telegram_blocked_id: bigint | null
}

export interface MessageTables {
  messages: MessageTable
  message_settings: MessageSettingTable
}
