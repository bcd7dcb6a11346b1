import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { Refused } from '../http/refused.ts'
import { newId } from '../id.ts'
import type { DisputeTable } from './tables.ts'

/** A dispute as it is read. */
export type DisputeRow = Selectable<DisputeTable>

/** A dispute to be opened; its words with card numbers covered already. */
export interface NewDispute
  extends Pick<
    DisputeRow,
    'user_id' | 'request_id' | 'bill_id' | 'card_id' | 'thread_id' | 'reason' | 'amount_minor'
  > {
  text: string
}

/** Writes a dispute with its first line; the caller has made sure that it may be. */
export async function writeDispute(
  db: Db,
  { text, ...wanted }: NewDispute,
): Promise<{ dispute: DisputeRow; lineId: string }> {
  const dispute = await db
    .insertInto('disputes')
    .values({ id: newId(), ...wanted })
    .returningAll()
    .executeTakeFirstOrThrow()
  const lineId = await writeLine(db, { disputeId: dispute.id, requestId: wanted.request_id, text })
  if (!lineId) throw new Error('a new dispute has a line already')
  return { dispute, lineId }
}

/**
 * Adds a line and gives its id; null when this request has added it before. With other words under the same request it
 * is refused (`request_changed`).
 */
export async function writeLine(
  db: Db,
  { disputeId, requestId, text }: { disputeId: string; requestId: string; text: string },
): Promise<string | null> {
  const line = await db
    .insertInto('dispute_lines')
    .values({ id: newId(), dispute_id: disputeId, request_id: requestId, text })
    .onConflict(conflict => conflict.columns(['dispute_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (line) return line.id
  await refuseOtherWords(db, { disputeId, requestId, text })
  return null
}

/** The dispute that this request has opened, if it has; with another purchase, sum or words it is refused. */
export async function openedBefore(db: Db, wanted: NewDispute): Promise<DisputeRow | null> {
  const { user_id, request_id, bill_id, reason, amount_minor, text } = wanted
  const found = await disputeOfRequest(db, { userId: user_id, requestId: request_id })
  if (!found) return null
  const isSame = found.bill_id === bill_id && found.reason === reason && found.amount_minor === amount_minor
  if (!isSame) throw new Refused('request_changed')
  await refuseOtherWords(db, { disputeId: found.id, requestId: request_id, text })
  return found
}

/** The dispute that a request has opened; null when it has not. */
export async function disputeOfRequest(
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<DisputeRow | null> {
  const row = await db
    .selectFrom('disputes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row ?? null
}

/** The row, locked until the transaction ends. The caller has locked its card: everybody keeps that order. */
export async function lockDispute(db: Db, disputeId: string): Promise<DisputeRow> {
  return await db
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', disputeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Writes what has changed; an end is written with its time. The caller has locked the row. */
export async function changeDispute(
  db: Db,
  { id }: Pick<DisputeRow, 'id'>,
  change: UpdateObject<Tables, 'disputes'>,
): Promise<DisputeRow> {
  const isEnd = typeof change.status === 'string' && isOver({ status: change.status })
  return await db
    .updateTable('disputes')
    .set({ ...change, updated_at: sql<Date>`now()`, ...(isEnd && { ended_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** True of a dispute that nothing more will happen to. */
export function isOver({ status }: Pick<DisputeRow, 'status'>): boolean {
  return status !== 'opened' && status !== 'sent' && status !== 'evidence'
}

async function refuseOtherWords(
  db: Db,
  { disputeId, requestId, text }: { disputeId: string; requestId: string; text: string },
) {
  const line = await db
    .selectFrom('dispute_lines')
    .select('text')
    .where('dispute_id', '=', disputeId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (line?.text !== text) throw new Refused('request_changed')
}
