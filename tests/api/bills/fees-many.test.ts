import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billsOf } from '../../../src/server/bills/bill-list.ts'
import { costListOf, costSumsOf, yearsWithBills } from '../../../src/server/bills/costs.ts'
import { type Db, openDatabase } from '../../../src/server/database/database.ts'
import { beginningOf, fillBills } from '../../fixtures/bills/bill-rows.ts'
import { touchedBy } from '../../fixtures/bills/touched.ts'
import { type TestDatabase, testDatabase } from '../../fixtures/postgres.ts'

describe('two hundred fees', () => {
  let database: TestDatabase
  let db: Db
  const [few, many] = [10_000, 100_000]
  const [small, large] = [randomUUID(), randomUUID()]
  // Eighty days before it are of the same year.
  const [until, year] = [new Date('2025-11-20T00:00:00Z'), '2025']
  const asked = { year, timezone: 'UTC' }

  beforeAll(async () => {
    database = await testDatabase()
    db = openDatabase({ url: database.url, max: 1, statementTimeoutMs: 120_000 })
    // What is counted below is ours alone.
    await sql`alter table bills set (autovacuum_enabled = false)`.execute(db)
    for (const [userId, count] of [
      [small, few],
      [large, many],
    ] as const) {
      await fillBills(db, { userId, count, until })
      await becomeFees(userId, count / 200)
    }
    await sql`vacuum full analyze bills`.execute(db)
  })
  afterAll(async () => {
    await db.destroy()
    await database.close()
  })

  /** Every so manieth row becomes a cost: a fee, and of twenty one that was given back and one a conversion. */
  async function becomeFees(userId: string, every: number) {
    await sql`
      update bills set
        kind = case n / ${every} % 20 when 1 then 'refund' when 2 then 'transfer' else 'fee' end,
        amount_minor = case when n / ${every} % 20 in (1, 2) then 100 else -100 end,
        currency = 'USDT',
        remark = case n / ${every} % 20
          when 1 then '{"cardType":"Ru"}'::jsonb
          when 2 then '{"paid":"1","rate":"0.0001","referenceRate":"0.0002"}'::jsonb
          else '{"fee":"consumeFee"}'::jsonb
        end
      from (select id as of_id, row_number() over (order by id) as n from bills where user_id = ${userId}) r
      where id = of_id and n % ${every} = 0`.execute(db)
  }

  const costOf = (work: () => Promise<unknown>) => touchedBy(db, work)

  const page = { page: 1, pageSize: 30 }
  const from = beginningOf(until)
  const works: [string, (userId: string) => Promise<unknown>][] = [
    ['summed', userId => costSumsOf(db, { userId, ...asked })],
    ['written down', userId => costListOf(db, { userId, ...asked, limit: 20_000 })],
    ['the years they may be of', userId => yearsWithBills(db, { userId, timezone: 'UTC' })],
    ['the returned of them, listed', userId => billsOf(db, { userId, from, cost: 'returned' }, page)],
    ['the conversions of them, listed', userId => billsOf(db, { userId, from, cost: 'spread' }, page)],
    ['those of one kind, listed', userId => billsOf(db, { userId, from, cost: 'consumeFee' }, page)],
    ['all of them, listed', userId => billsOf(db, { userId, from, cost: 'all' }, page)],
  ]

  test.each(works)('%s, cost hardly more among ten times as many bills', async (_name, work) => {
    const cost = async (userId: string) => {
      await costOf(() => work(userId))
      return await costOf(() => work(userId))
    }
    const [short, long] = [await cost(small), await cost(large)]
    expect(long.blocks).toBeLessThanOrEqual(short.blocks * 2)
    expect(long.blocks).toBeLessThan(2_000)
    expect([short.scans, long.scans]).toEqual([0, 0])
  })

  test('come to what they are', async () => {
    for (const userId of [small, large]) {
      const sums = await costSumsOf(db, { userId, ...asked })
      const kinds = sums.flatMap(({ kind, costMinor, count }) => (kind ? [[kind, costMinor, count]] : []))
      expect(kinds).toEqual([
        ['consumeFee', 18_000n, 180n],
        ['spread', 1_000n, 10n],
        ['returned', -1_000n, 10n],
      ])
    }
  })
})
