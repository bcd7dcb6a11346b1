import type { JSONColumnType } from 'kysely'
import type { Refusal } from '../../../contract/refusal.ts'

/** A refusal as it is kept. */
export interface KeptRefusal {
  key: Refusal
  /** Its details: the name is that of the rows there are. */
  facts: Record<string, unknown> | null
}

/** A row of `decisions`. */
interface DecisionTable {
  user_id: string
  request_id: string
  call: string
  request_hash: string
  answer: JSONColumnType<Record<string, unknown>> | null
  refusal: JSONColumnType<KeptRefusal> | null
  created_at: Date
}

export interface DecisionTables {
  decisions: DecisionTable
}
