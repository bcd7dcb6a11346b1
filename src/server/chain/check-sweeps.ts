import { sql } from 'kysely'
import { type Coin, scales } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import type { Chain } from './chain.ts'
import { feeCoin } from './sweeps/sweep-terms.ts'

/** What came to an address of a coin, or left it, in the chain's own unit. */
export interface AtAddress {
  address: string
  currency: Coin
  raw: string
}

/** What sweeps that have ended moved to and from addresses, and what they have cost there. */
export async function movedBySweeps(
  db: Db,
  { network, coins }: Pick<Chain, 'network' | 'coins'>,
): Promise<AtAddress[]> {
  const { rows: amounts } = await sql<{ address: string; currency: Coin; minor: bigint }>`
    select address, currency, sum(case kind when 'gas' then amount_minor else -amount_minor end)::bigint as minor
    from sweeps where network = ${network} and status = 'done' group by address, currency`.execute(db)
  const { rows: fees } = await sql<AtAddress>`
    select address, ${feeCoin} as currency, (-sum(fee_raw))::text as raw
    from sweeps where network = ${network} and kind = 'sweep' and fee_raw is not null group by address`.execute(
    db,
  )
  const decimals = new Map(coins.map(coin => [coin.currency, coin.decimals]))
  const rawOf = (currency: Coin, minor: bigint) =>
    minor * 10n ** BigInt((decimals.get(currency) ?? scales[currency]) - scales[currency])
  return [
    ...amounts.map(({ address, currency, minor }) => ({
      address,
      currency,
      raw: `${rawOf(currency, minor)}`,
    })),
    ...fees,
  ]
}

/** Addresses that something is on its way to or from: what they hold is not known until it has ended. */
export async function movingAt(db: Db, network: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sweeps')
    .select('address')
    .where('network', '=', network)
    .where('status', '=', 'sent')
    .execute()
  return new Set(rows.map(({ address }) => address))
}
