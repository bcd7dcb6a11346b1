import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeWhole } from './json-file.ts'

/** A process somebody noted: its id, when it began (in the kernel's count), and a word of its command line. */
interface Note {
  pid: number
  began: string
  mark: string
}

/** Notes a process in a file, so that a later start can find it. `mark` must be part of its command line. */
export function noteProcess(file: string, { pid, mark }: { pid: number; mark: string }) {
  writeWhole(file, JSON.stringify({ pid, mark, began: beganAt(pid) ?? '' } satisfies Note))
}

/** The noted process, if it is still that very process: same id, same beginning, the mark in its command line. */
export function notedProcess(file: string): number | null {
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as Note
    const commandLine = readFileSync(`/proc/${note.pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return beganAt(note.pid) === note.began && commandLine.includes(note.mark) ? note.pid : null
  } catch {
    return null
  }
}

/** Forgets a note. */
export function forgetProcess(file: string) {
  rmSync(file, { force: true })
}

/** Ends a process: asks first, insists after `patienceMs`. */
export async function endProcess(pid: number, patienceMs = 4000) {
  if (!signal(pid, 'SIGTERM')) return
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(50)) {
    if (!isRunning(pid)) return
  }
  signal(pid, 'SIGKILL')
  while (isRunning(pid)) await sleep(20)
}

/**
 * False for a process that is gone, and for one that is only waiting to be collected by its parent. One that was killed
 * runs until its last thread has ended, and has its ports as long.
 */
export function isRunning(pid: number): boolean {
  const state = statOf(pid)?.[0]
  if (state === 'Z') return countThreads(pid) > 1
  return state !== undefined && state !== 'X'
}

function countThreads(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length
  } catch {
    return 0
  }
}

function beganAt(pid: number): string | undefined {
  return statOf(pid)?.[19]
}

// The fields after the name in brackets, which may itself hold spaces: state is the first, start time the twentieth.
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
