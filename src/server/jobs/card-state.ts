import { setStatus } from '../cards/cards.ts'
import type { CardStatus, CardTable } from '../cards/tables.ts'
import type { Db } from '../database.ts'
import { tell } from '../messages/messages.ts'

/** Gives a card its new state and tells its customer, once for each event. The caller has locked the card. */
export async function changeState(
  db: Db,
  { card, status, eventId }: { card: CardTable; status: CardStatus; eventId: string },
): Promise<void> {
  await setStatus(db, { cardId: card.id, status })
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: { status, last4: card.last4 },
    action: `/pages/cardDetail/cardDetail?id=${card.id}`,
    eventKey: `card-state:${eventId}`,
  })
}
