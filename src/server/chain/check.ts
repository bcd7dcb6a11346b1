import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { expectedAt, movingAt } from './at-addresses.ts'
import type { Chain } from './chain.ts'
import { feesDue, type PaidFee, paidFeesOf, wrongFee } from './check-fees.ts'
import {
  type PaidOut,
  paidOutOf,
  type Swept,
  sweptOf,
  usedUpOf,
  wrongPayment,
  wrongSweep,
} from './check-payments.ts'
import type { ChainDisagreement } from './disagreement.ts'
import { feeCoin } from './sweeps/sweep-terms.ts'
import type { Treasury } from './treasury.ts'

/** What the check has seen, and the first thing it does not agree with. */
export interface ChainReport {
  /** The block it speaks of; null when nothing was read yet. */
  height: bigint | null
  deposits: bigint
  addresses: bigint
  withdrawals: bigint
  sweeps: bigint
  /** Payments of the hot wallet that are final and whose fee is about to be booked. */
  feesDue: bigint
  /** Addresses that something is on its way to or from: what they hold is compared when it has ended. */
  moving: bigint
  /**
   * Addresses with more ether than was seen coming: a contract sent it (README, limits). It is a customer's, and no fault.
   */
  unseenEther: string[]
  disagreement: ChainDisagreement | null
}

/** What the check asks: the chain, and of the hot wallet how many payments of its are in blocks and what each has cost. */
export interface CheckPorts {
  chain: Chain
  treasury: Pick<Treasury, 'minedCount' | 'fateOf'>
}

/**
 * Compares the books with the chain to the last unit and reports the first disagreement: what was credited and paid out
 * against the books' account of the chain; what every deposit address holds, at the block the reader has come to, against
 * its deposits and sweeps; every withdrawal, sweep and fee against what its transactions paid and cost. Nothing is locked, so it may run
 * while money moves. Asks the node once per address and coin; rejects when it is silent or has forgotten that block.
 */
export async function checkChain(db: Db, { chain, treasury }: CheckPorts): Promise<ChainReport> {
  // Asked before the rows are read: every payment is written down before it is broadcast, so none can be news.
  const mined = await treasury.minedCount()
  const usedForGood = await treasury.minedCount(chain.confirmations)
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(db => read(db, { chain, usedForGood }))
  const report = {
    height: rows.cursor?.height ?? null,
    deposits: rows.deposits,
    addresses: BigInt(rows.addresses.length),
    withdrawals: BigInt(rows.paidOut.length),
    sweeps: BigInt(rows.swept.length),
    feesDue: rows.feesDue,
    moving: BigInt(rows.moving.size),
    unseenEther: [] as string[],
  }
  const disagreement =
    rows.disagreement ??
    (await wrongBlock(chain, rows)) ??
    (await wrongBalance(chain, rows, report.unseenEther)) ??
    (await wrongPayment(chain, { ...rows, mined })) ??
    (await wrongSweep(chain, rows.swept)) ??
    (await wrongFee(treasury, rows.fees))
  return { ...report, disagreement }
}

interface Rows {
  cursor: { height: bigint; hash: string } | null
  deposits: bigint
  addresses: string[]
  /** By address and coin: what its deposits and sweeps say is there, in the chain's own unit. */
  expected: Map<string, bigint>
  /** Addresses that something is on its way to or from. */
  moving: Set<string>
  paidOut: PaidOut[]
  swept: Swept[]
  usedUp: bigint[]
  fees: PaidFee[]
  feesDue: bigint
  disagreement: ChainDisagreement | null
}

async function read(
  db: Db,
  { chain: { network, coins }, usedForGood }: Pick<CheckPorts, 'chain'> & { usedForGood: number },
): Promise<Rows> {
  const cursor = await db
    .selectFrom('chain_cursors')
    .select(['height', 'hash'])
    .where('network', '=', network)
    .executeTakeFirst()
  const addresses = await db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('network', '=', network)
    .execute()
  const { deposits, rawByPlace } = await expectedAt(db, { network, coins })
  return {
    cursor: cursor ?? null,
    deposits,
    addresses: addresses.map(({ address }) => address),
    expected: rawByPlace,
    moving: await movingAt(db, network),
    paidOut: await paidOutOf(db, network),
    swept: await sweptOf(db, network),
    usedUp: await usedUpOf(db, network),
    fees: await paidFeesOf(db, network),
    feesDue: await feesDue(db, { network, below: usedForGood }),
    disagreement: await wrongRow(db),
  }
}

async function wrongRow(db: Db): Promise<ChainDisagreement | null> {
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await sql<Omit<ChainDisagreement, 'rule'>>`
      select id::text, expected::text, found::text from (${query}) as wrong order by id limit 1`.execute(db)
    if (rows[0]) return { rule, ...rows[0] }
  }
  return null
}

/** What the transfer of a row moved on the books' account of the chain. */
const chainEntry = sql`(
  select e.amount_minor from entries e join accounts a on a.id = e.account_id
  where e.transfer_id = m.transfer_id and a.kind = 'house' and a.code = 'chain' and a.currency = m.currency
)`

/** Each returns the rows that break it. They are about all networks: the books have one account of the chain per coin. */
const rules: Record<string, RawBuilder<unknown>> = {
  'a credited deposit is posted as it came': sql`
    select * from (
      select id, -amount_minor as expected, ${chainEntry} as found from deposits m where status = 'credited'
    ) d where found is distinct from expected`,

  'a credited deposit is in the chain, or booked as a loss': sql`
    select id, 'in the chain' as expected, 'lost since ' || lost_at as found
    from deposits where lost_at is not null and loss_transfer_id is null`,

  'a withdrawal that is done is posted as it was paid': sql`
    select * from (
      select id, receive_minor as expected, ${chainEntry} as found from withdrawals m where status = 'done'
    ) w where found is distinct from expected`,

  'the fee of a sweep is posted as it was paid': sql`
    select * from (
      select id, fee_minor as expected, ${chainEntry} as found
      from (select *, ${feeCoin} as currency from (select id, fee_minor, transfer_id from sweeps) s) m
      where fee_minor > 0
    ) f where found is distinct from expected`,

  'the fee of a payment of the hot wallet is posted as it was paid': sql`
    select * from (
      select id, fee_minor as expected, ${chainEntry} as found from (
        select network || ' ' || nonce as id, fee_minor, transfer_id, ${feeCoin} as currency from nonce_fees
      ) m
      where fee_minor > 0
    ) f where found is distinct from expected`,

  "the books' account of the chain is what was credited less what was paid out, paid in fees and lost": sql`
    select currency as id, sum(moved) as expected, -coalesce(min(booked), 0) as found
    from (
      select currency, amount_minor as moved from deposits where status = 'credited' and loss_transfer_id is null
      union all
      select currency, -receive_minor from withdrawals where status = 'done'
      union all
      select ${feeCoin}, -fee_minor from sweeps where fee_minor is not null
      union all
      select ${feeCoin}, -fee_minor from nonce_fees where fee_minor is not null
      union all
      select currency, -amount_minor from address_losses
      union all
      select currency, 0 from accounts where kind = 'house' and code = 'chain'
    ) m left join (
      select a.currency as of, sum(e.amount_minor) as booked from accounts a join entries e on e.account_id = a.id
      where a.kind = 'house' and a.code = 'chain' group by a.currency
    ) b on b.of = m.currency
    group by currency having sum(moved) <> -coalesce(min(booked), 0)`,
}

async function wrongBlock(chain: Chain, { cursor }: Rows): Promise<ChainDisagreement | null> {
  if (!cursor) return null
  const found = (await chain.hashAt(cursor.height)) ?? 'nothing'
  if (found === cursor.hash) return null
  const rule = 'the block that was read last is in the chain'
  return { rule, id: `${chain.network} ${cursor.height}`, expected: cursor.hash, found }
}

/** Questions to the node at the same time. */
const width = 8

/** What came to it less what was swept from it, to the last unit. */
async function wrongBalance(
  chain: Chain,
  { cursor, addresses, expected, moving }: Rows,
  unseenEther: string[],
): Promise<ChainDisagreement | null> {
  if (!cursor) return null
  const places = addresses
    .filter(address => !moving.has(address))
    .flatMap(address => chain.coins.map(({ currency }) => ({ address, currency })))
  for (let from = 0; from < places.length; from += width) {
    const some = places.slice(from, from + width)
    const held = await Promise.all(some.map(place => chain.balanceAt({ ...place, height: cursor.height })))
    for (const [index, { address, currency }] of some.entries()) {
      const [came, found] = [expected.get(`${address} ${currency}`) ?? 0n, held[index] as bigint]
      if (currency === 'ETH' && found > came) unseenEther.push(address)
      else if (found !== came) {
        const rule = 'a deposit address holds what its deposits brought, less what was swept'
        return { rule, id: `${address} ${currency}`, expected: `${came}`, found: `${found}` }
      }
    }
  }
  return null
}
