import { sql } from 'kysely'
import { type Coin, scales } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import type { Chain } from './chain.ts'
import { feeCoin } from './sweeps/sweep-terms.ts'

/** What came to an address of a coin, or left it, in the chain's own unit. */
interface AtAddress {
  address: string
  currency: Coin
  raw: string
}

/** What the books have at the deposit addresses of a network. */
export interface Expected {
  deposits: bigint
  /** By address and coin, with a blank between: what deposits and sweeps say is there, in the chain's own unit. */
  rawByPlace: Map<string, bigint>
}

/** What deposits brought to each address, less what ended sweeps have taken and what was booked as missing. */
export async function expectedAt(db: Db, chain: Pick<Chain, 'network' | 'coins'>): Promise<Expected> {
  const brought = await broughtTo(db, chain.network)
  return {
    deposits: brought.reduce((all, { count }) => all + count, 0n),
    rawByPlace: summed([...brought, ...(await movedAt(db, chain))]),
  }
}

/** What deposits have brought, whatever became of them in the books, and how many they are. */
async function broughtTo(db: Db, network: string): Promise<(AtAddress & { count: bigint })[]> {
  const { rows } = await sql<AtAddress & { count: bigint }>`
    select address, currency, sum(amount_raw)::text as raw, count(*) as count from deposits
    where network = ${network} and status <> 'orphaned' and lost_at is null group by address, currency`.execute(
    db,
  )
  return rows
}

/** What sweeps that have ended moved to and from addresses, what they have cost there, and what was booked as missing. */
async function movedAt(db: Db, { network, coins }: Pick<Chain, 'network' | 'coins'>): Promise<AtAddress[]> {
  const { rows: amounts } = await sql<{ address: string; currency: Coin; minor: bigint }>`
    select address, currency, sum(case kind when 'gas' then amount_minor else -amount_minor end)::bigint as minor
    from sweeps where network = ${network} and status = 'done' group by address, currency`.execute(db)
  const { rows: others } = await sql<AtAddress>`
    select address, ${feeCoin} as currency, (-sum(fee_raw))::text as raw
    from sweeps where network = ${network} and kind = 'sweep' and fee_raw is not null group by address
    union all
    select address, currency, (-amount_raw)::text from address_losses where network = ${network}`.execute(db)
  const decimals = new Map(coins.map(coin => [coin.currency, coin.decimals]))
  const rawOf = (currency: Coin, minor: bigint) =>
    minor * 10n ** BigInt((decimals.get(currency) ?? scales[currency]) - scales[currency])
  return [
    ...amounts.map(({ address, currency, minor }) => ({
      address,
      currency,
      raw: `${rawOf(currency, minor)}`,
    })),
    ...others,
  ]
}

function summed(rows: readonly AtAddress[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { address, currency, raw } of rows) {
    const place = `${address} ${currency}`
    sums.set(place, (sums.get(place) ?? 0n) + BigInt(raw))
  }
  return sums
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
