import { t } from './state/locale.ts'
import { spelled } from './ui/when.ts'

// Days and months as they are written, in the reader's language and by the reader's clock. Without `Intl`, as in
// ui/when.ts and for the same reason.

/** The day with its year: `2026年11月22日`, `Nov 22, 2026`. */
export function date(at: string | Date): string {
  return t('when.year', spelled(new Date(at)))
}

/** Day and minute. */
export function dateTime(at: string | Date): string {
  return `${date(at)} ${timeOf(at)}`
}

/** The minute: `09:41`. */
export function timeOf(at: string | Date): string {
  return spelled(new Date(at)).time
}

/** The day with its weekday: `11月22日周日`, `Sun, Nov 22`. */
export function weekday(at: Date): string {
  const name = t('when.weekdays').split(' ')[at.getDay()] as string
  return t('when.weekday', { ...spelled(at), name })
}

/** The month a moment lies in: `2026-11`. */
export function monthOf(at: string | Date = new Date()): string {
  return dayOf(at).slice(0, 7)
}

/** The day a moment lies in: `2026-11-20`. */
export function dayOf(at: string | Date): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Its first moment. */
export function startOf(month: string): Date {
  return new Date(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 1)
}

/** `2026年11月`, `Nov 2026`. */
export function monthName(month: string): string {
  return t('when.month', spelled(startOf(month)))
}

/** `11月`, `Nov`. */
export function shortMonthName(month: string): string {
  return t('when.shortMonth', spelled(startOf(month)))
}

/** Whether it is written as a month: it may come from a URL. */
export function isMonth(month: string | undefined): month is string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '')
}
