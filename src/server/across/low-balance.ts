import { format } from '../../contract/money.ts'
import { autoRechargeOf } from '../cards/money/auto-recharge.ts'
import type { AuthorizationBasis } from '../cards/purchases/authorization.ts'
import type { Db } from '../database/database.ts'
import { tell } from '../messages/messages.ts'

/**
 * Tells that a purchase which was approved has left less on its card than the owner wants: the one that went below it, so
 * that it is told once until there is more again. Nothing where the card recharges itself at once.
 */
export async function announceLow(
  db: Db,
  { card, availableMinor, neededMinor }: Pick<AuthorizationBasis, 'card' | 'availableMinor' | 'neededMinor'>,
  { eventId }: { eventId: string },
): Promise<void> {
  const belowMinor = card.low_balance_minor
  const leftMinor = availableMinor - neededMinor
  if (belowMinor === null || availableMinor < belowMinor || leftMinor >= belowMinor) return
  const auto = await autoRechargeOf(db, card.id)
  if (auto?.is_on && auto.paused_by === null && leftMinor < auto.threshold_minor) return
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: {
      status: 'low',
      last4: card.last4,
      amount: format(leftMinor, 'USD'),
      limit: format(belowMinor, 'USD'),
      currency: 'USD',
    },
    action: `/pages/selectRecharge/selectRecharge?cardId=${card.id}`,
    eventKey: `card-low:${eventId}`,
  })
}
