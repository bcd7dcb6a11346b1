import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endProcess, forgetProcess, isRunning, notedProcess, noteProcess } from '../processes.ts'

/** A process of the running world. */
export interface Child {
  name: string
  process: ChildProcess
  stop(): Promise<void>
}

interface Launch {
  name: string
  /** Where it is noted, so that a later start can clear it. */
  folder: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** Sees every line it prints; true keeps the line from the terminal. */
  onLine?: (line: string) => boolean
}

/**
 * Starts a Node process in a group of its own: a Ctrl-C reaches us only, and we stop things in order. Its standard
 * input is a pipe that we never write to: when it ends, its parent is gone.
 */
export function launch({ name, folder, args, env, onLine }: Launch): Child {
  const child = spawn(process.execPath, args, {
    env: { ...env, GLAZE_LAUNCHED: '1' },
    stdio: ['pipe', onLine ? 'pipe' : 'inherit', 'inherit'],
    detached: true,
  })
  if (child.pid === undefined) throw new Error(`The ${name} could not be run.`)
  const { pid } = child
  const note = noteOf(folder, name)
  noteProcess(note, { pid, mark: args[0] ?? '' })
  if (onLine && child.stdout) {
    createInterface({ input: child.stdout }).on('line', line => {
      if (!onLine(line)) console.log(line)
    })
  }
  return {
    name,
    process: child,
    stop: async () => {
      const ended = child.exitCode !== null || child.signalCode !== null ? null : once(child, 'exit')
      if (isRunning(pid)) await endProcess(pid, 6000)
      await ended
      forgetProcess(note)
    },
  }
}

/** Ends what a killed launcher has left behind. Only processes it has noted, and only if they still are those. */
export async function clearLeftovers(folder: string, names: string[]) {
  for (const name of names) {
    const note = noteOf(folder, name)
    const pid = notedProcess(note)
    if (pid !== null) {
      console.log(`Stopping the ${name} of an earlier run (process ${pid}).`)
      await endProcess(pid, 6000)
    }
    forgetProcess(note)
  }
}

export function noteOf(folder: string, name: string): string {
  return join(folder, 'run', `${name}.json`)
}
