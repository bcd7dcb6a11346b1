import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isPortFree } from './port.ts'
import { endProcess, isRunning, notedProcess, noteProcess } from './processes.ts'
import { freePort, trialFolder } from './trial.ts'

const folder = trialFolder()
const file = join(folder.path, 'note.json')
afterEach(() => folder.remove())

test('a noted process is found while it is that process, and never mistaken for another', async () => {
  const child = spawn('sleep', ['60'])
  const pid = child.pid ?? 0
  noteProcess(file, { pid, mark: 'sleep' })
  expect(notedProcess(file)).toBe(pid)

  noteProcess(file, { pid, mark: 'anvil' })
  expect(notedProcess(file)).toBeNull()
  writeFileSync(file, JSON.stringify({ pid, mark: 'sleep', began: '1' }))
  expect(notedProcess(file)).toBeNull()

  noteProcess(file, { pid, mark: 'sleep' })
  await endProcess(pid)
  expect(isRunning(pid)).toBe(false)
  expect(notedProcess(file)).toBeNull()
})

// Its threads have much to do, and memory that takes time to give back.
const busy = `
const { pbkdf2 } = require('node:crypto')
globalThis.kept = Buffer.alloc(2e8, 1)
for (let thread = 0; thread < 4; thread++) pbkdf2('a', 'b', 1e9, 64, 'sha512', () => {})
require('node:net').createServer().listen(process.argv[1], '127.0.0.1', () => console.log('listening'))
`

test('a process that was killed runs as long as it has its port', async () => {
  for (let round = 0; round < 8; round++) {
    const port = await freePort()
    const child = spawn(process.execPath, ['-e', busy, `${port}`], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect([isRunning(child.pid ?? 0), await isPortFree(port)]).toEqual([true, false])
    child.kill('SIGKILL')
    while (isRunning(child.pid ?? 0));
    expect(await isPortFree(port)).toBe(true)
  }
})
