import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../src/server/database/database.ts'
import { capture, hold, houseAccount, post } from '../../src/server/ledger/ledger.ts'
import { expectBooksAgree, funded, move, newKey, postGathered } from '../fixtures/ledger/world.ts'
import { type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  // One connection: its plans are made while the tables are empty and kept as they fill.
  db = openDatabase({ url: database.url, max: 1 })
})
afterAll(async () => {
  await expectBooksAgree(db)
  await db.destroy()
  await database.close()
})

test('plans made on freshly analysed empty tables still use the indexes when the tables are full', async () => {
  await sql`analyze accounts, transfers, entries, holds, hold_changes`.execute(db)
  const issuer = await houseAccount(db, { code: 'issuer', currency: 'USD' })
  const card = await funded(db, 1_000_000n, { kind: 'card', currency: 'USD' })
  const pay = () =>
    postGathered(db, { idempotencyKey: newKey(), reason: 'fee', entries: move(card, issuer, 1n) })
  for (let i = 0; i < 30; i++) await Promise.all(Array.from({ length: 64 }, pay))

  const cycle = async () => {
    const key = { idempotencyKey: newKey(), reason: 'authorization' }
    const { holdId } = await hold(db, { ...key, accountId: card, amountMinor: 5n })
    await capture(db, { ...key, holdId, entries: move(card, issuer, 5n) })
    await post(db, { idempotencyKey: newKey(), reason: 'fee', entries: move(card, issuer, 1n) })
  }
  for (let i = 0; i < 300; i++) await cycle()

  const before = await rowsRead()
  for (let i = 0; i < 5; i++) await Promise.all(Array.from({ length: 64 }, pay))
  for (let i = 0; i < 20; i++) await cycle()
  const after = await rowsRead()
  expect(Object.keys(after).sort()).toEqual(['entries', 'hold_changes', 'holds', 'transfers'])
  for (const [table, read] of Object.entries(after))
    expect(read - (before[table] ?? 0n), table).toBeLessThan(5_000n)
})

/** Rows of each big table that any plan has read so far; one read of a whole table at every post would be far more. */
async function rowsRead(): Promise<Record<string, bigint>> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ table: string; read: bigint }>`
    select relname as table, seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables
    where relname in ('transfers', 'entries', 'holds', 'hold_changes')`.execute(db)
  return Object.fromEntries(rows.map(({ table, read }) => [table, read]))
}
