import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import type { RefundWatch } from '../../contract/refund.ts'
import type { Db } from '../database/database.ts'
import { Denied } from '../http/refused.ts'
import { dayIn, daysBetween } from '../zone.ts'
import { leftMinorOf, type WatchRow } from './watches.ts'

/** One watch of the customer's own; a foreign one is denied like one that nobody has. */
export async function ownWatch(
  db: Db,
  { userId, watchId }: { userId: string; watchId: string },
): Promise<RefundWatch> {
  const row = await rowsOf(db, userId).where('refund_watches.id', '=', watchId).executeTakeFirst()
  if (!row) throw new Denied()
  return shown(row)
}

/** The newest watch of a purchase; null when there was none. */
export async function newestWatch(
  db: Db,
  { userId, purchaseId }: { userId: string; purchaseId: string },
): Promise<RefundWatch | null> {
  const row = await rowsOf(db, userId)
    .where('purchase_id', '=', purchaseId)
    .orderBy('refund_watches.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? shown(row) : null
}

/** The open watches of a customer, the earliest day first, and their sums. */
export async function openWatches(db: Db, userId: string) {
  const rows = await rowsOf(db, userId)
    .where('refund_watches.ended_at', 'is', null)
    .orderBy('due_on')
    .orderBy('refund_watches.id')
    .execute()
  const sumOf = (some: readonly Read[]) => some.reduce((sum, row) => sum + leftMinorOf(row), 0n)
  const sums = {
    currency: 'USD' as const,
    left: format(sumOf(rows), 'USD'),
    late: format(sumOf(rows.filter(isLate)), 'USD'),
  }
  return { list: rows.map(shown), sums: rows.length > 0 ? [sums] : [] }
}

/** What a purchase's owner still waits for; null where they wait for nothing. */
export async function awaitedOf(
  db: Db,
  purchaseId: string,
): Promise<Pick<RefundWatch, 'left' | 'currency' | 'by' | 'isLate'> | null> {
  const row = await db
    .selectFrom('refund_watches')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('purchase_id', '=', purchaseId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return { left: format(leftMinorOf(row), 'USD'), currency: 'USD', by: row.due_on, isLate: isLate(row) }
}

type Read = WatchRow & { account: string; remark: Record<string, string>; timezone: string; now: Date }

function rowsOf(db: Db, userId: string) {
  return db
    .selectFrom('refund_watches')
    .innerJoin('bills', 'bills.id', 'bill_id')
    .innerJoin('users', 'users.id', 'refund_watches.user_id')
    .selectAll('refund_watches')
    .select(['bills.account', 'bills.remark', 'users.timezone', sql<Date>`now()`.as('now')])
    .where('refund_watches.user_id', '=', userId)
}

function isLate({ due_at, now, ended_at }: Pick<Read, 'due_at' | 'now' | 'ended_at'>): boolean {
  return ended_at === null && due_at <= now
}

function shown(row: Read): RefundWatch {
  return {
    id: row.id,
    billId: row.bill_id,
    cardOutId: row.card_id,
    last4: row.account,
    merchant: row.remark.merchant ?? '',
    amount: format(row.amount_minor, 'USD'),
    arrived: format(row.arrived_minor, 'USD'),
    left: format(leftMinorOf(row), 'USD'),
    currency: 'USD',
    by: row.due_on,
    daysLeft: daysBetween(dayIn(row.timezone, row.now), row.due_on),
    isLate: isLate(row),
    note: row.note,
    status: row.status,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at.toISOString(),
  }
}
