import type { payApply } from '../../../contract/application.ts'
import type { Input } from '../../../contract/call.ts'
import { format, parse } from '../../../contract/money.ts'
import { showReserved, tellApplication } from '../../across/application-books.ts'
import { reserveFees, totalOf, writePayment } from '../../cards/applications/application-money.ts'
import { stepsOf } from '../../cards/applications/application-states.ts'
import type { ApplicationRow, PaymentRow } from '../../cards/applications/application-tables.ts'
import {
  type ApplicationFees,
  addressColumns,
  lockOwnApplication,
  moveApplication,
  paymentsOf,
} from '../../cards/applications/applications.ts'
import { lockCard } from '../../cards/cards.ts'
import { kindOf } from '../../cards/kinds.ts'
import { refuseDebtor } from '../../cards/money/debts.ts'
import { isOffered } from '../../cards/offers.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { isCertified } from '../../identity/applicants.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import { applicationFeesDue, mailedTo, mailingAddressOf } from './application-view.ts'

/**
 * Reserves making and mailing, or of a card that came back mailing alone, and asks for it, in the caller's transaction. The
 * address is copied: from now on it goes there, whatever becomes of the saved one.
 */
export async function payApplication(
  db: Db,
  { id, total, userId }: Pick<Input<typeof payApply>, 'id' | 'total'> & { userId: string },
): Promise<ApplicationRow> {
  const row = await lockOwnApplication(db, { userId, id })
  const [status = row.status] = stepsOf(row.status, 'payApply')
  const isRemailing = row.status === 'returned'
  const payments = await paymentsOf(db, id)
  // The card came back again before the issuer has said that it was mailed again.
  if (payments.some(({ state }) => state === 'held')) throw new Refused('request_in_progress')
  // As for a card that is opened: it may have ended since this was filled in.
  if (!(await isCertified(db, userId))) throw new Refused('not_certified')
  await refuseCard(db, row, { isRemailing })
  if (!isRemailing) await refuseDebtor(db, userId)
  const saved = await mailingAddressOf(db, row)
  if (!saved) throw new Refused('apply_failed', { reason: 'address_missing' })
  const fees = applicationFeesDue(row, { kind: kindOf(row), country: saved.country })
  if (!fees) throw new Refused('apply_failed', { reason: 'not_mailable', country: saved.country })
  refuseOtherTotal(total, fees)

  const paid = await moveApplication(db, row, status, {
    ...addressColumns(await mailedTo(saved)),
    making_fee_minor: fees.makingFeeMinor,
    mailing_fee_minor: fees.mailingFeeMinor,
    paid_at: row.paid_at ?? new Date(),
    reason: null,
  })
  const payment = await reserve(db, paid, { fees, isRemailing, earlier: payments })
  await enqueue(db, isRemailing ? 'remail-card' : 'order-card', { paymentId: payment.id })
  await tellApplication(db, paid, {
    state: isRemailing ? 'remailing' : 'applying',
    once: payment.id,
    params: { amount: format(totalOf(payment), 'USDT'), currency: 'USDT' },
  })
  return paid
}

async function reserve(
  db: Db,
  row: ApplicationRow,
  {
    fees,
    isRemailing,
    earlier,
  }: { fees: ApplicationFees; isRemailing: boolean; earlier: readonly PaymentRow[] },
): Promise<PaymentRow> {
  const kind = isRemailing ? 'remailing' : 'making'
  const payment = await reserveFees(db, { row, kind, fees })
  const totalMinor = fees.makingFeeMinor + fees.mailingFeeMinor
  const traceId = isRemailing ? earlier.findLast(({ kind }) => kind === 'making')?.bill_id : undefined
  const billId = await showReserved(db, row, { kind, totalMinor, ...(traceId && { traceId }) })
  return await writePayment(db, { ...payment, billId })
}

/** What is made comes from the virtual card and must be offered still; what is mailed again is the card itself. */
async function refuseCard(db: Db, row: ApplicationRow, { isRemailing }: { isRemailing: boolean }) {
  const madeId = isRemailing ? row.physical_card_id : null
  refuseCall(await lockCard(db, madeId ?? row.parent_card_id), 'payApply')
  if (!isRemailing && !(await isOffered(db, kindOf(row)))) {
    throw new Refused('apply_failed', { reason: 'card_type_disabled' })
  }
}

/** The customer pays what they were shown, or is asked again; whoever names no total pays what is due. */
function refuseOtherTotal(total: string | undefined, { makingFeeMinor, mailingFeeMinor }: ApplicationFees) {
  const dueMinor = makingFeeMinor + mailingFeeMinor
  if (total !== undefined && parse(total, 'USDT') !== dueMinor)
    throw new Refused('quote_expired', { total: format(dueMinor, 'USDT') })
}
