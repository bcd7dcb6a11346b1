import type { Generated, Selectable } from 'kysely'

/** A row of `rates`: 1 `base` is `rate` `quote`. */
export interface RateTable {
  base: string
  quote: string
  /** A decimal string; null until two readings of the source agreed for the first time. */
  rate: string | null
  read_at: Date
  suspect_since: Date | null
  /** When the source made its newest reading that is not believed yet, by its own clock. */
  suspect_at: Date | null
  /** What the source says instead, not believed yet, and in how many readings in a row. */
  suspect_rate: string | null
  suspect_polls: number
}

/** A row of `quotes`: a promise in USDT minor units for an amount in the minor units of `currency`. */
interface QuoteTable {
  id: string
  user_id: string
  currency: string
  amount_minor: bigint
  receive_minor: bigint
  fee_minor: bigint
  rate: string
  reference_rate: string
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
}

/** A quote as it is read. */
export type QuoteRow = Selectable<QuoteTable>

export interface RateTables {
  rates: RateTable
  quotes: QuoteTable
}
