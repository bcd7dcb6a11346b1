import type { Db } from '../../database/database.ts'
import type { Chain } from '../chain.ts'
import type { Retire } from '../deposits/addresses.ts'
import type { DepositWallets, Treasury } from '../treasury.ts'
import type { SweepRow } from './sweep-tables.ts'

/**
 * Where deposits are swept to, and who signs for the addresses that they are at (null when nobody does); what is done with
 * one that somebody else has paid from.
 */
export interface Sweeping {
  db: Db
  chain: Pick<Chain, 'transfersBy'>
  treasury: Treasury
  depositWallets: DepositWallets | null
  retire: Retire
}

/** Whose nonce a payment has: the hot wallet's, or its address's. Null when nobody signs for addresses. */
export async function senderOf(
  { db, treasury, depositWallets }: Sweeping,
  { kind, address }: Pick<SweepRow, 'kind' | 'address'>,
): Promise<Treasury | null> {
  if (kind === 'gas') return treasury
  if (!depositWallets) return null
  const { derivation } = await db
    .selectFrom('deposit_addresses')
    .select('derivation')
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
  return depositWallets(derivation)
}
