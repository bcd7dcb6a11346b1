import { sql } from 'kysely'
import { clipped } from '../../clipped.ts'
import type { Db } from '../../database/database.ts'
import { storable } from '../../database/storable.ts'
import type { World } from '../../world.ts'
import { noteFailure, noteStuck, noteSuccess } from './failing.ts'
import type { JobKind, JobPayloads } from './kinds.ts'
import { roomBeside } from './lanes.ts'
import { type Claim, type ClaimedJob, claimJobs, finishJob, postponeJob } from './outbox.ts'

/** Thrown by a job or schedule that has to wait for somebody: it runs again after that time, and that is no error. */
export class Later extends Error {
  readonly delayMs: number

  constructor(delayMs: number) {
    super('later')
    this.delayMs = delayMs
  }
}

/** Nobody is left alone longer, whoever has not answered or failed. */
const longestWaitMs = 300_000

/**
 * How long somebody is left alone who has not answered what was first asked `since` then: a quarter of the time it has
 * taken so far, from one second to five minutes.
 */
export function patienceMs(since: Date): number {
  return Math.min(Math.max((Date.now() - since.getTime()) / 4, 1000), longestWaitMs)
}

/** What each kind of job does. It may run twice, and at the same time as itself: it must be safe to repeat. */
export type Jobs = { [Kind in JobKind]: (world: World, payload: JobPayloads[Kind]) => Promise<void> }

/** What recurs: a name, a period and a function that one node at a time runs. */
export interface Schedule {
  name: string
  everyMs: number
  run: (world: World) => Promise<void>
}

const leaseMs = 20_000
const tickMs = 1000
const attemptsMax = 20
const mayDie = new Set<string>(['send-letter', 'copy-message'] satisfies JobKind[])

/** Runs jobs and schedules on this node until `stop()`, which lets what is running end. */
export function startRunner(world: World, jobs: Jobs, schedules: readonly Schedule[]) {
  const running = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    running.add(work)
    work.finally(() => running.delete(work))
  }
  const { fill, close } = openSlots(world, jobs, track)
  const wake = () => track(fill())

  const timers = [
    setInterval(wake, tickMs),
    ...schedules.map(schedule =>
      setInterval(repeat(world, schedule, track), Math.min(schedule.everyMs, 1000)),
    ),
  ]
  wake()

  return {
    wake,
    async stop() {
      close()
      for (const timer of timers) clearInterval(timer)
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

/** The places for jobs on this node: `fill` claims while there is room, and each that ends has it filled again. */
function openSlots(world: World, jobs: Jobs, track: (work: Promise<unknown>) => void) {
  const underWay = new Set<ClaimedJob>()
  let isClosed = false
  let isFilling = false
  let fillAgain = false

  async function fill(): Promise<void> {
    fillAgain = true
    if (isFilling) return
    isFilling = true
    try {
      while (fillAgain && !isClosed) {
        fillAgain = false
        const claim = claimBeside([...underWay], jobs)
        for (const job of await claimJobs(world.db, claim)) begin(job)
      }
    } catch (error) {
      world.log.error({ error }, 'the job queue could not be read')
    }
    isFilling = false
  }

  function begin(job: ClaimedJob) {
    underWay.add(job)
    track(
      runJob(world, jobs, job)
        .finally(() => underWay.delete(job))
        .then(fill),
    )
  }

  const close = () => {
    isClosed = true
  }
  return { fill, close }
}

/** Runs every job that is due now, and those they ask for, until none is left. */
export async function runDueJobs(world: World, jobs: Jobs): Promise<void> {
  for (;;) {
    const claimed = await claimJobs(world.db, claimBeside([], jobs))
    if (claimed.length === 0) return
    await Promise.all(claimed.map(job => runJob(world, jobs, job)))
  }
}

function claimBeside(underWay: readonly ClaimedJob[], jobs: Jobs): Claim {
  return { leaseMs, ...roomBeside(underWay, Object.keys(jobs)), except: underWay.map(({ id }) => id) }
}

async function runJob(world: World, jobs: Jobs, { id, kind, payload, attempts }: ClaimedJob): Promise<void> {
  if (!mayDie.has(kind)) await note(world, noteStuck, { id, kind, attempts })
  try {
    if (attempts > attemptsMax && mayDie.has(kind)) throw new Error('it has ended its node each time')
    const run = jobs[kind as JobKind] as (world: World, payload: unknown) => Promise<void>
    await run(world, payload)
    if (await finishJob(world.db, id)) await note(world, noteSuccess, kind)
  } catch (error) {
    const isLater = error instanceof Later
    if (!isLater) world.log.error({ error, job: kind, id, attempts }, 'a job failed')
    // What moves money is never given up: it ends in an answer, however long that takes.
    const isDead = !isLater && attempts >= attemptsMax && mayDie.has(kind)
    const delayMs = isLater ? error.delayMs : Math.min(1000 * 2 ** attempts, longestWaitMs)
    await postponeJob(world.db, { id, delayMs, error: isLater ? null : briefly(error), isDead }).catch(
      fault =>
        world.log.error({ error: fault, job: kind, id }, 'a job could not be put back; its lease will end'),
    )
    if (!isLater) await note(world, noteFailure, kind)
  }
}

/** Keeps how those of a name fare. Where that fails the next one keeps it. */
async function note<What>(
  { db, log }: World,
  how: (db: World['db'], what: What) => Promise<void>,
  what: What,
): Promise<void> {
  await how(db, what).catch(error => log.error({ error, what }, 'how it went could not be noted'))
}

/** As much of a fault as a row of a job can hold, and should. */
function briefly(error: unknown): string {
  return storable(clipped(String(error), 1000))
}

function repeat(world: World, schedule: Schedule, track: (work: Promise<unknown>) => void) {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    track(
      takeTurn(world, schedule)
        .catch(error => world.log.error({ error, schedule: schedule.name }, 'a turn could not be claimed'))
        .finally(() => {
          isRunning = false
        }),
    )
  }
}

async function takeTurn(world: World, { name, everyMs, run }: Schedule): Promise<void> {
  const turn = await claimTurn(world.db, { name, everyMs })
  if (!turn) return
  try {
    await run(world)
    if (turn.isFailing) await note(world, noteSuccess, name)
  } catch (error) {
    if (error instanceof Later) return await putOff(world, { name, delayMs: error.delayMs })
    world.log.error({ error, schedule: name }, 'a schedule failed')
    await note(world, noteFailure, name)
  }
}

/** Its next turn is no sooner than that, on any node; at most `longestWaitMs` from now. */
async function putOff({ db }: World, { name, delayMs }: { name: string; delayMs: number }): Promise<void> {
  const most = Math.min(delayMs, longestWaitMs)
  await sql`
    update schedules set next_at = greatest(next_at, now() + ${most} * interval '1 millisecond')
    where name = ${name}`.execute(db)
}

/**
 * The turn of one node in each period, and whether the last one failed; null while another has it. A turn further ahead
 * than a period, and than a schedule is put off, was claimed by a clock that ran ahead, and holds nobody up. The clock is
 * looked at once the row is ours: whoever waited for another's claim would take that for such a turn.
 */
export async function claimTurn(
  db: Db,
  { name, everyMs }: Pick<Schedule, 'name' | 'everyMs'>,
): Promise<{ isFailing: boolean } | null> {
  const period = sql`${everyMs} * interval '1 millisecond'`
  const most = sql`${Math.max(everyMs, longestWaitMs)} * interval '1 millisecond'`
  const { rows } = await sql<{ isFailing: boolean }>`
    insert into schedules (name, next_at) values (${name}, now() + ${period})
    on conflict (name) do update set next_at = excluded.next_at
    where schedules.next_at <= now() or schedules.next_at > clock_timestamp() + ${most}
    returning exists (select from failing f where f.name = schedules.name) as "isFailing"`.execute(db)
  return rows[0] ?? null
}
