import { parseUnits } from 'viem'
import type { Deposit } from '../../src/sandbox/chain/deposit.ts'
import type { Chain, ChainBlock, ChainStray, ChainTransfer } from '../../src/server/chain/chain.ts'

/** A chain that a test has in its hand: nothing is mined unless it says so. */
export interface ChainInHand {
  chain: Chain
  /** Sends a transfer; it is in no block yet. */
  pay(deposit: Deposit): Promise<string>
  mine(blocks?: number): Promise<void>
  /** Replaces the last blocks by empty ones; the transactions in them come back in the next block, or never. */
  reorg(depth: number, transactions?: 'return' | 'drop'): Promise<void>
  close(): Promise<void>
}

/** A chain in memory that keeps whole what a test wants to know: its transfers. */
export interface MemoryChain extends ChainInHand {
  /** Every transfer on the chain as it is now. */
  transfers(): ChainTransfer[]
}

type Sent = Pick<ChainBlock, 'transfers' | 'strays'>

const decimals = { USDT: 6, USDC: 6, ETH: 18 } as const

let made = 0

/** Makes one; `network` tells several in one database apart. */
export function memoryChain({ network = 'MEMORY', confirmations = 3 } = {}): MemoryChain {
  const name = `${++made}`
  let count = 0
  const newHash = (kind: string) => `${kind}-${name}-${++count}`
  const blocks: ChainBlock[] = [{ height: 0n, hash: newHash('block'), parentHash: 'nothing', ...nothing() }]
  let waiting = nothing()

  function append(sent: Sent) {
    const last = blocks.at(-1) as ChainBlock
    blocks.push({ height: last.height + 1n, hash: newHash('block'), parentHash: last.hash, ...sent })
  }

  return {
    chain: chainOf(blocks, { network, confirmations }),
    async pay({ address, currency, amount, kind = 'transfer', secondAddress, secondAmount }) {
      const txHash = newHash('transaction')
      const transfer = (to: string, amount: string, logIndex: number): ChainTransfer => {
        const amountRaw = parseUnits(amount, decimals[currency])
        return { txHash, logIndex, to, currency, amountRaw, decimals: decimals[currency] }
      }
      const first = transfer(address, amount, currency === 'ETH' ? -1 : 0)
      const second = transfer(secondAddress ?? address, secondAmount ?? amount, 1)
      const sent = { transfer: [first], twice: [first, second], 'wrong-token': [], failed: [] }[kind]
      waiting.transfers.push(...sent.filter(({ amountRaw }) => amountRaw > 0n))
      if (kind === 'wrong-token') waiting.strays.push(strayOf(first))
      return txHash
    },
    async mine(count = 1) {
      for (let i = 0; i < count; i++) {
        append(waiting)
        waiting = nothing()
      }
    },
    async reorg(depth, transactions = 'return') {
      const lost = blocks.splice(-depth)
      for (const _ of lost) append(nothing())
      if (transactions === 'drop') return
      waiting = [...lost, waiting].reduce<Sent>(
        (all, { transfers, strays }) => ({
          transfers: [...all.transfers, ...transfers],
          strays: [...all.strays, ...strays],
        }),
        nothing(),
      )
    },
    close: async () => {},
    transfers: () => blocks.flatMap(({ transfers }) => transfers),
  }
}

/** The blocks as a reader of deposits sees them. */
function chainOf(
  blocks: readonly ChainBlock[],
  { network, confirmations }: { network: string; confirmations: number },
): Chain {
  return {
    network,
    coins: Object.entries(decimals).map(([currency, decimals]) => ({
      currency: currency as 'USDT',
      decimals,
    })),
    confirmations,
    blockSeconds: 1,
    startBlock: 0n,
    head: async () => (blocks.at(-1) as ChainBlock).height,
    async block(height, ours) {
      const block = blocks[Number(height)]
      if (!block) return null
      const mine = await ours([...new Set([...block.transfers, ...block.strays].map(({ to }) => to))])
      const isMine = ({ to }: { to: string }) => mine.has(to)
      return { ...block, transfers: block.transfers.filter(isMine), strays: block.strays.filter(isMine) }
    },
    hashAt: async height => blocks[Number(height)]?.hash ?? null,
    async balanceAt({ address, currency, height }) {
      return blocks
        .slice(0, Number(height) + 1)
        .flatMap(({ transfers }) => transfers)
        .filter(transfer => transfer.to === address && transfer.currency === currency)
        .reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
    },
    async transfersBy(txHash) {
      const of = blocks.flatMap(({ transfers }) => transfers).filter(transfer => transfer.txHash === txHash)
      return of.length > 0 ? of : null
    },
    addressOf: derivation => `${network}-address-${derivation}`,
    paymentUri: ({ address }) => address,
  }
}

const nothing = (): Sent => ({ transfers: [], strays: [] })

function strayOf({ txHash, logIndex, to, amountRaw }: ChainTransfer): ChainStray {
  return { txHash, logIndex, to, amountRaw, token: 'some-other-token' }
}
