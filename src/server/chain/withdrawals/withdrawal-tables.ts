import type { Generated, Selectable } from 'kysely'
import type { DelayHours } from '../../../contract/delay.ts'
import type { Coin } from '../../../contract/money.ts'
import type { WithdrawalStatus } from '../../../contract/withdrawal.ts'
import type { SignedAttempt } from '../signed-attempt.ts'

/** A row of `saved_addresses`. */
export interface SavedAddressTable {
  id: string
  user_id: string
  network: string
  address: string
  label: string
  created_at: Generated<Date>
  usable_at: Date
  last_used_at: Date | null
  removed_at: Date | null
}

/** Why a withdrawal failed or is held, as a key for words. */
export type WithdrawalReason =
  /** Our people did not let it go: nothing more is said, or why. */
  | 'refused'
  | 'address_risk'
  | 'unconfirmed'
  | 'source_unclear'
  /** The chain took it and undid it. */
  | 'reverted'
  /** Its place in the chain was taken by something else, so that it can never be paid. */
  | 'replaced'
  /** Withdrawals of the customer were paused before it was signed. */
  | 'security'
  /** The customer's money was stopped before it was signed. */
  | 'frozen'

/** A row of `withdrawals`; `gas_raw` in the native coin's smallest unit, as a decimal string. */
export interface WithdrawalTable {
  id: string
  user_id: string
  network: string
  currency: Coin
  address: string
  label: string
  amount_minor: bigint
  fee_minor: bigint
  receive_minor: bigint
  hold_id: string
  bill_id: string
  fee_bill_id: string
  status: WithdrawalStatus
  reason: WithdrawalReason | null
  /** What an operator adds to the reason, as they wrote it. */
  note: string | null
  is_cleared: Generated<boolean>
  send_at: Date
  /** The wait of the customer's own that `send_at` knows. */
  delay_hours: Generated<DelayHours>
  nonce: bigint | null
  tx_hash: string | null
  block_height: bigint | null
  block_hash: string | null
  confirms: Generated<number>
  gas_raw: string | null
  transfer_id: string | null
  created_at: Generated<Date>
  sent_at: Date | null
  dead_at: Date | null
  ended_at: Date | null
  /** Since when the end of one that had failed is in no block any more. */
  undone_at: Date | null
}
/** A withdrawal as it is kept. */
export type WithdrawalRow = Selectable<WithdrawalTable>

/** A row of `withdrawal_attempts`. */
export interface WithdrawalAttemptTable extends SignedAttempt {
  withdrawal_id: string
  /** It only uses the nonce up. */
  pays_nothing: Generated<boolean>
}

/** A row of `withdrawal_approvals`. */
export interface WithdrawalApprovalTable {
  withdrawal_id: string
  stage: 'review' | 'held'
  operator: string
  created_at: Generated<Date>
}

/** A row of `chain_nonces`. */
export interface ChainNonceTable {
  network: string
  next_nonce: bigint
  /** Which life of the database payments are signed in. */
  life: string | null
  /** Who has stopped all signing. */
  stopped_by: string | null
}

/** A row of `used_up_nonces`: what was to be used up, and what has used it for good. */
export interface UsedUpNonceTable {
  network: string
  nonce: bigint
  tx_hash: string | null
  pays_nothing: boolean | null
  created_at: Generated<Date>
}

/** A row of `nonce_fillers`; prices in the native coin's smallest unit, as decimal strings. */
export interface NonceFillerTable {
  network: string
  nonce: bigint
  number: number
  tx_hash: string
  raw: string
  max_fee_raw: string
  max_priority_raw: string
  created_at: Generated<Date>
  broadcast_at: Date | null
  answer: 'taken' | 'refused' | 'unknown' | null
}

export interface WithdrawalTables {
  saved_addresses: SavedAddressTable
  withdrawals: WithdrawalTable
  withdrawal_attempts: WithdrawalAttemptTable
  withdrawal_approvals: WithdrawalApprovalTable
  chain_nonces: ChainNonceTable
  used_up_nonces: UsedUpNonceTable
  nonce_fillers: NonceFillerTable
}
