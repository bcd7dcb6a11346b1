import { format } from '../../contract/money.ts'
import { giveFeesBack, tellApplication } from '../across/application-books.ts'
import { markAsked, totalOf } from '../cards/applications/application-money.ts'
import type { ApplicationRow, PaymentRow } from '../cards/applications/application-tables.ts'
import { lockApplication, moveApplication, paymentById } from '../cards/applications/applications.ts'
import { confirmedCardholder } from '../cards/applications/cardholder-sessions.ts'
import type { IssuedCard, Issuer, IssuerRefusal } from '../cards/issuer.ts'
import { kindOf } from '../cards/kinds.ts'
import { type Db, transaction } from '../database/database.ts'
import type { World } from '../world.ts'
import { enqueue } from './queue/outbox.ts'
import { Later, patienceMs } from './queue/runner.ts'

/**
 * Asks the issuer for the physical card that was paid for until it has surely answered. Yes: its order is followed from
 * then on, and the fees stay held until it is printed. No: everything is returned. No answer: the hold stays, and the same
 * question is asked again with the same reference.
 */
export async function orderCard({ db, issuer }: World, { paymentId }: { paymentId: string }): Promise<void> {
  const asking = await transaction(db, db => beginAsking(db, paymentId))
  if (!asking) return
  const answer = await issuer.createPhysicalCard(asking.request)
  switch (answer.outcome) {
    case 'done':
      return await transaction(db, db => keepOrder(db, paymentId, answer))
    case 'declined':
      return await transaction(db, db => refuse(db, paymentId, answer.reason))
    case 'unknown':
      throw new Later(patienceMs(asking.since))
  }
}

type Request = Parameters<Issuer['createPhysicalCard']>[0]

/** Null when there is nothing to ask: it was answered, or taken back before anybody was asked. */
async function beginAsking(db: Db, paymentId: string): Promise<{ request: Request; since: Date } | null> {
  const { row, payment } = await lockPaid(db, paymentId)
  if (payment.state !== 'held' || row.issuer_card_id) return null
  if (row.status === 'cancelling' && !payment.asked_at) {
    await endUnordered(db, row, { payment, status: 'cancelled' })
    return null
  }
  await markAsked(db, payment)
  const parent = await db
    .selectFrom('cards')
    .select('issuer_card_id')
    .where('id', '=', row.parent_card_id)
    .executeTakeFirstOrThrow()
  const { card_type_id: cardTypeId, cardholder_session_id: sessionId } = row
  const request = {
    reference: payment.id,
    parentIssuerCardId: parent.issuer_card_id,
    productId: kindOf(row).productId,
    embossName: row.emboss_name,
    address: row.postal,
    issuerCardholderId: await confirmedCardholder(db, { sessionId, cardTypeId }),
  }
  return { request, since: payment.created_at }
}

async function keepOrder(db: Db, paymentId: string, issued: IssuedCard & { issuerOrderId: string }) {
  const { row, payment } = await lockPaid(db, paymentId)
  if (payment.state !== 'held' || row.issuer_card_id) return
  await moveApplication(db, row, row.status, {
    issuer_card_id: issued.issuerCardId,
    issuer_order_id: issued.issuerOrderId,
    last4: issued.last4,
  })
  if (row.status === 'cancelling') await enqueue(db, 'cancel-order', { applicationId: row.id })
}

async function refuse(db: Db, paymentId: string, refusal: IssuerRefusal) {
  const { row, payment } = await lockPaid(db, paymentId)
  if (payment.state !== 'held' || row.issuer_card_id) return
  const reason = refusal === 'other' ? 'issuer_refused' : refusal
  const status = row.status === 'cancelling' ? 'cancelled' : 'fail'
  await endUnordered(db, row, { payment, status, reason })
}

/** Ends an application of which no card was ordered, with everything given back. The caller has locked it. */
export async function endUnordered(
  db: Db,
  found: ApplicationRow,
  { payment, status, reason }: { payment: PaymentRow; status: 'cancelled' | 'fail'; reason?: string },
): Promise<void> {
  const why = status === 'fail' ? ({ why: 'failed', reason } as const) : ({ why: 'cancelled' } as const)
  await giveFeesBack(db, found, { payment, ...why })
  const row = await moveApplication(db, found, status, { ...(status === 'fail' && { reason }) })
  await tellApplication(db, row, {
    state: status,
    once: payment.id,
    params: { amount: format(totalOf(payment), 'USDT'), currency: 'USDT' },
  })
}

/** A payment and its application, locked. */
export async function lockPaid(
  db: Db,
  paymentId: string,
): Promise<{ row: ApplicationRow; payment: PaymentRow }> {
  const paid = await paymentById(db, paymentId)
  const row = paid && (await lockApplication(db, paid.application_id))
  const payment = row && (await paymentById(db, paymentId))
  if (!payment) throw new Error(`there is no payment ${paymentId}`)
  return { row, payment }
}
