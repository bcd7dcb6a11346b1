import type { JSONColumnType } from 'kysely'

/** A row of `decisions`. */
export interface DecisionTable {
  user_id: string
  request_id: string
  call: string
  request_hash: string
  answer: JSONColumnType<Record<string, unknown>> | null
  created_at: Date
}

export interface DecisionTables {
  decisions: DecisionTable
}
