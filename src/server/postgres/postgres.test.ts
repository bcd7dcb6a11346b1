import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'
import { isAlive, readPostmaster } from './postmaster.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glaze-postgres-'))
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function ask(url: string, question: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query({ text: question, rowMode: 'array' })
  await client.end()
  return rows.map(row => row[0])
}

const runningOn = () => readPostmaster(join(folder, 'data'))
const logged = () => readFile(join(folder, 'log'), 'utf8')

describe('the embedded PostgreSQL', () => {
  test('asks for a password that nobody else can read, syncs, and listens to this machine alone', async () => {
    const { url, stop } = await startPostgres({ folder })
    const wrong = new URL(url)
    wrong.password = 'guess'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600)
    const names = `('fsync', 'listen_addresses', 'password_encryption', 'unix_socket_directories')`
    const settings = await ask(url, `select setting from pg_settings where name in ${names} order by name`)
    expect(settings).toEqual(['on', '127.0.0.1', 'scram-sha-256', ''])
    await stop()
    expect(await runningOn()).toBeNull()
  })

  test('logs what failed, and not the row it failed for', async () => {
    const { url, stop } = await startPostgres({ folder })
    await ask(url, 'create table people (email text unique, age int check (age > 0))')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const insert = (email: string, age: number) =>
      client.query('insert into people values ($1, $2)', [email, age])
    await insert('lin@kiln.test', 1)
    await expect(insert('lin@kiln.test', 2)).rejects.toThrow('duplicate key')
    await expect(insert('wei@kiln.test', 0)).rejects.toThrow('check constraint')
    await client.end()
    await stop()
    expect(await logged()).toContain('duplicate key')
    expect(await logged()).not.toContain('kiln.test')
  })

  test('keeps what was committed over a stop and a start', async () => {
    const first = await startPostgres({ folder })
    await ask(first.url, 'create table kept as select 7 as n')
    await first.stop()
    const second = await startPostgres({ folder })
    expect(await ask(second.url, 'select n from kept')).toEqual([7])
    await second.stop()
  })

  test('is adopted when the process that started it was killed, and ends with the one that adopted it', async () => {
    const program = join(folder, 'start.ts')
    const launcher = JSON.stringify(new URL('./postgres.ts', import.meta.url).href)
    await writeFile(
      program,
      `await (await import(${launcher})).startPostgres({ folder: ${JSON.stringify(folder)} })
      process.kill(process.pid, 'SIGKILL')`,
    )
    await new Promise(done => spawn(process.execPath, [program], { stdio: 'ignore' }).on('close', done))
    const orphan = await runningOn()
    expect(orphan?.status).toBe('ready')
    const { url, stop } = await startPostgres({ folder })
    expect((await runningOn())?.pid).toBe(orphan?.pid)
    expect(await ask(url, 'select 1')).toEqual([1])
    await stop()
    expect(isAlive(orphan?.pid ?? 0)).toBe(false)
  })

  test('is shared with a second process and left alone when that one ends', async () => {
    const { url, stop } = await startPostgres({ folder })
    const program = join(folder, 'start.ts')
    const launcher = JSON.stringify(new URL('./postgres.ts', import.meta.url).href)
    await writeFile(
      program,
      `const { stop } = await (await import(${launcher})).startPostgres({ folder: ${JSON.stringify(folder)} })
      await stop()`,
    )
    const code = await new Promise(done =>
      spawn(process.execPath, [program], { stdio: 'ignore' }).on('close', done),
    )
    expect(code).toBe(0)
    expect(await ask(url, 'select 1')).toEqual([1])
    await stop()
  })

  test('recovers when it was killed, once what it left behind has ended', async () => {
    const { url } = await startPostgres({ folder })
    await ask(url, 'create table kept as select 7 as n')
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    const backend = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
    process.kill(backend, 'SIGSTOP')
    process.kill((await runningOn())?.pid ?? 0, 'SIGKILL')
    await expect.poll(runningOn).toBeNull()
    const again = startPostgres({ folder })
    await expect.poll(logged).toContain('shared memory block')
    process.kill(backend, 'SIGCONT')
    const { url: newUrl, stop } = await again
    expect(await ask(newUrl, 'select n from kept')).toEqual([7])
    expect(await logged()).toContain('automatic recovery in progress')
    await stop()
  })

  test('recovers when it was killed, once it is off the list of processes', async () => {
    const program = join(folder, 'start.ts')
    const launcher = JSON.stringify(new URL('./postgres.ts', import.meta.url).href)
    await writeFile(
      program,
      `await (await import(${launcher})).startPostgres({ folder: ${JSON.stringify(folder)} })
      process.kill(process.pid, 'SIGSTOP')`,
    )
    const parent = spawn(process.execPath, [program], { stdio: 'ignore' })
    const state = async () => (await readFile(`/proc/${parent.pid}/stat`, 'utf8')).split(' ')[2]
    await expect.poll(state).toBe('T')
    process.kill((await runningOn())?.pid ?? 0, 'SIGKILL')
    await expect.poll(runningOn).toBeNull()
    const again = startPostgres({ folder })
    const refusals = async () => (await logged()).split('already exists').length - 1
    await expect.poll(refusals).toBeGreaterThan(5)
    parent.kill('SIGKILL')
    const { url, stop } = await again
    expect(await ask(url, 'select 1')).toEqual([1])
    await stop()
  })

  test('starts anew when one that was told to stop does not end', async () => {
    const { url } = await startPostgres({ folder })
    await ask(url, 'create table kept as select 7 as n')
    const { pid = 0 } = (await runningOn()) ?? {}
    const [part] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').map(Number)
    process.kill(part ?? 0, 'SIGSTOP')
    process.kill(pid, 'SIGINT')
    await expect.poll(async () => (await runningOn())?.status).toBe('stopping')
    const { url: newUrl, stop } = await startPostgres({ folder })
    expect(await ask(newUrl, 'select n from kept')).toEqual([7])
    await stop()
  })

  test('says what its log says when it cannot start', async () => {
    const start = startPostgres({ folder, settings: { shared_buffers: 'plenty' } })
    await expect(start).rejects.toThrow('shared_buffers')
    expect(await logged()).toContain('plenty')
  })

  test.runIf(process.getuid?.() === 0)(
    'goes elsewhere, and says so, when it may not reach the folder',
    async () => {
      await chmod(folder, 0o700)
      const said: string[] = []
      const postgres = await startPostgres({ folder: join(folder, 'inner'), say: line => said.push(line) })
      expect(await ask(postgres.url, 'select 1')).toEqual([1])
      await postgres.stop()
      expect(said.join()).toContain(postgres.folder)
      await rm(postgres.folder, { recursive: true })
    },
  )
})
