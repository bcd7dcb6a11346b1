import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isRunning } from '../../../src/sandbox/processes.ts'
import { freePorts } from '../../../src/sandbox/trial.ts'
import { type Db, openDatabase } from '../../../src/server/database/database.ts'
import { startPostgres } from '../../../src/server/postgres/postgres.ts'
import { readPostmaster } from '../../../src/server/postgres/postmaster.ts'
import { codeIn } from '../../fixtures/account/code-in.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** What `npm start` starts, on ports and a folder of its own: the app, its server, the world around them. */
export interface Town {
  appUrl: string
  consoleUrl: string
  /** Asks the sandbox's console; throws when it refuses. */
  console<T = Record<string, unknown>>(path: string, body?: object): Promise<T>
  /** The newest code in a letter to this address. */
  codeFor(email: string): Promise<string>
  /**
   * Kills everything of ours at once, the database too, as a power cut does, and starts it again on the same folder. The
   * chain's node goes on: it is the world's, not ours.
   */
  crash(): Promise<void>
  /** Runs `npm run ops -- …` beside it. */
  ops(...args: string[]): Promise<{ code: number; output: string }>
  /** Works on its database, past everything of ours: that is how days go by. */
  onDatabase(work: (db: Db) => Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts one; `settings` are more of the environment. It begins with a copy of the database at TOWN_DATABASE; without that
 * its server makes one, as it does for everybody who starts it for the first time.
 */
export async function openTown(settings: Record<string, string> = {}): Promise<Town> {
  const folder = await mkdtemp(join(tmpdir(), 'glaze-town-'))
  // PostgreSQL does not run as root: its user has to get there.
  await chmod(folder, 0o755)
  const port = await freePorts(7)
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    GLAZE_STATE: folder,
    PORT: String(port),
    SANDBOX_PORT: String(port + 1),
    SANDBOX_CLEARING_MS: '500',
    // What is bought here is decided, however busy the machine.
    ISSUER_WAITS_MS: '20000',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  if (env.TOWN_DATABASE) await promisify(execFile)('cp', ['-a', env.TOWN_DATABASE, join(folder, 'postgres')])
  const appUrl = `http://127.0.0.1:${port}`
  const consoleUrl = `http://127.0.0.1:${port + 1}`
  let launcher = await launch(env)

  async function ask<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${consoleUrl}${path}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  return {
    appUrl,
    consoleUrl,
    console: ask,
    codeFor: email => newestCode(ask, email),
    async crash() {
      const killed = [...processesIn(folder), ...(await databaseIn(folder))]
      for (const pid of killed) kill(pid)
      while (killed.some(isRunning)) await sleep(20)
      launcher = await launch(env)
    },
    ops: (...args) => runOps(env, args),
    onDatabase: work => workOn(folder, work),
    async stop() {
      if (launcher.exitCode === null && launcher.signalCode === null) {
        launcher.kill('SIGINT')
        await new Promise(done => launcher.once('exit', done))
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function launch(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/sandbox/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = new Promise<void>((done, fail) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      if (output.includes('Glaze is running')) done()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', code => fail(new Error(`npm start ended with ${code}:\n${output}`)))
  })
  await ready
  return child
}

/** The launcher and the processes it has noted: sandbox and server. */
function processesIn(folder: string): number[] {
  const notes = join(folder, 'run')
  if (!existsSync(notes)) return []
  return readdirSync(notes).map(
    name => (JSON.parse(readFileSync(join(notes, name), 'utf8')) as { pid: number }).pid,
  )
}

/** PostgreSQL: the process that listens, and its children, one for each connection and task. */
async function databaseIn(folder: string): Promise<number[]> {
  const postmaster = await readPostmaster(join(folder, 'postgres', 'data'))
  if (!postmaster) throw new Error(`no database runs in ${folder}`)
  const { pid } = postmaster
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.trim().split(' ').map(Number)]
}

async function workOn(folder: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  // It runs already, and stays its launcher's to stop.
  const { url } = await startPostgres({ folder: join(folder, 'postgres') })
  const db = openDatabase({ url, max: 1 })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}

async function newestCode(ask: Town['console'], email: string): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const letters = await ask<{ text: string }[]>(`/mail?to=${encodeURIComponent(email)}`)
    const code = letters.map(({ text }) => codeIn(text)).find(Boolean)
    if (code) return code
    await sleep(100)
  }
  throw new Error(`no letter with a code for ${email}`)
}

async function runOps(env: NodeJS.ProcessEnv, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['src/server/ops/main.ts', ...args], { cwd: root, env })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    output += chunk
  })
  const code = await new Promise<number>(done => child.once('exit', value => done(value ?? 1)))
  return { code, output }
}
