import { createHash } from 'node:crypto'
import type { Coin } from '../../src/contract/money.ts'
import type { Fate, NonceUse, Payment, Prices } from '../../src/server/chain/treasury.ts'

/** What a node does to one broadcast. */
export type BroadcastFault =
  /** Takes it, and its answer never arrives. */
  | 'accepts_then_silent'
  /** Says nothing and has not taken it. */
  | 'silent'
  /** Says that it has taken it, and forgets it. */
  | 'loses'
  /** Refuses it as too cheap. */
  | 'refuses'

export interface Transaction extends Payment, Prices {
  nonce: number
  txHash: string
  raw: string
  isStray: boolean
}
interface Mined extends Transaction {
  isSuccess: boolean
  feeRaw: bigint
}

/** What a node in memory knows, and what is wrong with it. */
export interface MemoryNode {
  network: string
  funds: Record<string, bigint>
  /** Bytes that were ever shown to it. */
  seen: Set<string>
  blocks: { hash: string; mined: Mined[] }[]
  pool: Transaction[]
  faults: BroadcastFault[]
  floor: bigint
  silent: number
  lags: number[]
  withheld: number
  isPruned: boolean
  made: number
}

export function memoryNode(network: string): MemoryNode {
  return {
    network,
    funds: { USDT: 0n, USDC: 0n, ETH: 0n },
    seen: new Set(),
    blocks: [{ hash: `${network}-0`, mined: [] }],
    pool: [],
    faults: [],
    floor: 1_000_000_000n,
    silent: 0,
    lags: [],
    withheld: 0,
    isPruned: false,
    made: 0,
  }
}

const gas = 50_000n
const weiPerMinor = 10n ** 10n

export const onChain = ({ blocks }: MemoryNode) => blocks.flatMap(({ mined }) => mined)

export const minedCount = ({ blocks }: MemoryNode, atDepth = 1) =>
  blocks.slice(0, blocks.length - atDepth + 1).reduce((sum, { mined }) => sum + mined.length, 0)

export const wei = (node: MemoryNode) =>
  onChain(node).reduce(
    (left, { currency, amountMinor, isSuccess, feeRaw }) =>
      left - feeRaw - (currency === 'ETH' && isSuccess ? amountMinor * weiPerMinor : 0n),
    (node.funds.ETH as bigint) * weiPerMinor,
  )

export function balanceOf(node: MemoryNode, currency: Coin): bigint {
  if (currency === 'ETH') return wei(node) < 0n ? 0n : wei(node) / weiPerMinor
  const paid = onChain(node).filter(mined => mined.currency === currency && mined.isSuccess)
  return paid.reduce((left, { amountMinor }) => left - amountMinor, node.funds[currency] ?? 0n)
}

export const costOf = (payment: Payment, { maxFeePerGas }: Pick<Prices, 'maxFeePerGas'>) =>
  gas * maxFeePerGas + (payment.currency === 'ETH' ? payment.amountMinor * weiPerMinor : 0n)

/** Takes a transaction into the pool, as a real node does: not too cheap, not too dear, not in place of one that pays more. */
export function take(node: MemoryNode, raw: string): 'taken' | 'refused' {
  const transaction = read(raw)
  if (onChain(node).some(({ txHash }) => txHash === transaction.txHash)) return 'taken'
  if (transaction.nonce < minedCount(node)) return 'refused'
  const waiting = node.pool.find(({ nonce }) => nonce === transaction.nonce)
  if (waiting?.txHash === transaction.txHash) return 'taken'
  if (transaction.maxFeePerGas < node.floor || costOf(transaction, transaction) > wei(node)) return 'refused'
  const isEnoughMore = (a: bigint, b: bigint) => a * 10n >= b * 11n
  if (
    waiting &&
    !(
      isEnoughMore(transaction.maxFeePerGas, waiting.maxFeePerGas) &&
      isEnoughMore(transaction.maxPriorityFeePerGas, waiting.maxPriorityFeePerGas)
    )
  )
    return 'refused'
  node.pool = [...node.pool.filter(each => each !== waiting), transaction]
  return 'taken'
}

export function mineOne(node: MemoryNode) {
  const block = { hash: newHash(node), mined: [] as Mined[] }
  node.blocks.push(block)
  for (;;) {
    const next = node.pool.find(
      ({ nonce, maxFeePerGas }) => nonce === minedCount(node) && maxFeePerGas >= node.floor,
    )
    if (!next) break
    node.pool = node.pool.filter(each => each !== next)
    const isSuccess = next.isStray || balanceOf(node, next.currency) >= next.amountMinor
    block.mined.push({ ...next, isSuccess, feeRaw: next.isStray ? 0n : gas * node.floor })
  }
  node.pool = node.pool.filter(({ nonce }) => nonce >= minedCount(node))
}

export const newHash = (node: MemoryNode) => `${node.network}-${++node.made}`

/** Whatever is asked of a node that may be silent, or behind the others. */
export async function answered<T>(node: MemoryNode, answer: () => T): Promise<T> {
  if (node.silent > 0) {
    node.silent -= 1
    throw new Error('the node is silent')
  }
  const all = node.blocks
  node.blocks = all.slice(0, Math.max(all.length - (node.lags.shift() ?? 0), 1))
  try {
    return answer()
  } finally {
    node.blocks = all
  }
}

export function fateOf({ blocks }: MemoryNode, txHash: string): Fate | null {
  for (const [height, { hash, mined }] of blocks.entries()) {
    const found = mined.find(each => each.txHash === txHash)
    if (found)
      return { height: BigInt(height), blockHash: hash, isSuccess: found.isSuccess, feeRaw: found.feeRaw }
  }
  return null
}

export function useOf(node: MemoryNode, nonce: bigint): NonceUse | null {
  if (node.isPruned) throw new Error('missing trie node')
  const used = onChain(node).find(each => BigInt(each.nonce) === nonce)
  const fate = used && fateOf(node, used.txHash)
  return fate ? { txHash: used.txHash, height: fate.height, blockHash: fate.blockHash } : null
}

/** True while questions after a transaction are answered as if it were in no block. */
export function takeWithheld(node: MemoryNode): boolean {
  node.withheld -= 1
  return node.withheld >= 0
}

export function read(raw: string): Transaction {
  const parsed = JSON.parse(raw)
  return {
    ...parsed,
    amountMinor: BigInt(parsed.amountMinor),
    maxFeePerGas: BigInt(parsed.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(parsed.maxPriorityFeePerGas),
    raw,
    txHash: `0x${createHash('sha256').update(raw).digest('hex')}`,
    isStray: false,
  }
}
