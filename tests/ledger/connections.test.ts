import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/server/database.ts'
import { type TestDatabase, testDatabase } from '../postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

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
  await vi.waitFor(() => expect(told).toHaveLength(1))
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
