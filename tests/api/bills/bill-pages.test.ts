import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appended, downTo, renewed, type Shelf } from '../../../src/app/pages/wallet/parts/bills/shelf.ts'
import { userBill } from '../../../src/contract/bill.ts'
import { type BillFilter, billsOf } from '../../../src/server/bills/bill-list.ts'
import { writeBill } from '../../../src/server/bills/bills.ts'
import { type Db, openDatabase } from '../../../src/server/database/database.ts'
import { idAt } from '../../../src/server/id.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { beginningOf, cardOf, fillBills } from '../../fixtures/bills/bill-rows.ts'
import { touchedBy } from '../../fixtures/bills/touched.ts'
import { type TestDatabase, testDatabase } from '../../fixtures/postgres.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

describe('a page of bills', () => {
  let database: TestDatabase
  let db: Db
  const [few, many] = [10_000, 300_000]
  const [small, large] = [randomUUID(), randomUUID()]
  const until = new Date()
  const from = beginningOf(until)

  beforeAll(async () => {
    database = await testDatabase()
    db = openDatabase({ url: database.url, max: 1, statementTimeoutMs: 120_000 })
    // What is counted below is ours alone.
    await sql`alter table bills set (autovacuum_enabled = false)`.execute(db)
    await fillBills(db, { userId: small, count: few, until })
    await fillBills(db, { userId: large, count: many, until })
    await sql`vacuum analyze bills`.execute(db)
  })
  afterAll(async () => {
    await db.destroy()
    await database.close()
  })

  const costOf = (filter: BillFilter) => touchedBy(db, () => billsOf(db, filter, { page: 1, pageSize: 30 }))

  const day = 24 * 3600_000
  const middle = new Date(from.getTime() + 40 * day)
  const filters: [string, (userId: string) => Partial<BillFilter>][] = [
    ['everything', () => ({})],
    ['a kind', () => ({ kind: 'refund' })],
    ['a kind that has no row', () => ({ kind: 'withdraw' })],
    ['a card', userId => ({ cardId: cardOf(userId, 1) })],
    ['a card with a single row, the oldest', userId => ({ cardId: cardOf(userId, 9) })],
    ['a kind of a card', userId => ({ cardId: cardOf(userId, 1), kind: 'refund' })],
    ['a kind that its card has not', userId => ({ cardId: cardOf(userId, 1), kind: 'fee' })],
    ['a time', () => ({ from: middle, until: new Date(middle.getTime() + 30 * day) })],
    ['a time before there was anything', () => ({ from: new Date(0), until: new Date(from.getTime() - 1) })],
    ['a time after everything', () => ({ from: new Date(until.getTime() + 5_000) })],
    ['what is known down to a row', () => ({ downTo: idAt(new Date(until.getTime() - 2 * day)) })],
    ['what follows a row far down', () => ({ after: idAt(new Date(from.getTime() + 8 * day)) })],
    [
      'a kind of a card far down',
      userId => ({
        cardId: cardOf(userId, 1),
        kind: 'refund',
        after: idAt(new Date(from.getTime() + 60 * day)),
      }),
    ],
  ]

  test.each(filters)(
    'of %s costs a history of thirty times as many rows hardly more',
    async (_name, filterOf) => {
      const cost = async (userId: string) => {
        const filter = { userId, from, ...filterOf(userId) }
        await costOf(filter)
        return await costOf(filter)
      }
      const [short, long] = [await cost(small), await cost(large)]
      expect(long.blocks).toBeLessThanOrEqual(short.blocks * 1.5)
      expect(long.blocks).toBeLessThan(2_000)
      expect([short.scans, long.scans]).toEqual([0, 0])
    },
  )

  test.each([
    ['12.50', 0],
    ['pending', 0],
    ['refund', 1_000],
    ['Shop 299999', 1],
    ['nothing of the kind', 0],
    ['usdt', 0],
  ])('that is searched for %s looks at each row once at most', async (keyword, count) => {
    const filter: BillFilter = { userId: large, from, search: { keyword, lang: 'en' } }
    expect((await billsOf(db, filter, { page: 1, pageSize: 30 })).total).toBe(count)
    const { rows } = await sql<{ blocks: number }>`
      select pg_relation_size('bills') / 8192::float as blocks`.execute(db)
    expect((await costOf(filter)).blocks).toBeLessThan((rows[0] as { blocks: number }).blocks * 1.5)
  })

  test('that is searched for an id is found at once, however long the history', async () => {
    const newest = await billsOf(db, { userId: large, from }, { page: 1, pageSize: 1 })
    const keyword = newest.list[0]?.id as string
    const filter: BillFilter = { userId: large, from, search: { keyword, lang: 'en' } }
    expect((await billsOf(db, filter, { page: 1, pageSize: 30 })).list).toEqual(newest.list)
    expect((await costOf(filter)).blocks).toBeLessThan(60)
  })
})

describe('reading bills while they are written', () => {
  let tested: TestWorld
  beforeAll(async () => {
    tested = await startWorld()
  })
  afterAll(() => tested.close())

  const write = (db: Db, { userId }: TestCustomer) =>
    writeBill(db, {
      userId,
      kind: 'deposit',
      amountMinor: 1n,
      currency: 'USDT',
      account: 'wallet',
      status: 'done',
      step: { what: 'credited' },
    })

  /** Reads down to the end as the app does: page by page, renewing the top after each. */
  async function readAll({ token }: TestCustomer, pageSize: number): Promise<string[]> {
    const known = new Set<string>()
    const read = async (after?: string) => {
      const input = { pageSize, page: 1, ...(after && { after }) }
      const { list, total } = await tested.succeed(userBill, input, token)
      const ids = list.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      return { ids, hasMore: total > list.length }
    }
    for (let after: string | undefined, hasMore = true; hasMore; ) {
      const next = await read(after)
      for (const id of next.ids) {
        // What follows a row never holds it again, nor anything above it.
        if (after) expect(known.has(id)).toBe(false)
        known.add(id)
      }
      after = next.ids.at(-1)
      hasMore = next.hasMore
      for (const id of (await read()).ids) known.add(id)
    }
    return [...known].sort()
  }

  test('loses and repeats no row, whoever writes at the same time, even one that is committed late', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 20, max: 30 }),
        fc.array(fc.record({ waitMs: fc.nat(20), openMs: fc.nat(25) }), { maxLength: 18 }),
        async (count, pageSize, writers) => {
          const customer = await newCustomer(tested)
          const expected: string[] = []
          for (let n = 0; n < count; n++) expected.push((await write(tested.world.db, customer)).billId)
          const before = new Set(expected)
          const writing = writers.map(async ({ waitMs, openMs }) => {
            await sleep(waitMs)
            await tested.world.db.transaction().execute(async db => {
              expected.push((await write(db, customer)).billId)
              await sleep(openMs)
            })
          })
          const read = await readAll(customer, pageSize)
          for (const id of before) expect(read).toContain(id)
          await Promise.all(writing)
          // The top renewed once more: now everything is there, each row once.
          const top = await tested.succeed(userBill, { pageSize, page: 1 }, customer.token)
          expect([...new Set([...read, ...top.list.map(({ id }) => id)])].sort()).toEqual(expected.sort())
        },
      ),
      { numRuns: 15 },
    )
  })

  test('a row that arrives between the answers of one read does not hide the oldest', async () => {
    const customer = await newCustomer(tested)
    const { db } = tested.world
    for (let n = 0; n < 20; n++) await write(db, customer)
    const busy = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await write(db, customer)
        return result
      },
    })
    const filter = { userId: customer.userId, from: new Date(0) }
    const { list, total } = await billsOf(busy, filter, { page: 1, pageSize: 20 })
    expect(list).toHaveLength(20)
    expect(total).toBeGreaterThan(20)
  })

  /** As the app renews the top and reads on: what it knows then. */
  async function renew({ token }: TestCustomer, shelf: Shelf | null): Promise<Shelf> {
    const to = downTo(shelf)
    const input = { pageSize: 3, page: 1, ...(to && { downTo: to }) }
    return renewed(shelf, await tested.succeed(userBill, input, token), { pageSize: 3, to })
  }

  async function readOn({ token }: TestCustomer, shelf: Shelf): Promise<Shelf> {
    const after = shelf.bills.at(-1)?.id
    return appended(shelf, await tested.succeed(userBill, { pageSize: 3, page: 1, after }, token))
  }

  async function readDown(customer: TestCustomer, shelf: Shelf | null): Promise<Shelf> {
    let known = await renew(customer, shelf)
    while (known.hasMore) known = await readOn(customer, known)
    return known
  }

  test.each([
    ['all there was had been read', true],
    ['there was more to read', false],
  ])(
    'a row committed late, below more new ones than a page holds, is found when %s',
    async (_, isAllRead) => {
      const customer = await newCustomer(tested)
      const { db } = tested.world
      const expected: string[] = []
      const writeSome = async (count: number) => {
        for (let n = 0; n < count; n++) expected.push((await write(db, customer)).billId)
      }
      await writeSome(7)
      const shelf = await db.transaction().execute(async late => {
        expected.push((await write(late, customer)).billId)
        await writeSome(7)
        const top = await readOn(customer, await renew(customer, null))
        return isAllRead ? await readDown(customer, top) : await readOn(customer, top)
      })
      expect(shelf.bills).toHaveLength(isAllRead ? 14 : 9)
      expect((await readDown(customer, shelf)).bills.map(({ id }) => id)).toEqual(expected.sort().reverse())
    },
  )
})
