import { dayOf, monthOf, startOf, weekday } from '../../../calendar.ts'
import { t } from '../../../state/locale.ts'

/** Today, yesterday, else the day and its weekday. */
export function dayName(day: string): string {
  if (day === dayOf(new Date())) return t('wallet.today')
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  if (day === dayOf(yesterday)) return t('wallet.yesterday')
  return weekday(new Date(`${day}T12:00:00`))
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
