import type { Card } from '../../../../../contract/card.ts'
import { isOver } from '../order.ts'
import { isMore } from '../reckon.ts'
import type { Direction } from './move-plan.ts'

/** What is over takes nothing but gives back what it has; what we froze does neither. */
export function canMove(card: Card, direction: Direction): boolean {
  if (card.status === 'frozen_risk' || card.status === 'opening') return false
  return !isOver(card) || (direction === 'toWallet' && isMore(card.available, '0'))
}
