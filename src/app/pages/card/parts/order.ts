import type { Card } from '../../../../contract/card.ts'

const places: Record<Card['status'], number> = {
  active: 0,
  negative: 1,
  opening: 2,
  inactive: 3,
  frozen_user: 4,
  frozen_risk: 5,
  pin_blocked: 6,
  expired: 7,
  lost: 8,
  closed: 9,
}

/** Whether a card will never pay again. */
export function isOver({ status }: Card): boolean {
  return places[status] >= places.expired
}

/** Cards that pay, or may pay again: those that do first. */
export function inUse(cards: Card[]): Card[] {
  return cards.filter(card => !isOver(card)).sort((one, other) => places[one.status] - places[other.status])
}
