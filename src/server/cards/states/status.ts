import type { Db } from '../../database/database.ts'
import { isHeld, isOver } from '../cards.ts'
import type { CardFlags, CardStatus, CardTable } from '../tables.ts'

/**
 * All states that a card is in at once; the first is the one it shows. A card that is over is in no other state, but for a
 * freeze that holds its money. A freeze of the issuer's comes before the customer's own, which they would lift in vain;
 * their own before what else stops the card, so that they see it and can lift it; a missing activation before a blocked
 * PIN.
 */
export function statesOf(card: CardFlags & { status: CardStatus }): CardStatus[] {
  if (isOver(card)) return isHeld(card) ? [card.status, 'frozen_risk'] : [card.status]
  const states: CardStatus[] = []
  if (card.frozen_by_issuer) states.push('frozen_risk')
  if (card.frozen_by_customer) states.push('frozen_user')
  if (!card.is_activated) states.push('inactive')
  if (card.is_pin_blocked) states.push('pin_blocked')
  if (card.is_activated) states.push('active')
  return states
}

/** The one state that a card shows. */
export function statusOf(card: CardFlags & { status: CardStatus }): CardStatus {
  return statesOf(card)[0] ?? card.status
}

/** Writes these flags of a card, and the state that it comes to; gives its row as it is then. The caller has locked it. */
export async function keepFlags(db: Db, card: CardTable, flags: Partial<CardFlags>): Promise<CardTable> {
  const changed = { ...card, ...flags }
  const status = statusOf(changed)
  await db
    .updateTable('cards')
    .set({ ...flags, status })
    .where('id', '=', card.id)
    .execute()
  return { ...changed, status }
}

/** How a card ends. */
export type CardEnd = 'closed' | 'lost' | 'expired'

/** Writes that a card is over; the caller has locked it. */
export async function keepEnd(
  db: Db,
  { cardId, status }: { cardId: string; status: CardEnd },
): Promise<void> {
  await db.updateTable('cards').set({ status }).where('id', '=', cardId).execute()
}
