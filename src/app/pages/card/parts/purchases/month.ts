export function yearOf(month: string): number {
  return Number(month.slice(0, 4))
}

/** The twelve months of a year. */
export function monthsOf(year: number): string[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
}
