import type { Coin } from '../../src/contract/money.ts'
import type { Chain } from '../../src/server/chain/chain.ts'
import { addressReader } from '../../src/server/chain/treasuries/address.ts'
import type { Payment, Treasury } from '../../src/server/chain/treasury.ts'
import {
  answered,
  type BroadcastFault,
  balanceOf,
  costOf,
  fateOf,
  type MemoryNode,
  memoryNode,
  minedCount,
  mineOne,
  newHash,
  onChain,
  read,
  take,
  takeWithheld,
  useOf,
  wei,
} from './memory-node.ts'
import { silentChain } from './silent.ts'

/** A hot wallet and its chain in memory, in the hand of a test: nothing is mined unless it says so. */
export interface MemoryTreasury {
  treasury: Treasury
  /** The same blocks as a reader of deposits sees them, of whom none comes here. */
  chain: Chain
  mine(blocks?: number): void
  /** Replaces the last blocks by empty ones; what was in them waits again, or is gone. */
  reorg(depth: number, transactions: 'return' | 'drop'): void
  /** Gives the wallet something, or takes it away; ETH in minor units too. */
  fund(currency: Coin, amountMinor: bigint): void
  /** The least that is mined and taken, per gas. */
  setFloor(price: bigint): void
  /** What happens to the next broadcasts. */
  fault(...kinds: BroadcastFault[]): void
  /** So many questions are not answered. */
  silence(questions: number): void
  /** The next questions are answered by nodes that are so many blocks behind. */
  lag(...blocks: number[]): void
  /** So many questions after a transaction are answered as if it were in no block. */
  withhold(receipts: number): void
  /** The node cannot say what has used a nonce: its memory does not reach that far back. */
  prune(isPruned: boolean): void
  /** The node forgets what waits. */
  forget(): void
  /** Somebody else with our key uses the next nonce. */
  stray(): void
  /** Bytes that were ever shown to the node come back to it, in any order. */
  remember(): void
  /** Every payment that the chain has carried out. */
  payments(): (Payment & { txHash: string })[]
  balanceOf(currency: Coin): bigint
  minedCount(atDepth?: number): number
}

/** Makes one; `network` tells several in one database apart. */
export function memoryTreasury({ network = 'ERC20', confirmations = 3 } = {}): MemoryTreasury {
  const node = memoryNode(network)
  return {
    treasury: treasuryOn(node, confirmations),
    chain: chainOn(node, confirmations),
    ...blocksOf(node),
    ...faultsOf(node),
    fund(currency, amountMinor) {
      node.funds[currency] = (node.funds[currency] ?? 0n) + amountMinor
    },
    remember() {
      for (const raw of node.seen) take(node, raw)
    },
    payments: () => onChain(node).filter(({ isSuccess, isStray }) => isSuccess && !isStray),
    balanceOf: currency => balanceOf(node, currency),
    minedCount: atDepth => minedCount(node, atDepth),
  }
}

function treasuryOn(node: MemoryNode, confirmations: number): Treasury {
  const { network } = node
  const asked =
    <T>(answer: () => T) =>
    () =>
      answered(node, answer)
  return {
    network,
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    coins: ['USDT', 'USDC', 'ETH'],
    confirmations,
    blockSeconds: 1,
    read: addressReader([]),
    balanceOf: currency => answered(node, () => balanceOf(node, currency)),
    feeBalance: asked(() => wei(node)),
    minedCount: atDepth => answered(node, () => minedCount(node, atDepth)),
    prices: asked(() => ({ maxFeePerGas: node.floor * 2n, maxPriorityFeePerGas: node.floor / 10n })),
    costOf,
    async sign(payment, { nonce, prices }) {
      const raw = JSON.stringify({ ...payment, ...prices, nonce, network }, (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      )
      return { raw, txHash: read(raw).txHash }
    },
    broadcast: async raw => broadcast(node, raw),
    fateOf: txHash => answered(node, () => (takeWithheld(node) ? null : fateOf(node, txHash))),
    useOf: nonce => answered(node, () => useOf(node, nonce)),
    head: asked(() => BigInt(node.blocks.length - 1)),
  }
}

function broadcast(node: MemoryNode, raw: string) {
  if (node.silent > 0) {
    node.silent -= 1
    return 'unknown'
  }
  const fault = node.faults.shift()
  if (fault === 'silent') return 'unknown'
  if (fault === 'loses') return 'taken'
  if (fault === 'refuses') return 'refused'
  node.seen.add(raw)
  const answer = take(node, raw)
  return fault === 'accepts_then_silent' ? 'unknown' : answer
}

function chainOn(node: MemoryNode, confirmations: number): Chain {
  return {
    ...silentChain,
    network: node.network,
    confirmations,
    head: async () => BigInt(node.blocks.length - 1),
    hashAt: async height => node.blocks[Number(height)]?.hash ?? null,
    async block(height) {
      const [parent, block] = [node.blocks[Number(height) - 1], node.blocks[Number(height)]]
      return block
        ? { height, hash: block.hash, parentHash: parent?.hash ?? '', transfers: [], strays: [] }
        : null
    },
  }
}

/** What a test does to the blocks and to what waits for one. */
function blocksOf(node: MemoryNode): Pick<MemoryTreasury, 'mine' | 'reorg' | 'forget' | 'stray'> {
  return {
    mine(count = 1) {
      for (let i = 0; i < count; i++) mineOne(node)
    },
    reorg(depth, transactions) {
      const { blocks } = node
      const kept = Math.max(blocks.length - depth, 1)
      const lost = blocks.slice(kept)
      node.blocks = [...blocks.slice(0, kept), ...lost.map(() => ({ hash: newHash(node), mined: [] }))]
      if (transactions === 'return') node.pool = [...node.pool, ...lost.flatMap(({ mined }) => mined)]
    },
    forget() {
      node.pool = []
    },
    stray() {
      const nonce = minedCount(node)
      node.pool = node.pool.filter(each => each.nonce !== nonce)
      const payment = { to: '0xelsewhere', currency: 'USDT', amountMinor: 0n } as const
      const prices = { maxFeePerGas: node.floor * 100n, maxPriorityFeePerGas: node.floor * 100n }
      const txHash = `${node.network}-stray-${++node.made}`
      node.pool.push({ ...payment, ...prices, nonce, txHash, raw: '', isStray: true })
    },
  }
}

/** What a test has the node do wrong. */
function faultsOf(
  node: MemoryNode,
): Pick<MemoryTreasury, 'setFloor' | 'fault' | 'silence' | 'lag' | 'withhold' | 'prune'> {
  return {
    setFloor(price) {
      node.floor = price
    },
    fault(...kinds) {
      node.faults = [...node.faults, ...kinds]
    },
    silence(questions) {
      node.silent = questions
    },
    lag(...blocks) {
      node.lags = blocks
    },
    withhold(receipts) {
      node.withheld = receipts
    },
    prune(pruned) {
      node.isPruned = pruned
    },
  }
}
