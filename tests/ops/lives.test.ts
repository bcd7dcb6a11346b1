import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lifeOf } from '../../src/server/chain/life.ts'
import { type Db, transaction } from '../../src/server/database/database.ts'
import { startPostgres } from '../../src/server/postgres/postgres.ts'
import { readPostmaster } from '../../src/server/postgres/postmaster.ts'
import { copyOf, openPatiently, type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

describe('the life of a database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  test('is another one in a copy on the same server, and the same one whoever asks', async () => {
    const life = await lifeOf(database.db)
    const copy = await copyOf(database.db)
    expect(await lifeOf(copy.db)).not.toBe(life)
    await copy.close()
    const other = openPatiently({ url: database.url, max: 1 })
    expect(await lifeOf(other)).toBe(life)
    await other.destroy()
  })

  test('is another one when the tables are dropped and restored in place', async () => {
    const life = await lifeOf(database.db)
    await sql`create table restored (like chain_nonces including all)`.execute(database.db)
    await sql`drop table chain_nonces cascade`.execute(database.db)
    await sql`alter table restored rename to chain_nonces`.execute(database.db)
    expect(await lifeOf(database.db)).not.toBe(life)
  })

  test('ends with each start of the server where our role may not ask which timeline it is', async () => {
    const { db } = database
    const role = sql.id(`life_${process.pid}_${Date.now()}`)
    await sql`create role ${role}`.execute(db)
    await sql`grant select on chain_nonces to ${role}`.execute(db)
    const asRole = () =>
      transaction(db, async db => {
        await sql`set local role ${role}`.execute(db)
        return await lifeOf(db)
      })
    expect(await asRole()).toMatch(/^system \d+ timeline [0-9A-F]{8} database/)
    await sql`revoke execute on function pg_control_system() from public`.execute(db)
    expect(await asRole()).toMatch(/^started [\d.]+ database/)
    await sql`drop owned by ${role}`.execute(db)
    await sql`drop role ${role}`.execute(db)
  })
})

describe('the life of a server', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'glaze-lives-'))
    await chmod(folder, 0o755)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** What `work` finds on a server that runs on a folder meanwhile. */
  async function onServer<T>(
    name: string,
    work: (db: Db) => Promise<T>,
    settings: Record<string, string> = {},
  ) {
    const { url, stop } = await startPostgres({ folder: join(folder, name), settings })
    const db = openPatiently({ url, max: 1 })
    try {
      return await work(db)
    } finally {
      await db.destroy()
      await stop()
    }
  }

  const made = async (db: Db) => {
    await sql`create table chain_nonces ()`.execute(db)
    return await lifeOf(db)
  }

  test('goes on over a stop, a start and a crash; it ends when its time is turned back', async () => {
    const life = await onServer('own', made)
    const data = join(folder, 'own', 'data')
    const beforeCrash = await onServer('own', async db => {
      const life = await lifeOf(db)
      process.kill((await readPostmaster(data))?.pid ?? 0, 'SIGQUIT')
      return life
    })
    expect(beforeCrash).toBe(life)
    expect(await onServer('own', lifeOf)).toBe(life)

    // As a standby is promoted, or a backup is brought up to a moment: from there on it is another timeline.
    await writeFile(join(data, 'recovery.signal'), '')
    await promisify(execFile)('chown', [
      '--reference',
      join(data, 'PG_VERSION'),
      join(data, 'recovery.signal'),
    ])
    expect(await onServer('own', lifeOf, { restore_command: 'false', hot_standby: 'off' })).not.toBe(life)
  })

  test('is another one in a copy of its files', async () => {
    const life = await onServer('own', made)
    await promisify(execFile)('cp', ['-a', join(folder, 'own'), join(folder, 'copy')])
    expect(await onServer('copy', lifeOf)).not.toBe(life)
    expect(await onServer('own', lifeOf)).toBe(life)
  })
})
