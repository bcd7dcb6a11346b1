import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { hashOfDay } from './day-hash.ts'

/** A day of the books as it was sealed. */
export interface Seal {
  /** By UTC: `2026-11-26`. */
  day: string
  /** SHA-256 in hex, over everything up to the end of that day. */
  seal: string
  transfers: bigint
  entries: bigint
}

/** How long a day is over before it is closed: what began in it has ended, and clocks that differ do so by less. */
const graceHours = 1

/** Days at most of one round: the first one of books that are years old would keep a node from stopping. */
const daysMax = 31

/**
 * Closes the days that are over for an hour, and seals each once no transaction that may have written into it is open.
 * Returns those that were sealed now, oldest first. Throws when somebody's transaction stays open beyond `patienceMs`: the
 * next round tries again. However many nodes do it at once, a day has one seal.
 */
export async function sealDays(
  db: Db,
  { patienceMs = 5_000, batch }: { patienceMs?: number; batch?: number } = {},
): Promise<Seal[]> {
  await closeDays(db)
  const days = await unsealedDays(db)
  if (days.length === 0) return []
  if (!(await areWritersGone(db, patienceMs)))
    throw new Error('a transaction that may have written into a day that is over is still open')
  const sealed: Seal[] = []
  let before = await sealBefore(db, days[0] as string)
  for (const day of days) {
    const { seal, transfers, entries } = await hashOfDay(db, { day, before, batch })
    const isOurs = await keep(db, { day, seal, transfers, entries })
    if (isOurs) sealed.push({ day, seal, transfers, entries })
    before = seal
  }
  return sealed
}

/** The newest day that is sealed; null while none is. */
export async function latestSeal(db: Db): Promise<Seal | null> {
  const [latest] = await seals(db, sql`where seal is not null order by day desc limit 1`)
  return latest ?? null
}

/** The seal that the one of a day is chained to; null for the first day of the books. */
async function sealBefore(db: Db, day: string): Promise<string | null> {
  const [before] = await seals(db, sql`where day = ${day}::text::date - 1`)
  return before?.seal ?? null
}

/** The seal of that day; null where there is none. */
export async function sealOf(db: Db, day: string): Promise<Seal | null> {
  const [seal] = await seals(db, sql`where seal is not null and day = ${day}::text::date`)
  return seal ?? null
}

async function seals(db: Db, which: ReturnType<typeof sql>): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    select day, encode(seal, 'hex') as seal, transfers, entries from ledger_days ${which}`.execute(db)
  return rows
}

/**
 * From its commit on the database refuses whatever would come into those days: so they must be over by our clock as well
 * as by the database's, or one that runs ahead would have everybody book ahead of time.
 */
async function closeDays(db: Db): Promise<void> {
  await sql`
    insert into ledger_days (day)
    select day::date from generate_series(
      coalesce(
        (select max(day) + 1 from ledger_days),
        (select (min(created_at) at time zone 'UTC')::date from transfers)
      )::timestamp,
      ((least(now(), ${new Date()}) - ${graceHours} * interval '1 hour') at time zone 'UTC')::date - interval '1 day',
      interval '1 day'
    ) as day order by day
    on conflict do nothing`.execute(db)
}

async function unsealedDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from ledger_days where seal is null order by day limit ${daysMax}`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Whether every transaction has ended that had written something when this was asked. Whoever wrote into a day before it
 * was closed is one of them: a transaction has its number before anything refuses it.
 */
async function areWritersGone(db: Db, patienceMs: number): Promise<boolean> {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  const until = Date.now() + patienceMs
  for (;;) {
    const { rows: asked } = await sql<{ are_gone: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.next}::text::xid8 as are_gone`.execute(db)
    if (asked[0]?.are_gone) return true
    if (Date.now() >= until) return false
    await sleep(100)
  }
}

/** True for the one node whose seal it is. */
async function keep(db: Db, { day, seal, transfers, entries }: Seal): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ledger_days
    set seal = decode(${seal}, 'hex'), transfers = ${transfers}, entries = ${entries}, sealed_at = now()
    where day = ${day}::text::date and seal is null`.execute(db)
  return numAffectedRows === 1n
}
