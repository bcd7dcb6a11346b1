import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { ChainDisagreement } from './disagreement.ts'
import type { Treasury } from './treasury.ts'

/** What the books have paid the network for a transaction of the hot wallet, in its smallest unit. */
export interface PaidFee {
  nonce: bigint
  txHash: string
  feeRaw: string
}

/** The fees of a network that are in the books, by their nonces. */
export async function paidFeesOf(db: Db, network: string): Promise<PaidFee[]> {
  const { rows } = await sql<PaidFee>`
    select nonce, tx_hash as "txHash", fee_raw::text as "feeRaw" from nonce_fees
    where network = ${network} and fee_raw is not null order by nonce`.execute(db)
  return rows
}

/** How many nonces below this one have no fee in the books yet: the job that books them comes every few seconds. */
export async function feesDue(
  db: Db,
  { network, below }: { network: string; below: number },
): Promise<bigint> {
  const { rows } = await sql<{ due: bigint }>`
    select count(*) as due from nonce_fees where network = ${network} and fee_raw is null and nonce < ${below}`.execute(
    db,
  )
  return rows[0]?.due ?? 0n
}

/** The first fee that the chain tells otherwise. */
export async function wrongFee(
  treasury: Pick<Treasury, 'fateOf'>,
  fees: readonly PaidFee[],
): Promise<ChainDisagreement | null> {
  for (const { nonce, txHash, feeRaw } of fees) {
    const fate = await treasury.fateOf(txHash)
    const found = fate ? `${fate.feeRaw}` : 'nothing'
    if (found === feeRaw) continue
    const rule = 'the network took for a payment of the hot wallet what was booked'
    return { rule, id: `nonce ${nonce}`, expected: feeRaw, found }
  }
  return null
}
