import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { throughout } from '../../fixtures/throughout.ts'
import { newUser } from '../../fixtures/wallet/deposit-world.ts'
import { startWorld } from '../../fixtures/world.ts'

// What is written with every movement of money has an owner who exists, though no foreign key says so (migration 0048).

const tested = throughout(startWorld)

const tables = ['decisions', 'bills', 'messages'] as const
type Table = (typeof tables)[number]

const columns = {
  decisions: 'user_id, request_id, call, request_hash, created_at',
  bills:
    'user_id, id, kind, amount_minor, currency, account, remark, status, trace_id, steps, created_at, updated_at',
  messages: 'user_id, id, kind, notice_type, params, event_key, created_at',
}

function valuesOf(table: Table, userId: string) {
  const id = randomUUID()
  if (table === 'decisions') return sql`(${userId}::uuid, ${id}::uuid, '/', '', now())`
  if (table === 'messages') return sql`(${userId}, ${id}, 'balance', 'deposit', '{}', ${id}, now())`
  return sql`(${userId}, ${id}, 'consume', -1, 'USD', '4242', '{}', 'done', ${id}, '[]', now(), now())`
}

/** One statement with a row for each of these owners. */
const insert = (table: Table, ...owners: string[]) =>
  sql`insert into ${sql.table(table)} (${sql.raw(columns[table])})
    values ${sql.join(owners.map(userId => valuesOf(table, userId)))}`.execute(tested.world.db)

const ownersIn = async (table: Table, userIds: readonly string[]) => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from ${sql.table(table)} where user_id = any (${userIds}::uuid[])`.execute(tested.world.db)
  return rows.map(row => row.user_id)
}

test.each(tables)('%s: a row of nobody is refused, and all that was written with it', async table => {
  const [somebody, nobody] = [await newUser(tested.world.db), randomUUID()]
  await insert(table, somebody, somebody)
  await expect(insert(table, nobody)).rejects.toMatchObject({ code: '23503' })
  await expect(insert(table, somebody, nobody)).rejects.toMatchObject({ code: '23503' })
  expect(await ownersIn(table, [somebody, nobody])).toEqual([somebody, somebody])
})

test.each(tables)('%s: a row stays with its owner', async table => {
  const { db } = tested.world
  const [somebody, other] = [await newUser(db), await newUser(db)]
  await insert(table, somebody)
  const moved = sql`update ${sql.table(table)} set user_id = ${other} where user_id = ${somebody}`.execute(db)
  await expect(moved).rejects.toMatchObject({ code: 'GL001' })
  expect(await ownersIn(table, [somebody, other])).toEqual([somebody])
})

test('nobody is deleted', async () => {
  const { db } = tested.world
  const userId = await newUser(db)
  await expect(sql`delete from users where id = ${userId}`.execute(db)).rejects.toMatchObject({
    code: 'GL001',
  })
  await expect(sql`truncate users cascade`.execute(db)).rejects.toMatchObject({ code: 'GL001' })
})
