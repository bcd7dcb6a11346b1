import { type RawBuilder, sql } from 'kysely'
import type { Coin } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { feeCoin, leastByCoin } from './sweep-terms.ts'

/** What the books know to be at an address for good, and what of it may be moved. */
export interface Known {
  address: string
  derivation: number
  currency: Coin
  minor: bigint
}

/**
 * What was credited at an address, with the gas it was given, less what was moved from there, what that has cost and what was
 * booked as missing. What
 * is not credited is left where it is: what waits, is held for a person, or was never seen coming.
 */
const moved = (network: string) => sql`
  select address, currency, amount_minor as minor from deposits
  where network = ${network} and status = 'credited' and lost_at is null
  union all
  select address, currency, amount_minor from sweeps
  where network = ${network} and kind = 'gas' and status = 'done'
  union all
  select address, currency, -amount_minor from sweeps
  where network = ${network} and kind = 'sweep' and status in ('sent', 'done')
  union all
  select address, ${feeCoin}, -fee_minor from sweeps
  where network = ${network} and kind = 'sweep' and fee_minor is not null
  union all
  select address, currency, -amount_minor from address_losses where network = ${network}`

/**
 * What is worth its fee and can be moved now, the most addresses' oldest first: tokens before the ether that they need. Only
 * addresses are looked at where something has changed or waits (`sweep_marks`).
 */
export async function sweepable(
  db: Db,
  { network, limit }: { network: string; limit: number },
): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select marked.address, a.derivation, w.currency, w.minor
    from (select distinct address from sweep_marks where network = ${network}) marked
    join deposit_addresses a on a.address = marked.address
    cross join lateral (${worthItsFee(network, sql`marked.address`)}) w
    where not exists (select from sweeps s where s.address = marked.address and ${isBusy})
    order by w.currency = ${feeCoin}, a.derivation, w.currency
    limit ${limit}`.execute(db)
  return rows
}

/**
 * Forgets marks of addresses where nothing is worth its fee. In one statement, which sees a mark only with the change that it
 * was made for: what is credited meanwhile keeps its own.
 */
export async function forgetMarks(db: Db, network: string): Promise<void> {
  await sql`
    delete from sweep_marks k where network = ${network}
      and not exists (${worthItsFee(network, sql`k.address`)})
      and not exists (select from sweeps s where s.address = k.address and ${isBusy})`.execute(db)
}

/** What is known at an address of each coin of which there is enough to move it. */
function worthItsFee(network: string, address: RawBuilder<unknown>): RawBuilder<unknown> {
  const least = leastByCoin()
  return sql`
    select m.currency, sum(m.minor)::bigint as minor from (${moved(network)}) m
    join unnest(${least.map(([coin]) => coin)}::text[], ${least.map(([, from]) => `${from}`)}::bigint[])
      as least (currency, minor) on least.currency = m.currency
    where m.address = ${address}
    group by m.currency, least.minor having sum(m.minor) >= least.minor`
}

/** Has all addresses of a network looked at anew, whatever was seen there before. */
export async function markAll(db: Db, network: string): Promise<void> {
  await sql`
    insert into sweep_marks (network, address)
    select distinct network, address from deposits where network = ${network} and status = 'credited'`.execute(
    db,
  )
}

/** One transaction of an address at a time; and none while a person has not looked why its last one came to nothing. */
const isBusy = sql`(s.status = 'sent' or exists (
  select from alarms where kind = 'sweep_failed' and subject = s.id::text and settled_at is null
))`

/** Whether an address has to wait. True until the commit when the caller has locked it. */
export async function isAddressBusy(db: Db, address: string): Promise<boolean> {
  const { rows } = await sql`select from sweeps s where s.address = ${address} and ${isBusy} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** What the books know to be at one address of a coin, in minor units. */
export async function knownAt(
  db: Db,
  { network, address, currency }: { network: string; address: string; currency: Coin },
): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(minor), 0)::bigint as minor from (${moved(network)}) m
    where address = ${address} and currency = ${currency}`.execute(db)
  return rows[0]?.minor ?? 0n
}

/** What the books know to be at all addresses together, of each coin that is there. */
export async function knownByCoin(db: Db, network: string): Promise<Pick<Known, 'currency' | 'minor'>[]> {
  const { rows } = await sql<Pick<Known, 'currency' | 'minor'>>`
    select currency, sum(minor)::bigint as minor from (${moved(network)}) m
    group by currency having sum(minor) <> 0 order by currency`.execute(db)
  return rows
}
