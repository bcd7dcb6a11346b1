import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Coin } from '../../../contract/money.ts'
import type { SignedAttempt } from '../signed-attempt.ts'

/** A row of `sweeps`; `fee_raw` in the native coin's smallest unit, as a decimal string. */
export interface SweepTable {
  id: string
  network: string
  /** `sweep`: from a deposit address to the hot wallet. `gas`: from there to the address, for the fee of its sweep. */
  kind: 'sweep' | 'gas'
  /** The deposit address, whichever way it goes. */
  address: string
  currency: Coin
  amount_minor: bigint
  to_address: string
  nonce: bigint
  status: 'sent' | 'done' | 'failed'
  tx_hash: string
  block_height: bigint | null
  block_hash: string | null
  fee_raw: string | null
  fee_minor: bigint | null
  transfer_id: string | null
  endings: Generated<number>
  created_at: Generated<Date>
  ended_at: Date | null
}
/** A sweep, or gas for one, as it is kept. */
export type SweepRow = Selectable<SweepTable>

/** A row of `sweep_attempts`; its `raw` is empty where only the chain has the bytes. */
export interface SweepAttemptTable extends SignedAttempt {
  sweep_id: string
}

/** A row of `sweep_pauses`. */
export interface SweepPauseTable {
  network: string
  paused_by: string
  created_at: Generated<Date>
}

/** A row of `sweep_marks`: an address at which something has changed, or waits. */
export interface SweepMarkTable {
  id: GeneratedAlways<bigint>
  network: string
  address: string
}

/** A row of `address_losses`; `amount_raw` in the chain's own unit, as a decimal string. */
export interface AddressLossTable {
  id: string
  network: string
  address: string
  currency: Coin
  amount_raw: string
  amount_minor: bigint
  block_height: bigint
  transfer_id: string | null
  created_at: Generated<Date>
}

/** A row of `strange_nonces`. */
export interface StrangeNonceTable {
  address: string
  nonce: bigint
  tx_hash: string
}

export interface SweepTables {
  sweeps: SweepTable
  sweep_attempts: SweepAttemptTable
  sweep_pauses: SweepPauseTable
  sweep_marks: SweepMarkTable
  address_losses: AddressLossTable
  strange_nonces: StrangeNonceTable
}
