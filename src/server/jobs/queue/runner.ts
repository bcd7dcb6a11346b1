import { sql } from 'kysely'
import type { World } from '../../world.ts'
import type { JobKind, JobPayloads } from './kinds.ts'
import { roomBeside } from './lanes.ts'
import { type Claim, type ClaimedJob, claimJobs, finishJob, postponeJob } from './outbox.ts'

/** Thrown by a job that has to wait for somebody: it runs again after that time, and that is no error. */
export class Later extends Error {
  readonly delayMs: number

  constructor(delayMs: number) {
    super('later')
    this.delayMs = delayMs
  }
}

/**
 * How long somebody is left alone who has not answered what was first asked `since` then: a quarter of the time it has
 * taken so far, from one second to five minutes.
 */
export function patienceMs(since: Date): number {
  return Math.min(Math.max((Date.now() - since.getTime()) / 4, 1000), 300_000)
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
  try {
    const run = jobs[kind as JobKind] as (world: World, payload: unknown) => Promise<void>
    await run(world, payload)
    await finishJob(world.db, id)
  } catch (error) {
    const isLater = error instanceof Later
    if (!isLater) world.log.error({ error, job: kind, id, attempts }, 'a job failed')
    // What moves money is never given up: it ends in an answer, however long that takes.
    const isDead = !isLater && attempts >= attemptsMax && mayDie.has(kind)
    const delayMs = isLater ? error.delayMs : Math.min(1000 * 2 ** attempts, 300_000)
    await postponeJob(world.db, { id, delayMs, error: isLater ? null : String(error), isDead }).catch(fault =>
      world.log.error({ error: fault, job: kind, id }, 'a job could not be put back; its lease will end'),
    )
  }
}

function repeat(world: World, { name, everyMs, run }: Schedule, track: (work: Promise<unknown>) => void) {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    track(
      claimTurn(world, { name, everyMs })
        .then(isOurs => (isOurs ? run(world) : undefined))
        .catch(error => world.log.error({ error, schedule: name }, 'a schedule failed'))
        .finally(() => {
          isRunning = false
        }),
    )
  }
}

/** True for one node in each period. */
async function claimTurn(
  { db }: World,
  { name, everyMs }: { name: string; everyMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into schedules (name, next_at) values (${name}, now() + ${everyMs} * interval '1 millisecond')
    on conflict (name) do update set next_at = excluded.next_at where schedules.next_at <= now()
    returning name`.execute(db)
  return rows.length > 0
}
