import { sql } from 'kysely'
import type { DelayHours } from '../../contract/delay.ts'
import type { Db } from '../database/database.ts'

/** How long withdrawals of a customer wait by their own choice, and what is to be instead, and when. */
export interface Delay {
  hours: DelayHours
  next: { hours: DelayHours; at: Date } | null
}

/** The wait in force, by the database's clock. It stays so until the commit when the caller has locked the customer. */
export async function delayOf(db: Db, userId: string): Promise<Delay> {
  const { rows } = await sql<{ hours: DelayHours; next_hours: DelayHours | null; next_at: Date | null }>`
    select case when shorter_delay_at <= now() then shorter_delay_hours else delay_hours end as hours,
      case when shorter_delay_at > now() then shorter_delay_hours end as next_hours, shorter_delay_at as next_at
    from users where id = ${userId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a session of nobody')
  const { hours, next_hours, next_at } = row
  return { hours, next: next_hours !== null && next_at ? { hours: next_hours, at: next_at } : null }
}

/** Has another wait in force at once; a shorter one that was on its way is forgotten. */
export async function setDelay(
  db: Db,
  { userId, hours }: { userId: string; hours: DelayHours },
): Promise<void> {
  await sql`
    update users set delay_hours = ${hours}, shorter_delay_hours = null, shorter_delay_at = null
    where id = ${userId}`.execute(db)
}

/** Has a shorter wait in force once that of now has passed. Gives when. */
export async function shortenDelay(
  db: Db,
  { userId, from, to }: { userId: string; from: DelayHours; to: DelayHours },
): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    update users set delay_hours = ${from}, shorter_delay_hours = ${to},
      shorter_delay_at = now() + ${from} * interval '1 hour'
    where id = ${userId} returning shorter_delay_at as at`.execute(db)
  return (rows[0] as { at: Date }).at
}

/** Forgets a shorter wait that is not in force yet. Gives the wait that stays; null when there was none to forget. */
export async function keepDelay(db: Db, userId: string): Promise<DelayHours | null> {
  const { rows } = await sql<{ hours: DelayHours }>`
    update users set shorter_delay_hours = null, shorter_delay_at = null
    where id = ${userId} and shorter_delay_at > now() returning delay_hours as hours`.execute(db)
  return rows[0]?.hours ?? null
}
