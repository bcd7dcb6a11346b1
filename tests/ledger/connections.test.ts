import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isConnectionFault, openDatabase, transaction } from '../../src/server/database/database.ts'
import { testDatabase } from '../fixtures/postgres.ts'
import { throughout } from '../fixtures/throughout.ts'

const database = throughout(testDatabase)

/** A database with one connection that has nothing to do, what is told of it, and how the server ends it. */
async function idle() {
  const told: Error[] = []
  const db = openDatabase({ url: database.url, max: 1, onIdleFault: error => told.push(error) })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const end = () => sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
  return { db, told, end }
}

test('a connection that broke while idle is told by its fault, without the connection, and the next is a new one', async () => {
  const { db, told, end } = await idle()
  await end()
  await expect.poll(() => told).toHaveLength(1)
  expect(told[0]?.message).toContain('terminating connection')
  expect(told[0]).not.toHaveProperty('client')
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
  await db.destroy()
})

test('what breaks while the database is closed is told to nobody', async () => {
  const { db, told, end } = await idle()
  await Promise.all([db.destroy(), end()])
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(told).toEqual([])
})

test('one that breaks in the middle of a transaction fails it and nothing else, whether it was asked something or not', async () => {
  const { db, told } = await idle()
  for (const question of [sql`select pg_sleep(2)`, null]) {
    const broken = transaction(db, async db => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      const asked = question?.execute(db).catch(error => error)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.db)
      await asked
      await sql`select 1`.execute(db)
    })
    await expect(broken).rejects.toSatisfy(isConnectionFault)
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
  }
  expect(told).toEqual([])
  await db.destroy()
})
