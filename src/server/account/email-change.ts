import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, isUniqueViolation } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import { isKeptForOther } from './email.ts'
import { tokenHash } from './session.ts'
import type { UserRow } from './tables.ts'
import { userById } from './users.ts'

/** How long whoever reads the old address can take a change back. */
const undoHours = 72

/**
 * Gives a customer another address, in the caller's transaction, and a token that takes it back within 72 hours; it is
 * kept nowhere. Refuses an address that somebody has or may get back (`email_registered`), and a customer whose address
 * was changed meanwhile (`modify_failed`).
 */
export async function changeEmail(
  db: Db,
  { user, email }: { user: UserRow; email: string },
): Promise<{ undoToken: string; undoUntil: Date }> {
  const moved = await moveTo(db, { userId: user.id, from: user.email, email })
  if (!moved) throw new Refused('modify_failed')
  if (await isKeptForOther(db, { email, userId: user.id })) throw new Refused('email_registered')
  const undoToken = randomBytes(32).toString('hex')
  const { rows } = await sql<{ undo_until: Date }>`
    insert into email_changes (user_id, old_email, new_email, token_hash, changed_at, undo_until)
    values (${user.id}, ${user.email}, ${email}, ${tokenHash(undoToken)}, now(), now() + ${undoHours} * interval '1 hour')
    returning undo_until`.execute(db)
  return { undoToken, undoUntil: (rows[0] as { undo_until: Date }).undo_until }
}

/**
 * Takes a change back, in the caller's transaction, and all that were made after it: the customer has the old address
 * again. Gives the customer as they were before. Refuses a token that is unknown, used or late (`modify_failed`).
 */
export async function undoEmailChange(db: Db, token: string): Promise<{ user: UserRow; email: string }> {
  const found = await db
    .selectFrom('email_changes')
    .select('user_id')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (!found) throw new Refused('modify_failed')
  // One after another: of two links that are opened at once, the one to the earlier address wins.
  await sql`select from users where id = ${found.user_id} for update`.execute(db)
  const { rows } = await sql<{ old_email: string }>`
    with taken_back as (
      select number, user_id, old_email from email_changes
      where token_hash = ${tokenHash(token)} and ended_at is null and undo_until > now()
    ), ended as (
      update email_changes later set ended_at = now() from taken_back
      where later.user_id = taken_back.user_id and later.number >= taken_back.number and later.ended_at is null
    )
    select old_email from taken_back`.execute(db)
  const email = rows[0]?.old_email
  if (email === undefined) throw new Refused('modify_failed')
  const user = await userById(db, found.user_id)
  await moveTo(db, { userId: user.id, from: user.email, email })
  return { user, email }
}

async function moveTo(
  db: Db,
  { userId, from, email }: { userId: string; from: string; email: string },
): Promise<boolean> {
  try {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ email })
      .where('id', '=', userId)
      .where('email', '=', from)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw new Refused('email_registered')
    throw error
  }
}
