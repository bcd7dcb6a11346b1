import { sql } from 'kysely'
import type { DelayHours } from '../../contract/delay.ts'
import type { Db } from '../database/database.ts'
import { keepDelay } from './withdrawal-delay.ts'

/** How long withdrawals are paused after a change of security (decision D5). */
export const pauseHours = 24

/**
 * Pauses a customer's withdrawals for `pauseHours` from now; a pause that lasts longer stays. A shorter wait that was on its
 * way is forgotten: whoever asked for it may be why. Gives the wait that stays for that, else null.
 */
export async function pauseWithdrawals(db: Db, userId: string): Promise<DelayHours | null> {
  await sql`
    update users set hold_until = greatest(hold_until, now() + ${pauseHours} * interval '1 hour') where id = ${userId}`.execute(
    db,
  )
  return await keepDelay(db, userId)
}

/** Lets a customer withdraw again before the pause is over. Gives when it would have been over; null when there is none. */
export async function liftPause(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ hold_until: Date }>`
    with paused as (
      select id, hold_until from users where id = ${userId} and hold_until > now() for update
    )
    update users set hold_until = null from paused where users.id = paused.id returning paused.hold_until`.execute(
    db,
  )
  return rows[0]?.hold_until ?? null
}

/** Until when a customer's withdrawals are paused; null when they are not, by the database's clock. */
export async function pausedUntil(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ hold_until: Date }>`
    select hold_until from users where id = ${userId} and hold_until > now()`.execute(db)
  return rows[0]?.hold_until ?? null
}
