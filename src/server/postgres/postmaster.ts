import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A running server as its `postmaster.pid` tells it. */
export interface Postmaster {
  pid: number
  port: number
  status: string
}

/** The server that runs on a data folder, or null when none does (whatever an old file says). */
export async function readPostmaster(dataFolder: string): Promise<Postmaster | null> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0) || !isAlive(pid) || !(await isPostgres(pid))) return null
  return { pid, port: Number(lines[3]), status: (lines[7] ?? 'starting').trim() }
}

/** Whether a process of this number exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ends a server: what runs is cut off, what was committed stays. Returns when it is gone. */
export async function endPostmaster(pid: number) {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!signalTo(pid, signal)) return
    for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 20) {
      if (!isAlive(pid)) return
      await sleep(20)
    }
  }
}

/** Sends a signal; false when there is nobody to receive it. */
export function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/**
 * After a crash of the machine the number in the file may belong to anybody, and one that was killed stays in the list
 * until its parent looks. Where /proc is not there, trust the file.
 */
async function isPostgres(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '(postgres) S')
  return /\(postgres\) [^ZX]/.test(stat)
}
