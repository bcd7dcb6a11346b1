import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { claimJobs, enqueue } from '../../src/server/jobs/queue/outbox.ts'
import { type Jobs, Later, runDueJobs, startRunner } from '../../src/server/jobs/queue/runner.ts'
import { passMinutes as minutesPass } from '../fixtures/jobs/failing.ts'
import { deskOn } from '../fixtures/ops/desk.ts'
import { throughout } from '../fixtures/throughout.ts'
import { startWorld } from '../fixtures/world.ts'

const tested = throughout(startWorld)
let ends: (() => Promise<void>)[] = []
beforeEach(async () => {
  for (const table of ['schedules', 'jobs', 'failing', 'alarms'])
    await sql.raw(`delete from ${table}`).execute(db())
  ends = []
})

const db = () => tested.world.db
const fails = () => Promise.reject(new Error('550 nobody@mail.test is unknown'))
const waits = () => Promise.reject(new Later(1000))
const succeeds = () => Promise.resolve()
const jobs = { 'reward-invite': () => (ends.shift() ?? succeeds)(), 'send-letter': fails } as unknown as Jobs

/** Jobs of one kind run, each ending so. */
async function run(...these: (() => Promise<void>)[]) {
  ends = [...these]
  for (const _ of these) await enqueue(db(), 'reward-invite', { inviteeId: randomUUID() })
  await runDueJobs(tested.world, jobs)
}

const passMinutes = (minutes: number) => minutesPass(db(), minutes)

const alarms = async (isAll = false) =>
  (await (await deskOn(db()))('ann')('alarms', 'list', ...(isAll ? ['--all'] : []))).rows

describe('a kind of job', () => {
  test('that fails for half an hour without a success calls a person once, until it succeeds', async () => {
    await run(fails, fails)
    expect(await alarms()).toEqual([])
    await passMinutes(29)
    await run(fails)
    expect(await alarms()).toEqual([])
    await passMinutes(1)
    await run(fails, fails)
    await run(fails)
    expect(await alarms()).toMatchObject([
      {
        kind: 'job_failing',
        subject: 'reward-invite',
        detail: { says: expect.stringContaining('half an hour') },
      },
    ])
    // What a fault says may name a person; an alarm stays.
    expect(JSON.stringify(await alarms())).not.toContain('nobody@mail.test')
    await run(succeeds)
    expect(await alarms()).toEqual([])
    expect(await alarms(true)).toHaveLength(1)
    await run(fails)
    expect(await alarms()).toEqual([])
  })

  test('is not failing when one of it succeeds meanwhile, and waiting is neither', async () => {
    await run(fails)
    await passMinutes(20)
    await run(fails, succeeds)
    await passMinutes(20)
    await run(fails)
    expect(await alarms()).toEqual([])
    await passMinutes(31)
    await run(waits)
    expect(await alarms()).toEqual([])
    await run(fails)
    expect(await alarms()).toHaveLength(1)
  })

  test('whose alarm somebody closed calls again after a day', async () => {
    await run(fails)
    await passMinutes(31)
    await run(fails)
    const [{ id } = {}] = await alarms()
    await (await deskOn(db()))('ann')('alarms', 'close', `${id}`, '--note', 'looked into')
    await run(fails)
    expect(await alarms()).toEqual([])
    await passMinutes(24 * 60 + 1)
    await run(fails)
    expect(await alarms()).toHaveLength(1)
  })

  test('that failed while the clock ran ahead calls half an hour after it is right again', async () => {
    await run(fails)
    await passMinutes(-3 * 24 * 60)
    await run(fails)
    await passMinutes(31)
    await run(fails)
    expect(await alarms()).toHaveLength(1)
  })
})

describe('one job that fails on and on while others of its kind succeed', () => {
  /** It is begun for as many more times, beside another that succeeds. */
  async function begin(times: number, end: () => Promise<void> = fails) {
    const poisoned = {
      'reward-invite': (_: unknown, { inviteeId }: { inviteeId: string }) =>
        inviteeId === stuck ? end() : succeeds(),
    } as unknown as Jobs
    for (let time = 0; time < times; time++) {
      await enqueue(db(), 'reward-invite', { inviteeId: randomUUID() })
      await sql`update jobs set run_at = now()`.execute(db())
      await runDueJobs(tested.world, poisoned)
    }
  }
  const stuck = randomUUID()

  test('calls a person once a day, until it succeeds', async () => {
    await enqueue(db(), 'reward-invite', { inviteeId: stuck })
    await begin(13)
    expect(await alarms()).toEqual([])
    await begin(2)
    const { id } = await db().selectFrom('jobs').select('id').executeTakeFirstOrThrow()
    const [alarm, ...others] = await alarms()
    expect(others).toEqual([])
    expect(alarm).toMatchObject({ subject: `job ${id}`, detail: { job: 'reward-invite' } })
    await (await deskOn(db()))('ann')('alarms', 'close', `${alarm?.id}`, '--note', 'looked into')
    await begin(3)
    expect(await alarms()).toEqual([])
    await sql`update jobs set attempts = 301`.execute(db())
    await begin(1)
    expect(await alarms()).toHaveLength(1)
    await begin(1, succeeds)
    expect(await alarms()).toEqual([])
    expect(await db().selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  test('but not one that only waits', async () => {
    await enqueue(db(), 'reward-invite', { inviteeId: stuck })
    await begin(20, waits)
    expect(await alarms()).toEqual([])
  })
})

test('a schedule that fails calls a person, too, until it succeeds', async () => {
  let run: () => Promise<void> = fails
  let turns = 0
  const schedule = { name: 'a', everyMs: 1, run: () => run().finally(() => turns++) }
  const { stop } = startRunner(tested.world, {} as Jobs, [schedule])
  try {
    await expect.poll(() => turns, { timeout: 20_000 }).toBeGreaterThan(0)
    await expect
      .poll(() => passMinutes(31).then(() => alarms()), { timeout: 20_000 })
      .toMatchObject([{ subject: 'a' }])
    run = succeeds
    await expect.poll(() => alarms(), { timeout: 20_000 }).toEqual([])
  } finally {
    await stop()
  }
})

describe('a job that ends its node', () => {
  const rooms = [{ kind: 'send-letter', lane: 'ours', room: 5 }]
  const claim = () => claimJobs(db(), { leaseMs: 20_000, limit: 5, rooms, except: [] })
  const letter = { to: 'a@mail.test', lang: 'en', subject: '', text: '', html: '', userId: null } as const

  test('is left alone for ever longer, and given up where it may be', async () => {
    await enqueue(db(), 'send-letter', letter)
    const leases: number[] = []
    for (let time = 1; time <= 21; time++) {
      await sql`update jobs set run_at = now()`.execute(db())
      await claim()
      const { rows } = await sql<{ seconds: number }>`
        select round(extract(epoch from run_at - asked_at))::integer as seconds from jobs`.execute(db())
      leases.push(rows[0]?.seconds ?? 0)
    }
    expect(leases.slice(0, 8)).toEqual([20, 20, 20, 40, 80, 160, 320, 320])
    await sql`update jobs set run_at = now()`.execute(db())
    let runs = 0
    await runDueJobs(tested.world, { 'send-letter': async () => void runs++ } as unknown as Jobs)
    expect(runs).toBe(0)
    expect(await db().selectFrom('jobs').select('is_dead').execute()).toEqual([{ is_dead: true }])
  })
})
