import { sql } from 'kysely'
import type { Bill, BillKind } from '../../contract/bill.ts'
import type { Db } from '../database.ts'
import { idAt } from '../id.ts'
import { billOf } from './bills.ts'
import { nextOf } from './next.ts'
import type { BillStep } from './tables.ts'

/** Which rows of a person. `until` is the moment the reader began: rows written since do not shift the pages. */
export interface BillFilter {
  userId: string
  kind?: BillKind | undefined
  cardId?: string | undefined
  from: Date
  until?: Date | undefined
  keyword?: string | undefined
  /** Only what is older than this row, whoever's it is: it is nothing but a place in time. */
  after?: string | undefined
}

/** Counting stops here: what lies behind is not worth reading for a number. */
const countMax = 1000

/**
 * One page of bill rows, newest first; `total` counts these and what follows, up to a thousand. The time of a row is the
 * one in its id, so a page is found in an index by the place where it begins, and what is outside the asked time is
 * never read; only words are looked for in all of it. A row that is committed late may appear above a place that was
 * passed: whoever reads on renews the top as well.
 */
export async function billsOf(
  db: Db,
  filter: BillFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ list: Bill[]; total: number }> {
  const mine = rowsOf(db, filter)
  const { total } = await db
    .selectFrom(mine.select('id').orderBy('id', 'desc').limit(countMax).as('rows'))
    .select(sql<bigint>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const ids = mine
    .select('id')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(filter.after ? 0 : (page - 1) * pageSize)
  const rows = await db.selectFrom('bills').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  return { list: rows.map(billOf), total: Number(total) }
}

function rowsOf(db: Db, { userId, kind, cardId, from, until, keyword, after }: BillFilter) {
  let mine = db.selectFrom('bills').where('user_id', '=', userId).where('id', '>=', idAt(from))
  if (until) mine = mine.where('id', '<', idAt(new Date(until.getTime() + 1)))
  if (kind) mine = mine.where('kind', '=', kind)
  if (cardId) mine = mine.where('card_id', '=', cardId)
  if (keyword) mine = mine.where(mentions(keyword))
  return after ? mine.where('id', '<', after) : mine
}

/** One row of a person with the other rows of its trace; null when it is not theirs. */
export async function billWithTrace(
  db: Db,
  { userId, billId }: { userId: string; billId: string },
): Promise<{
  bill: Bill
  related: Bill[]
  steps: BillStep[]
  next: string | null
  transferId: string | null
} | null> {
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
  return {
    bill: billOf(row),
    related: related.map(billOf),
    steps: row.steps,
    next: nextOf(row),
    transferId: row.transfer_id,
  }
}

/** In the account or anything the row says; what is typed is text, never a pattern. */
function mentions(keyword: string) {
  const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(account ilike ${pattern} or exists (
    select from jsonb_each_text(remark) as r (name, said) where r.said ilike ${pattern}
  ))`
}
