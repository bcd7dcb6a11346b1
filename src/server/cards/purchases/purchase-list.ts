import type { Expression, SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { cardTransaction } from '../../../contract/card.ts'
import { format } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { pageOf } from '../../http/page-of.ts'
import { atLeastZero } from '../../least.ts'
import { monthIn } from '../../zone.ts'
import type { PurchaseTable } from '../tables.ts'
import { factsOf } from './facts.ts'
import { type Thread, threadOf } from './thread.ts'

/** Which purchases of a card; `month` is `yyyy-MM` in the given time zone. */
export interface PurchaseFilter {
  cardId: string
  month: string
  timezone: string
  channel?: string | undefined
  status?: PurchaseTable['status'] | undefined
  /** What else holds of a purchase, said of its id. */
  holds?: ((id: Expression<string>) => Expression<SqlBool>) | undefined
}

/** One page of a card's purchases, newest first, as they travel. */
export async function purchasesOf(
  db: Db,
  { cardId, month, timezone, channel, status, holds }: PurchaseFilter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const { from, until } = monthIn({ month, timezone })
  let purchases = db
    .selectFrom('purchases')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('id', 'desc')
  if (channel) purchases = purchases.where('channel', '=', channel)
  if (status) purchases = purchases.where('status', '=', status)
  if (holds) purchases = purchases.where(({ ref }) => holds(ref('purchases.id')))
  const { list: rows, total } = await pageOf(purchases, { page, pageSize })
  const facts = await factsOf(
    db,
    rows.map(row => row.thread_id),
  )
  const trails = await trailsOf(db, rows)
  const notes = await notesOf(db, [...trails.values()])
  const list = rows.map(row => {
    const billId = trails.get(row.id) ?? null
    const note = billId && notes.get(billId)
    const purchase = purchaseOf(row, threadOf(facts.get(row.thread_id) ?? []), billId)
    return note ? { ...purchase, note } : purchase
  })
  return { list, total, page, pageSize }
}

/** The bill of each purchase; of money that only came back that of its first refund. */
async function trailsOf(db: Db, rows: readonly PurchaseTable[]): Promise<Map<string, string>> {
  const without = rows.flatMap(({ id, bill_id }) => (bill_id ? [] : [id]))
  const refunds =
    without.length > 0
      ? await db
          .selectFrom('bills')
          .select(['trace_id', 'id'])
          .where('trace_id', 'in', without)
          .orderBy('id', 'desc')
          .execute()
      : []
  return new Map([
    ...refunds.map(({ trace_id, id }) => [trace_id, id] as const),
    ...rows.flatMap(({ id, bill_id }) => (bill_id ? [[id, bill_id] as const] : [])),
  ])
}

/** What stands on these bills in their owner's words. */
async function notesOf(db: Db, billIds: readonly string[]): Promise<Map<string, string | null>> {
  if (billIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('bills')
    .select(['id', 'note'])
    .where('id', 'in', billIds)
    .where('note', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, note }) => [id, note]))
}

/** What it cost or is about to cost, net of what came back; of money that only came back, that. */
function purchaseOf(
  row: PurchaseTable,
  { askedMinor, heldMinor, clearedMinor, clearings, refundedMinor, isForced }: Thread,
  billId: string | null,
): z.output<typeof cardTransaction> {
  return {
    id: row.id,
    threadId: row.thread_id,
    merchant: row.merchant,
    mcc: row.mcc,
    country: row.country,
    amount: format(amountOf(row, heldMinor), 'USD'),
    currency: 'USD',
    fee: format(row.fee_minor, 'USD'),
    authorized: format(isForced ? 0n : askedMinor, 'USD'),
    held: format(heldMinor, 'USD'),
    cleared: format(clearedMinor, 'USD'),
    clearings,
    refunded: format(atLeastZero(refundedMinor), 'USD'),
    isForced,
    status: row.status,
    reason: row.reason,
    billId,
    createTime: row.created_at.toISOString(),
  }
}

function amountOf(
  { status, asked_minor, cleared_minor, refunded_minor }: PurchaseTable,
  heldMinor: bigint,
): bigint {
  if (status === 'refunded') return refunded_minor
  if (status === 'posted') return refunded_minor - cleared_minor
  return status === 'pending' ? -heldMinor : -asked_minor
}
