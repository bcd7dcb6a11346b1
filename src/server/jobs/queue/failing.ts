import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'

const says =
  'It has failed for half an hour without a single success. It is tried again by itself, and the first success closes ' +
  'this alarm: the faults of jobs are in ops jobs list, those of schedules in the log.'

/**
 * Notes that a job of this kind failed, or this schedule. After half an hour without a success a person is called, and each
 * day again while that goes on, should they have closed the alarm.
 */
export async function noteFailure(db: Db, name: string): Promise<void> {
  await fail(db, name, { says })
}

const itemSays =
  'This one has failed for half an hour and more while others of the schedule may succeed. It is tried again by itself, and its ' +
  'success closes this alarm: its fault is in the log, under the schedule and the id behind it. Close it when that is over.'

/** Notes that a schedule failed for one of the things that it is about, as `noteFailure` does for all of it. */
export async function noteItemFailure(
  db: Db,
  { schedule, name }: { schedule: string; name: string },
): Promise<void> {
  await fail(db, name, { says: itemSays, schedule })
}

/** The name that one thing of a schedule fails under. */
export const itemName = (schedule: string, id: string) => `${schedule} ${id}`

/** The names of those things of a schedule that have failed and not succeeded since. */
export async function failingItems(db: Db, schedule: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from failing where starts_with(name, ${itemName(schedule, '')})`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function fail(db: Db, name: string, words: Record<string, string>): Promise<void> {
  await transaction(db, async db => {
    // A clock that ran ahead when it began does not put the call off.
    const { rows } = await sql<{ since: Date; isCalling: boolean }>`
      insert into failing as f (name) values (${name})
      on conflict (name) do update set since = least(f.since, now()),
        called_at = case
          when f.since <= now() - interval '30 minutes' and (f.called_at between now() - interval '1 day' and now()) is not true
          then now() else f.called_at
        end
      returning since, called_at is not distinct from now() as "isCalling"`.execute(db)
    const [row] = rows
    if (!row?.isCalling) return
    await raiseAlarm(db, { kind: 'job_failing', subject: name, detail: { ...words, since: row.since } })
  })
}

/** Notes that what failed has succeeded. */
export async function noteSuccess(db: Db, name: string): Promise<void> {
  await transaction(db, async db => {
    await sql`delete from failing where name = ${name}`.execute(db)
    await closeAlarm(db, { kind: 'job_failing', subject: name })
  })
}

const oneSays =
  'This one job has failed for half an hour and more, or has ended its node each time, while others of its kind may succeed. ' +
  'It is tried again by itself, and its success closes this alarm: its fault is in ops jobs list.'

/** As often a job was begun in a row when it has failed for about half an hour. */
const stuckAttempts = 14
/** From then on it is tried each five minutes. */
const triesADay = 288

/** The alarm of a single job; `finishJob` closes it. */
export const alarmOfJob = (id: string) => `job ${id}`

/** Calls a person for a job that is begun once more and has failed so often, and each day again while that goes on. */
export async function noteStuck(
  db: Db,
  { id, kind, attempts }: { id: string; kind: string; attempts: number },
): Promise<void> {
  if (attempts < stuckAttempts || (attempts - stuckAttempts) % triesADay !== 0) return
  await raiseAlarm(db, { kind: 'job_failing', subject: alarmOfJob(id), detail: { says: oneSays, job: kind } })
}
