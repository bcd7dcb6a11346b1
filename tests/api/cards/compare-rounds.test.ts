import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Issuer } from '../../../src/server/cards/issuer.ts'
import { compareRound } from '../../../src/server/jobs/compare-cards.ts'
import { begin, customer, killedAt, town, world } from '../../fixtures/cards/card-town.ts'
import { messagesOf } from '../../fixtures/cards/cardholder.ts'
import { alarms, isTurn, renew, round, status, wordless } from '../../fixtures/cards/compared.ts'
import { failingNow, passMinutes } from '../../fixtures/jobs/failing.ts'
import { secondNode } from '../../fixtures/two-nodes.ts'

// Rounds in which cards are compared with the issuer's: side by side, of many customers, and cut off.

beforeAll(begin)
beforeEach(renew)
afterAll(() => town.close())

const cardNotices = async () =>
  (await messagesOf(town.tested, customer)).filter(({ notice_type }) => notice_type === 'cardState')

test('two nodes at once ask once for each customer, and come to the same', async () => {
  wordless('closed')
  await isTurn()
  let asked = 0
  const cardsOf: Issuer['cardsOf'] = request => {
    asked++
    return world.issuer.cardsOf(request)
  }
  const issuer = { ...world.issuer, cardsOf }
  const node = await secondNode(world)
  // What the first has claimed is not committed yet when the second looks: it is left, or waited for.
  const { second } = await world.db.transaction().execute(async db => {
    await compareRound({ ...world, db, issuer })
    const second = compareRound({ ...node.world, issuer })
    let isOver = false
    const end = () => {
      isOver = true
    }
    second.then(end, end)
    await expect.poll(async () => isOver || (await isWaiting())).toBe(true)
    return { second }
  })
  await second.finally(node.close)
  await town.tested.work()
  expect([asked, await status()]).toEqual([1, 'closed'])
  expect(await cardNotices()).toHaveLength(1)
})

test('however many customers there are, rounds are large enough for each to have a turn once a day', async () => {
  const many = async (due: number, others: number) => {
    await world.db.transaction().execute(async db => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`
        insert into budgets (user_id, issuer_budget_id, created_at, compare_at)
        select gen_random_uuid(), 'of-many-' || n, now(), now() + case when n <= ${due} then '-1 hour' else '1 day' end::interval
        from generate_series(1, ${due + others}) n`.execute(db)
    })
    let asked = 0
    let [waiting, most] = [0, 0]
    const cardsOf: Issuer['cardsOf'] = async () => {
      asked++
      most = Math.max(most, ++waiting)
      await sleep(1)
      waiting--
      return { outcome: 'unknown' }
    }
    await compareRound({ ...world, issuer: { ...world.issuer, cardsOf } })
    await sql`delete from budgets where starts_with(issuer_budget_id, 'of-many-')`.execute(world.db)
    // Side by side, or a round of very many would not be over when the next one begins; but never all of them.
    expect([most > 1, most <= 10]).toEqual([true, true])
    return asked
  }
  expect(await many(60, 1000)).toBe(20)
  expect(await many(60, 50_000)).toBeGreaterThanOrEqual(51)
})

/** Whether somebody in this database waits for a lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    world.db,
  )
  return rows.length > 0
}

test('a round that ends at any statement leaves the next one to come to the same', async () => {
  let isThrough = false
  let at = 0
  while (!isThrough) {
    at++
    await renew()
    wordless('closed')
    await isTurn()
    isThrough = await killedAt(at, compareRound)
    await town.tested.work()
    await round()
    expect([at, await status(), (await cardNotices()).length]).toEqual([at, 'closed', 1])
  }
  expect(at).toBeGreaterThan(8)
  expect(await alarms()).toEqual([])
})

test('a customer whose cards cannot be compared on and on calls a person, until they can', async () => {
  const { issuerBudgetId } = await world.db
    .selectFrom('budgets')
    .select('issuer_budget_id as issuerBudgetId')
    .where('user_id', '=', customer.userId)
    .executeTakeFirstOrThrow()
  const cardsOf: Issuer['cardsOf'] = () => Promise.reject(new Error('nonsense'))
  const wrong = { ...world, issuer: { ...world.issuer, cardsOf } }
  await round(wrong)
  expect(await failingNow(world.db)).toEqual([])
  await passMinutes(world.db, 31)
  await round(wrong)
  expect(await failingNow(world.db)).toEqual([`compare-cards ${issuerBudgetId}`])
  await round()
  expect(await failingNow(world.db)).toEqual([])
})
