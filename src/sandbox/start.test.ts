import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isRunning } from './processes.ts'
import { freePort, freePorts, trialFolder } from './trial.ts'

const project = resolve(import.meta.dirname, '..', '..')
// It tells what it was told, and does not notice when its parent dies.
const server = `
import { createServer } from 'node:http'
createServer((_request, response) => response.end(JSON.stringify(process.env))).listen(Number(process.env.PORT))
process.on('SIGTERM', () => process.exit(0))
`

describe('npm start', () => {
  let folder: ReturnType<typeof trialFolder>
  let ports: { PORT: string; SANDBOX_PORT: string }
  const started: ChildProcess[] = []

  beforeEach(async () => {
    folder = trialFolder()
    ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePorts(5)) }
    cpSync(join(project, 'src', 'sandbox'), join(folder.path, 'src', 'sandbox'), { recursive: true })
    cpSync(join(project, 'src', 'contract'), join(folder.path, 'src', 'contract'), { recursive: true })
    symlinkSync(join(project, 'node_modules'), join(folder.path, 'node_modules'))
    writeFileSync(join(folder.path, 'package.json'), '{"type":"module"}')
    mkdirSync(join(folder.path, 'src', 'server'))
    writeFileSync(join(folder.path, 'src', 'server', 'main.ts'), server)
    mkdirSync(join(folder.path, 'dist', 'client'), { recursive: true })
    const built = join(folder.path, 'dist', 'client', 'index.html')
    writeFileSync(built, '')
    utimesSync(built, new Date('2100-01-01'), new Date('2100-01-01'))
  })
  afterEach(async () => {
    for (const child of started.splice(0)) {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    folder.remove()
  })

  function start() {
    const env = { ...process.env, ...ports, GLAZE_STATE: join(folder.path, 'state') }
    const child = spawn(process.execPath, [join(folder.path, 'src', 'sandbox', 'start.ts')], { env })
    const said = { text: '' }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said.text += chunk))
    started.push(child)
    return { child, said }
  }
  const running = ({ said }: ReturnType<typeof start>) =>
    expect.poll(() => said.text).toContain('Glaze is running')
  const pidOf = (...path: string[]) =>
    JSON.parse(readFileSync(join(folder.path, 'state', ...path), 'utf8')).pid as number
  const pids = () => [
    pidOf('run', 'server.json'),
    pidOf('run', 'sandbox.json'),
    pidOf('sandbox', 'chain', 'anvil.json'),
  ]

  test('tells the server where the world is, refuses a second start, and stops everything when asked', async () => {
    const first = start()
    await running(first)
    expect(first.said.text).toContain(`http://127.0.0.1:${ports.PORT}`)
    expect(first.said.text).not.toContain('whsec_')
    const told = (await (await fetch(`http://127.0.0.1:${ports.PORT}`)).json()) as Record<string, string>
    expect(told).toMatchObject({
      SANDBOX: '1',
      CHAIN_ID: '31337',
      SECRET_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(told.ISSUER_WEBHOOK_SECRET).toMatch(/^whsec_/)
    const settings = join(folder.path, 'state', 'settings.json')
    expect(told).toMatchObject(JSON.parse(readFileSync(settings, 'utf8')))
    expect(statSync(settings).mode & 0o777).toBe(0o600)

    const second = start()
    expect((await once(second.child, 'exit'))[0]).toBe(1)
    expect(second.said.text).toContain('already runs')

    const before = pids()
    first.child.kill('SIGINT')
    expect((await once(first.child, 'exit'))[0]).toBe(0)
    expect(before.map(isRunning)).toEqual([false, false, false])
  })

  test('after a kill -9 of the launcher the world ends by itself, and the next start clears the rest', async () => {
    const first = start()
    await running(first)
    const [serverPid = 0, sandboxPid = 0, anvilPid = 0] = pids()
    first.child.kill('SIGKILL')
    await expect.poll(() => [sandboxPid, anvilPid].map(isRunning)).toEqual([false, false])
    expect(isRunning(serverPid)).toBe(true)

    const second = start()
    await running(second)
    expect(isRunning(serverPid)).toBe(false)
    expect(second.said.text).toContain(`Stopping the server of an earlier run (process ${serverPid})`)
  })

  test('after a kill -9 of all but the chain, the chain is taken over', async () => {
    const first = start()
    await running(first)
    const [serverPid = 0, sandboxPid = 0, anvilPid = 0] = pids()
    for (const pid of [first.child.pid ?? 0, serverPid, sandboxPid]) process.kill(pid, 'SIGKILL')
    await expect.poll(() => isRunning(sandboxPid)).toBe(false)
    await running(start())
    expect(pidOf('sandbox', 'chain', 'anvil.json')).toBe(anvilPid)
  })

  test('ends with an error when a child ends', async () => {
    const first = start()
    await running(first)
    const before = pids()
    process.kill(before[0] ?? 0, 'SIGKILL')
    expect((await once(first.child, 'exit'))[0]).toBe(1)
    expect(before.map(isRunning)).toEqual([false, false, false])
  })
})

test('npm run dev hands the calls of the app to the server it has started, whatever port that is on', async () => {
  vi.stubEnv('PORT', '4321')
  const at = { command: 'serve', mode: 'development' } as const
  const loaded = await loadConfigFromFile(at, join(project, 'vite.config.ts'))
  vi.unstubAllEnvs()
  const to = 'http://127.0.0.1:4321'
  expect(loaded?.config.server?.proxy).toEqual({ '/api': to, '/hooks': to, '/check': to })
})
