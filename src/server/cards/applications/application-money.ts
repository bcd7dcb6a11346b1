import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import { capture, hold, Overdrawn, release, reverse } from '../../ledger/ledger.ts'
import { masterAccount, walletFee } from '../money/bridge.ts'
import { refuseOverdraft } from '../money/recharging.ts'
import type { ApplicationRow, PaymentRow } from './application-tables.ts'
import type { ApplicationFees } from './applications.ts'

// When a card is charged for: up to printing the issuer may still refuse the order or take it back; from printing on there
// is a card and no way back. So the fees stay held until we learn of printing, and the charge and the card are one commit.

/** Reserves making and mailing in the wallet; refused with what is missing. The caller has locked the application. */
export async function reserveFees(
  db: Db,
  {
    row,
    kind,
    fees,
  }: { row: Pick<ApplicationRow, 'id' | 'user_id'>; kind: PaymentRow['kind']; fees: ApplicationFees },
): Promise<NewPayment> {
  const paymentId = newId()
  const accountId = await masterAccount(db, row.user_id)
  const amountMinor = fees.makingFeeMinor + fees.mailingFeeMinor
  try {
    const idempotencyKey = `apply-card:${paymentId}`
    const { holdId } = await hold(db, { accountId, amountMinor, idempotencyKey, reason: 'apply-card' })
    return { paymentId, applicationId: row.id, kind, fees, holdId }
  } catch (error) {
    if (error instanceof Overdrawn) return await refuseOverdraft(db, { accountId, neededMinor: amountMinor })
    throw error
  }
}

/** A payment whose money is held, before its row is written. */
interface NewPayment {
  paymentId: string
  applicationId: string
  kind: PaymentRow['kind']
  fees: ApplicationFees
  holdId: string
}

/** Writes a payment; its hold and its bill are there already. */
export async function writePayment(db: Db, payment: NewPayment & { billId: string }): Promise<PaymentRow> {
  const { paymentId, applicationId, kind, fees, holdId, billId } = payment
  return await db
    .insertInto('application_payments')
    .values({
      id: paymentId,
      application_id: applicationId,
      kind,
      making_fee_minor: fees.makingFeeMinor,
      mailing_fee_minor: fees.mailingFeeMinor,
      hold_id: holdId,
      state: 'held',
      bill_id: billId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Remembers that the issuer is about to be asked: from now on nobody but the issuer says what became of it. */
export async function markAsked(db: Db, { id }: PaymentRow): Promise<void> {
  await db
    .updateTable('application_payments')
    .set(({ fn }) => ({ asked_at: fn.coalesce('asked_at', sql<Date>`now()`) }))
    .where('id', '=', id)
    .execute()
}

/** Charges what is held, making and mailing each as a transfer of its own. The caller has locked the application. */
export async function chargePayment(
  db: Db,
  payment: PaymentRow,
  { userId }: { userId: string },
): Promise<{ makingTransferId: string | null; mailingTransferId: string | null }> {
  const walletAccountId = await masterAccount(db, userId)
  const parts = [
    { part: 'making', feeMinor: payment.making_fee_minor },
    { part: 'mailing', feeMinor: payment.mailing_fee_minor },
  ].filter(({ feeMinor }) => feeMinor > 0n)
  const transferIds = new Map<string, string>()
  for (const [place, { part, feeMinor }] of parts.entries()) {
    const { transferId } = await capture(db, {
      holdId: payment.hold_id,
      idempotencyKey: `card-${part}:${payment.id}`,
      reason: `card-${part}`,
      entries: await walletFee(db, { walletAccountId, feeMinor }),
      final: place === parts.length - 1,
    })
    transferIds.set(part, transferId)
  }
  const charged = {
    makingTransferId: transferIds.get('making') ?? null,
    mailingTransferId: transferIds.get('mailing') ?? null,
  }
  await end(db, payment, {
    state: 'charged',
    making_transfer_id: charged.makingTransferId,
    mailing_transfer_id: charged.mailingTransferId,
  })
  return charged
}

/** Gives back what is held, all of it. The caller has locked the application. */
export async function releasePayment(db: Db, payment: PaymentRow): Promise<void> {
  const { releasedMinor } = await release(db, { holdId: payment.hold_id })
  if (releasedMinor !== totalOf(payment)) throw new Error(`hold ${payment.hold_id} is not whole`)
  await end(db, payment, { state: 'released' })
}

/** Gives back what was charged, for a card that the issuer takes back after all; gives each transfer with its amount. */
export async function refundPayment(
  db: Db,
  payment: PaymentRow,
): Promise<{ transferId: string; amountMinor: bigint }[]> {
  const charges = [
    { transferId: payment.making_transfer_id, amountMinor: payment.making_fee_minor },
    { transferId: payment.mailing_transfer_id, amountMinor: payment.mailing_fee_minor },
  ]
  const refunds: { transferId: string; amountMinor: bigint }[] = []
  for (const { transferId, amountMinor } of charges) {
    if (!transferId) continue
    const idempotencyKey = `card-refund:${transferId}`
    const refund = await reverse(db, { transferId, idempotencyKey, reason: 'card-refund' })
    refunds.push({ transferId: refund.transferId, amountMinor })
  }
  await end(db, payment, { state: 'refunded' })
  return refunds
}

/** What a payment comes to, in USDT minor units. */
export function totalOf(payment: Pick<PaymentRow, 'making_fee_minor' | 'mailing_fee_minor'>): bigint {
  return payment.making_fee_minor + payment.mailing_fee_minor
}

async function end(
  db: Db,
  { id }: PaymentRow,
  change: {
    state: Exclude<PaymentRow['state'], 'held'>
    making_transfer_id?: string | null
    mailing_transfer_id?: string | null
  },
): Promise<void> {
  await db.updateTable('application_payments').set(change).where('id', '=', id).execute()
}
