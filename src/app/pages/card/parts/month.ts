import { monthOf, startOf } from '../../../calendar.ts'

/** A month earlier or later. */
export function monthBy(month: string, months: number): string {
  const start = startOf(month)
  return monthOf(new Date(start.getFullYear(), start.getMonth() + months, 1))
}

export function yearOf(month: string): number {
  return Number(month.slice(0, 4))
}

/** The twelve months of a year. */
export function monthsOf(year: number): string[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
}
