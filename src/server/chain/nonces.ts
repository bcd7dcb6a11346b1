import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../alarms.ts'
import type { Db } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import { endHalt, haltOf } from './halts.ts'
import { endUsingUp, openNonces, planUsingUp } from './used-up.ts'

/** How many of our transactions the chain has, and how many with those that wait for a block. */
export interface Counts {
  minedCount: number
  waitingCount: number
}

/**
 * The next nonce. Its lock makes signers take turns: what one has promised, the next one counts. Null while a payment may
 * be none of the books: they are those of a copy, and what waits may have been paid, or somebody else has our key; and
 * while all is stopped.
 */
export async function lockNonce(
  db: Db,
  network: string,
  { minedCount, waitingCount }: Counts,
): Promise<number | null> {
  const next = Number((await lockNetwork(db, network)).next_nonce)
  if ((await standstillOf(db, network)) || (await isOneDisplaced(db, network, minedCount))) return null
  // Before our first payment the wallet may have been somebody else's.
  const isKnown =
    next === 0 || Math.max(minedCount, waitingCount) <= Math.max(next, await agreedUpTo(db, network))
  if (isKnown) return Math.max(next, minedCount)
  await stopSigning(db, network, { signed: next, mined: minedCount, waiting: waitingCount })
  return null
}

/** Gives a nonce away: it is not given again, and its fee is booked once it is used for good. The caller holds the lock. */
export async function giveNonce(
  db: Db,
  { network, nonce }: { network: string; nonce: number },
): Promise<void> {
  await db
    .updateTable('chain_nonces')
    .set({ next_nonce: BigInt(nonce + 1) })
    .where('network', '=', network)
    .execute()
  await db
    .insertInto('nonce_fees')
    .values({ network, nonce: BigInt(nonce) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

async function lockNetwork(db: Db, network: string): Promise<{ next_nonce: bigint }> {
  return await db
    .selectFrom('chain_nonces')
    .select('next_nonce')
    .where('network', '=', network)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new PlainError('Nothing was ever paid on this network.'))
}

/** A payment that is in no block of ours while its nonce is used: what has used it is looked into first. */
async function isOneDisplaced(db: Db, network: string, minedCount: number): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where network = ${network} and status = 'sent' and nonce < ${minedCount}
    union all
    select from sweeps where network = ${network} and kind = 'gas' and status = 'sent' and block_height is null
      and nonce < ${minedCount}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Whether anything may be signed that needs none of these nonces. It stays so until the commit: whoever stops it waits. */
export async function lockWhetherSigning(db: Db, network: string): Promise<boolean> {
  await sql`select from chain_nonces where network = ${network} for share`.execute(db)
  return !(await standstillOf(db, network))
}

/** Nothing is signed or taken back until two operators say so. */
export async function stopSigning(
  db: Db,
  network: string,
  detail: { mined: number } & Record<string, number | string>,
): Promise<void> {
  await raiseAlarm(db, { kind: 'hot_wallet_used', subject: network, detail })
}

/** What keeps a network from paying until operators let it go on; null when nothing does. */
export async function stopsOf(db: Db, network: string): Promise<Record<string, unknown> | null> {
  const [halt, mined] = [await haltOf(db, network), await strangelyMined(db, network)]
  return halt || mined !== null ? { ...halt, ...(mined !== null && { mined }) } : null
}

/** What stops a network, and what is used up first; null when withdrawals are signed and given back. */
export async function standstillOf(db: Db, network: string): Promise<Record<string, unknown> | null> {
  const stops = await stopsOf(db, network)
  const [usingUp] = await openNonces(db, network, { limit: 1 })
  return stops || usingUp !== undefined ? { ...stops, ...(usingUp !== undefined && { usingUp }) } : null
}

/** As `standstillOf` in the words of the alarms, for whoever only shows it: it may be a round of paying late. */
export async function isStandingStill(db: Db, network: string): Promise<boolean> {
  const alarm = await db
    .selectFrom('alarms')
    .select('id')
    .where('kind', 'in', ['hot_wallet_used', 'withdrawals_stopped'])
    .where('subject', '=', network)
    .where('settled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return alarm !== undefined
}

/**
 * Signs on, in whatever life and whatever the chain had when the alarm of it was raised; with `useUpTo`, once all nonces that
 * the books do not know are used up, to that one. Throws when nothing is stopped, when that one cannot be the last, and in
 * another life where nobody says what may have been signed in the one before: null is nothing.
 */
export async function signOn(
  db: Db,
  network: string,
  { useUpTo }: { useUpTo?: bigint | null } = {},
): Promise<void> {
  const { next_nonce } = await lockNetwork(db, network)
  const [halt, mined] = [await haltOf(db, network), await strangelyMined(db, network)]
  if (!halt && mined === null) throw new PlainError('Nothing keeps this network from paying.')
  if (halt?.why === 'life' && useUpTo === undefined)
    throw new PlainError('The database is in another life: say --use-up, a nonce or none.')
  if (mined !== null && typeof useUpTo === 'bigint' && useUpTo < mined - 1)
    throw new PlainError(`The chain has payments up to nonce ${mined - 1}.`)
  if (typeof useUpTo === 'bigint') {
    const agreed = BigInt(await agreedUpTo(db, network))
    await planUsingUp(db, { network, from: next_nonce > agreed ? next_nonce : agreed, upTo: useUpTo })
  }
  await endHalt(db, network)
  await closeAlarm(db, { kind: 'hot_wallet_used', subject: network })
  await endUsingUp(db, network)
}

/** Throws while what waits may have been paid, in another life of the database or by somebody else: nothing is given back. */
export async function assertNoStandstill(db: Db, network: string): Promise<void> {
  if (await standstillOf(db, network))
    throw new PlainError('Nothing is given back before ops withdrawals resume: this one may have been paid.')
}

/**
 * Up to which of our transactions operators have agreed to go on, known or not. What a lost block takes away leaves no gap.
 */
async function agreedUpTo(db: Db, network: string): Promise<number> {
  const { rows } = await sql<{ mined: number }>`
    select coalesce(max((detail ->> 'mined')::int), 0) as mined from alarms
    where kind = 'hot_wallet_used' and subject = ${network} and settled_at is not null`.execute(db)
  return rows[0]?.mined ?? 0
}

/** How many payments the chain has of a wallet that has made others than ours; null while there is no alarm of it. */
export async function strangelyMined(db: Db, network: string): Promise<number | null> {
  const alarm = await db
    .selectFrom('alarms')
    .select('detail')
    .where('kind', '=', 'hot_wallet_used')
    .where('subject', '=', network)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return alarm ? (alarm.detail as { mined: number }).mined : null
}
