import { keepFacts } from '../cards/status.ts'
import type { CardFacts, CardTable } from '../cards/tables.ts'
import type { Db } from '../database.ts'
import { tell } from '../messages/messages.ts'

/**
 * Keeps what is so with a card now and, when its state is another by that, tells its customer, once for each event. Gives
 * the card as it is then. The caller has locked it.
 */
export async function changeState(
  db: Db,
  { card, facts, eventId }: { card: CardTable; facts: Partial<CardFacts>; eventId: string },
): Promise<CardTable> {
  const changed = await keepFacts(db, card, facts)
  if (changed.status === card.status) return changed
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: { status: changed.status, last4: card.last4 },
    action: `/pages/cardDetail/cardDetail?id=${card.id}`,
    eventKey: `card-state:${eventId}`,
  })
  return changed
}
