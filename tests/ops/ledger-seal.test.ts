import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealDays } from '../../src/server/ledger/seals.ts'
import { dayAgo, postedAt, tampered } from '../fixtures/ledger/past.ts'
import { funded } from '../fixtures/ledger/world.ts'
import { type Answer, desk } from '../fixtures/ops/desk.ts'
import { type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

let database: TestDatabase
let ops: (...words: string[]) => Promise<Answer>
beforeAll(async () => {
  database = await testDatabase()
  ops = desk(database.url, { GLAZE_STATE: '/nowhere' })('ann')
})
afterAll(() => database.close())

const seal = () => sealDays(database.db, { patienceMs: 120_000 })

test('a seal that was noted elsewhere shows that the books and all their seals were written anew', async () => {
  expect((await ops('ledger', 'seal')).rows).toEqual([])
  const [from, to] = [await funded(database.db, 100n), await funded(database.db, 0n)]
  const first = await postedAt(database.db, { at: `${dayAgo(3)}T10:00:00Z`, from, to })
  await postedAt(database.db, { at: `${dayAgo(2)}T10:00:00Z`, from, to })
  await seal()
  const [{ note } = {}] = (await ops('ledger', 'seal')).rows
  expect(note).toMatch(/^\d{4}-\d\d-\d\d:[0-9a-f]{64}$/)
  expect((await ops('ledger', 'check')).rows).toMatchObject([{ agrees: true }])
  expect(await ops('ledger', 'seal', `--against=${note}`)).toMatchObject({
    isFailed: false,
    rows: [{ agrees: true }],
  })

  await tampered(database.db, db =>
    sql`update entries set amount_minor = amount_minor * 2 where transfer_id = ${first}`.execute(db),
  )
  const checked = await ops('ledger', 'check')
  expect(checked).toMatchObject({ isFailed: true, rows: [{ agrees: false, brokenDay: dayAgo(3) }] })
  // The seal itself is still the one that was noted: what it was made of is not.
  expect(await ops('ledger', 'seal', `--against=${note}`)).toMatchObject({
    isFailed: true,
    rows: [{ agrees: false, brokenDay: dayAgo(3) }],
  })

  await tampered(database.db, db => sql`delete from ledger_days`.execute(db))
  await seal()
  const [books] = (await ops('ledger', 'check')).rows
  // The transfer itself shows it still; the days do not.
  expect(books).toMatchObject({ days: '3', disagreement: { rule: 'a transfer is as it was asked for' } })
  expect(books).not.toHaveProperty('brokenDay')
  expect(await ops('ledger', 'seal', `--against=${note}`)).toMatchObject({
    isFailed: true,
    rows: [{ agrees: false, brokenDay: null }],
  })
})

test('a note that is none is refused, and so is one of a day without a seal', async () => {
  for (const note of ['2026-11-26', 'x:y', `2026-99-99:${'0'.repeat(64)}`])
    expect((await ops('ledger', 'seal', `--against=${note}`)).said).toContain('a day and a hash')
  expect(await ops('ledger', 'seal', `--against=2020-01-01:${'0'.repeat(64)}`)).toMatchObject({
    isFailed: true,
    rows: [{ agrees: false, found: 'no seal' }],
  })
})
