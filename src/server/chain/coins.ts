import { type Coin, scales } from '../../contract/money.ts'

/** The smallest deposit that is credited, in minor units; smaller ones wait until they add up to it. */
export const minimumByCoin: Record<Coin, bigint> = {
  USDT: 1_000_000n,
  USDC: 1_000_000n,
  ETH: 100_000n,
  BTC: 10_000n,
  TRX: 10_000_000n,
}

/** More than this at once a person looks at first, in major units. */
const absurdByCoin: Record<Coin, bigint> = {
  USDT: 1_000_000_000n,
  USDC: 1_000_000_000n,
  ETH: 1_000_000n,
  BTC: 100_000n,
  TRX: 10_000_000_000n,
}

/** The most that a column holds, and that can be told. */
export const largestMinor = 2n ** 63n - 1n

/** An amount on chain as the books see it. */
export interface Booked {
  /** At most what a column holds: beyond it this is the largest number, and the amount on chain is the truth. */
  amountMinor: bigint
  /** What is below the books' scale, in the chain's own unit. It is ours: the chain holds it, the books do not. */
  dustRaw: bigint
  isAbsurd: boolean
}

/** Brings an amount from the chain's digits to the books' digits, rounding down. */
export function booked({
  currency,
  amountRaw,
  decimals,
}: {
  currency: Coin
  amountRaw: bigint
  decimals: number
}): Booked {
  const scale = scales[currency]
  const divisor = 10n ** BigInt(Math.max(decimals - scale, 0))
  const minor = (amountRaw / divisor) * 10n ** BigInt(Math.max(scale - decimals, 0))
  return {
    amountMinor: minor < largestMinor ? minor : largestMinor,
    dustRaw: amountRaw % divisor,
    isAbsurd: minor > absurdByCoin[currency] * 10n ** BigInt(scale),
  }
}
