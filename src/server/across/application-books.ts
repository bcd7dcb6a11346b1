import { format } from '../../contract/money.ts'
import { continueBill, writeBill } from '../bills/bills.ts'
import {
  chargePayment,
  refundPayment,
  releasePayment,
  totalOf,
} from '../cards/applications/application-money.ts'
import { isOnTheWay } from '../cards/applications/application-states.ts'
import type { ApplicationRow, PaymentRow } from '../cards/applications/application-tables.ts'
import { moveApplication } from '../cards/applications/applications.ts'
import { kindOf } from '../cards/kinds.ts'
import type { CardTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { tell } from '../messages/messages.ts'

// What an application for a physical card does to the books, the bills and the messages. Every function here is called
// with the application locked.

/** Writes the row of what was reserved; it shows all of it until the card is made. */
export async function showReserved(
  db: Db,
  row: ApplicationRow,
  { kind, totalMinor, traceId }: { kind: PaymentRow['kind']; totalMinor: bigint; traceId?: string },
): Promise<string> {
  const isMade = kind === 'making' && row.replaces_id === null
  const remark: Record<string, string> = isMade
    ? { cardType: kindOf(row).name, form: 'physical' }
    : { fee: 'mailingFee', ...(row.last4 && { last4: row.last4 }) }
  const { billId } = await writeBill(db, {
    userId: row.user_id,
    kind: isMade ? 'openCard' : 'fee',
    amountMinor: -totalMinor,
    currency: 'USDT',
    account: 'wallet',
    cardId: row.physical_card_id,
    remark,
    status: 'pending',
    ...(traceId && { traceId }),
    step: {
      what: kind === 'making' ? 'applied' : 'reserved',
      detail: { amount: format(totalMinor, 'USDT'), currency: 'USDT' },
    },
  })
  return billId
}

/**
 * Charges for a card that is made: the row becomes the fee of making, mailing gets one of the same movement. Where making is
 * free the row is that of mailing.
 */
export async function chargeMaking(
  db: Db,
  row: ApplicationRow,
  { payment, cardId }: { payment: PaymentRow; cardId: string },
): Promise<void> {
  const { makingTransferId, mailingTransferId } = await chargePayment(db, payment, { userId: row.user_id })
  const last4 = row.last4 ?? ''
  const transferId = makingTransferId ?? mailingTransferId
  await continueBill(db, {
    billId: payment.bill_id,
    amountMinor: -(makingTransferId ? payment.making_fee_minor : payment.mailing_fee_minor),
    status: 'done',
    cardId,
    remark: { last4 },
    ...(transferId && { transferId }),
    step: { what: 'charged' },
  })
  if (!makingTransferId || !mailingTransferId) return
  await writeBill(db, {
    userId: row.user_id,
    cardId,
    kind: 'fee',
    amountMinor: -payment.mailing_fee_minor,
    currency: 'USDT',
    account: 'wallet',
    remark: { fee: 'mailingFee', last4 },
    status: 'done',
    traceId: payment.bill_id,
    transferId: mailingTransferId,
    step: { what: 'charged' },
  })
}

/** Charges for mailing that was done again. */
export async function chargeMailing(db: Db, row: ApplicationRow, payment: PaymentRow): Promise<void> {
  const { mailingTransferId } = await chargePayment(db, payment, { userId: row.user_id })
  await continueBill(db, {
    billId: payment.bill_id,
    status: 'done',
    ...(mailingTransferId && { transferId: mailingTransferId }),
    step: { what: 'charged' },
  })
}

/** Gives everything back, whether it is still held or was charged, and says so on its row. Once: what is back is left. */
export async function giveFeesBack(
  db: Db,
  row: ApplicationRow,
  { payment, why, reason }: { payment: PaymentRow; why: 'failed' | 'cancelled'; reason?: string | undefined },
): Promise<void> {
  const returned = { returned: format(totalOf(payment), 'USDT'), currency: 'USDT' }
  if (payment.state === 'held') {
    await releasePayment(db, payment)
    const step = { what: why, detail: { ...(reason && { reason }) } }
    const status = why === 'failed' ? 'failed' : 'reversed'
    const { bill_id: billId } = payment
    await continueBill(db, { billId, status, ...(reason && { remark: { reason } }), step })
    await continueBill(db, { billId, step: { what: 'returned', detail: returned } })
  }
  if (payment.state === 'charged') {
    for (const { transferId, amountMinor } of await refundPayment(db, payment)) {
      await writeBill(db, {
        userId: row.user_id,
        cardId: row.physical_card_id,
        kind: 'refund',
        amountMinor,
        currency: 'USDT',
        account: 'wallet',
        remark: { cardType: kindOf(row).name, form: 'physical', ...(reason && { reason }) },
        status: 'done',
        traceId: payment.bill_id,
        transferId,
        step: { what: 'returned' },
      })
    }
  }
}

/**
 * Ends the application of a card that is over before it was activated, so that another may be asked for. Nothing comes back:
 * the card was made. A fee for mailing it again that is still held is given back by the job that would ask for it. The
 * caller has locked it before the card.
 */
export async function endUnused(
  db: Db,
  row: ApplicationRow,
  { card, why }: { card: Pick<CardTable, 'is_activated'>; why: 'lost' | 'stolen' | 'closed' | 'expired' },
): Promise<void> {
  if (card.is_activated || !isOnTheWay(row.status)) return
  await moveApplication(db, row, 'ended', { reason: why })
}

/** Adds a step to the money trail of what was paid last. */
export async function noteStep(
  db: Db,
  payment: PaymentRow | undefined,
  step: { what: string; detail?: Record<string, string> },
): Promise<void> {
  if (payment) await continueBill(db, { billId: payment.bill_id, step })
}

/** Where an application stands, as a customer is told; beside its states these. */
type ToldState = Exclude<ApplicationRow['status'], 'ended'> | 'remailing' | 'mailing_failed' | 'too_late'

/** Tells the customer where an application stands, once for each `once`. */
export async function tellApplication(
  db: Db,
  row: ApplicationRow,
  { state, once, params = {} }: { state: ToldState; once: string; params?: Record<string, string> },
): Promise<void> {
  await tell(db, {
    userId: row.user_id,
    kind: 'system',
    noticeType: 'application',
    params: {
      state,
      cardType: kindOf(row).name,
      ...(row.last4 && { last4: row.last4 }),
      ...(row.reason && { reason: row.reason }),
      ...(row.tracking_number && { carrier: row.carrier ?? '', number: row.tracking_number }),
      ...params,
    },
    action: `/pages/makeCard/makeCard?id=${row.id}`,
    eventKey: `application:${row.id}:${state}:${once}`,
  })
}
