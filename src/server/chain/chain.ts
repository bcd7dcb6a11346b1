import type { Coin } from '../../contract/money.ts'

/** A transfer on chain to one address, as the chain itself tells it. */
export interface ChainTransfer {
  txHash: string
  /**
   * Position among the logs of its own transaction, which a reorganisation does not change (the position in the block
   * may); -1 for the native coin.
   */
  logIndex: number
  to: string
  currency: Coin
  /** In the chain's own smallest unit; never zero. */
  amountRaw: bigint
  /** Digits after the point on chain. */
  decimals: number
}

/** A transfer to one of our addresses of a token we do not carry, whatever that token calls itself. */
export interface ChainStray {
  txHash: string
  /** As in `ChainTransfer`. */
  logIndex: number
  to: string
  /** The token's contract, which is all that is true of it: its name, symbol and digits are whatever its maker likes. */
  token: string
  /** In the token's own smallest unit; never zero. */
  amountRaw: bigint
}

/** One block with the transfers in it that went to our addresses. */
export interface ChainBlock {
  height: bigint
  hash: string
  parentHash: string
  transfers: ChainTransfer[]
  strays: ChainStray[]
}

/** A transaction as our node has it: whom it paid, whoever that is. */
export interface ChainTransaction {
  /** The block it is in; null while it waits for one. */
  block: Pick<ChainBlock, 'height' | 'hash'> | null
  /** The chain carried it out; what failed moved nothing, and what waits has moved nothing yet. */
  isDone: boolean
  transfers: ChainTransfer[]
  strays: ChainStray[]
}

/** A coin the chain carries, and how many digits its raw amounts have after the point. */
export interface ChainCoin {
  currency: Coin
  decimals: number
}

/** Tells which of these addresses are ours, all written as the network writes them (with their checksum). */
export type Ours = (addresses: string[]) => Promise<ReadonlySet<string>>

/**
 * What we need of a chain to see deposits: our own reads, never somebody's word. Rejects when the node is silent, is of
 * another chain or contradicts itself.
 */
export interface Chain {
  /** The network's name in the app: `ERC20`. */
  network: string
  coins: readonly ChainCoin[]
  /** Blocks after which a deposit is final and credited, its own included. */
  confirmations: number
  /** About how long a block takes. */
  blockSeconds: number
  /** The first block that may hold a deposit of ours. */
  startBlock: bigint
  /** Height of the newest block. */
  head(): Promise<bigint>
  /** The block at this height with all transfers to addresses that `ours` knows, or null when the chain is shorter. */
  block(height: bigint, ours: Ours): Promise<ChainBlock | null>
  /** The hash at this height, or null when the chain is shorter. */
  hashAt(height: bigint): Promise<string | null>
  /** What an address held of a coin when the block at this height was the newest, in the chain's own smallest unit. */
  balanceAt(request: { address: string; currency: Coin; height: bigint }): Promise<bigint>
  /** A transaction that somebody names, `0x` and 64 small hex digits; null when the node knows none of that hash. */
  transactionOf(txHash: string): Promise<ChainTransaction | null>
  /**
   * All transfers of coins it carries that one transaction made, to whomever: none when it failed; null while it is in
   * no block.
   */
  transfersBy(txHash: string): Promise<ChainTransfer[] | null>
  /** The deposit address with this number, derived from an extended public key; no private key is here. */
  addressOf(derivation: number): string
  /** What the QR code of a deposit address says. */
  paymentUri(request: { address: string; currency: Coin }): string
}
