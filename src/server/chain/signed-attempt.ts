import type { Generated } from 'kysely'

/**
 * What is kept of each transaction that was signed for a payment, before anybody is handed its bytes. Prices and cost are in
 * the native coin's smallest unit, as decimal strings.
 */
export interface SignedAttempt {
  number: number
  nonce: bigint
  tx_hash: string
  raw: string
  max_fee_raw: string
  max_priority_raw: string
  cost_raw: string
  created_at: Generated<Date>
  broadcast_at: Date | null
  answer: 'taken' | 'refused' | 'unknown' | null
}
