import { monthBy, monthOf, startOf } from './calendar.ts'

/** First and last moment of a month where the reader is. */
export function boundsOf(month: string): { startTime: string; endTime: string } {
  const next = startOf(monthBy(month, 1))
  return { startTime: startOf(month).toISOString(), endTime: new Date(next.getTime() - 1).toISOString() }
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
