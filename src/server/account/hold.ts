import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** How long withdrawals are held after a change of security (decision D5). */
export const holdHours = 24

/** Holds a customer's withdrawals for 24 hours from now; a hold that lasts longer stays. */
export async function holdWithdrawals(db: Db, userId: string): Promise<void> {
  await sql`
    update users set hold_until = greatest(hold_until, now() + ${holdHours} * interval '1 hour') where id = ${userId}`.execute(
    db,
  )
}

/** Lets a customer withdraw again before their hold is over. Gives when it would have been over; null when there is none. */
export async function liftHold(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ hold_until: Date }>`
    with held as (
      select id, hold_until from users where id = ${userId} and hold_until > now() for update
    )
    update users set hold_until = null from held where users.id = held.id returning held.hold_until`.execute(
    db,
  )
  return rows[0]?.hold_until ?? null
}

/** Until when a customer's withdrawals are held; null when they are not, by the database's clock. */
export async function heldUntil(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ hold_until: Date }>`
    select hold_until from users where id = ${userId} and hold_until > now()`.execute(db)
  return rows[0]?.hold_until ?? null
}

/**
 * Locks a customer until the commit: one decision about what leaves their wallet comes after another, and no hold begins
 * in between.
 */
export async function lockCustomer(db: Db, userId: string): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
