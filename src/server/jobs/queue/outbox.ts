import { sql } from 'kysely'
import { type Db, prepared } from '../../database/database.ts'
import { newId } from '../../id.ts'
import { PlainError } from '../../plain-error.ts'
import { alarmOfJob } from './failing.ts'
import type { JobKind, JobPayloads } from './kinds.ts'
import type { Room } from './lanes.ts'

/**
 * Writes a job in the caller's transaction: it exists exactly if the change that asks for it exists. With a `key` the same
 * job is there only once. It runs after `delayMs` or at `runAt`, by the database's clock (now by default), again until it
 * succeeds.
 */
export async function enqueue<Kind extends JobKind>(
  db: Db,
  kind: Kind,
  payload: JobPayloads[Kind],
  { key = null, runAt, delayMs = 0 }: { key?: string | null; runAt?: Date; delayMs?: number } = {},
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      id: newId(),
      kind,
      key,
      payload: JSON.stringify(payload),
      run_at: runAt ?? inMs(delayMs),
      attempts: 0,
      is_dead: false,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const inMs = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`

/** As `enqueue`, many of one kind in one statement, to run now. */
export async function enqueueAll<Kind extends JobKind>(
  db: Db,
  kind: Kind,
  wanted: readonly { payload: JobPayloads[Kind]; key: string }[],
): Promise<void> {
  if (wanted.length === 0) return
  const keys = wanted.map(({ key }) => key)
  const payloads = wanted.map(({ payload }) => JSON.stringify(payload))
  await sql`${prepared}
    insert into jobs (id, kind, key, payload, run_at, attempts, is_dead)
    select u.id, ${kind}, u.key, u.payload::jsonb, now(), 0, false
    from unnest(${keys.map(() => newId())}::uuid[], ${keys}::text[], ${payloads}::text[]) as u (id, key, payload)
    on conflict do nothing`.execute(db)
}

/** A job that was claimed: it is this node's until `leaseMs` have passed. */
export interface ClaimedJob {
  id: string
  kind: string
  payload: Record<string, unknown>
  attempts: number
}

/** How much may be claimed: so many in all, so many of each kind and lane, and nothing that is still under way here. */
export interface Claim {
  leaseMs: number
  limit: number
  rooms: readonly Room[]
  except: readonly string[]
}

/**
 * Claims due jobs, oldest first; others skip them until the lease ends, then they are due again. From the fourth try on
 * the lease is twice as long each time, up to sixteen times: what kills its node does so ever more rarely.
 */
export async function claimJobs(db: Db, { leaseMs, limit, rooms, except }: Claim): Promise<ClaimedJob[]> {
  if (limit === 0 || rooms.length === 0) return []
  const { rows } = await sql<ClaimedJob>`
    update jobs set run_at = now() + ${leaseMs} * 2 ^ least(greatest(attempts - 2, 0), 4) * interval '1 millisecond', asked_at = now(),
      attempts = attempts + 1
    where id in (
      select id from (
        select due.id, due.run_at, k.room, row_number() over (partition by k.lane order by due.run_at) as place
        from jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as k (kind text, lane text, room integer)
        cross join lateral (
          select id, run_at from jobs where kind = k.kind and run_at <= now() and not is_dead and id <> all(${except}::uuid[])
          order by run_at limit k.room for update skip locked
        ) due
      ) ranked
      where place <= room order by run_at limit ${limit}
    )
    returning id, kind, payload, attempts`.execute(db)
  return rows
}

/** Takes a finished job away, and the alarm that called for it alone. True when those of its kind were failing before. */
export async function finishJob(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    with done as (delete from jobs where id = ${id} returning kind), closed as (
      update alarms set settled_at = now()
      where kind = 'job_failing' and subject = ${alarmOfJob(id)} and settled_at is null
    )
    select from failing f join done on done.kind = f.name`.execute(db)
  return rows.length > 0
}

/**
 * Puts a job back for later. Without an error it only waits for somebody, and its count of failures begins anew. A dead
 * one stays where it is for a month, for an operator to look at.
 */
export async function postponeJob(
  db: Db,
  { id, delayMs, error, isDead }: { id: string; delayMs: number; error: string | null; isDead: boolean },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      run_at: inMs(delayMs),
      asked_at: sql<Date>`now()`,
      last_error: error,
      is_dead: isDead,
      ...(error === null && { attempts: 0 }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Has jobs whose time was set in the future wait from now on, each as long as it was meant to: the database's clock ran
 * ahead then. How many those were; a few seconds are no wrong clock.
 */
export async function rightTimes(db: Db): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    update jobs set run_at = now() + (run_at - asked_at), asked_at = now()
    where asked_at > now() + interval '10 seconds'`.execute(db)
  return numAffectedRows
}

/** Deletes what was given up a month ago: a letter carries an address, and often a code. */
export async function forgetDead(db: Db): Promise<void> {
  await sql`delete from jobs where is_dead and run_at < now() - interval '30 days'`.execute(db)
}

/** Has a job run now, with its failures forgotten; gives its kind. Throws when there is none. */
export async function retryJob(db: Db, id: string): Promise<string> {
  const retried = await db
    .updateTable('jobs')
    .set({ run_at: sql<Date>`now()`, asked_at: sql<Date>`now()`, is_dead: false, attempts: 0 })
    .where('id', '=', id)
    .returning('kind')
    .executeTakeFirst()
  if (!retried) throw new PlainError('There is no job with this id.')
  return retried.kind
}
