import { format } from '../../contract/money.ts'
import { type NewBill, writeBills } from '../bills/bills.ts'
import { rechargeFeeBill } from '../bills/recharge-fee.ts'
import { walletToCardBill } from '../bills/wallet-to-card.ts'
import { sameInUsdt } from '../cards/money/bridge.ts'
import { keepRecharges, type RechargePlan } from '../cards/money/recharging.ts'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'
import { askForRewards } from '../jobs/reward-invite.ts'
import { type Notice, tellAll } from '../messages/messages.ts'

/** A recharge whose transfers are posted; one that the card made by itself names what caused it. */
type PostedRecharge = RechargePlan & { transferIds: string[]; autoCause?: string }

/** Remembers recharges, shows them as bills and tells of them; by hand or by itself it is the same. Part of a pipeline. */
export async function showRecharges(db: Db, recharges: readonly PostedRecharge[]): Promise<void> {
  const kept = recharges.map(recharge => ({ ...recharge, billId: newId() }))
  const first = kept.filter(({ isFirst }) => isFirst)
  const firstOwners = first.map(({ card }) => card.user_id)
  await Promise.all([
    keepRecharges(db, kept),
    writeBills(db, kept.flatMap(rechargeBills)),
    askForRewards(db, firstOwners),
    tellAll(db, kept.map(noticeOf)),
  ])
}

type KeptRecharge = PostedRecharge & { billId: string }

function noticeOf({ billId, rechargeId, card, usdMinor, autoCause }: KeptRecharge): Notice {
  return {
    userId: card.user_id,
    kind: 'balance',
    noticeType: 'rechargeArrival',
    params: {
      amount: format(usdMinor, 'USD'),
      currency: 'USD',
      last4: card.last4,
      ...(autoCause && { what: 'auto' }),
    },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `recharge:${rechargeId}`,
  }
}

function rechargeBills({
  billId,
  card,
  usdMinor,
  feeMinor,
  autoCause,
  transferIds: [transferId = '', feeTransferId],
}: KeptRecharge): NewBill[] {
  const bill = walletToCardBill({
    billId,
    transferId,
    card,
    usdMinor,
    usdtMinor: sameInUsdt(usdMinor),
    feeMinor,
    what: autoCause ? 'autoRecharged' : 'recharged',
  })
  if (!feeTransferId) return [bill]
  const owned = { userId: card.user_id, cardId: card.id, last4: card.last4 }
  return [bill, rechargeFeeBill({ ...owned, feeMinor, traceId: billId, transferId: feeTransferId })]
}
