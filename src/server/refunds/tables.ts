import type { Generated, JSONColumnType } from 'kysely'
import type { RefundWatch } from '../../contract/refund.ts'

/** A row of `refund_watches`; amounts in USD minor units. */
export interface RefundWatchTable {
  id: string
  user_id: string
  request_id: string
  request: JSONColumnType<WatchRequest>
  purchase_id: string
  bill_id: string
  card_id: string
  amount_minor: bigint
  arrived_minor: Generated<bigint>
  /** `2026-11-20`. */
  due_on: string
  due_at: Date
  told_late_at: Generated<Date | null>
  note: string | null
  status: Generated<RefundWatch['status']>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  ended_at: Generated<Date | null>
}

/** What a request asked for; the amount in USD minor units. */
export interface WatchRequest {
  billId: string
  amount: string
  by: string
  note: string | null
}

export interface RefundTables {
  refund_watches: RefundWatchTable
}
