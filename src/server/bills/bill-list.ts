import { sql } from 'kysely'
import type { Bill, BillKind } from '../../contract/bill.ts'
import type { Db } from '../database.ts'
import { billOf } from './bills.ts'
import type { BillStep } from './tables.ts'

/** Which rows of a person. `until` is the moment the reader began: rows written since do not shift the pages. */
export interface BillFilter {
  userId: string
  kind?: BillKind | undefined
  cardId?: string | undefined
  from: Date
  until?: Date | undefined
  keyword?: string | undefined
}

/** One page of bill rows, newest first. */
export async function billsOf(
  db: Db,
  filter: BillFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ list: Bill[]; total: number }> {
  let mine = db
    .selectFrom('bills')
    .where('user_id', '=', filter.userId)
    .where('created_at', '>=', filter.from)
  if (filter.until) mine = mine.where('created_at', '<=', filter.until)
  if (filter.kind) mine = mine.where('kind', '=', filter.kind)
  if (filter.cardId) mine = mine.where('card_id', '=', filter.cardId)
  if (filter.keyword) mine = mine.where(mentions(filter.keyword))
  const { total } = await mine.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow()
  // Ids are in the order of time: the page is found in the index, and only its rows are read whole.
  const ids = mine
    .select('id')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const rows = await db.selectFrom('bills').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  return { list: rows.map(billOf), total: Number(total) }
}

/** One row of a person with the other rows of its trace; null when it is not theirs. */
export async function billWithTrace(
  db: Db,
  { userId, billId }: { userId: string; billId: string },
): Promise<{ bill: Bill; related: Bill[]; steps: BillStep[] } | null> {
  const row = await db
    .selectFrom('bills')
    .selectAll()
    .where('id', '=', billId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const related = await db
    .selectFrom('bills')
    .selectAll()
    .where('trace_id', '=', row.trace_id)
    .where('user_id', '=', userId)
    .where('id', '<>', billId)
    .orderBy('id')
    .execute()
  return { bill: billOf(row), related: related.map(billOf), steps: row.steps }
}

/** In the account or anything the row says; what is typed is text, never a pattern. */
function mentions(keyword: string) {
  const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(account ilike ${pattern} or exists (
    select from jsonb_each_text(remark) as r (name, said) where r.said ilike ${pattern}
  ))`
}
