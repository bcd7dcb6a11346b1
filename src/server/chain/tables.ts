import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Coin } from '../../contract/money.ts'
import type { SweepTables } from './sweeps/sweep-tables.ts'
import type { WithdrawalTables } from './withdrawals/withdrawal-tables.ts'

/** A row of `deposit_addresses`. */
export interface DepositAddressTable {
  address: string
  network: string
  derivation: number
  user_id: string
  card_id: string | null
  created_at: Date
  /** Since when it is given out no more; null while it is. */
  retired_at: Date | null
}

/** Why a reader waits for a person. */
export type StopReason = 'chain_replaced' | 'reorganisation_too_deep' | 'credited_lost'

/** A row of `chain_cursors`. */
export interface ChainCursorTable {
  network: string
  height: bigint
  hash: string
  stopped: StopReason | null
  /** When the reader last went to another block. */
  moved_at: Generated<Date>
}

/** A row of `chain_blocks`. */
export interface ChainBlockTable {
  network: string
  height: bigint
  hash: string
}

/** States of a deposit (decision D4). */
export type DepositStatus = 'seen' | 'confirming' | 'credited' | 'below_min' | 'held' | 'orphaned'

/** A row of `deposits`; `amount_raw` and `dust` in the chain's own smallest unit, as decimal strings. */
export interface DepositTable {
  id: string
  network: string
  tx_hash: string
  log_index: number
  address: string
  user_id: string
  card_id: string | null
  currency: Coin
  amount_raw: string
  amount_minor: bigint
  dust: Generated<string>
  block_height: bigint
  block_hash: string
  confirms: Generated<number>
  status: DepositStatus
  transfer_id: string | null
  bill_id: string | null
  seen_at: Date
  credited_at: Date | null
  lost_at: Date | null
  loss_transfer_id: string | null
  /** Since when its customer knows of the loss and is frozen for it; null when it is back, as deep as any other. */
  loss_told_at: Date | null
  /** After operators had the reader go back: the height by which it must be found again before its loss is told. */
  loss_due_height: bigint | null
  /** Until when withdrawals were paused before its loss, and because of it. */
  hold_before: Date | null
  hold_set: Date | null
}

/** A row of `strays`; `amount_raw` in the token's own smallest unit, as a decimal string. */
export interface StrayTable {
  id: string
  network: string
  tx_hash: string
  log_index: number
  /** The token's contract. */
  token: string
  address: string
  user_id: string
  amount_raw: string
  block_height: bigint
  block_hash: string
  seen_at: Date
  told_at: Date | null
}

/** A row of `nonce_fees`; `fee_raw` in the native coin's smallest unit, as a decimal string. */
export interface NonceFeeTable {
  network: string
  nonce: bigint
  /** What has used the nonce for good; null, as all that follows from it, while nothing has. */
  tx_hash: string | null
  block_height: bigint | null
  block_hash: string | null
  fee_raw: string | null
  fee_minor: bigint | null
  transfer_id: string | null
  endings: Generated<number>
}

/** A row of `alarms`. */
export interface AlarmTable {
  id: string
  kind: string
  /** What it is about; an open alarm of one kind and subject is there once. */
  subject: string | null
  detail: JSONColumnType<Record<string, unknown>>
  created_at: Date
  settled_at: Date | null
}

/** A row of `chain_holdings`, never changed. */
export interface ChainHoldingTable {
  day: string
  currency: Coin
  network: string
  held_minor: bigint
  height: bigint
  block_hash: string
  addresses: number
  read_at: ColumnType<Date, never, never>
}

export interface ChainTables extends WithdrawalTables, SweepTables {
  deposit_addresses: DepositAddressTable
  chain_cursors: ChainCursorTable
  chain_blocks: ChainBlockTable
  deposits: DepositTable
  strays: StrayTable
  nonce_fees: NonceFeeTable
  alarms: AlarmTable
  chain_holdings: ChainHoldingTable
}
