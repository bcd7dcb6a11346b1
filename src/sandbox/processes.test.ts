import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endProcess, isRunning, notedProcess, noteProcess } from './processes.ts'
import { trialFolder } from './trial.ts'

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
