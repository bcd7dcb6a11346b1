import { format } from '../../contract/money.ts'
import { raiseAlarm } from '../alarms.ts'
import { continueBill, writeBill } from '../bills/bills.ts'
import { sameInUsdt } from '../cards/money/bridge.ts'
import type { Change } from '../cards/purchases/purchase-change.ts'
import { feesNow } from '../cards/purchases/purchase-fees.ts'
import type { Moved } from '../cards/purchases/purchases.ts'
import type { PurchaseTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { showFreed } from './card-end.ts'
import { showEvened } from './carried-debt.ts'
import { announcePurchase, isToldAgain, limitTold } from './purchase-notice.ts'

/**
 * What the customer reads of a change: one row that follows the purchase over its life, one for each fee and each
 * refund, all of one trace, and a message for what they should hear of.
 */
export async function showPurchase(db: Db, change: Change, moved: Moved): Promise<void> {
  const { purchase } = moved
  if (moved.isSuspended) return await raiseLate(db, change, moved)
  if (moved.evened) await showEvened(db, change.card, moved.evened)
  if (moved.freed) await showFreed(db, change.card, moved.freed)
  if (!purchase || isToldAgain(change)) return
  const billId = hasOwnRow(change, purchase) ? await showOwnRow(db, change, { ...moved, purchase }) : null
  for (const fee of moved.fees) {
    await writeBill(db, {
      ...placeOf(change, purchase),
      kind: 'fee',
      amountMinor: -fee.amountMinor,
      currency: 'USD',
      remark: { fee: fee.fee, merchant: purchase.merchant },
      status: 'done',
      transferId: fee.transferId,
      step: { what: 'charged' },
    })
  }
  if (change.fact.kind === 'refunded' && moved.transferId)
    await showRefund(db, change, { ...moved, purchase })
  if (change.fact.kind === 'withdrawn' && moved.transferId) {
    const { amountMinor, isDispute } = change.fact
    await writeBill(db, {
      ...placeOf(change, purchase),
      kind: 'refund',
      amountMinor: -amountMinor,
      currency: 'USD',
      remark: { ...refundRemark(purchase, isDispute), withdrawn: 'yes' },
      status: 'done',
      transferId: moved.transferId,
      step: { what: isDispute ? 'disputeReversed' : 'withdrawn' },
    })
  }
  await announcePurchase(db, change, { ...moved, purchase, billId })
}

/** Nobody is there to read it: a person of ours settles what came to or was taken from the house instead. */
async function raiseLate(db: Db, { card, threadId, fact }: Change, { transferId }: Moved): Promise<void> {
  if (!transferId) return
  await raiseAlarm(db, {
    kind: 'card_after_deletion',
    subject: transferId,
    detail: { cardId: card.id, userId: card.user_id, threadId, fact: fact.kind },
  })
}

/** A dispute's credit is told apart from what a merchant gives back. */
function refundRemark({ merchant }: PurchaseTable, isDispute: boolean): Record<string, string> {
  return isDispute ? { merchant, dispute: 'yes' } : { merchant }
}

type Shown = Moved & { purchase: PurchaseTable }

/** Money that only came back has refund rows, and none for a purchase. */
function hasOwnRow({ after, fact }: Change, { bill_id }: PurchaseTable): boolean {
  const isAnswer = fact.kind === 'asked' || fact.kind === 'refused' || fact.kind === 'denied'
  return bill_id !== null || isAnswer || after.clearedMinor > 0n
}

/** Writes the row of a purchase, or goes on with the one that it has. Gives its id. */
async function showOwnRow(db: Db, change: Change, { purchase, transferId }: Shown): Promise<string> {
  const { after, fact } = change
  const isCleared = after.clearedMinor > 0n
  const state = {
    kind: isCleared ? ('consume' as const) : ('cardTransaction' as const),
    amountMinor: -(isCleared
      ? after.clearedMinor
      : after.state === 'pending'
        ? after.heldMinor
        : after.askedMinor),
    feeMinor: feesNow(change),
    status: after.state === 'posted' ? ('done' as const) : after.state,
    remark: remarkOf(change, purchase),
    step: stepOf(change),
    ...(fact.kind === 'cleared' && transferId && { transferId }),
  }
  if (purchase.bill_id) {
    await continueBill(db, { billId: purchase.bill_id, ...state })
    return purchase.bill_id
  }
  const { billId } = await writeBill(db, { ...placeOf(change, purchase), currency: 'USD', ...state })
  await db.updateTable('purchases').set({ bill_id: billId }).where('id', '=', purchase.id).execute()
  return billId
}

/** Says both amounts where the merchant took another than was approved, and that nothing was approved at all. */
function remarkOf(
  { after }: Change,
  { merchant, city, country, mcc }: PurchaseTable,
): Record<string, string> {
  const isOther = after.clearedMinor > 0n && !after.isForced && after.clearedMinor !== after.askedMinor
  return {
    merchant,
    city,
    country,
    mcc,
    authorized: isOther ? format(after.askedMinor, 'USD') : '',
    unannounced: after.isForced ? 'yes' : '',
    reason: after.reason ?? '',
  }
}

async function showRefund(db: Db, change: Change, { purchase, toWalletMinor, transferId }: Shown) {
  const { fact } = change
  if (fact.kind !== 'refunded') return
  const toCardMinor = fact.amountMinor - toWalletMinor
  const row = {
    ...placeOf(change, purchase),
    kind: 'refund' as const,
    remark: refundRemark(purchase, fact.isDispute),
    status: 'done' as const,
    transferId,
    step: { what: fact.isDispute ? 'disputeCredited' : 'refunded' },
  }
  if (toCardMinor > 0n) await writeBill(db, { ...row, amountMinor: toCardMinor, currency: 'USD' })
  if (toWalletMinor > 0n) {
    const remark = { ...row.remark, from: change.card.last4, to: 'wallet' }
    await writeBill(db, {
      ...row,
      account: 'wallet',
      amountMinor: sameInUsdt(toWalletMinor),
      currency: 'USDT',
      remark,
    })
  }
}

function placeOf({ card }: Change, purchase: PurchaseTable) {
  return { userId: card.user_id, account: card.last4, cardId: card.id, traceId: purchase.id }
}

function stepOf({ fact, limitMet, before, after }: Change): { what: string; detail: Record<string, string> } {
  const amount: Record<string, string> =
    'amountMinor' in fact ? { amount: format(fact.amountMinor, 'USD'), currency: 'USD' } : {}
  switch (fact.kind) {
    case 'asked':
      return { what: fact.isIncrement ? 'increased' : 'authorized', detail: amount }
    case 'refused':
    case 'denied':
      return { what: 'declined', detail: { ...amount, reason: fact.reason, ...limitTold(limitMet) } }
    case 'cleared': {
      if (fact.amountMinor > 0n) return { what: fact.kind, detail: amount }
      const freed = format(before.heldMinor - after.heldMinor, 'USD')
      return { what: 'reversed', detail: { amount: freed, currency: 'USD' } }
    }
    case 'refunded':
      return { what: fact.isDispute ? 'disputeCredited' : fact.kind, detail: amount }
    case 'withdrawn':
      return { what: fact.isDispute ? 'disputeReversed' : fact.kind, detail: amount }
    default:
      return { what: fact.kind, detail: amount }
  }
}
