import type { Generated, Insertable } from 'kysely'
import type { Prices } from './treasury.ts'

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

/** An attempt that is not written down yet; `raw` is empty where only the chain has its bytes. */
export interface NewAttempt {
  number: number
  nonce: number
  txHash: string
  raw: string
  prices: Prices
  costRaw: bigint
}

/** What every table of attempts has of one. */
export function attemptRow(signed: NewAttempt): Insertable<SignedAttempt> {
  return {
    number: signed.number,
    nonce: BigInt(signed.nonce),
    tx_hash: signed.txHash,
    raw: signed.raw,
    max_fee_raw: `${signed.prices.maxFeePerGas}`,
    max_priority_raw: `${signed.prices.maxPriorityFeePerGas}`,
    cost_raw: `${signed.costRaw}`,
  }
}
