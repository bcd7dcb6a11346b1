import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkPort, isPortFree } from '../port.ts'
import { endProcess, forgetProcess, isRunning, notedProcess, noteProcess } from '../processes.ts'
import { type Rpc, rpcTo } from './rpc.ts'
import { unpackSnapshot } from './snapshot.ts'

/** The chain id of every sandbox world. */
export const chainId = 31337
/** States kept in memory and in the snapshot: how deep a reorganisation can reach. */
export const keptStates = 64

/** A running development node. */
export interface Anvil {
  url: string
  rpc: Rpc
  pid: number
  /** True when it ran already and was taken over. */
  adopted: boolean
  stop(): Promise<void>
}

/**
 * Starts anvil on the port from the folder's snapshot, or takes over the one this folder's last run left behind.
 * It mines nothing by itself: the clock decides.
 */
export async function startAnvil({ folder, host, port }: { folder: string; host: string; port: number }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const url = `http://${host}:${port}`
  const rpc = rpcTo(url)
  const note = join(folder, 'anvil.json')
  const anvil = (pid: number, adopted: boolean): Anvil => ({
    url,
    rpc,
    pid,
    adopted,
    stop: async () => {
      await endProcess(pid)
      await untilFree(port)
      forgetProcess(note)
    },
  })

  const left = notedProcess(note)
  if (left !== null) {
    process.kill(left, 'SIGCONT')
    if (await answers(rpc)) return anvil(left, true)
    await endProcess(left)
  }
  if (existsSync(note)) await untilFree(port)
  await checkPort(port, 'SANDBOX_PORT')

  const pid = launch({ folder, host, port })
  noteProcess(note, { pid, mark: `--port ${port}` })
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50)) {
    if (await answers(rpc)) return anvil(pid, false)
    if (!isRunning(pid)) break
  }
  await endProcess(pid)
  throw new Error('The sandbox chain (anvil) did not start.')
}

function launch({ folder, host, port }: { folder: string; host: string; port: number }): number {
  const loaded = join(folder, 'loaded.json')
  const args = [
    '--host',
    host,
    '--port',
    String(port),
    '--chain-id',
    String(chainId),
    '--no-mining',
    '--quiet',
  ]
  args.push('--prune-history', String(keptStates), '--threads', '1')
  if (unpackSnapshot({ folder, to: loaded })) args.push('--load-state', loaded)
  // A group of its own: a Ctrl-C at the terminal must not end the chain before its last snapshot.
  const child = spawn(binary(), args, { stdio: 'ignore', detached: true, cwd: folder })
  child.on('error', error => console.error(`anvil: ${error.message}`))
  child.unref()
  if (child.pid === undefined) throw new Error('The sandbox chain (anvil) could not be run.')
  setTimeout(() => rmSync(loaded, { force: true }), 30_000).unref()
  return child.pid
}

function binary(): string {
  const named = process.env.SANDBOX_ANVIL
  if (named) return named
  try {
    const manifest = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json')
    const path = join(dirname(manifest), 'bin', 'anvil')
    if (existsSync(path)) return path
  } catch {}
  throw new Error(
    'The sandbox chain needs anvil, which npm brings for Linux on x64 only. ' +
      'On another machine install Foundry and set SANDBOX_ANVIL to the path of its anvil.',
  )
}

/** A process that has ended holds its port until its last thread has; waits for that, not for another program. */
async function untilFree(port: number) {
  for (const until = Date.now() + 2000; Date.now() < until; await sleep(20)) {
    if (await isPortFree(port)) return
  }
}

async function answers(rpc: Rpc): Promise<boolean> {
  try {
    return Number(await rpc<string>('eth_chainId')) === chainId
  } catch {
    return false
  }
}
