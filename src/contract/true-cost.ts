import type { Bill } from './bill.ts'
import { type Currency, decimal, format, parse, rateScale, scaled, scales } from './money.ts'

/** What a movement cost all included. */
export interface TrueCost {
  /** In percent of what was given, with two digits at most, rounded up: never said to be less than it was. */
  percent: string
  amount: string
  currency: Currency
  /** Part of it is that our rate was below the reference rate. */
  hasSpread: boolean
}

/**
 * What a recharge, a withdrawal or a conversion cost, fees and the distance from the reference rate of its moment
 * included, from its bill and those of the same movement. Null where that cannot be told: of other movements, of what is
 * not final, and of what the bills do not say enough of.
 */
export function trueCostOf(bill: Bill, related: readonly Bill[]): TrueCost | null {
  if (bill.status !== 'done') return null
  const converted = [bill, ...related].find(isConversion)
  if (bill.type === 'withdraw') return costOfWithdrawal(bill)
  if (converted && (bill.type === 'topUp' || isConversion(bill))) return costOfConversion(converted)
  return bill.type === 'topUp' ? costOfRecharge(bill, related) : null
}

/**
 * The share of what was given that did not arrive, both in the same unit, in percent with two digits at most, rounded up.
 * Null where nothing was given, and where more arrived than that.
 */
export function costShare({ given, got }: { given: bigint; got: bigint }): string | null {
  if (given <= 0n || got > given) return null
  return decimal(((given - got) * 10_000n + given - 1n) / given, 2)
}

function isConversion({ type, remark, status }: Bill): boolean {
  return type === 'transfer' && status === 'done' && remark.referenceRate !== undefined
}

function costOfWithdrawal({ amount, fee, currency }: Bill): TrueCost | null {
  const [sent, feeMinor] = [parse(amount, currency), parse(fee, currency)]
  if (sent === null || feeMinor === null) return null
  return costIn(currency, { given: feeMinor - sent, got: -sent, hasSpread: false })
}

function costOfRecharge({ remark, traceId }: Bill, related: readonly Bill[]): TrueCost | null {
  const got = remark.paidCurrency === 'USDT' ? parse(remark.paid ?? '', 'USDT') : null
  if (got === null) return null
  const fees = related.filter(
    each => each.traceId === traceId && each.type === 'fee' && each.remark.fee === 'rechargeFee',
  )
  const feeMinor = fees.reduce((sum, { amount }) => sum - (parse(amount, 'USDT') ?? 0n), 0n)
  return costIn('USDT', { given: got + feeMinor, got, hasSpread: false })
}

function costOfConversion({ remark }: Bill): TrueCost | null {
  const [paid, reference] = [scaled(remark.paid ?? ''), scaled(remark.referenceRate ?? '')]
  const got = parse(remark.received ?? '', 'USDT')
  if (paid === null || reference === null || got === null) return null
  const given = (paid * reference) / 10n ** BigInt(2 * rateScale - scales.USDT)
  return costIn('USDT', { given, got, hasSpread: true })
}

function costIn(
  currency: Currency,
  { given, got, hasSpread }: { given: bigint; got: bigint; hasSpread: boolean },
): TrueCost | null {
  const percent = costShare({ given, got })
  return percent === null ? null : { percent, amount: format(given - got, currency), currency, hasSpread }
}
