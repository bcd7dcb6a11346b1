import { spawn } from 'node:child_process'
import { open, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, installedBinaries } from './binaries.ts'
import { cleanEnvironment, dataOf, makeCluster, user } from './cluster.ts'
import { makePlace, type Place, runAs } from './place.ts'
import { endPostmaster, isAlive, type Postmaster, readPostmaster, signalTo } from './postmaster.ts'

/** A PostgreSQL server of ours that runs. */
interface Postgres {
  /** For `DATABASE_URL`. */
  url: string
  /** Where its files are; not always where they were wanted. */
  folder: string
  /** Stops the server if this process is the one that answers for it, and returns when it is gone. */
  stop(): Promise<void>
}

/** What to run and where. */
interface PostgresOptions {
  /** Made when it is not there. */
  folder: string
  /** Default: those of npm. */
  binaries?: Binaries | undefined
  /** More settings of `postgresql.conf`. */
  settings?: Record<string, string>
  /** Told what an operator should know. */
  say?: (line: string) => void
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '60',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  log_checkpoints: 'off',
  // The details of a fault are whole rows, and people are in them.
  log_error_verbosity: 'terse',
}

/**
 * Runs a real PostgreSQL on a folder, on a free port of 127.0.0.1. A server that still runs there is taken as it is: if
 * the process that started it is gone, this one answers for it from now on; if not, it stays that one's to stop.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder, say = () => {} } = options
  const place = await makePlace({ folder, binaries: options.binaries ?? (await installedBinaries()) }, say)
  const password = await makeCluster(place)
  const { postmaster, isOurs } = await adoptOrStart(place, options)
  const url = `postgresql://${user}:${password}@127.0.0.1:${postmaster.port}`
  await createDatabase(url)

  const atExit = () => signalTo(postmaster.pid, 'SIGINT')
  if (isOurs) process.once('exit', atExit)
  return {
    url: `${url}/glaze`,
    folder: place.folder,
    async stop() {
      process.off('exit', atExit)
      if (isOurs) await endPostmaster(postmaster.pid)
    },
  }
}

async function adoptOrStart(
  place: Place,
  options: PostgresOptions,
): Promise<{ postmaster: Postmaster; isOurs: boolean }> {
  const ownerFile = join(place.folder, 'owner')
  for (let attempt = 1; ; attempt++) {
    const running = await untilSettled(place)
    if (running) {
      const owner = Number(await readFile(ownerFile, 'utf8').catch(() => '0'))
      const isOurs = !(owner > 0 && owner !== process.pid && isAlive(owner))
      if (isOurs) await writeFile(ownerFile, String(process.pid))
      return { postmaster: running, isOurs }
    }
    try {
      const postmaster = await start(place, options.settings)
      await writeFile(ownerFile, String(process.pid))
      return { postmaster, isOurs: true }
    } catch (error) {
      // Somebody else took the port between our look and our start. Or the folder: that one is found running. Or a server
      // was killed and is still in the list of processes, or one of its own is in the middle of a statement, and ends with it.
      const isPassing = /Address already in use|postmaster\.pid|pre-existing shared memory block/.test(
        String(error),
      )
      if (!isPassing || attempt === 100) throw error
      await sleep(200)
    }
  }
}

/** The server that is running on the folder, once it takes connections; null when there is none. */
async function untilSettled(place: Place): Promise<Postmaster | null> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 20) {
    const running = await readPostmaster(dataOf(place.folder))
    if (!running || running.status === 'ready') return running
    // Stopped while it recovers from a crash of one of its own, PostgreSQL 18 waits for the others, whom nobody ends.
    if (running.status === 'stopping') await endPostmaster(running.pid)
    await sleep(20)
  }
  throw new Error(
    `The PostgreSQL on ${place.folder} has not become ready in a minute. See ${join(place.folder, 'log')}.`,
  )
}

async function start({ folder, bin }: Place, more: Record<string, string> = {}): Promise<Postmaster> {
  const port = await freePort()
  const log = await open(join(folder, 'log'), 'a', 0o600)
  const { size: logStart } = await log.stat()
  const flags = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(bin, 'postgres'), ['-D', dataOf(folder), '-p', String(port), ...flags], {
    ...runAs,
    cwd: folder,
    env: cleanEnvironment,
    stdio: ['ignore', log.fd, log.fd],
    // Its own group: an interrupt typed at the terminal must reach it after the app has finished with it, not before.
    detached: true,
  })
  let failure: Error | null = null
  child.on('error', error => {
    failure = error
  })
  child.unref()
  await log.close()

  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 10) {
    await sleep(10)
    if (failure) throw new Error(`PostgreSQL cannot be run on this machine: ${(failure as Error).message}`)
    if (child.exitCode !== null || child.signalCode !== null) break
    const running = await readPostmaster(dataOf(folder))
    if (running?.pid === child.pid && running?.status === 'ready') return running
  }
  if (child.exitCode === null && child.pid) await endPostmaster(child.pid)
  const said = (await readFile(join(folder, 'log'))).subarray(logStart).toString().trim()
  throw new Error(`PostgreSQL did not start on ${folder}:\n${said}`)
}

/** Our own database, apart from the server's own. */
async function createDatabase(url: string) {
  const client = new pg.Client({ connectionString: `${url}/postgres`, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'glaze'`)
    if (!rowCount) await client.query('create database glaze')
  } catch (error) {
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
