import { monthsBack } from '../../zone.ts'

/** A payment to one merchant; USD minor units. */
export interface Payment {
  at: Date
  amountMinor: bigint
}

/** How a merchant charges regularly. */
export interface Rhythm {
  every: Every
  /** When it is expected again; a few days ago where it is late. */
  nextAt: Date
  /** What it took before the last time, where the last is more. */
  cheaperBeforeMinor: bigint | null
}

type Every = 'week' | 'month' | 'year'

const dayMs = 24 * 60 * 60 * 1000
/** Days between two payments, and after how many more one that did not come is given up. */
const everies = {
  week: { from: 6, to: 8, late: 3 },
  month: { from: 26, to: 35, late: 10 },
  year: { from: 355, to: 376, late: 30 },
} as const

/**
 * The rhythm of payments, newest first: three that follow each other at the same distance, or, a month or a year apart, two
 * of about the same amount. What comes twice within two days is one. Null where there is none, or where it has ended.
 */
export function rhythmOf(payments: readonly Payment[], now: Date): Rhythm | null {
  const [last, before, first] = apart(payments)
  if (!last || !before) return null
  const every = everyOf(last, before)
  if (!every) return null
  const isRegular = first ? everyOf(before, first) === every : every !== 'week' && isSimilar(last, before)
  if (!isRegular) return null
  const nextAt = oneLater(last.at, every)
  if (daysBetween(now, nextAt) > everies[every].late) return null
  const isDearer = last.amountMinor > before.amountMinor
  return { every, nextAt, cheaperBeforeMinor: isDearer ? before.amountMinor : null }
}

/** How many payments a rhythm brings until then. */
export function countUntil({ every, nextAt }: Pick<Rhythm, 'every' | 'nextAt'>, until: Date): number {
  let count = 0
  for (let at = nextAt; at <= until; at = oneLater(at, every)) count++
  return count
}

function apart(payments: readonly Payment[]): Payment[] {
  const kept: Payment[] = []
  for (const payment of payments) {
    const later = kept.at(-1)
    if (!later || daysBetween(later.at, payment.at) >= 2) kept.push(payment)
  }
  return kept
}

function everyOf(later: Payment, earlier: Payment): Every | null {
  const days = Math.round(daysBetween(later.at, earlier.at))
  const fits = (every: Every) => days >= everies[every].from && days <= everies[every].to
  return (['week', 'month', 'year'] as const).find(fits) ?? null
}

/** Within a fifth of each other: taxes and rates move what is charged. */
function isSimilar({ amountMinor: one }: Payment, { amountMinor: other }: Payment): boolean {
  const [more, less] = one > other ? [one, other] : [other, one]
  return (more - less) * 5n <= more
}

function oneLater(at: Date, every: Every): Date {
  if (every === 'week') return new Date(+at + 7 * dayMs)
  return monthsBack(at, every === 'month' ? -1 : -12)
}

function daysBetween(later: Date, earlier: Date): number {
  return (+later - +earlier) / dayMs
}
