import { format } from '../../contract/money.ts'
import { carryOver } from '../across/carry-over.ts'
import { continueBill, writeBill } from '../bills/bills.ts'
import { writeRechargeFee } from '../bills/recharge-fee.ts'
import { walletToCardBill } from '../bills/wallet-to-card.ts'
import { confirmedCardholder } from '../cards/applications/cardholder-sessions.ts'
import type { IssuedCard } from '../cards/issuer.ts'
import { kindOf } from '../cards/kinds.ts'
import { carryYears } from '../cards/money/annual-fees.ts'
import { lockLine } from '../cards/money/stand-in.ts'
import {
  budgetOf,
  completeOrder,
  costOf,
  keepBudget,
  lockOpening,
  type Order,
  refuseOrder,
} from '../cards/orders.ts'
import { type Db, transaction } from '../database/database.ts'
import { tell } from '../messages/messages.ts'
import type { World } from '../world.ts'
import { Later, patienceMs } from './queue/runner.ts'

/**
 * Asks the issuer for the card of an order until it has surely answered (decision D12). Yes: the hold is charged and
 * the card is there, in one commit. No: the hold is returned in full. No answer: the hold stays, and the same question
 * is asked again with the same reference, for as long as it takes.
 */
export async function openCard(world: World, { orderId }: { orderId: string }): Promise<void> {
  const { db, issuer } = world
  const order = await db
    .selectFrom('card_orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (order.status !== 'opening') return

  const issuerBudgetId = await budgetFor(world, order)
  if (!issuerBudgetId) return await fail(db, order, 'budget_failed')

  const { areaCode, phone, ...holder } = order.cardholder
  const { card_type_id: cardTypeId, cardholder_session_id: sessionId } = order
  const answer = await issuer.createCard({
    reference: order.id,
    issuerBudgetId,
    productId: kindOf(order).productId,
    cardholder: { ...holder, phone: `${areaCode}${phone}` },
    issuerCardholderId: await confirmedCardholder(db, { sessionId, cardTypeId }),
    replacesIssuerCardId: await replaced(db, order),
  })
  switch (answer.outcome) {
    case 'done':
      return await succeed(db, order, answer)
    case 'declined':
      return await fail(db, order, 'card_open_failed')
    case 'unknown':
      throw new Later(patienceMs(order.created_at))
  }
}

/** Null when the issuer will not have this customer. */
async function budgetFor({ db, issuer }: World, order: Order): Promise<string | null> {
  const userId = order.user_id
  const known = await budgetOf(db, userId)
  if (known) return known
  const answer = await issuer.createBudget({ reference: userId, attempt: order.id })
  if (answer.outcome === 'unknown') throw new Later(patienceMs(order.created_at))
  if (answer.outcome === 'declined') return null
  return await keepBudget(db, { userId, issuerBudgetId: answer.issuerBudgetId })
}

/** The lost card that this one stands in for, by the issuer's name. */
async function replaced(db: Db, { replaces_card_id: cardId }: Order): Promise<string | undefined> {
  if (!cardId) return undefined
  const { issuer_card_id } = await db
    .selectFrom('cards')
    .select('issuer_card_id')
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow()
  return issuer_card_id
}

async function succeed(db: Db, { id: orderId }: Order, issued: IssuedCard): Promise<void> {
  await transaction(db, async db => {
    const order = await lockOpening(db, orderId)
    if (!order) return
    // Before any account: what is posted on it now is seen, or comes to the new card.
    const lostId = order.replaces_card_id
    const line = lostId ? await lockLine(db, lostId) : []
    const charged = await completeOrder(db, order, issued)
    await showOpened(db, order, { ...charged, last4: issued.last4 })
    await tell(db, {
      userId: order.user_id,
      kind: 'system',
      noticeType: 'openCardSuccess',
      params: { last4: issued.last4, cardType: kindOf(order).name },
      action: `/pages/cardDetail/cardDetail?id=${charged.cardId}`,
      eventKey: `open-card:${order.id}`,
    })
    if (!lostId) return
    const to = { id: charged.cardId, user_id: order.user_id, last4: issued.last4 }
    await carryOver(db, { from: lostId, line, to })
    await carryYears(db, { fromCardId: lostId, toCardId: charged.cardId })
  })
}

type Opened = Awaited<ReturnType<typeof completeOrder>> & { last4: string }

/** The row of the order becomes the open fee; the recharge and its fee get rows of the same trace. */
async function showOpened(db: Db, order: Order, opened: Opened) {
  const { openFeeMinor, rechargeMinor, feeMinor } = costOf(order)
  const { cardId, last4 } = opened
  await continueBill(db, {
    billId: order.bill_id,
    amountMinor: -openFeeMinor,
    feeMinor: 0n,
    status: 'done',
    cardId,
    remark: { last4 },
    ...(opened.openFeeTransferId && { transferId: opened.openFeeTransferId }),
    step: { what: 'opened', detail: { last4 } },
  })
  const row = { userId: order.user_id, cardId, traceId: order.bill_id }
  if (opened.rechargeTransferId) {
    const card = { id: cardId, user_id: order.user_id, last4 }
    await writeBill(
      db,
      walletToCardBill({
        card,
        usdMinor: opened.usdMinor,
        usdtMinor: rechargeMinor,
        transferId: opened.rechargeTransferId,
        traceId: order.bill_id,
        what: 'recharged',
      }),
    )
  }
  if (opened.feeTransferId) {
    await writeRechargeFee(db, { ...row, last4, feeMinor, transferId: opened.feeTransferId })
  }
}

async function fail(
  db: Db,
  { id: orderId }: Order,
  reason: 'card_open_failed' | 'budget_failed',
): Promise<void> {
  await transaction(db, async db => {
    const order = await lockOpening(db, orderId)
    if (!order) return
    await refuseOrder(db, order, reason)
    const refunded = format(costOf(order).totalMinor, 'USDT')
    await continueBill(db, {
      billId: order.bill_id,
      status: 'failed',
      remark: { reason },
      step: {
        what: 'refused',
        detail: { reason, ...(order.hold_id && { returned: refunded, currency: 'USDT' }) },
      },
    })
    await tell(db, {
      userId: order.user_id,
      kind: 'system',
      noticeType: 'openCardFail',
      params: {
        cardType: kindOf(order).name,
        reason,
        ...(order.hold_id ? { amount: refunded, currency: 'USDT' } : { what: 'replacement' }),
      },
      action: order.replaces_card_id
        ? `/pages/payOpenCard/payOpenCard?orderId=${order.id}`
        : `/pages/bill/bill?id=${order.bill_id}`,
      eventKey: `open-card:${order.id}`,
    })
  })
}
