import { format } from '../../contract/money.ts'
import { isOver } from '../cards/cards.ts'
import { rhythmWith } from '../cards/purchases/merchant-list.ts'
import type { Change } from '../cards/purchases/purchase-change.ts'
import type { PurchaseTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { tell } from '../messages/messages.ts'

/**
 * Tells that a merchant which charges a card regularly has taken more than the time before, once for each purchase: by the
 * claim that ends it, when it is known what it came to. A card that is over is charged no more.
 */
export async function announceDearer(
  db: Db,
  { card, fact }: Pick<Change, 'card' | 'fact'>,
  { id, merchant, cleared_minor, created_at }: PurchaseTable,
): Promise<void> {
  if (fact.kind !== 'cleared' || !fact.isFinal || isOver(card)) return
  const rhythm = await rhythmWith(db, card, merchant)
  const isLatest = rhythm !== null && +rhythm.lastAt === +created_at
  if (!isLatest || rhythm.cheaperBeforeMinor === null) return
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: {
      status: 'dearer',
      merchant,
      amount: format(cleared_minor, 'USD'),
      before: format(rhythm.cheaperBeforeMinor, 'USD'),
      currency: 'USD',
      last4: card.last4,
    },
    action: `/pages/cardDetail/cardDetail?id=${card.id}&open=merchants`,
    eventKey: `dearer:${id}`,
  })
}
