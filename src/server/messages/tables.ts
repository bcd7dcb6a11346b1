import type { JSONColumnType } from 'kysely'
import type { NoticeType } from '../../contract/message.ts'

/** A row of `messages`: what happened and its parameters; words are chosen when it is read. */
export interface MessageTable {
  id: string
  user_id: string
  kind: 'system' | 'balance' | 'verify' | 'feedback'
  notice_type: NoticeType
  params: JSONColumnType<Record<string, string>>
  action: string | null
  /** Names the event, so that it is told once. */
  event_key: string
  read_at: Date | null
  created_at: Date
}

export interface MessageTables {
  messages: MessageTable
}
