import type { Coin } from '../../contract/money.ts'

/** What an address that somebody typed is on this network. */
export type ReadAddress =
  /** `address` as the network writes it, with its checksum. */
  | { problem: null; address: string }
  /** `looksLike`: the network whose address it seems to be, with `other_network`. */
  | { problem: 'format' | 'checksum' | 'other_network' | 'nobody'; address: string; looksLike: string | null }

/**
 * One payment on chain. Of nothing it is refused, but for one to our own address, which pays nobody and only uses up its
 * nonce.
 */
export interface Payment {
  to: string
  currency: Coin
  /** Minor units of the books, never negative; a network with fewer digits than the books is refused. */
  amountMinor: bigint
}

/** What the network wants for a transaction at this moment, in its native coin's smallest unit per unit of gas. */
export interface Prices {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** A signed transaction that may be broadcast any number of times and has an effect once. */
export interface SignedPayment {
  txHash: string
  /** The bytes, in hex. */
  raw: string
}

/**
 * The deposit address with this number as a wallet of its own: what is there can be paid to our hot wallet, and nowhere else
 * by anything of ours. Whoever holds these keys holds what customers sent and was not swept yet.
 */
export type DepositWallets = (derivation: number) => Treasury

/** What became of a transaction that is in a block. */
export interface Fate {
  height: bigint
  blockHash: string
  isSuccess: boolean
  /** What it cost, in the native coin's smallest unit. */
  feeRaw: bigint
}

/** The transaction that has used a nonce of our wallet, whether the books know it or not, in the block where it is. */
export interface NonceUse {
  txHash: string
  height: bigint
  blockHash: string
  /** Which of the payments that were asked about it carries, whether we know these bytes or not; null for none of them. */
  carries: Payment | null
}

/**
 * Our hot wallet on a network: what withdrawals are paid from. Rejects when the node is silent or talks nonsense; nothing
 * here is believed to have failed because no answer came.
 */
export interface Treasury {
  network: string
  /** Our own address there. */
  address: string
  /** Coins that can be paid. */
  coins: readonly Coin[]
  /** Blocks after which a payment is final, its own included. */
  confirmations: number
  /** About how long a block takes. */
  blockSeconds: number
  /** What an address is, without asking anybody. */
  read(address: string): ReadAddress
  /** What the wallet holds of a coin, in minor units rounded down, at the newest block. */
  balanceOf(currency: Coin): Promise<bigint>
  /** What the wallet can spend on fees, in the native coin's smallest unit. */
  feeBalance(): Promise<bigint>
  /** Number of transactions of ours in blocks: at the newest one, or `atDepth` confirmations below (1 is the newest). */
  minedCount(atDepth?: number): Promise<number>
  /** As many at the newest block, and with them those that wait for a block, as far as the node knows. */
  waitingCount(): Promise<number>
  /** What a payment made now should offer to be taken soon. */
  prices(): Promise<Prices>
  /**
   * The most a payment can take from what is there for fees, in the native coin's smallest unit: its fee at these prices,
   * and what it pays when that is the native coin itself.
   */
  costOf(payment: Payment, prices: Prices): bigint
  /** Signs without asking anybody. The same payment, nonce and prices give the same bytes. */
  sign(payment: Payment, terms: { nonce: number; prices: Prices }): Promise<SignedPayment>
  /**
   * Hands signed bytes to the network. `taken`: it has them, now or from before. `refused`: it will not have them as they
   * are (too cheap, nonce used, too little). `unknown`: no answer, which may hide either.
   */
  broadcast(raw: string): Promise<'taken' | 'refused' | 'unknown'>
  /** Where a transaction is in the chain; null while it is in no block. */
  fateOf(txHash: string): Promise<Fate | null>
  /**
   * What has used a nonce of ours, ours or not, and which of these payments it carries: found in a block itself, whatever the
   * node says of a transaction it is asked for. Null while nothing has. Rejects also when the node cannot look that far back.
   */
  useOf(nonce: bigint, ...payments: Payment[]): Promise<NonceUse | null>
  /** Height of the newest block. */
  head(): Promise<bigint>
}
