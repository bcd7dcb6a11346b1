import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askAnew, tellComing } from '../../../src/server/jobs/tell-agreements.ts'
import { agreedEditions } from '../../../src/server/params/acceptances.ts'
import { comingEditions } from '../../../src/server/params/agreements.ts'
import { testDatabase } from '../../fixtures/postgres.ts'
import { throughout } from '../../fixtures/throughout.ts'

const database = throughout(testDatabase)

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
  const agreed = agreedEditions(day).length
  expect(comingEditions(day).length).toBeGreaterThan(1)
  await people('first', 1200)
  await tellComing({ db, wake }, day)
  expect(await told()).toEqual([{ notices: 1, count: 1200 }])
  await people('late', 3)
  await tellComing({ db, wake }, day)
  expect(await told()).toEqual([{ notices: 1, count: 1203 }])
  for (let times = 0; times < 2; times++) await askAnew({ db, wake }, day)
  expect(await told()).toEqual([{ notices: 1 + agreed, count: 1203 }])
})

test('who knows of all but one version is told of that one alone, and of none twice', async () => {
  const { db } = database
  const coming = comingEditions(day)
  const last = coming.at(-1)
  const known = coming.slice(0, -1).map(({ key, version }) => `${key}:${version}`)
  await people('knows', 1)
  await sql`
    insert into messages (id, user_id, kind, notice_type, params, event_key, created_at)
    select gen_random_uuid(), id, 'system', 'agreement', '{}', ${`agreement:${known.join(',')}:coming`}, now()
    from users where refer_code = 'knows1'`.execute(db)
  for (let times = 0; times < 2; times++) await tellComing({ db, wake }, day)
  const { rows } = await sql<{ params: object }>`
    select params from messages where params <> '{}'
    and user_id = (select id from users where refer_code = 'knows1')`.execute(db)
  expect(rows).toEqual([
    { params: { state: 'coming', document: last?.key, version: last?.version, date: last?.date } },
  ])
})
