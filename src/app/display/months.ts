import { monthBy, monthOf, startOf } from './calendar.ts'

/** First and last moment of a month where the reader is. */
export function boundsOf(month: string): { startTime: string; endTime: string } {
  const next = startOf(monthBy(month, 1))
  return { startTime: startOf(month).toISOString(), endTime: new Date(next.getTime() - 1).toISOString() }
}

/** First and last moment of a year where the reader is. */
export function boundsOfYear(year: string): { startTime: string; endTime: string } {
  const next = startOf(String(Number(year) + 1))
  return { startTime: startOf(year).toISOString(), endTime: new Date(next.getTime() - 1).toISOString() }
}

/** Whether it is written as a year: it may come from a URL. */
export function isYear(year: string | undefined): year is string {
  return /^20\d\d$/.test(year ?? '')
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
