import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type DatabaseOptions, type Db, openDatabase } from '../src/server/database.ts'
import { newId } from '../src/server/id.ts'
import { migrate, readMigrations } from '../src/server/migrate.ts'
import type { Binaries } from '../src/server/postgres/binaries.ts'
import { startPostgres } from '../src/server/postgres/postgres.ts'

/** A database of one test file: migrated, empty, its own. */
export interface TestDatabase {
  db: Db
  url: string
  /** Closes `db` and drops the database. */
  close(): Promise<void>
}

/**
 * Makes a fresh migrated database. On the server that TEST_DATABASE_URL names; or, with TEST_DATABASE=system, on one
 * of the machine's own PostgreSQL (Debian's); or on the embedded one. A server started here ends with its last database.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await useServer()
  const template = await templateOn(server)
  const name = `test_${newId().replaceAll('-', '')}`
  await run(server, `create database ${name} template ${template}`)
  const url = withDatabase(server, name)
  const db = openPatiently({ url })
  return {
    db,
    url,
    async close() {
      await db.destroy()
      await run(server, `drop database ${name} with (force)`)
      await leaveServer()
    },
  }
}

/** As `openDatabase`, with ten times its patience: what a busy machine needs longer for is neither late nor stuck. */
export function openPatiently(options: DatabaseOptions): Db {
  return openDatabase({ statementTimeoutMs: 25_000, ...options })
}

/** Where the database of a test is: on the server that all of them share. */
export async function urlOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return withDatabase(process.env.TEST_DATABASE_URL as string, rows[0]?.name as string)
}

/** An empty database without a schema, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await useServer()
  const name = `empty_${newId().replaceAll('-', '')}`
  await run(server, `create database ${name}`)
  return {
    url: withDatabase(server, name),
    async drop() {
      await run(server, `drop database ${name} with (force)`)
      await leaveServer()
    },
  }
}

/** For `globalSetup`: one server for all test files of a project, told to them as TEST_DATABASE_URL. */
export default async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const { url, stop } = await startServer(config.env?.TEST_DATABASE as string | undefined)
  config.env = { ...config.env, TEST_DATABASE_URL: url }
  return stop
}

let own: ReturnType<typeof startServer> | null = null
let users = 0

async function useServer(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  users++
  own ??= startServer(process.env.TEST_DATABASE)
  return (await own).url
}

async function leaveServer() {
  if (!own || --users > 0) return
  const server = own
  own = null
  await (await server).stop()
}

async function startServer(kind: string | undefined): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await newFolder()
  const binaries = kind === 'system' ? await systemBinaries() : undefined
  // No syncs: these tests kill no machine. What must outlive one is tried on a server with the usual settings.
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }
  const postgres = await startPostgres({ folder, binaries, settings })
  const { url, stop } = postgres
  return {
    url,
    async stop() {
      await stop()
      await rm(postgres.folder, { recursive: true, force: true })
      await rm(dirname(folder), { recursive: true, force: true })
    },
  }
}

/** Below the folder of temporary files; what earlier runs left there is removed when their process is gone. */
async function newFolder(): Promise<string> {
  const parent = join(tmpdir(), 'glaze-tests')
  await mkdir(parent, { recursive: true, mode: 0o755 })
  for (const name of await readdir(parent)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
  const folder = await mkdtemp(join(parent, `${process.pid}-`))
  // Its own folders are private; the way to them must be open to the user that PostgreSQL runs as.
  await chmod(folder, 0o755)
  return join(folder, 'postgres')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The newest PostgreSQL that Debian's packages put on this machine. */
async function systemBinaries(): Promise<Binaries> {
  const parent = '/usr/lib/postgresql'
  const versions = (await readdir(parent).catch(() => [])).map(Number).sort((a, b) => b - a)
  if (!versions[0]) throw new Error('TEST_DATABASE=system needs PostgreSQL below /usr/lib/postgresql')
  const root = join(parent, String(versions[0]))
  return { root, bin: join(root, 'bin') }
}

/** The name of a migrated database that is copied for each test; made once per server and set of migrations. */
async function templateOn(server: string): Promise<string> {
  const migrations = await readMigrations()
  const version = createHash('sha256')
    .update(migrations.map(({ sha256 }) => sha256).join())
    .digest('hex')
    .slice(0, 12)
  const name = `template_${version}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    // Test files run side by side and all want it.
    await client.query(`select pg_advisory_lock(hashtext('glaze test template'))`)
    const { rows } = await client.query('select datistemplate from pg_database where datname = $1', [name])
    if (rows[0]?.datistemplate) return name
    if (rows[0]) await client.query(`drop database ${name} with (force)`)
    await client.query(`create database ${name}`)
    await migrate({ url: withDatabase(server, name) })
    await client.query(`alter database ${name} with is_template true allow_connections false`)
    return name
  } finally {
    await client.end()
  }
}

async function run(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `${dirname(url.pathname)}${name}`
  return url.href
}

/** How many of this database wait for a lock of somebody. */
export async function waitersOn(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return Number(rows[0]?.count)
}
