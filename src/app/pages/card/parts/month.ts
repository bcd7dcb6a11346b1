import { language } from '../../../state/locale.ts'

/** The month a moment lies in where the reader is: `2026-11`. */
export function monthOf(at: string | Date = new Date()): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** A month earlier or later. */
export function monthBy(month: string, months: number): string {
  return monthOf(new Date(yearOf(month), numberOf(month) - 1 + months, 1))
}

/** `2026年11月`, `November 2026`. */
export function monthName(month: string): string {
  return first(month).toLocaleDateString(language.value, { year: 'numeric', month: 'long' })
}

/** `11月`, `Nov`. */
export function shortMonthName(month: string): string {
  return first(month).toLocaleDateString(language.value, { month: 'short' })
}

export function yearOf(month: string): number {
  return Number(month.slice(0, 4))
}

/** The twelve months of a year. */
export function monthsOf(year: number): string[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
}

/** Whether it is written as a month: it may come from a URL. */
export function isMonth(month: string | undefined): month is string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? '')
}

/** The reader's time zone: months are told apart by it. */
export function timezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

function numberOf(month: string): number {
  return Number(month.slice(5))
}

function first(month: string): Date {
  return new Date(yearOf(month), numberOf(month) - 1, 1)
}
