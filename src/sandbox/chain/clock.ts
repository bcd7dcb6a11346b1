import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '../faults.ts'
import type { Rpc } from './rpc.ts'

/** Blocks mined after the last one with a transaction; more than any network's confirmations. */
const tailBlocks = 12
/** How many times longer a block takes while `slow_blocks` waits. */
const slowness = 10

/** Mines while something waits: an idle chain makes no blocks, so it costs nothing and grows by nothing. */
export interface Clock {
  /** Blocks are needed for a while: called after anything that changes the chain from outside. */
  wake(): void
  /** Mines at once. */
  mine(blocks: number): Promise<void>
  /** Runs while no block is mined. */
  paused<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Starts the clock. `save` is called after every block with transactions and when the chain comes to rest. */
export function startClock({ rpc, faults, blockMs, save, failed }: ClockNeeds): Clock {
  const stopping = new AbortController()
  let owed = tailBlocks
  let line: Promise<unknown> = Promise.resolve()

  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const result = line.then(work)
    line = result.catch(() => {})
    return result
  }

  async function mineOne() {
    await rpc('evm_mine')
    const count = Number(await rpc<string>('eth_getBlockTransactionCountByNumber', 'latest'))
    owed = count > 0 ? tailBlocks : owed - 1
    if (count > 0 || owed === 0) await save()
  }

  async function tick() {
    const { pending } = await rpc<{ pending: string }>('txpool_status')
    if (Number(pending) === 0 && owed <= 0) return
    if (faults.take('chain', 'stop_blocks')) return
    await mineOne()
  }

  async function run() {
    while (!stopping.signal.aborted) {
      const slow = faults.take('chain', 'slow_blocks')
      await sleep(slow ? blockMs * slowness : blockMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      await inLine(tick).catch(error => failed(error as Error))
    }
  }

  const running = run()
  return {
    wake: () => {
      owed = tailBlocks
    },
    mine: blocks =>
      inLine(async () => {
        for (let i = 0; i < blocks; i++) await mineOne()
        await save()
      }),
    paused: inLine,
    stop: async () => {
      stopping.abort()
      await running
      await line
    },
  }
}

interface ClockNeeds {
  rpc: Rpc
  faults: Faults
  blockMs: number
  save: () => Promise<void>
  failed: (error: Error) => void
}
