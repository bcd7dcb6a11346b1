import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Chain } from './chain.ts'
import { type AtAddress, movedBySweeps } from './check-sweeps.ts'

/** What the books have at the deposit addresses of a network. */
export interface Expected {
  deposits: bigint
  /** By address and coin, with a blank between: what its deposits and sweeps say is there, in the chain's own unit. */
  rawByPlace: Map<string, bigint>
}

/** What deposits brought to each address, less what ended sweeps have taken; those that the chain has lost are left out. */
export async function expectedAt(
  db: Db,
  { network, coins }: Pick<Chain, 'network' | 'coins'>,
): Promise<Expected> {
  const { rows: sums } = await sql<AtAddress & { count: bigint }>`
    select address, currency, sum(amount_raw)::text as raw, count(*) as count from deposits
    where network = ${network} and status <> 'orphaned' and lost_at is null group by address, currency`.execute(
    db,
  )
  return {
    deposits: sums.reduce((all, { count }) => all + count, 0n),
    rawByPlace: summed([...sums, ...(await movedBySweeps(db, { network, coins }))]),
  }
}

function summed(rows: readonly AtAddress[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { address, currency, raw } of rows) {
    const place = `${address} ${currency}`
    sums.set(place, (sums.get(place) ?? 0n) + BigInt(raw))
  }
  return sums
}
