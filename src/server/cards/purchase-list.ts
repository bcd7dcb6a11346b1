import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { cardTransaction } from '../../contract/card.ts'
import { format } from '../../contract/money.ts'
import type { Db } from '../database.ts'
import { monthIn } from '../zone.ts'
import type { PurchaseTable } from './tables.ts'

/** Which purchases of a card; `month` is `yyyy-MM` in the given time zone. */
export interface PurchaseFilter {
  cardId: string
  month: string
  timezone: string
  channel?: string | undefined
  status?: PurchaseTable['status'] | undefined
}

/** One page of a card's purchases, newest first, as they travel. */
export async function purchasesOf(
  db: Db,
  { cardId, month, timezone, channel, status }: PurchaseFilter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const { from, until } = monthIn({ month, timezone })
  let purchases = db
    .selectFrom('purchases')
    .where('card_id', '=', cardId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
  if (channel) purchases = purchases.where('channel', '=', channel)
  if (status) purchases = purchases.where('status', '=', status)
  const { total } = await purchases.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await purchases
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { list: rows.map(purchaseOf), total: Number(total), page, pageSize }
}

/** What it cost or is about to cost, net of what came back; of money that only came back, that. */
function purchaseOf(row: PurchaseTable): z.output<typeof cardTransaction> {
  return {
    id: row.id,
    threadId: row.thread_id,
    merchant: row.merchant,
    mcc: row.mcc,
    country: row.country,
    amount: format(amountOf(row), 'USD'),
    currency: 'USD',
    fee: format(row.fee_minor, 'USD'),
    status: row.status,
    reason: row.reason,
    createTime: row.created_at.toISOString(),
  }
}

function amountOf({ status, asked_minor, cleared_minor, refunded_minor }: PurchaseTable): bigint {
  if (status === 'refunded') return refunded_minor
  if (status === 'posted') return refunded_minor - cleared_minor
  return -asked_minor
}
