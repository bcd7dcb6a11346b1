import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { earlierEndings } from '../../../src/server/api/deciding/decide-once.ts'
import { openDatabase } from '../../../src/server/database/database.ts'
import { newId } from '../../../src/server/id.ts'
import { testDatabase } from '../../fixtures/postgres.ts'
import { newUser } from '../../fixtures/wallet/deposit-world.ts'

test('a plan made on an empty table still looks earlier decisions up when there are many', async () => {
  const database = await testDatabase()
  // One connection: what is prepared on it stays.
  const db = openDatabase({ url: database.url, max: 1 })
  const userId = await newUser(db)
  const asked = () => ({ userId, requestId: newId(), call: '/api/x', requestHash: 'h' })
  await sql`analyze decisions`.execute(db)
  for (let i = 0; i < 10; i++) expect(await earlierEndings(db, [asked(), asked()])).toEqual([null, null])
  await sql`
    insert into decisions (user_id, request_id, call, request_hash, answer, created_at)
    select ${userId}::uuid, gen_random_uuid(), '/api/x', 'h', '{}', now() from generate_series(1, 20000)`.execute(
    db,
  )
  const before = await rowsRead()
  expect(await earlierEndings(db, [asked(), asked()])).toEqual([null, null])
  expect((await rowsRead()) - before).toBeLessThan(10n)
  await db.destroy()
  await database.close()

  async function rowsRead(): Promise<bigint> {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ read: bigint }>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'decisions'`.execute(
      db,
    )
    return rows[0]?.read ?? 0n
  }
})
