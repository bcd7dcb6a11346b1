import type { Card } from '../../../../../contract/card.ts'

/** What a card owes, in USD; null when it owes nothing. */
export function owedOn({ balance }: Pick<Card, 'balance'>): string | null {
  return balance.startsWith('-') ? balance.slice(1) : null
}
