import { sql } from 'kysely'
import type { Coin } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { expectedAt } from './at-addresses.ts'
import type { Chain } from './chain.ts'
import { booked } from './coins.ts'
import { cursorOf } from './cursor.ts'
import type { Treasury } from './treasury.ts'

/** What the house held of a coin on chain, in minor units rounded down, at one block. */
export interface Holding {
  day: string
  currency: Coin
  network: string
  heldMinor: bigint
  height: bigint
  blockHash: string
  /** How many addresses were asked, the hot wallet's among them. */
  addresses: number
  readAt: Date
}

/** Who is asked. */
export interface HoldingPorts {
  chain: Chain
  treasury: Pick<Treasury, 'network' | 'address'>
}

/** A reader further behind than this does not know what there is now. */
const behindMaxMs = 3_600_000
/** Questions to the node at the same time. */
const width = 8

/** What was noted of these days; nothing of those on which it could not be read. */
export async function holdingsOf(db: Db, days: readonly string[]): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    select day, currency, network, held_minor as "heldMinor", height, block_hash as "blockHash", addresses,
      read_at as "readAt"
    from chain_holdings where day = any (${days}::text[]::date[])`.execute(db)
  return rows
}

/**
 * Notes what the house holds on chain beside a day that is over since midnight (UTC): the hot wallet and every deposit address
 * where the books have something, as the chain has them at the block that the reader has come to. True when it is noted, by
 * this call or before; false when the reader is behind or that block is gone. Rejects when the node is silent, and for any
 * other day.
 */
export async function noteHoldings(
  db: Db,
  { day, chain, treasury }: HoldingPorts & { day: string },
): Promise<boolean> {
  if ((await holdingsOf(db, [day])).length > 0) return true
  const { network } = chain
  const cursor = await cursorOf(db, network)
  if (!cursor || cursor.stopped || treasury.network !== network) return false
  const behindMs = Number((await chain.head()) - cursor.height) * chain.blockSeconds * 1000
  if (behindMs > behindMaxMs) return false
  const { height, hash } = cursor
  const { rawByPlace } = await expectedAt(db, chain)
  const rows = []
  for (const { currency, decimals } of chain.coins) {
    const addresses = [treasury.address, ...placesOf(rawByPlace, currency)]
    const amountRaw = await heldAt(chain, { addresses, currency, height })
    const { amountMinor: held_minor } = booked({ currency, amountRaw, decimals })
    rows.push({ day, currency, network, held_minor, height, block_hash: hash, addresses: addresses.length })
  }
  // Asked last: what was answered before is of this block, if it is still there.
  if ((await chain.hashAt(height)) !== hash) return false
  await db
    .insertInto('chain_holdings')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return true
}

function placesOf(rawByPlace: ReadonlyMap<string, bigint>, of: Coin): string[] {
  return [...rawByPlace].flatMap(([place, raw]) => {
    const [address = '', currency] = place.split(' ')
    return currency === of && raw > 0n ? [address] : []
  })
}

async function heldAt(
  chain: Chain,
  { addresses, currency, height }: { addresses: readonly string[]; currency: Coin; height: bigint },
): Promise<bigint> {
  let sum = 0n
  for (let from = 0; from < addresses.length; from += width) {
    const some = addresses.slice(from, from + width)
    const held = await Promise.all(some.map(address => chain.balanceAt({ address, currency, height })))
    sum = held.reduce((all, raw) => all + raw, sum)
  }
  return sum
}
