import { format } from '../../contract/money.ts'
import { continueBill, writeBill } from '../bills/bills.ts'
import { sameInUsdt } from '../cards/bridge.ts'
import { type Change, feesNow, type Moved } from '../cards/purchases.ts'
import { type DeclineReason, mendingOf } from '../cards/reasons.ts'
import type { PurchaseTable } from '../cards/tables.ts'
import type { Fact } from '../cards/thread.ts'
import type { Db } from '../database.ts'
import { tell } from '../messages/messages.ts'

/**
 * What the customer reads of a change: one row that follows the purchase over its life, one for each fee and each
 * refund, all of one trace, and a message for what they should hear of.
 */
export async function showPurchase(db: Db, change: Change, moved: Moved): Promise<void> {
  const { purchase } = moved
  if (!purchase) return
  const billId = hasOwnRow(change, purchase) ? await followPurchase(db, change, { ...moved, purchase }) : null
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
    await writeBill(db, {
      ...placeOf(change, purchase),
      kind: 'refund',
      amountMinor: -change.fact.amountMinor,
      currency: 'USD',
      remark: { merchant: purchase.merchant, withdrawn: 'yes' },
      status: 'done',
      transferId: moved.transferId,
      step: { what: 'withdrawn' },
    })
  }
  await announce(db, change, { ...moved, purchase, billId })
}

type Shown = Moved & { purchase: PurchaseTable }

/** Money that only came back has refund rows, and none for a purchase. */
function hasOwnRow({ after, fact }: Change, { bill_id }: PurchaseTable): boolean {
  const isAnswer = fact.kind === 'asked' || fact.kind === 'refused' || fact.kind === 'denied'
  return bill_id !== null || isAnswer || after.clearedMinor > 0n
}

async function followPurchase(db: Db, change: Change, { purchase, transferId }: Shown): Promise<string> {
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
    step: stepOf(fact),
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
    remark: { merchant: purchase.merchant },
    status: 'done' as const,
    transferId,
    step: { what: 'refunded' },
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

async function announce(
  db: Db,
  { card, fact, before }: Change,
  { purchase, toWalletMinor, transferId, fees, billId }: Shown & { billId: string | null },
) {
  const amount = 'amountMinor' in fact ? format(fact.amountMinor, 'USD') : '0'
  const params = { amount, currency: 'USD', merchant: purchase.merchant, last4: card.last4 }
  const notice = { userId: card.user_id, kind: 'balance' as const }
  const action = billId ? `/pages/bill/bill?id=${billId}` : `/pages/bill2/bill2?cardId=${card.id}`
  if (fact.kind === 'cleared' && transferId) {
    const fee = format(
      fees.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      'USD',
    )
    await tell(db, {
      ...notice,
      noticeType: 'consume',
      params: { ...params, fee },
      action,
      eventKey: `clearing:${fact.id}`,
    })
  }
  if (fact.kind === 'refunded' && transferId) {
    const to = toWalletMinor === 0n ? 'card' : toWalletMinor === fact.amountMinor ? 'wallet' : 'both'
    await tell(db, {
      ...notice,
      noticeType: 'refundArrival',
      params: { ...params, to },
      action: to === 'card' ? action : '/pages/bill/bill?type=refund',
      eventKey: `refund:${fact.id}`,
    })
  }
  const isNews = fact.kind === 'refused' || (fact.kind === 'denied' && before.state !== 'declined')
  if (isNews) {
    await tell(db, {
      ...notice,
      noticeType: 'declined',
      params: { ...params, reason: fact.reason },
      action: mendingOf(fact.reason as DeclineReason, { cardId: card.id }),
      eventKey: `declined:${fact.id}`,
    })
  }
}

function placeOf({ card }: Change, purchase: PurchaseTable) {
  return { userId: card.user_id, account: card.last4, cardId: card.id, traceId: purchase.id }
}

function stepOf(fact: Fact): { what: string; detail: Record<string, string> } {
  const amount: Record<string, string> =
    'amountMinor' in fact ? { amount: format(fact.amountMinor, 'USD'), currency: 'USD' } : {}
  switch (fact.kind) {
    case 'asked':
      return { what: fact.isIncrement ? 'increased' : 'authorized', detail: amount }
    case 'refused':
    case 'denied':
      return { what: 'declined', detail: { ...amount, reason: fact.reason } }
    default:
      return { what: fact.kind, detail: amount }
  }
}
