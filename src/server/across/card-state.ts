import { keepFlags } from '../cards/states/status.ts'
import type { CardFlags, CardTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { tell } from '../messages/messages.ts'

/**
 * Writes these flags of a card and, when its state is another by them, tells its customer, once for each event. Gives the
 * card as it is then. The caller has locked it.
 */
export async function changeState(
  db: Db,
  { card, flags, eventId }: { card: CardTable; flags: Partial<CardFlags>; eventId: string },
): Promise<CardTable> {
  const changed = await keepFlags(db, card, flags)
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
