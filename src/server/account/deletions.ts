import { sql } from 'kysely'
import type { Obstacle } from '../../contract/deletion.ts'
import type { Db } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import { newId } from '../id.ts'
import type { Deletion } from './tables.ts'

/** How many days a deletion can be taken back. */
const days = 15

/** The deletion of a customer that waits for its day, if there is one. */
export async function waitingDeletion(db: Db, userId: string): Promise<Deletion | undefined> {
  return await db
    .selectFrom('deletions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

/** The last deletion of a customer that has ended. */
export async function lastEnded(db: Db, userId: string): Promise<Deletion | undefined> {
  return await db
    .selectFrom('deletions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'waiting')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Refuses (`account_closing`, with `deleteAt`) while a customer's account waits for its deletion. */
export async function refuseClosing(db: Db, userId: string): Promise<void> {
  const deletion = await waitingDeletion(db, userId)
  if (deletion) throw new Refused('account_closing', { deleteAt: deletion.due_at.toISOString() })
}

/** Begins to wait, by the database's clock. The caller has locked the customer. */
export async function beginDeletion(
  db: Db,
  { userId, reason }: { userId: string; reason: string | undefined },
): Promise<Deletion> {
  return await db
    .insertInto('deletions')
    .values({
      id: newId(),
      user_id: userId,
      reason: reason ?? null,
      due_at: sql<Date>`now() + ${days} * interval '1 day'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** How a deletion ended; what stopped it is kept. */
export async function endDeletion(
  db: Db,
  {
    deletionId,
    ...ended
  }: { deletionId: string } & (
    | { state: 'undone' | 'done' }
    | { state: 'stopped'; obstacles: readonly Obstacle[] }
  ),
): Promise<void> {
  await db
    .updateTable('deletions')
    .set({
      state: ended.state,
      ended_at: sql<Date>`now()`,
      obstacles: ended.state === 'stopped' ? JSON.stringify(ended.obstacles) : null,
    })
    .where('id', '=', deletionId)
    .execute()
}

/** Deletions whose day has come, but for those named; oldest first. A frozen customer's waits until the freeze is lifted. */
export async function dueDeletions(
  db: Db,
  limit: number,
  except: readonly string[] = [],
): Promise<Pick<Deletion, 'id' | 'user_id'>[]> {
  return await db
    .selectFrom('deletions')
    .select(['id', 'user_id'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`id <> all(${except}::uuid[])`)
    .where(sql<boolean>`not exists (
      select from freezes f where f.user_id = deletions.user_id and f.lifted_at is null
    )`)
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

/** True of a customer who was deleted. */
export async function isDeleted(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.deleted_at !== null
}
