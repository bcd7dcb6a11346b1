import { sql } from 'kysely'
import type { Bill, BillKind, CostKind } from '../../contract/bill.ts'
import type { Db } from '../database/database.ts'
import { idAt } from '../id.ts'
import { billOf } from './bills.ts'
import { costing } from './costs.ts'
import { nextOf } from './next.ts'
import { mentions, type Search } from './search.ts'
import type { BillStep } from './tables.ts'

/** Which rows of a person. `until` is the moment the reader began: rows written since do not shift the pages. */
export interface BillFilter {
  userId: string
  kind?: BillKind | undefined
  cardId?: string | undefined
  /** Only what stands so. */
  status?: Bill['status'] | undefined
  /** Only what cost something of that kind, or anything. */
  cost?: CostKind | 'all' | undefined
  /** Only what is of no card. */
  isCardless?: boolean | undefined
  from: Date
  until?: Date | undefined
  search?: Search | undefined
  /** Only what is older than this row, whoever's it is: it is nothing but a place in time. */
  after?: string | undefined
  /** Counted down to this row, with it. */
  downTo?: string | undefined
}

/** Counting stops here: what lies behind is not worth reading for a number. */
const countMax = 1000

/**
 * One page of bill rows, newest first; `total` counts these and what follows, up to a thousand. The time of a row is the
 * one in its id, so a page is found in an index by the place where it begins, and what is outside the asked time is
 * never read; only words are looked for in all of it. A row that is committed late may appear above a place that was
 * passed: whoever reads on renews the top as well, and compares what is known with what is counted (`downTo`).
 */
export async function billsOf(
  db: Db,
  filter: BillFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ list: Bill[]; total: number }> {
  const place = { first: filter.after ? 0 : (page - 1) * pageSize, pageSize }
  return await (filter.search || filter.status ? foundOf : countedOf)(db, filter, place)
}

interface Place {
  first: number
  pageSize: number
}

async function countedOf(db: Db, filter: BillFilter, { first, pageSize }: Place) {
  const mine = rowsOf(db, filter).select('id').orderBy('id', 'desc')
  const counted = filter.downTo ? mine.where('id', '>=', filter.downTo) : mine
  const ids = mine.limit(pageSize).offset(first)
  const rows = await db.selectFrom('bills').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  // Counted last: a row that arrives in between must not hide the oldest of the page.
  const { total } = await db
    .selectFrom(counted.limit(countMax).as('rows'))
    .select(sql<bigint>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { list: rows.map(billOf), total: Number(total) }
}

/** Looks once: what is found may lie far apart. */
async function foundOf(db: Db, filter: BillFilter, { first, pageSize }: Place) {
  const mine = rowsOf(db, filter).select('id').orderBy('id', 'desc')
  const found = await mine.limit(Math.max(countMax, first + pageSize)).execute()
  const counted = found.filter(({ id }) => !filter.downTo || id >= filter.downTo)
  const total = Math.min(counted.length, countMax)
  const ids = found.slice(first, first + pageSize).map(({ id }) => id)
  if (ids.length === 0) return { list: [], total }
  const rows = await db.selectFrom('bills').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  return { list: rows.map(billOf), total }
}

function rowsOf(db: Db, filter: BillFilter) {
  const { userId, kind, cardId, status, cost, isCardless, from, until, search, after } = filter
  let mine = db.selectFrom('bills').where('user_id', '=', userId).where('id', '>=', idAt(from))
  if (until) mine = mine.where('id', '<', idAt(new Date(until.getTime() + 1)))
  if (kind) mine = mine.where('kind', '=', kind)
  if (cardId) mine = mine.where('card_id', '=', cardId)
  if (status) mine = mine.where('status', '=', status)
  if (cost) mine = mine.where(costing(cost))
  if (isCardless) mine = mine.where('card_id', 'is', null)
  if (search) mine = mine.where(mentions(search))
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
