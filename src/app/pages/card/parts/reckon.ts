import type { CardType } from '../../../../contract/card.ts'
import { feeOf, format, parse, sameValue } from '../../../../contract/money.ts'

// Previews of what the server will charge, in whole minor units. The server decides.

/** What somebody has typed so far as an amount: `'12.'` is `'12'`, nothing is `'0'`. */
export function amountOf(typed: string): string {
  return typed.replace(/\.$/, '') || '0'
}

/** A share in basis points: `'1.5'` percent is 150. */
export function bpsOf(percent: string): number {
  const [whole = '0', fraction = ''] = percent.split('.')
  return Number(whole + fraction.padEnd(2, '0').slice(0, 2))
}

export interface Cost {
  fee: string
  total: string
  /** Of the amount, in percent with at most two digits, rounded up. */
  share: string
}

/** What a recharge costs in USDT: the fee is on top of what arrives. */
export function rechargeCost(amount: string, { rechargeFee }: Pick<CardType, 'rechargeFee'>): Cost {
  const amountMinor = usdt(amount)
  const feeMinor = feeOf({ amountMinor, feeBps: bpsOf(rechargeFee) })
  return costOf(amountMinor, feeMinor)
}

/** What opening a card costs: the opening fee, and the recharge at opening with its own fee. */
export function openCost(
  amount: string,
  { openFee, rechargeFee }: Pick<CardType, 'openFee' | 'rechargeFee'>,
): Cost & { rechargeFee: string } {
  const amountMinor = usdt(amount)
  const rechargeFeeMinor = feeOf({ amountMinor, feeBps: bpsOf(rechargeFee) })
  const cost = costOf(amountMinor, usdt(openFee) + rechargeFeeMinor)
  return { ...cost, rechargeFee: format(rechargeFeeMinor, 'USDT') }
}

function costOf(amountMinor: bigint, feeMinor: bigint): Cost {
  const shareBps = amountMinor > 0n ? (feeMinor * 10000n + amountMinor - 1n) / amountMinor : 0n
  return {
    fee: format(feeMinor, 'USDT'),
    total: format(amountMinor + feeMinor, 'USDT'),
    share: format(shareBps, 'USD'),
  }
}

/** The most that can arrive when `paid` USDT leave the wallet, the fee included; in whole cents. */
export function mostFor(paid: string, { rechargeFee }: Pick<CardType, 'rechargeFee'>): string {
  return format(without(cents(paid), [bpsOf(rechargeFee)]), 'USD')
}

/** What becomes of a sum paid from the wallet: on the card, and what can be bought with it here and abroad. */
export function becomes(
  paid: string,
  {
    rechargeFee,
    consumeFee,
    crossBorderFee,
  }: Pick<CardType, 'rechargeFee' | 'consumeFee' | 'crossBorderFee'>,
): { onCard: string; spentHome: string; spentAbroad: string } {
  const onCard = without(cents(paid), [bpsOf(rechargeFee)])
  const spentHome = without(onCard, [bpsOf(consumeFee)])
  const spentAbroad = without(onCard, [bpsOf(consumeFee), bpsOf(crossBorderFee)])
  return {
    onCard: format(onCard, 'USD'),
    spentHome: format(spentHome, 'USD'),
    spentAbroad: format(spentAbroad, 'USD'),
  }
}

/** The largest amount that together with its fees, each rounded up by itself, stays within `wholeMinor`. */
function without(wholeMinor: bigint, fees: number[]): bigint {
  const shares = fees.reduce((sum, bps) => sum + BigInt(bps), 10000n)
  let amountMinor = (wholeMinor * 10000n) / shares
  while (amountMinor > 0n && withFees(amountMinor, fees) > wholeMinor) amountMinor -= 1n
  return amountMinor
}

function withFees(amountMinor: bigint, fees: number[]): bigint {
  return fees.reduce((sum, feeBps) => sum + feeOf({ amountMinor, feeBps }), amountMinor)
}

/** `one` − `other`, never below zero. */
export function less(one: string, other: string): string {
  const rest = usdt(one) - usdt(other)
  return format(rest > 0n ? rest : 0n, 'USDT')
}

/** `one` + `other`. */
export function more(one: string, other: string): string {
  return format(usdt(one) + usdt(other), 'USDT')
}

export function isMore(one: string, other: string): boolean {
  return usdt(one) > usdt(other)
}

export function isZero(amount: string): boolean {
  return usdt(amount) === 0n
}

/** The smaller of two. */
export function smaller(one: string, other: string): string {
  return isMore(one, other) ? other : one
}

function usdt(amount: string): bigint {
  return parse(amount, 'USDT') ?? 0n
}

/** USDT in whole cents of USD; what is below a cent is left out. */
function cents(amount: string): bigint {
  const minor = usdt(amount)
  const cent = sameValue({ minor: 1n, from: 'USD', to: 'USDT' }) ?? 1n
  return minor > 0n ? minor / cent : 0n
}
