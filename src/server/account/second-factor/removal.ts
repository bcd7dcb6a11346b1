import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import type { SecondFactorRemoval } from './tables.ts'

/** How long a customer has to contradict before operators take their second factor away. */
export const removalHours = 72

/** The removal that waits for its time, if there is one. */
export async function waitingRemoval(db: Db, userId: string): Promise<SecondFactorRemoval | undefined> {
  return await db
    .selectFrom('second_factor_removals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

/** Begins to wait, by the database's clock. Gives until when; null when one waits already. */
export async function beginRemoval(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date }>`
    insert into second_factor_removals (id, user_id, due_at)
    values (${newId()}, ${userId}, now() + ${removalHours} * interval '1 hour')
    on conflict (user_id) where state = 'waiting' do nothing
    returning due_at`.execute(db)
  return rows[0]?.due_at ?? null
}

/** Ends a removal that waits. False when none did. */
export async function endRemoval(
  db: Db,
  { userId, state }: { userId: string; state: 'undone' | 'done' },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor_removals')
    .set({ state, ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whose removal is due, the oldest first. */
export async function dueRemovals(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('second_factor_removals')
    .select('user_id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
