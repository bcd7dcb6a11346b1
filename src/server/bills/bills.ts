import type { Bill } from '../../contract/bill.ts'
import { type Currency, format } from '../../contract/money.ts'
import type { Db } from '../database.ts'
import { newId } from '../id.ts'
import type { BillStep, BillTable } from './tables.ts'

/** A bill row to be written; `amountMinor` is signed: plus came in, minus went out. */
export interface NewBill {
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
  const billId = newId()
  const traceId = bill.traceId ?? billId
  const now = new Date()
  await db
    .insertInto('bills')
    .values({
      id: billId,
      user_id: bill.userId,
      kind: bill.kind,
      amount_minor: bill.amountMinor,
      currency: bill.currency,
      fee_minor: bill.feeMinor ?? 0n,
      account: bill.account,
      card_id: bill.cardId ?? null,
      remark: JSON.stringify(bill.remark ?? {}),
      status: bill.status,
      trace_id: traceId,
      transfer_id: bill.transferId ?? null,
      steps: JSON.stringify([stepAt(now, bill.step)]),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { billId, traceId }
}

/** What may change on a bill row when its movement goes on. */
export interface BillChange {
  billId: string
  kind?: BillTable['kind']
  amountMinor?: bigint
  feeMinor?: bigint
  status?: BillTable['status']
  account?: string
  cardId?: string
  remark?: Record<string, string>
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
      steps: JSON.stringify([...steps, stepAt(now, change.step)]),
      updated_at: now,
    })
    .where('id', '=', change.billId)
    .execute()
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
  }
}

function stepAt(at: Date, { what, detail = {} }: NewBill['step']): BillStep {
  return { what, at: at.toISOString(), detail }
}
