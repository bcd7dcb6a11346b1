import { t } from '../state/locale.ts'
import { clock, spelled } from '../ui/when.ts'

// Days and months as they are written, in the reader's language and by the reader's clock. Without `Intl`, as in
// ui/when.ts and for the same reason.

/** The day with its year: `2026年11月22日`, `Nov 22, 2026`. */
export function date(at: string | Date): string {
  return t('when.year', spelled(at))
}

/** Day and minute. */
export function dateTime(at: string | Date): string {
  return `${date(at)} ${timeOf(at)}`
}

/** The minute: `09:41`. */
export function timeOf(at: string | Date): string {
  return spelled(at).time
}

/** A day with its weekday: `11月22日周日`, `Sun, Nov 22`. */
export function weekday(day: string): string {
  const name = t('when.weekdays').split(' ')[new Date(day).getUTCDay()] as string
  return t('when.weekday', { ...spelled(startOf(day)), name })
}

/** The month a moment lies in: `2026-11`. */
export function monthOf(at: string | Date = new Date()): string {
  return dayOf(at).slice(0, 7)
}

/** The day a moment lies in: `2026-11-20`. */
export function dayOf(at: string | Date): string {
  return new Date(clock.value(new Date(at))).toISOString().slice(0, 10)
}

/** A day so many days later, or earlier. */
export function dayBy(day: string, days: number): string {
  const at = new Date(day)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** A month so many months later, or earlier. */
export function monthBy(month: string, months: number): string {
  const at = new Date(month)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 7)
}

/** The first moment of a month, or of a day. */
export function startOf(period: string): Date {
  const utcMs = Date.parse(period)
  const ahead = (at: number) => clock.value(new Date(at)) - at
  const near = utcMs - ahead(utcMs)
  const start = utcMs - ahead(near)
  // A clock that leaps over midnight never shows it: the day begins with the leap.
  return new Date(start + ahead(start) < utcMs ? near : start)
}

/** `2026年11月`, `Nov 2026`. */
export function monthName(month: string): string {
  return t('when.month', spelled(startOf(month)))
}

/** `2026年`, `2026`. */
export function yearName(year: string): string {
  return t('when.justYear', { year })
}

/** `11月`, `Nov`. */
export function shortMonthName(month: string): string {
  return t('when.shortMonth', spelled(startOf(month)))
}

/** Whether it is written as a month: it may come from a URL. */
export function isMonth(month: string | undefined): month is string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '')
}
