import type { AuthorizationBasis } from '../cards/purchases/authorization.ts'
import { keepFlags } from '../cards/states/status.ts'
import type { Db } from '../database/database.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { tell } from '../messages/messages.ts'

/**
 * Freezes a card that pays once at a time, in the commit that approves a purchase with it and as its owner would: they lift
 * it, and nothing else does. A check of nothing is no purchase, and a raise belongs to one. The caller has locked the card,
 * so of two purchases at one moment the second meets the freeze.
 */
export async function freezeUsed(
  db: Db,
  { card, isIncrement, addedMinor }: Pick<AuthorizationBasis, 'card' | 'isIncrement' | 'addedMinor'>,
  { eventId, merchant }: { eventId: string; merchant: string },
): Promise<void> {
  if (!card.is_single_use || isIncrement || addedMinor <= 0n) return
  await keepFlags(db, card, { frozen_by_customer: true })
  await enqueue(db, 'freeze-card', { cardId: card.id })
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: { status: 'usedOnce', last4: card.last4, ...(merchant && { merchant }) },
    action: `/pages/cardDetail/cardDetail?id=${card.id}`,
    eventKey: `card-used:${eventId}`,
  })
}
