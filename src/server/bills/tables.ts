import type { GeneratedAlways, JSONColumnType } from 'kysely'
import type { BillKind } from '../../contract/bill.ts'

/** One step of a movement, as the money trail shows it. */
export interface BillStep {
  what: string
  /** ISO 8601, UTC. */
  at: string
  detail: Record<string, string>
}

/** A row of `bills`; `amount_minor` is signed, in the minor units of `currency`. */
export interface BillTable {
  id: string
  user_id: string
  kind: BillKind
  amount_minor: bigint
  currency: string
  fee_minor: bigint
  account: string
  card_id: string | null
  remark: JSONColumnType<Record<string, string>>
  status: 'pending' | 'done' | 'declined' | 'reversed' | 'expired' | 'failed'
  trace_id: string
  transfer_id: string | null
  steps: JSONColumnType<BillStep[]>
  /** What its owner wrote on it for themselves. */
  note: string | null
  /** What a search looks at: the words a person reads on it in small letters, and what decides on its name. */
  words: GeneratedAlways<string>
  marks: GeneratedAlways<string>
  created_at: Date
  updated_at: Date
}

/** A row of `issued_statements`: a PDF that was handed out, by the code on it. */
export interface IssuedStatementTable {
  code: Buffer
  sha256: Buffer
  /** Of all accounts or of one card. */
  kind: 'account' | 'card'
  starts_at: Date
  /** The first instant after the period. */
  ends_at: Date
  timezone: string
  issued_at: Date
}

export interface BillTables {
  bills: BillTable
  issued_statements: IssuedStatementTable
}
