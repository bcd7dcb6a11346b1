import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { worldFrom } from './config.ts'
import { writeWhole } from './json-file.ts'
import { build, isStale, vite } from './launch/build.ts'
import { type Child, clearLeftovers, launch, noteOf } from './launch/child.ts'
import { checkPort } from './port.ts'
import { forgetProcess, notedProcess, noteProcess } from './processes.ts'
import { secretsOf } from './secrets.ts'

// `npm start`: the app, the server and the sandbox world around it. `npm run dev`: the same with the app's sources live.

const isDev = process.argv.includes('--dev')
const root = resolve(import.meta.dirname, '..', '..')
process.chdir(root)
const { env } = process
const port = Number(env.PORT || 3000)
const appPort = isDev ? Number(env.DEV_PORT || 5173) : port
const serverUrl = `http://127.0.0.1:${port}`
const appUrl = `http://127.0.0.1:${appPort}`
const folder = resolve(env.GLAZE_STATE || '.glaze')
const world = worldFrom({ ...env, GLAZE_STATE: folder })
const children: Child[] = []
let stopping = false
let askedAt = 0

async function start() {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    throw new Error(
      `Glaze needs Node 24, this is ${process.version}. Start it with npm start, which brings its own.`,
    )
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const other = notedProcess(noteOf(folder, 'launcher'))
  if (other !== null) throw new Error(`Glaze already runs from this folder. To stop it: kill ${other}`)
  noteProcess(noteOf(folder, 'launcher'), { pid: process.pid, mark: 'start.ts' })
  await clearLeftovers(folder, ['app', 'server', 'sandbox'])
  await checkPort(port, 'PORT')
  await checkPort(world.ports.console, 'SANDBOX_PORT')
  // Another build is somebody's own to renew.
  if (!isDev && !process.env.APP_FOLDER && isStale(root)) await build(root)

  const settings = await startSandbox()
  await startServer(settings)
  if (isDev) await startApp()
  if (!stopping) console.log(welcome())
}

function startSandbox(): Promise<Record<string, string>> {
  const prefix = 'sandbox ready '
  return new Promise(resolve => {
    const onLine = (line: string) => {
      const isReady = line.startsWith(prefix)
      if (isReady) resolve(JSON.parse(line.slice(prefix.length)) as Record<string, string>)
      return isReady
    }
    const own = { GLAZE_STATE: folder, SERVER_URL: serverUrl, APP_URL: appUrl }
    watch(
      launch({
        name: 'sandbox',
        folder,
        args: [join('src', 'sandbox', 'main.ts')],
        env: { ...env, ...own },
        onLine,
      }),
    )
  })
}

async function startServer(settings: Record<string, string>) {
  const SECRET_KEY = env.SECRET_KEY || secretsOf(world.folder).secretKey
  const PUBLIC_URL = env.PUBLIC_URL || appUrl
  const own = { PORT: String(port), GLAZE_STATE: folder, SANDBOX: '1', SECRET_KEY, PUBLIC_URL }
  // For `npm run ops`, which reaches the same world and has no launcher.
  writeWhole(join(folder, 'settings.json'), `${JSON.stringify({ ...settings, ...own }, null, 2)}\n`)
  watch(
    launch({
      name: 'server',
      folder,
      args: [join('src', 'server', 'main.ts')],
      env: { ...env, ...settings, ...own },
    }),
  )
  await answered(`${serverUrl}/healthz`)
}

async function startApp() {
  watch(
    launch({ name: 'app', folder, args: [vite(), '--host', '--strictPort', '--port', String(appPort)], env }),
  )
  await answered(appUrl)
}

function watch(child: Child) {
  children.push(child)
  child.process.once('exit', (code, signal) => {
    if (stopping) return
    console.error(`The ${child.name} ended (${signal ?? code}); stopping everything.`)
    void stop(1)
  })
}

// Any answer will do: what it says is not our business.
async function answered(url: string) {
  while (!stopping) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null)
    if (response) return await response.body?.cancel()
    await sleep(100)
  }
}

async function stop(code: number) {
  if (stopping) return
  stopping = true
  // The server first: it may still need the world to finish what it is doing.
  for (const child of children.reverse()) await child.stop()
  forgetProcess(noteOf(folder, 'launcher'))
  process.exit(code)
}

// One Ctrl-C arrives twice under npm: from the terminal and from npm. Later than that it is impatience; a chain that
// stays behind is taken over by the next start.
function stopAsked() {
  if (askedAt > 0 && Date.now() - askedAt > 1000) {
    for (const child of children) child.process.kill('SIGKILL')
    process.exit(130)
  }
  askedAt ||= Date.now()
  void stop(0)
}

function welcome(): string {
  return `
  Glaze is running.

    The app               ${appUrl}
    The world around it   ${`http://127.0.0.1:${world.ports.console}`}   letters, deposits, shops, faults

  First: open the app, register with any e-mail address, and read the code in the world's mailbox.
  Everything is kept in ${folder}. Ctrl-C stops it all.
`
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stopAsked)
if (env.npm_lifecycle_event) {
  // npm may be killed before it can pass a signal on.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || stop(0), 1000).unref()
}
start().catch(async error => {
  console.error(`\n  ${(error as Error).message}\n`)
  if (notedProcess(noteOf(folder, 'launcher')) !== process.pid) process.exit(1)
  await stop(1)
})
