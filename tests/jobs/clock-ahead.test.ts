import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issueCode, tryCode } from '../../src/server/account/codes.ts'
import type { Issuer } from '../../src/server/cards/issuer.ts'
import { claimUnread } from '../../src/server/identity/readings.ts'
import { compareRound } from '../../src/server/jobs/compare-cards.ts'
import { forgetOld } from '../../src/server/jobs/forget-old.ts'
import { claimJobs, enqueue } from '../../src/server/jobs/queue/outbox.ts'
import type { Jobs, Schedule } from '../../src/server/jobs/queue/runner.ts'
import { claimTurn, runDueJobs, startRunner } from '../../src/server/jobs/queue/runner.ts'
import { rightClock } from '../../src/server/jobs/right-clock.ts'
import { silentIssuer } from '../fixtures/silent.ts'
import { newUser } from '../fixtures/wallet/deposit-world.ts'
import { startWorld, type TestWorld } from '../fixtures/world.ts'

// The clock of the database ran ahead for a while, and is right again.

let tested: TestWorld
const compared: string[] = []
beforeAll(async () => {
  const cardsOf: Issuer['cardsOf'] = async ({ issuerBudgetId }) => {
    compared.push(issuerBudgetId)
    return { outcome: 'unknown' }
  }
  tested = await startWorld({ issuer: { ...silentIssuer, cardsOf } })
})
afterAll(() => tested.close())

const db = () => tested.world.db
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
beforeEach(async () => {
  for (const table of ['schedules', 'jobs', 'failing', 'alarms'])
    await sql.raw(`delete from ${table}`).execute(db())
})

const turnAt = async (interval: string) => {
  const next = sql`now() + ${interval}::interval`
  await sql`insert into schedules (name, next_at) values ('a', ${next})
    on conflict (name) do update set next_at = excluded.next_at`.execute(db())
}
const hour = { name: 'a', everyMs: 3600_000 }

describe('a turn', () => {
  test('is one node’s, until its period is over', async () => {
    const claims = await Promise.all(Array.from({ length: 12 }, () => claimTurn(db(), hour)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await claimTurn(db(), hour)).toBeNull()
    await turnAt('-1 second')
    expect(await claimTurn(db(), hour)).not.toBeNull()
  })

  test('that was claimed in the future holds nobody up', async () => {
    await turnAt('30 minutes')
    expect(await claimTurn(db(), hour)).toBeNull()
    await turnAt('3 days')
    expect(await claimTurn(db(), hour)).not.toBeNull()
    expect(await claimTurn(db(), hour)).toBeNull()
  })

  test('is taken by the runner, too', async () => {
    await turnAt('3 days')
    let turns = 0
    const schedule: Schedule = { ...hour, run: async () => void turns++ }
    stops.push(startRunner(tested.world, {} as Jobs, [schedule]).stop)
    await expect.poll(() => turns, { timeout: 20_000 }).toBe(1)
  })
})

describe('a job', () => {
  /** Asked for by a clock that was so far ahead, to run after that much more; in how many minutes it runs now. */
  async function rightened(ahead: string, delay: string): Promise<number> {
    const key = randomUUID()
    await enqueue(db(), 'reward-invite', { inviteeId: randomUUID() }, { key })
    await sql`update jobs set asked_at = now() + ${ahead}::interval, run_at = now() + ${ahead}::interval + ${delay}::interval
      where key = ${key}`.execute(db())
    await rightClock.run(tested.world)
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from run_at - now()) / 60)::integer as minutes from jobs where key = ${key}`.execute(
      db(),
    )
    return rows[0]?.minutes ?? Number.NaN
  }

  test('that was asked for in the future waits from now on, as long as was meant', async () => {
    expect(await rightened('2 days', '0')).toBe(0)
    expect(await rightened('2 days', '3 hours')).toBe(180)
    expect(await rightened('-1 hour', '3 hours')).toBe(120)
    expect(await rightened('5 seconds', '3 hours')).toBe(180)
  })

  test('notes when it was asked for, whoever sets its time', async () => {
    const askedSeconds = async () => {
      const { rows } = await sql<{
        ahead: number
      }>`select extract(epoch from asked_at - now())::float as ahead from jobs`.execute(db())
      return rows[0]?.ahead ?? Number.NaN
    }
    const ahead = sql`update jobs set asked_at = now() + interval '1 day', run_at = now()`
    await enqueue(db(), 'reward-invite', { inviteeId: randomUUID() })
    await ahead.execute(db())
    const rooms = [{ kind: 'reward-invite', lane: 'ours', room: 5 }]
    await claimJobs(db(), { leaseMs: 1000, limit: 5, rooms, except: [] })
    expect(await askedSeconds()).toBeLessThan(1)
    await ahead.execute(db())
    await runDueJobs(tested.world, {
      'reward-invite': () => Promise.reject(new Error('no')),
    } as unknown as Jobs)
    expect(await askedSeconds()).toBeLessThan(1)
  })
})

test('the cards of a customer are compared, whose turn was given for another time', async () => {
  const due = { past: '-1 minute', today: '23 hours', ahead: '3 days' }
  for (const [name, interval] of Object.entries(due)) {
    await sql`insert into budgets (user_id, issuer_budget_id, created_at, compare_at)
      values (${await newUser(db())}, ${name}, now(), now() + ${interval}::interval)`.execute(db())
  }
  await compareRound(tested.world)
  expect(compared.sort()).toEqual(['ahead', 'past'])
})

test('nobody is kept out longer than a day by tries or a pause that began in the future', async () => {
  const userId = await newUser(db())
  const hoursLeft = async (left: string) => {
    await sql`update users set hold_until = now() + ${left}::interval where id = ${userId}`.execute(db())
    await sql`insert into attempts (subject, count, window_ends_at) values (${`pin:${userId}`}, 5, now() + ${left}::interval)
      on conflict (subject) do update set window_ends_at = excluded.window_ends_at`.execute(db())
    await forgetOld.run(tested.world)
    const { rows } = await sql<{ tries: number; pause: number }>`
      select round(extract(epoch from window_ends_at - now()) / 3600)::integer as tries,
        round(extract(epoch from hold_until - now()) / 3600)::integer as pause
      from users, attempts where id = ${userId} and subject = ${`pin:${userId}`}`.execute(db())
    return [rows[0]?.tries, rows[0]?.pause]
  }
  expect(await hoursLeft('23 hours')).toEqual([23, 23])
  expect(await hoursLeft('9 days')).toEqual([24, 24])
})

test('a code that was sent in the future is waited for by nobody, and is good for nothing', async () => {
  const { world } = tested
  const given = { email: 'ahead@mail.test', purpose: 'forget', by: { ip: '192.0.2.1' } } as const
  const { code } = await issueCode(world, db(), given)
  await expect(issueCode(world, db(), given)).rejects.toMatchObject({ key: 'code_wait' })
  await sql`update email_codes set sent_at = sent_at + interval '3 days', expires_at = expires_at + interval '3 days'
    where email = ${given.email}`.execute(db())
  await expect(tryCode(world, { ...given, code })).rejects.toMatchObject({ key: 'code_wait' })
  const next = await issueCode(world, db(), given)
  await tryCode(world, { ...given, code: next.code })
})

test('a picture is read that was claimed in the future', async () => {
  const userId = await newUser(db())
  const claimed = { never: null, now: '-10 seconds', past: '-2 minutes', ahead: '3 days' }
  for (const [path, interval] of Object.entries(claimed)) {
    await sql`insert into documents (path, user_id, side, content, width, height, created_at, claimed_at)
      values (${path}, ${userId}, 'front', '', 1, 1, now(), now() + ${interval}::interval)`.execute(db())
  }
  expect((await claimUnread(db(), 10)).sort()).toEqual(['ahead', 'never', 'past'])
})
