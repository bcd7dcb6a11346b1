import type { Bill } from '../../contract/bill.ts'
import { type Currency, format } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { insertAll } from '../database/insert-all.ts'
import { newId, timeOf } from '../id.ts'
import type { BillStep, BillTable } from './tables.ts'

/** A bill row to be written; `amountMinor` is signed: plus came in, minus went out. */
export interface NewBill {
  /** A new one by default. */
  billId?: string
  userId: string
  kind: BillTable['kind']
  amountMinor: bigint
  currency: Currency
  /** Fees of this movement that have rows of their own, in the same currency. */
  feeMinor?: bigint
  /** `wallet`, or the last four digits of a card. */
  account: string
  cardId?: string | null
  remark?: Record<string, string>
  status: BillTable['status']
  /** All rows of one movement carry the same; a new one by default. */
  traceId?: string
  transferId?: string | null
  /** The first step of the money trail, happening now. */
  step: { what: string; detail?: Record<string, string> }
}

/** Writes a bill row in the caller's transaction and returns its id. */
export async function writeBill(db: Db, bill: NewBill): Promise<{ billId: string; traceId: string }> {
  const billId = bill.billId ?? newId()
  const traceId = bill.traceId ?? billId
  await writeBills(db, [{ ...bill, billId, traceId }])
  return { billId, traceId }
}

/** Writes bill rows in the caller's transaction. */
export async function writeBills(db: Db, bills: readonly NewBill[]): Promise<void> {
  await insertAll(db, 'bills', bills.map(rowOf))
}

function rowOf(bill: NewBill) {
  const billId = bill.billId ?? newId()
  // The moment that the id tells, so that the order of ids is the order of time.
  const now = timeOf(billId)
  return {
    id: billId,
    user_id: bill.userId,
    kind: bill.kind,
    amount_minor: bill.amountMinor,
    currency: bill.currency,
    fee_minor: bill.feeMinor ?? 0n,
    account: bill.account,
    card_id: bill.cardId ?? null,
    remark: bill.remark ?? {},
    status: bill.status,
    trace_id: bill.traceId ?? billId,
    transfer_id: bill.transferId ?? null,
    steps: [stepAt(now, bill)],
    created_at: now,
    updated_at: now,
  }
}

/** What may change on a bill row when its movement goes on. */
interface BillChange {
  billId: string
  kind?: BillTable['kind']
  amountMinor?: bigint
  feeMinor?: bigint
  status?: BillTable['status']
  account?: string
  cardId?: string
  remark?: Record<string, string> | undefined
  transferId?: string
  step: { what: string; detail?: Record<string, string> }
}

/** Carries a bill row on: its new state, and one more step of its money trail. */
export async function continueBill(db: Db, change: BillChange): Promise<void> {
  const { steps, remark } = await db
    .selectFrom('bills')
    .select(['steps', 'remark'])
    .where('id', '=', change.billId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const now = new Date()
  await db
    .updateTable('bills')
    .set({
      ...(change.kind && { kind: change.kind }),
      ...(change.amountMinor !== undefined && { amount_minor: change.amountMinor }),
      ...(change.feeMinor !== undefined && { fee_minor: change.feeMinor }),
      ...(change.status && { status: change.status }),
      ...(change.account && { account: change.account }),
      ...(change.cardId && { card_id: change.cardId }),
      ...(change.transferId && { transfer_id: change.transferId }),
      remark: JSON.stringify({ ...remark, ...change.remark }),
      steps: JSON.stringify([...steps, stepAt(now, change)]),
      updated_at: now,
    })
    .where('id', '=', change.billId)
    .execute()
}

/** Keeps what a person wrote on a row of theirs; null takes it away. False when the row is not theirs. */
export async function noteBill(
  db: Db,
  { userId, billId, note }: { userId: string; billId: string; note: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bills')
    .set({ note })
    .where('id', '=', billId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A row as it travels (decision D3). */
export function billOf(row: {
  id: string
  kind: BillTable['kind']
  amount_minor: bigint
  currency: string
  fee_minor: bigint
  account: string
  card_id: string | null
  remark: Record<string, string>
  status: BillTable['status']
  trace_id: string
  note: string | null
  created_at: Date
}): Bill {
  const currency = row.currency as Currency
  return {
    id: row.id,
    type: row.kind,
    amount: format(row.amount_minor, currency),
    currency,
    fee: format(row.fee_minor, currency),
    account: row.account,
    remark: row.remark,
    status: row.status,
    createTime: row.created_at.toISOString(),
    cardOutId: row.card_id,
    traceId: row.trace_id,
    ...(row.note !== null && { note: row.note }),
  }
}

/** A step names its movement in the books, if it made one. */
function stepAt(at: Date, { step, transferId }: Pick<NewBill, 'step' | 'transferId'>): BillStep {
  return {
    what: step.what,
    at: at.toISOString(),
    detail: { ...step.detail, ...(transferId && { transferId }) },
  }
}
