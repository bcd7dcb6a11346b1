import { type Currency, feeOf, scales } from '../../contract/money.ts'
import { one, scaled } from './scaled.ts'

/** What one `from` is in `to`, as an exact fraction: it is divided last, and only once. */
export interface Price {
  times: bigint
  over: bigint
}

/** The price a rate tells: multiplied when it is told this way round, divided when it is told the other; null for none. */
export function priceOf(rate: string, { isInverse }: { isInverse: boolean }): Price | null {
  const value = scaled(rate)
  if (value === null) return null
  return isInverse ? { times: one, over: value } : { times: value, over: one }
}

/** A price that is worse for the customer by a share in basis points. */
export function spread({ times, over }: Price, spreadBps: number): Price {
  return { times: times * BigInt(10_000 - spreadBps), over: over * 10_000n }
}

/** A price as a decimal string with at most eight digits after the point, cut off. */
export function rateText({ times, over }: Price): string {
  const digits = ((times * 10n ** 8n) / over).toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
}

interface Pair {
  from: Currency
  to: Currency
  price: Price
}

/**
 * What an amount becomes: what the price gives, rounded down, and the fee taken from it, rounded up. Minor units. Every
 * remainder stays with the house, so that no way there and back ever gains (decision D11).
 */
export function converted({ amountMinor, feeBps, ...pair }: Pair & { amountMinor: bigint; feeBps: number }): {
  feeMinor: bigint
  receiveMinor: bigint
} {
  const { times, over } = inMinor(pair)
  const grossMinor = (amountMinor * times) / over
  const feeMinor = feeOf({ amountMinor: grossMinor, feeBps })
  return { feeMinor, receiveMinor: grossMinor - feeMinor }
}

/** The least and the most of `from`, in its minor units, for which the price gives no less and no more of `to`. */
export function rangeOf({ minMinor, maxMinor, ...pair }: Pair & { minMinor: bigint; maxMinor: bigint }): {
  leastMinor: bigint
  mostMinor: bigint
} {
  const { times, over } = inMinor(pair)
  return {
    leastMinor: (minMinor * over + times - 1n) / times,
    mostMinor: ((maxMinor + 1n) * over - 1n) / times,
  }
}

function inMinor({ from, to, price: { times, over } }: Pair): Price {
  return { times: times * 10n ** BigInt(scales[to]), over: over * 10n ** BigInt(scales[from]) }
}
