import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../alarms.ts'
import type { Db } from '../database/database.ts'
import { endHalt, haltOf } from './halts.ts'

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
  const { next_nonce } = await db
    .selectFrom('chain_nonces')
    .select('next_nonce')
    .where('network', '=', network)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const next = Number(next_nonce)
  if (await haltOf(db, network)) return null
  if ((await strangelyMined(db, network)) !== null || (await isOneDisplaced(db, network, minedCount)))
    return null
  // Before our first payment the wallet may have been somebody else's.
  const isKnown =
    next === 0 || Math.max(minedCount, waitingCount) <= Math.max(next, await agreedUpTo(db, network))
  if (isKnown) return Math.max(next, minedCount)
  await stopSigning(db, network, { signed: next, mined: minedCount, waiting: waitingCount })
  return null
}

/** A payment that is in no block of ours while its nonce is used: what has used it is looked into first. */
async function isOneDisplaced(db: Db, network: string, minedCount: number): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where network = ${network} and status = 'sent' and nonce < ${minedCount} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Nothing is signed or taken back until two operators say so. */
export async function stopSigning(
  db: Db,
  network: string,
  detail: { mined: number } & Record<string, number | string>,
): Promise<void> {
  await raiseAlarm(db, { kind: 'hot_wallet_used', subject: network, detail })
}

/** What keeps a network from paying, as operators agree to let it go on all the same; null when nothing does. */
export async function standstillOf(db: Db, network: string): Promise<Record<string, unknown> | null> {
  const [halt, mined] = [await haltOf(db, network), await strangelyMined(db, network)]
  return halt || mined !== null ? { ...halt, ...(mined !== null && { mined }) } : null
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

/** Signs on, in whatever life and whatever the chain had when the alarm of it was raised. Throws when all goes on. */
export async function signOn(db: Db, network: string): Promise<void> {
  if (!(await standstillOf(db, network))) throw new Error('Nothing keeps this network from paying.')
  await endHalt(db, network)
  await closeAlarm(db, { kind: 'hot_wallet_used', subject: network })
}

/** Throws while what waits may have been paid, in another life of the database or by somebody else: nothing is given back. */
export async function assertNoStandstill(db: Db, network: string): Promise<void> {
  if (await standstillOf(db, network))
    throw new Error('Nothing is given back before ops withdrawals resume: this one may have been paid.')
}

/** Up to which of our transactions operators have agreed to go on, known or not. What a lost block takes away leaves no gap. */
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
