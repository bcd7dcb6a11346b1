import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** True for an address that somebody signs in with, or gave up a moment ago and may get back. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  // Asked in any case: whether an address is somebody's is not to be told by time.
  const isKept = await isKeptForOther(db, { email, userId: null })
  return user !== undefined || isKept
}

/**
 * True while an address that a customer gave up may still go back to them, and so can be nobody else's. Asked after the
 * address was taken, in the same transaction, it also knows of a change that was committed meanwhile.
 */
export async function isKeptForOther(
  db: Db,
  { email, userId }: { email: string; userId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from email_changes
    where old_email = ${email} and ended_at is null and undo_until > now() and user_id is distinct from ${userId}
    limit 1`.execute(db)
  return rows.length > 0
}
