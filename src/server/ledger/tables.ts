import type { ColumnType, GeneratedAlways } from 'kysely'
import type { ProofTables } from './proofs/proof-tables.ts'

/**
 * Read by anyone through the ledger's functions, written only by the database functions of 0001-posting.sql and
 * 0096-open-day-asked-once.sql.
 */
type Kept<T> = ColumnType<T, never, never>

/**
 * What an account is for; `house` is ours, the others are a customer's. House accounts may go below zero; a wallet
 * never does, a card only by a forced transfer.
 */
export type AccountKind = 'wallet' | 'card' | 'house'

/** What became of a hold: how it was closed, or that it still stands. */
export type HoldState = 'open' | 'captured' | 'released' | 'expired'

/** A row of `accounts`. */
export interface AccountTable {
  id: ColumnType<string, string, never>
  kind: ColumnType<AccountKind, AccountKind, never>
  code: ColumnType<string, string, never>
  owner_id: ColumnType<string | null, string | null, never>
  currency: ColumnType<string, string, never>
  /** Null on house accounts: theirs is the sum of their entries. */
  balance_minor: Kept<bigint | null>
  held_minor: Kept<bigint>
  /** How far below zero forced transfers have taken what is available. Cards only. */
  shortfall_minor: Kept<bigint>
  created_at: GeneratedAlways<Date>
  /** When it was closed for good (`closing.ts`). */
  closed_at: Kept<Date | null>
}

/** A row of `transfers`: one movement, never changed. */
export interface TransferTable {
  id: Kept<string>
  idempotency_key: Kept<string>
  request_hash: Kept<Buffer>
  reason: Kept<string>
  reverses_id: Kept<string | null>
  is_forced: Kept<boolean>
  entry_count: Kept<number>
  created_at: Kept<Date>
}

/** A row of `entries`: one signed line of a transfer. */
export interface EntryTable {
  transfer_id: Kept<string>
  account_id: Kept<string>
  amount_minor: Kept<bigint>
}

/** A row of `holds`: funds reserved. */
export interface HoldTable {
  id: Kept<string>
  account_id: Kept<string>
  remaining_minor: Kept<bigint>
  state: Kept<HoldState>
  reason: Kept<string>
  expires_at: Kept<Date | null>
  created_at: Kept<Date>
  closed_at: Kept<Date | null>
}

/** A row of `hold_changes`: one step in the life of a hold. */
export interface HoldChangeTable {
  id: Kept<bigint>
  hold_id: Kept<string>
  kind: Kept<'reserve' | 'increase' | 'capture' | 'release' | 'expire'>
  amount_minor: Kept<bigint>
  idempotency_key: Kept<string | null>
  request_hash: Kept<Buffer | null>
  transfer_id: Kept<string | null>
  is_final: Kept<boolean | null>
  created_at: Kept<Date>
}

/** A row of `ledger_days`: a day by UTC that is over; closed first, then sealed (`seals.ts`). */
export interface LedgerDayTable {
  day: Kept<string>
  closed_at: Kept<Date>
  transfers: Kept<bigint | null>
  entries: Kept<bigint | null>
  seal: Kept<Buffer | null>
  sealed_at: Kept<Date | null>
}

/** The ledger's tables. */
export interface LedgerTables extends ProofTables {
  accounts: AccountTable
  transfers: TransferTable
  entries: EntryTable
  holds: HoldTable
  hold_changes: HoldChangeTable
  ledger_days: LedgerDayTable
}
