import { date } from '../../../format.ts'
import { t } from '../../../state/locale.ts'

/** The month a moment lies in where the reader is: `2026-11`. */
export function monthOf(at: string | Date): string {
  const { year, month } = partsOf(at)
  return `${year}-${month}`
}

/** The day: `2026-11-20`. */
export function dayOf(at: string | Date): string {
  const { year, month, day } = partsOf(at)
  return `${year}-${month}-${day}`
}

/** `2026年11月`, `November 2026`. */
export function monthName(month: string): string {
  return date(startOf(month), { year: 'numeric', month: 'long' })
}

/** `11月`, `Nov`. */
export function shortMonthName(month: string): string {
  return date(startOf(month), { month: 'short' })
}

/** Today, yesterday, else the day and its weekday. */
export function dayName(day: string): string {
  if (day === dayOf(new Date())) return t('wallet.today')
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  if (day === dayOf(yesterday)) return t('wallet.yesterday')
  return date(new Date(`${day}T12:00:00`), { month: 'short', day: 'numeric', weekday: 'short' })
}

/** The time of day. */
export function timeName(at: string): string {
  return date(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** First and last moment of a month where the reader is. */
export function boundsOf(month: string): { startTime: string; endTime: string } {
  const start = startOf(month)
  const next = new Date(start.getFullYear(), start.getMonth() + 1, 1)
  return { startTime: start.toISOString(), endTime: new Date(next.getTime() - 1).toISOString() }
}

/** Months from now back to the first, newest first, by year. */
export function monthsSince(first: string): [year: string, months: string[]][] {
  const byYear = new Map<string, string[]>()
  const at = new Date()
  at.setDate(1)
  for (let month = monthOf(at); month >= monthOf(first); month = monthOf(at)) {
    const year = month.slice(0, 4)
    byYear.set(year, [...(byYear.get(year) ?? []), month])
    at.setMonth(at.getMonth() - 1)
  }
  return [...byYear]
}

/** That many months before now. */
export function monthsAgo(count: number): Date {
  const then = new Date()
  then.setMonth(then.getMonth() - count)
  return then
}

/** The zone of the reader's clock. */
export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** Whether it is written as a month: it may come from a URL. */
export function isMonth(month: string | undefined): month is string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '')
}

function startOf(month: string): Date {
  return new Date(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 1)
}

function partsOf(at: string | Date) {
  const local = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return { year: local.getFullYear(), month: two(local.getMonth() + 1), day: two(local.getDate()) }
}
