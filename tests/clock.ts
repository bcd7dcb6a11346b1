import { sql } from 'kysely'
import type { Db } from '../src/server/database.ts'
import { openPatiently, testDatabase } from './postgres.ts'

/** A migrated database whose `now()` a test can stop and move; until then it goes as everywhere. */
export interface ClockedDatabase {
  db: Db
  url: string
  /** Stops the clock at this instant, for every connection. */
  stopAt(at: Date): Promise<void>
  close(): Promise<void>
}

/**
 * Every statement of the server asks the database for the time. Here its `now` is found before PostgreSQL's own, so that
 * a deadline can be looked at to the second from both sides, with no waiting and no moving of rows.
 */
export async function clockedDatabase(): Promise<ClockedDatabase> {
  const database = await testDatabase()
  const name = new URL(database.url).pathname.slice(1)
  await sql`create schema clock`.execute(database.db)
  await sql`create table clock.stopped (at timestamptz)`.execute(database.db)
  await sql`create function clock.now() returns timestamptz language sql stable
    as 'select coalesce((select at from clock.stopped), pg_catalog.now())'`.execute(database.db)
  await sql`alter database ${sql.ref(name)} set search_path to clock, public, pg_catalog`.execute(database.db)
  const db = openPatiently({ url: database.url })
  return {
    db,
    url: database.url,
    async stopAt(at) {
      await sql`delete from clock.stopped`.execute(database.db)
      await sql`insert into clock.stopped values (${at})`.execute(database.db)
    },
    async close() {
      await db.destroy()
      await database.close()
    },
  }
}
