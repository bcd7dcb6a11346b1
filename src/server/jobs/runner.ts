import { sql } from 'kysely'
import type { World } from '../world.ts'
import {
  type ClaimedJob,
  claimJobs,
  finishJob,
  type JobKind,
  type JobPayloads,
  postponeJob,
} from './outbox.ts'

/** Thrown by a job that has to wait for somebody: it runs again after that time, and that is no error. */
export class Later extends Error {
  readonly delayMs: number

  constructor(delayMs: number) {
    super('later')
    this.delayMs = delayMs
  }
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
  let stopped = false
  let isDraining = false
  let wakeAgain = false

  const track = (work: Promise<unknown>) => {
    running.add(work)
    work.finally(() => running.delete(work))
  }

  async function drain(): Promise<void> {
    if (isDraining) {
      wakeAgain = true
      return
    }
    isDraining = true
    do {
      wakeAgain = false
      const claimed = stopped ? [] : await claimJobs(world.db, { leaseMs, limit: 20 })
      await Promise.all(claimed.map(job => runJob(world, jobs, job)))
      wakeAgain ||= claimed.length > 0
    } while (wakeAgain && !stopped)
    isDraining = false
  }

  const wake = () => {
    if (stopped) return
    track(
      drain().catch(error => {
        isDraining = false
        world.log.error({ error }, 'the job queue could not be read')
      }),
    )
  }

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
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await Promise.allSettled(running)
    },
  }
}

/** Runs every job that is due now, and those they ask for, until none is left. */
export async function runDueJobs(world: World, jobs: Jobs): Promise<void> {
  for (;;) {
    const claimed = await claimJobs(world.db, { leaseMs, limit: 20 })
    if (claimed.length === 0) return
    await Promise.all(claimed.map(job => runJob(world, jobs, job)))
  }
}

async function runJob(world: World, jobs: Jobs, { id, kind, payload, attempts }: ClaimedJob): Promise<void> {
  try {
    const run = jobs[kind as JobKind] as ((world: World, payload: unknown) => Promise<void>) | undefined
    if (!run) throw new Error(`nothing knows how to do ${kind}`)
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
