import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import { forgetTries, takeTry } from '../attempts.ts'
import { isSecret } from '../hashing.ts'
import { comparePin } from '../pin.ts'
import { tokenHash } from '../session.ts'
import type { UserRow } from '../tables.ts'

/** How long whoever has the older proofs can take a new second factor away, as long as an e-mail change can be undone. */
const undoHours = 72
const triesADay = 5
const dayMs = 24 * 60 * 60_000

/** A token that takes the second factor of a customer away until then, in the transaction that has it count; kept nowhere. */
export async function newUndo(db: Db, userId: string): Promise<{ token: string; until: Date }> {
  const token = randomBytes(32).toString('hex')
  const { rows } = await sql<{ until: Date }>`
    update second_factors set undo_hash = ${tokenHash(token)}, undo_until = now() + ${undoHours} * interval '1 hour'
    where user_id = ${userId} returning undo_until as until`.execute(db)
  return { token, until: (rows[0] as { until: Date }).until }
}

/** Whose second factor a token takes away; undefined when it is unknown, late, or of one that is gone. */
export async function undoableBy(db: Db, token: string): Promise<UserRow | undefined> {
  return await db
    .selectFrom('users')
    .selectAll('users')
    .innerJoin('second_factors', 'second_factors.user_id', 'users.id')
    .where('second_factors.undo_hash', '=', tokenHash(token))
    .where('second_factors.undo_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/**
 * Compares the secret that its customer had before the second factor: the login password, or the fund PIN of who has none.
 * Refused (`input_invalid`) when that one is missing. Passwords have five tries a day of their own, which nobody can use up
 * without the letter: `credentials_wrong`, then `password_locked`; the PIN has those of `comparePin`.
 */
export async function proveOlder(
  world: World,
  { user, password, pin }: { user: UserRow; password?: string | undefined; pin?: string | undefined },
): Promise<void> {
  const { id: userId, password_hash } = user
  if (password_hash === null) {
    if (pin === undefined) throw new Refused('input_invalid', { fields: { pin: 'required' } })
    return await comparePin(world, { userId, sessionId: null, pin })
  }
  if (password === undefined) throw new Refused('input_invalid', { fields: { password: 'required' } })
  const subject = `second-factor-undo:${userId}`
  if ((await takeTry(world.db, { subject, limit: triesADay, windowMs: dayMs })) === null)
    throw new Refused('password_locked')
  if (!(await isSecret(password, password_hash, 'strangers'))) throw new Refused('credentials_wrong')
  await forgetTries(world.db, subject)
}
