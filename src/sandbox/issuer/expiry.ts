import type { Card, Nearness } from './rows.ts'

/** The month that lies so many months after this one, as it is printed on a card. */
export function monthAhead(months: number): string {
  return printed(thisMonth() + months)
}

/** The month so many years after the one that is printed on a card. */
export function yearsAfter(expiry: string, years: number): string {
  return printed(monthOf(expiry) + 12 * years)
}

/** How near its expiry a card is: one whose new plastic is on its way goes on for years. */
export function expiresOf(card: Pick<Card, 'expiry' | 'next'>): Nearness {
  const left = monthsLeft(card.next ?? card)
  if (left > 2) return 'later'
  return left === 2 ? 'near' : 'due'
}

/** True once the month that is printed on a card is over. */
export function isPast(card: Pick<Card, 'expiry'>): boolean {
  return monthsLeft(card) < 0
}

function monthsLeft({ expiry }: Pick<Card, 'expiry'>): number {
  return monthOf(expiry) - thisMonth()
}

/** Months since the year 2000. */
function thisMonth(): number {
  const now = new Date()
  return (now.getUTCFullYear() - 2000) * 12 + now.getUTCMonth()
}

function monthOf(expiry: string): number {
  const [month, year] = expiry.split('/').map(Number)
  return (year ?? 0) * 12 + (month ?? 1) - 1
}

function printed(months: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two((months % 12) + 1)}/${two(Math.floor(months / 12) % 100)}`
}
