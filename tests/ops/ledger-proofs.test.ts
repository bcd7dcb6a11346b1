import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/server/id.ts'
import { houseAccount, openAccount } from '../../src/server/ledger/ledger.ts'
import { proveDays } from '../../src/server/ledger/proofs/making.ts'
import { sealDays } from '../../src/server/ledger/seals.ts'
import { dayAgo, postedAt, tampered } from '../fixtures/ledger/past.ts'
import { type Answer, desk } from '../fixtures/ops/desk.ts'
import { type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

let database: TestDatabase
let ops: (...words: string[]) => Promise<Answer>
beforeAll(async () => {
  database = await testDatabase()
  ops = desk(database.url, { GLAZE_STATE: '/nowhere' })('ann')
})
afterAll(() => database.close())

test('what was published is listed, reckoned anew, and found when it is not so any more', async () => {
  const { db } = database
  const day = dayAgo(2)
  expect((await ops('ledger', 'proofs')).rows).toEqual([])
  const ownerId = newId()
  const from = await houseAccount(db, { code: 'chain', currency: 'USDT' })
  const to = await openAccount(db, { kind: 'wallet', ownerId, currency: 'USDT' })
  await postedAt(db, { at: `${day}T10:00:00Z`, from, to, amountMinor: 2_500_000n })
  await sealDays(db, { patienceMs: 120_000 })
  await db
    .insertInto('proof_days')
    .values({ day, secret: Buffer.alloc(32, 1) })
    .execute()
  await proveDays(db)
  expect((await ops('ledger', 'proofs')).rows).toContainEqual({
    day,
    currency: 'USDT',
    owed: '2.5',
    root: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await ops('ledger', 'proofs', `--day=${day}`)).toMatchObject({
    isFailed: false,
    rows: [{ agrees: true }],
  })
  expect((await ops('ledger', 'check')).rows).toMatchObject([{ agrees: true }])

  await tampered(db, db => sql`update entries set amount_minor = amount_minor * 2`.execute(db))
  const id = `${day} USDT ${ownerId}`
  expect(await ops('ledger', 'proofs', `--day=${day}`)).toMatchObject({
    isFailed: true,
    rows: [{ agrees: false, disagreement: { id, expected: '5000000' } }],
  })
})

test('a day that is none, or not published, is refused', async () => {
  for (const day of ['x', '2026-13-01', '2026-1-1'])
    expect((await ops('ledger', 'proofs', `--day=${day}`)).said).toContain('--day is a day')
  expect((await ops('ledger', 'proofs', '--day=2020-01-01')).said).toContain(
    'Nothing was published of 2020-01-01',
  )
})
