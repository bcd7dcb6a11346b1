import type { Bill } from '../../../../contract/bill.ts'
import { type Currency, format, parse } from '../../../../contract/money.ts'
import { dayOf, monthOf } from './month.ts'

export interface Day {
  day: string
  bills: Bill[]
}
export interface Month {
  month: string
  days: Day[]
  bills: Bill[]
}
/** A sum in one currency, a decimal string. */
export interface Sum {
  amount: string
  currency: Currency
}

/** Between the wallet and the cards: it changes places and belongs to nobody else before or after. */
const inside: ReadonlySet<string> = new Set(['topUp', 'transfer'])

/** Rows by month and day where the reader is, in the order they come. */
export function monthsOf(bills: readonly Bill[]): Month[] {
  const months: Month[] = []
  for (const bill of bills) {
    const [month, day] = [monthOf(bill.createTime), dayOf(bill.createTime)]
    if (months.at(-1)?.month !== month) months.push({ month, days: [], bills: [] })
    const last = months.at(-1) as Month
    if (last.days.at(-1)?.day !== day) last.days.push({ day, bills: [] })
    last.days.at(-1)?.bills.push(bill)
    last.bills.push(bill)
  }
  return months
}

/** What came in and what went out, by currency. Only what is done counts, and nothing that stayed inside. */
export function totalsOf(bills: readonly Bill[]): { in: Sum[]; out: Sum[] } {
  const sums = { in: new Map<Currency, bigint>(), out: new Map<Currency, bigint>() }
  for (const { type, status, amount, currency } of bills) {
    const minor = parse(amount, currency)
    if (status !== 'done' || inside.has(type) || !minor) continue
    const side = minor > 0n ? sums.in : sums.out
    side.set(currency, (side.get(currency) ?? 0n) + minor)
  }
  return { in: listOf(sums.in), out: listOf(sums.out) }
}

function listOf(sums: Map<Currency, bigint>): Sum[] {
  return [...sums].map(([currency, minor]) => ({ currency, amount: format(minor, currency) }))
}
