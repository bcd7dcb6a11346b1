import { createHash } from 'node:crypto'
import type { Coin } from '../../src/contract/money.ts'
import type { Chain } from '../../src/server/chain/chain.ts'
import { addressReader } from '../../src/server/chain/treasuries/address.ts'
import type { Fate, NonceUse, Payment, Prices, Treasury } from '../../src/server/chain/treasury.ts'
import { silentChain } from './silent.ts'

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

interface Transaction extends Payment, Prices {
  nonce: number
  txHash: string
  raw: string
  isStray: boolean
}
interface Mined extends Transaction {
  isSuccess: boolean
  feeRaw: bigint
}

const gas = 50_000n
const weiPerMinor = 10n ** 10n

/** Makes one; `network` tells several in one database apart. */
export function memoryTreasury({ network = 'ERC20', confirmations = 3 } = {}): MemoryTreasury {
  const funds: Record<string, bigint> = { USDT: 0n, USDC: 0n, ETH: 0n }
  const seen = new Set<string>()
  let blocks: { hash: string; mined: Mined[] }[] = [{ hash: `${network}-0`, mined: [] }]
  let pool: Transaction[] = []
  let faults: BroadcastFault[] = []
  let floor = 1_000_000_000n
  let silent = 0
  let lags: number[] = []
  let withheld = 0
  let isPruned = false
  let made = 0

  const onChain = () => blocks.flatMap(({ mined }) => mined)
  const minedCount = (atDepth = 1) =>
    blocks.slice(0, blocks.length - atDepth + 1).reduce((sum, { mined }) => sum + mined.length, 0)
  const wei = () =>
    onChain().reduce(
      (left, { currency, amountMinor, isSuccess, feeRaw }) =>
        left - feeRaw - (currency === 'ETH' && isSuccess ? amountMinor * weiPerMinor : 0n),
      (funds.ETH as bigint) * weiPerMinor,
    )
  const balanceOf = (currency: Coin) => {
    if (currency === 'ETH') return wei() < 0n ? 0n : wei() / weiPerMinor
    const paid = onChain().filter(mined => mined.currency === currency && mined.isSuccess)
    return paid.reduce((left, { amountMinor }) => left - amountMinor, funds[currency] ?? 0n)
  }
  const costOf = (payment: Payment, { maxFeePerGas }: Pick<Prices, 'maxFeePerGas'>) =>
    gas * maxFeePerGas + (payment.currency === 'ETH' ? payment.amountMinor * weiPerMinor : 0n)

  function take(raw: string): 'taken' | 'refused' {
    const transaction = read(raw)
    if (onChain().some(({ txHash }) => txHash === transaction.txHash)) return 'taken'
    if (transaction.nonce < minedCount()) return 'refused'
    const waiting = pool.find(({ nonce }) => nonce === transaction.nonce)
    if (waiting?.txHash === transaction.txHash) return 'taken'
    if (transaction.maxFeePerGas < floor || costOf(transaction, transaction) > wei()) return 'refused'
    const isEnoughMore = (a: bigint, b: bigint) => a * 10n >= b * 11n
    if (
      waiting &&
      !(
        isEnoughMore(transaction.maxFeePerGas, waiting.maxFeePerGas) &&
        isEnoughMore(transaction.maxPriorityFeePerGas, waiting.maxPriorityFeePerGas)
      )
    )
      return 'refused'
    pool = [...pool.filter(each => each !== waiting), transaction]
    return 'taken'
  }

  function mineOne() {
    const block = { hash: `${network}-${++made}`, mined: [] as Mined[] }
    blocks.push(block)
    for (;;) {
      const next = pool.find(({ nonce, maxFeePerGas }) => nonce === minedCount() && maxFeePerGas >= floor)
      if (!next) break
      pool = pool.filter(each => each !== next)
      const isSuccess = next.isStray || balanceOf(next.currency) >= next.amountMinor
      block.mined.push({ ...next, isSuccess, feeRaw: next.isStray ? 0n : gas * floor })
    }
    pool = pool.filter(({ nonce }) => nonce >= minedCount())
  }

  /** Whatever is asked of a node that may be silent. */
  const asked =
    <T>(answer: () => T) =>
    async () =>
      answered(answer)
  async function answered<T>(answer: () => T): Promise<T> {
    if (silent > 0) {
      silent -= 1
      throw new Error('the node is silent')
    }
    const all = blocks
    blocks = all.slice(0, Math.max(all.length - (lags.shift() ?? 0), 1))
    try {
      return answer()
    } finally {
      blocks = all
    }
  }

  const treasury: Treasury = {
    network,
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    coins: ['USDT', 'USDC', 'ETH'],
    confirmations,
    blockSeconds: 1,
    read: addressReader([]),
    balanceOf: currency => answered(() => balanceOf(currency)),
    feeBalance: asked(wei),
    minedCount: atDepth => answered(() => minedCount(atDepth)),
    prices: asked(() => ({ maxFeePerGas: floor * 2n, maxPriorityFeePerGas: floor / 10n })),
    costOf,
    async sign(payment, { nonce, prices }) {
      const raw = JSON.stringify({ ...payment, ...prices, nonce, network }, (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      )
      return { raw, txHash: read(raw).txHash }
    },
    async broadcast(raw) {
      if (silent > 0) {
        silent -= 1
        return 'unknown'
      }
      const fault = faults.shift()
      if (fault === 'silent') return 'unknown'
      if (fault === 'loses') return 'taken'
      if (fault === 'refuses') return 'refused'
      seen.add(raw)
      const answer = take(raw)
      return fault === 'accepts_then_silent' ? 'unknown' : answer
    },
    fateOf: txHash => answered(() => (takeWithheld() ? null : fateOf(txHash))),
    useOf: nonce => answered(() => useOf(nonce)),
    head: asked(() => BigInt(blocks.length - 1)),
  }

  function fateOf(txHash: string): Fate | null {
    for (const [height, { hash, mined }] of blocks.entries()) {
      const found = mined.find(each => each.txHash === txHash)
      if (found)
        return { height: BigInt(height), blockHash: hash, isSuccess: found.isSuccess, feeRaw: found.feeRaw }
    }
    return null
  }

  function useOf(nonce: bigint): NonceUse | null {
    if (isPruned) throw new Error('missing trie node')
    const used = onChain().find(each => BigInt(each.nonce) === nonce)
    const fate = used && fateOf(used.txHash)
    return fate ? { txHash: used.txHash, height: fate.height, blockHash: fate.blockHash } : null
  }

  function takeWithheld(): boolean {
    withheld -= 1
    return withheld >= 0
  }

  const chain: Chain = {
    ...silentChain,
    network,
    confirmations,
    head: async () => BigInt(blocks.length - 1),
    hashAt: async height => blocks[Number(height)]?.hash ?? null,
    async block(height) {
      const [parent, block] = [blocks[Number(height) - 1], blocks[Number(height)]]
      return block
        ? { height, hash: block.hash, parentHash: parent?.hash ?? '', transfers: [], strays: [] }
        : null
    },
  }

  return {
    treasury,
    chain,
    mine(count = 1) {
      for (let i = 0; i < count; i++) mineOne()
    },
    reorg(depth, transactions) {
      const kept = Math.max(blocks.length - depth, 1)
      const lost = blocks.slice(kept)
      blocks = [...blocks.slice(0, kept), ...lost.map(() => ({ hash: `${network}-${++made}`, mined: [] }))]
      if (transactions === 'return') pool = [...pool, ...lost.flatMap(({ mined }) => mined)]
    },
    fund(currency, amountMinor) {
      funds[currency] = (funds[currency] ?? 0n) + amountMinor
    },
    setFloor(price) {
      floor = price
    },
    fault(...kinds) {
      faults = [...faults, ...kinds]
    },
    silence(questions) {
      silent = questions
    },
    lag(...blocks) {
      lags = blocks
    },
    withhold(receipts) {
      withheld = receipts
    },
    prune(pruned) {
      isPruned = pruned
    },
    forget() {
      pool = []
    },
    stray() {
      const nonce = minedCount()
      pool = pool.filter(each => each.nonce !== nonce)
      const payment = { to: '0xelsewhere', currency: 'USDT', amountMinor: 0n } as const
      const prices = { maxFeePerGas: floor * 100n, maxPriorityFeePerGas: floor * 100n }
      pool.push({
        ...payment,
        ...prices,
        nonce,
        txHash: `${network}-stray-${++made}`,
        raw: '',
        isStray: true,
      })
    },
    remember() {
      for (const raw of seen) take(raw)
    },
    payments: () => onChain().filter(({ isSuccess, isStray }) => isSuccess && !isStray),
    balanceOf,
    minedCount,
  }
}

function read(raw: string): Transaction {
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
