import { Refusal } from '../refusal.ts'
import { isOver } from './cards.ts'
import type { Card, Rows } from './rows.ts'

/** The card meant by its id or its last four digits; among several the newest that is not over. */
export function findCard(
  rows: Rows,
  { cardId, last4 }: { cardId?: string | undefined; last4?: string | undefined },
): Card {
  const matching = rows.cards.all().filter(card => (cardId ? card.id === cardId : card.last4 === last4))
  const card = matching.filter(card => !isOver(card)).at(-1) ?? matching.at(-1)
  if (!card) throw new Refusal(404, 'card_unknown', 'There is no such card.')
  return card
}
