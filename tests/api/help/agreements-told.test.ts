import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAnew, tellComing } from '../../../src/server/jobs/tell-agreements.ts'
import { agreedEditions } from '../../../src/server/params/acceptances.ts'
import { comingEditions } from '../../../src/server/params/agreements.ts'
import { type TestDatabase, testDatabase } from '../../fixtures/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const day = '2026-11-23'
const wake = () => {}

async function people(name: string, count: number) {
  await sql`
    insert into users (id, email, password_hash, lang, refer_code, created_at)
    select gen_random_uuid(), ${name} || n || '@mail.test', 'none', 'en', ${name} || n, now()
    from generate_series(1, ${count}::integer) n`.execute(database.db)
}

/** How many customers have how many messages. */
async function told() {
  const { rows } = await sql<{ notices: number; count: number }>`
    select notices::integer, count(*)::integer from (
      select count(*) as notices from messages group by user_id
    ) m group by notices order by notices`.execute(database.db)
  return rows
}

test('versions are told of and asked for once, however many customers there are and however many know', async () => {
  const { db } = database
  const [coming, agreed] = [comingEditions(day).length, agreedEditions(day).length]
  await people('first', 1200)
  await tellComing({ db, wake }, day)
  expect(await told()).toEqual([{ notices: coming, count: 1200 }])
  await people('late', 3)
  await tellComing({ db, wake }, day)
  expect(await told()).toEqual([{ notices: coming, count: 1203 }])
  for (let times = 0; times < 2; times++) await askAnew({ db, wake }, day)
  expect(await told()).toEqual([{ notices: coming + agreed, count: 1203 }])
})
