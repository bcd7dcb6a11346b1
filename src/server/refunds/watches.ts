import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { Refused } from '../http/refused.ts'
import { newId } from '../id.ts'
import type { RefundWatchTable, WatchRequest } from './tables.ts'

/** A watch as it is read. */
export type WatchRow = Selectable<RefundWatchTable>

/** A watch to be set; its words with card numbers covered already. */
type NewWatch = Pick<
  WatchRow,
  | 'user_id'
  | 'request_id'
  | 'purchase_id'
  | 'bill_id'
  | 'card_id'
  | 'amount_minor'
  | 'due_on'
  | 'due_at'
  | 'note'
> & { request: WatchRequest }

/** Writes a watch and gives its id; the caller has locked the card and made sure that it may be. */
export async function writeWatch(db: Db, { request, ...watch }: NewWatch): Promise<string> {
  const id = newId()
  await db
    .insertInto('refund_watches')
    .values({ id, ...watch, request: JSON.stringify(request) })
    .execute()
  return id
}

/** The watch that this request has set, if it has; with another purchase, sum, day or words it is refused. */
export async function setBefore(
  db: Db,
  { userId, requestId, request }: { userId: string; requestId: string; request: WatchRequest },
): Promise<string | null> {
  const found = await db
    .selectFrom('refund_watches')
    .select(['id', 'request'])
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!found) return null
  if (!isDeepStrictEqual(found.request, request)) throw new Refused('request_changed')
  return found.id
}

/** The open watch of a purchase, locked until the transaction ends; the caller has locked the card: everybody keeps that order. */
export async function lockOpenWatch(db: Db, purchaseId: string): Promise<WatchRow | undefined> {
  return await db
    .selectFrom('refund_watches')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** A watch, locked until the transaction ends; the caller has locked the card. */
export async function lockWatch(db: Db, watchId: string): Promise<WatchRow> {
  return await db
    .selectFrom('refund_watches')
    .selectAll()
    .where('id', '=', watchId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Writes what has changed; the caller has locked the row. */
export async function changeWatch(
  db: Db,
  { id }: Pick<WatchRow, 'id'>,
  change: UpdateObject<Tables, 'refund_watches'>,
): Promise<void> {
  await db
    .updateTable('refund_watches')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Ends a watch; the caller has locked the row. */
export async function endWatch(
  db: Db,
  watch: Pick<WatchRow, 'id'>,
  status: 'arrived' | 'dropped' | 'disputed',
): Promise<void> {
  await changeWatch(db, watch, { status, ended_at: sql<Date>`now()` })
}

/** What of a watch is still out, in USD minor units. */
export function leftMinorOf({ amount_minor, arrived_minor }: WatchRow): bigint {
  return amount_minor > arrived_minor ? amount_minor - arrived_minor : 0n
}

/** The open watches of a card with who sold what they are for, the earliest day first. */
export async function openOfCard(db: Db, cardId: string): Promise<(WatchRow & { merchant: string })[]> {
  return await db
    .selectFrom('refund_watches')
    .innerJoin('purchases', 'purchases.id', 'purchase_id')
    .selectAll('refund_watches')
    .select('purchases.merchant')
    .where('refund_watches.card_id', '=', cardId)
    .where('refund_watches.ended_at', 'is', null)
    .orderBy('due_at')
    .orderBy('refund_watches.id')
    .execute()
}

/** How many a customer has open. */
export async function countOpen(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('refund_watches')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
