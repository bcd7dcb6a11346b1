import type { ApplicationStatus } from '../../contract/application.ts'
import { format } from '../../contract/money.ts'
import { isDeleted } from '../account/deletions.ts'
import { totalOf } from '../cards/applications/application-money.ts'
import { orderSteps } from '../cards/applications/application-states.ts'
import type { ApplicationRow, PaymentRow } from '../cards/applications/application-tables.ts'
import {
  keepPhysicalCard,
  lockOrdered,
  moveApplication,
  paymentById,
  paymentsOf,
} from '../cards/applications/applications.ts'
import { isOver, lockCard } from '../cards/cards.ts'
import type { OrderStanding, OrderState } from '../cards/issuer.ts'
import { lockLine } from '../cards/money/stand-in.ts'
import { lostBefore } from '../cards/states/carried.ts'
import type { Db } from '../database/database.ts'
import { chargeMaking, giveFeesBack, noteStep, tellApplication } from './application-books.ts'
import { endCard } from './card-end.ts'
import { carryOver } from './carry-over.ts'
import { followParcel } from './renewal-parcel.ts'

/**
 * Carries an application on to where the issuer says its order is, in the caller's transaction, or the new plastic of a
 * card that is renewed. False when we have not heard of the order yet: its answer may still be on the way.
 */
export async function followOrder(
  db: Db,
  {
    reference,
    issuerOrderId,
    standing,
  }: { reference: string; issuerOrderId: string; standing: OrderStanding },
): Promise<boolean> {
  const row = await lockOrdered(db, issuerOrderId)
  if (row) {
    await applyStanding(db, row, standing)
    return true
  }
  // An order of an earlier attempt has nothing to say any more.
  const payment = await paymentById(db, reference)
  if (payment) return payment.state !== 'held'
  return await followParcel(db, { reference, standing })
}

/** The same when the application is locked already. What is not newer than what we know is left. */
export async function applyStanding(
  db: Db,
  found: ApplicationRow,
  standing: OrderStanding,
): Promise<ApplicationRow> {
  if (standing.version <= found.order_version) return found
  const payments = await paymentsOf(db, found.id)
  const making = payments.findLast(({ kind }) => kind === 'making')
  const card = await physicalCard(db, found, { making, standing })
  const isInactive = card !== null && !isOver(card) && !card.is_activated
  const status = nextStatus(found, { standing, isInactive })
  const kept = payments.filter(({ state }) => state === 'held' || state === 'charged')
  if (status === 'fail' || status === 'cancelled') await takeBack(db, found, { status, kept, standing })
  const row = await moveApplication(db, found, status, {
    order_version: standing.version,
    ...(standing.tracking &&
      !(await isDeleted(db, found.user_id)) && {
        carrier: standing.tracking.carrier,
        tracking_number: standing.tracking.number,
      }),
    ...timesOf(found, standing),
    ...(status === 'fail' && { reason: reasonOf(standing) }),
  })
  if (status === found.status) return row
  const isOn = status !== 'fail' && status !== 'cancelled'
  if (isOn) await noteStep(db, payments.at(-1), { what: `order_${standing.state}` })
  if (status === 'ended') return row
  const isTooLate = found.status === 'cancelling' && status !== 'cancelled'
  await tellApplication(db, row, {
    state: isTooLate ? 'too_late' : status,
    once: `${row.issuer_order_id}:${standing.version}`,
    params: returnedTo(status, kept),
  })
  return row
}

function nextStatus(
  { status, physical_card_id }: ApplicationRow,
  { standing, isInactive }: { standing: OrderStanding; isInactive: boolean },
): ApplicationStatus {
  const next = orderSteps[status][standing.state] ?? status
  // A card that is in use has not come back, whatever we are told.
  return status === 'success' && physical_card_id !== null && !isInactive ? status : next
}

/** The card that is in the order, once it is printed: charged for and written in one commit. */
async function physicalCard(
  db: Db,
  row: ApplicationRow,
  { making, standing }: { making: PaymentRow | undefined; standing: OrderStanding },
) {
  if (row.physical_card_id) return await lockCard(db, row.physical_card_id)
  if (!isMade[standing.state] || making?.state !== 'held') return null
  const cardId = await keepPhysicalCard(db, row)
  const lostId = await lostBefore(db, cardId)
  // Cards come before accounts, whoever locks them.
  const line = lostId ? await lockLine(db, lostId) : []
  await chargeMaking(db, row, { payment: making, cardId })
  if (lostId) await carryOver(db, { from: lostId, line, to: await lockCard(db, cardId) })
  return await lockCard(db, cardId)
}

/** Whether a card exists when its order is found there. */
const isMade: Record<OrderState, boolean> = {
  received: false,
  approved: false,
  printing: true,
  shipped: true,
  delivered: true,
  returned: true,
  refused: false,
  cancelled: false,
}

/** Gives all of it back, what was paid to mail it again too: there will be no card. */
async function takeBack(
  db: Db,
  row: ApplicationRow,
  {
    status,
    kept,
    standing,
  }: { status: 'fail' | 'cancelled'; kept: readonly PaymentRow[]; standing: OrderStanding },
) {
  const about =
    status === 'fail'
      ? ({ why: 'failed', reason: reasonOf(standing) } as const)
      : ({ why: 'cancelled' } as const)
  for (const payment of kept) await giveFeesBack(db, row, { payment, ...about })
  if (!row.physical_card_id) return
  const card = await lockCard(db, row.physical_card_id)
  const eventId = `${row.issuer_order_id}:${standing.version}`
  if (!isOver(card)) await endCard(db, { card, status: 'closed', eventId })
}

/** When it was approved and shipped; what we did not hear of has happened by then. */
function timesOf({ approved_at, shipped_at }: ApplicationRow, { state, changedAt }: OrderStanding) {
  const isApproved = state === 'approved' || isMade[state]
  const isShipped = state === 'shipped' || state === 'delivered' || state === 'returned'
  return {
    ...(isApproved && !approved_at && { approved_at: changedAt }),
    ...(isShipped && (!shipped_at || state === 'shipped') && { shipped_at: changedAt }),
  }
}

/** What a person at the issuer wrote is told as it is; a code of theirs only where we have words for it. */
function reasonOf({ state, reason }: OrderStanding): string {
  const isUnknown = !reason || (/^[a-z\d_]+$/.test(reason) && !codesWithWords.has(reason))
  if (!isUnknown) return reason
  return state === 'cancelled' ? 'issuer_cancelled' : 'issuer_refused'
}

const codesWithWords = new Set(['address_not_served', 'name_not_printable', 'cardholder_needed'])

function returnedTo(status: ApplicationStatus, kept: readonly PaymentRow[]): Record<string, string> {
  if ((status !== 'fail' && status !== 'cancelled') || kept.length === 0) return {}
  const amountMinor = kept.reduce((sum, payment) => sum + totalOf(payment), 0n)
  return { amount: format(amountMinor, 'USDT'), currency: 'USDT' }
}
