import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

interface Migration {
  name: string
  text: string
  sha256: string
}

/** Where the numbered SQL files are. */
const migrationsFolder = new URL('../migrations/', import.meta.url)

/**
 * Brings the database to the newest schema: applies every numbered SQL file once, in order, each in a transaction of
 * its own, and returns the names it applied. Any number of nodes may start at once: they take turns. Refuses to go
 * on when a file that has landed was edited since, or when a new one sorts before one that has landed.
 */
export async function migrate({
  url,
  folder = migrationsFolder,
}: {
  url: string
  folder?: URL
}): Promise<string[]> {
  const migrations = await readMigrations(folder)
  // No time-outs: a migration may wait for another node's and may take as long as its tables are big.
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'migrate',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await createRecord(client)
    const applied: string[] = []
    for (const migration of migrations) if (await apply(client, migration)) applied.push(migration.name)
    return applied
  } finally {
    await client.end()
  }
}

/** The files as they are in the folder, in order. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return await Promise.all(
    names.map(async name => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sha256: hash('sha256', text, 'hex') }
    }),
  )
}

async function createRecord(client: pg.Client) {
  try {
    await client.query(`create table if not exists migrations (
      name        text primary key,
      sha256      text not null,
      applied_at  timestamptz not null default now()
    )`)
  } catch (error) {
    // `if not exists` does not see what another node is creating at this moment; the error it ends in has several codes.
    const { rows } = await client.query(`select to_regclass('migrations') is not null as is_there`)
    if (!rows[0]?.is_there) throw error
  }
}

async function apply(client: pg.Client, { name, text, sha256 }: Migration): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('lock table migrations in share row exclusive mode')
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations where name >= $1 order by name',
      [name],
    )
    const isLanded = rows[0]?.name === name
    if (isLanded && rows[0]?.sha256 !== sha256) {
      throw new Error(
        `Migration ${name} was edited after it had been applied. Restore it and add a new file instead.`,
      )
    }
    if (!isLanded && rows[0]) {
      throw new Error(
        `Migration ${name} sorts before ${rows[0].name}, which has been applied. Give it a later number.`,
      )
    }
    if (!isLanded) {
      await client.query(text)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    }
    await client.query('commit')
    return !isLanded
  } catch (error) {
    await client.query('rollback')
    throw named(error, name)
  }
}

function named(error: unknown, name: string): unknown {
  if (error instanceof Error && !error.message.startsWith('Migration ')) {
    error.message = `Migration ${name}: ${error.message}`
  }
  return error
}
