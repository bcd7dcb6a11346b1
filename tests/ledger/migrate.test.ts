import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/server/database/database.ts'
import { migrate, readMigrations } from '../../src/server/database/migrate.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { emptyDatabase } from '../fixtures/postgres.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let path: string
let folder: URL

beforeEach(async () => {
  database = await emptyDatabase()
  path = await mkdtemp(join(tmpdir(), 'migrations-'))
  folder = pathToFileURL(`${path}/`)
})
afterEach(async () => {
  await database.drop()
  await rm(path, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(path, name), text)

describe('migrate', () => {
  test('refuses an edited file, and one that sorts before what has landed', async () => {
    await write('0001-a.sql', 'create table a (id int)')
    await write('0003-c.sql', 'create table c (id int)')
    await migrate({ url: database.url, folder })
    await write('0001-a.sql', 'create table a (id bigint)')
    await expect(migrate({ url: database.url, folder })).rejects.toThrow('0001-a.sql was edited')
    await write('0001-a.sql', 'create table a (id int)')
    await write('0002-b.sql', 'create table b (id int)')
    await expect(migrate({ url: database.url, folder })).rejects.toThrow('0002-b.sql sorts before')
  })

  test('undoes a file that fails, says which, and goes on from there', async () => {
    await write('0001-a.sql', 'create table a (id int)')
    await write('0002-b.sql', 'create table b (id int); select 1 / 0')
    await expect(migrate({ url: database.url, folder })).rejects.toThrow(
      'Migration 0002-b.sql: division by zero',
    )
    await write('0002-b.sql', 'create table b (id int)')
    expect(await migrate({ url: database.url, folder })).toEqual(['0002-b.sql'])
    expect(await migrate({ url: database.url, folder })).toEqual([])
  })

  test("applies each of the product's files once, from four nodes at once", async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate({ url: database.url })))
    const names = (await readMigrations()).map(({ name }) => name)
    expect(applied.flat().sort()).toEqual(names)
    const db = openDatabase({ url: database.url })
    expect(await checkLedger(db)).toMatchObject({ accounts: 0n, disagreement: null })
    await db.destroy()
  })
})
