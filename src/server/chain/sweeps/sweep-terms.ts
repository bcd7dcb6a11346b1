import { type Coin, parse, scales } from '../../../contract/money.ts'
import { etherDecimals } from '../evm-node.ts'
import type { Prices } from '../treasury.ts'

/** What fees are paid in on every network of ours. */
export const feeCoin = 'ETH' satisfies Coin

/**
 * From how much on it is worth a network fee to move a coin, in major units: at the dearest price the fee of a token and
 * of the gas for it is about one part in a hundred.
 */
const fromByCoin: Partial<Record<Coin, string>> = { USDT: '100', USDC: '100', ETH: '0.05' }

/** Nobody waits for a sweep: while a unit of gas may cost more than this many wei nothing new is signed. */
export const dearestPerGas = 10_000_000_000n

const patientTip = 1_000_000_000n

/** What is offered by whoever need not be taken soon: what the network wants, with a small tip. */
export function patient({ maxFeePerGas, maxPriorityFeePerGas }: Prices): Prices {
  const tip = maxPriorityFeePerGas < patientTip ? maxPriorityFeePerGas : patientTip
  return { maxFeePerGas: maxFeePerGas - maxPriorityFeePerGas + tip, maxPriorityFeePerGas: tip }
}

/** An address is given so many times the gas that its sweep may take now: prices rise until it can be signed. */
export const gasHeadroom = 2n

/** The least that is moved, in minor units, by coin. */
export function leastByCoin(): [Coin, bigint][] {
  return Object.entries(fromByCoin).map(([currency, from]) => [
    currency as Coin,
    parse(from, currency as Coin) as bigint,
  ])
}

const rawPerMinor = 10n ** BigInt(etherDecimals - scales[feeCoin])

/** A network fee in minor units, rounded up: the books never say that more is there than is. */
export function feeMinorOf(feeRaw: bigint): bigint {
  return (feeRaw + rawPerMinor - 1n) / rawPerMinor
}

/** What is there for fees, in the native coin's smallest unit. */
export function rawOfMinor(amountMinor: bigint): bigint {
  return amountMinor * rawPerMinor
}
