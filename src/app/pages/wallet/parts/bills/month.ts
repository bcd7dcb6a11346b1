import { dayBy, dayOf, monthBy, monthOf, startOf, weekday } from '../../../../calendar.ts'
import { t } from '../../../../state/locale.ts'

/** Today, yesterday, else the day and its weekday. */
export function dayName(day: string): string {
  const today = dayOf(new Date())
  if (day === today) return t('wallet.today')
  return day === dayBy(today, -1) ? t('wallet.yesterday') : weekday(day)
}

/** First and last moment of a month where the reader is. */
export function boundsOf(month: string): { startTime: string; endTime: string } {
  const next = startOf(monthBy(month, 1))
  return { startTime: startOf(month).toISOString(), endTime: new Date(next.getTime() - 1).toISOString() }
}

/** The first of the months that are shown when none is chosen: the last three are in them, and none is there in part. */
export function firstRecent(): string {
  return monthBy(monthOf(), -3)
}

/** Months from now back to the first, newest first, by year. */
export function monthsSince(first: string): [year: string, months: string[]][] {
  const byYear = new Map<string, string[]>()
  for (let month = monthOf(); month >= monthOf(first); month = monthBy(month, -1)) {
    const year = month.slice(0, 4)
    byYear.set(year, [...(byYear.get(year) ?? []), month])
  }
  return [...byYear]
}
