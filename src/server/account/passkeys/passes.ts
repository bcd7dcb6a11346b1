import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

const seconds = 60

/** Whose a pass is, and in which of their sessions it counts. */
interface Owned {
  userId: string
  sessionId: string
}

/** A new pass in the caller's transaction: 256 random bits, of which only a hash is kept. */
export async function newPass(
  db: Db,
  { userId, sessionId, paysUnder }: Owned & { paysUnder: string },
): Promise<string> {
  const pass = randomBytes(32).toString('base64url')
  await sql`
    insert into pin_passes (hash, user_id, session_id, pays_under, expires_at)
    values (${hashOf(pass)}, ${userId}, ${sessionId}, ${paysUnder}, now() + ${seconds} * interval '1 second')`.execute(
    db,
  )
  return pass
}

/**
 * Uses a pass for one decision, in one statement: of any number that bring it at once, one is the first. That very decision
 * may bring it again in its minute, since it is carried out once. False when it is over (or was made by a clock that ran
 * ahead), used, of another session, or stands for a PIN that is no more.
 */
export async function usePass(
  db: Db,
  { userId, sessionId, pass, paysUnder, use }: Owned & { pass: string; paysUnder: string; use: string },
): Promise<boolean> {
  const { rows } = await sql`
    update pin_passes set used_for = ${use}
    where hash = ${hashOf(pass)} and user_id = ${userId} and session_id = ${sessionId} and pays_under = ${paysUnder}
      and expires_at > now() and expires_at <= now() + ${seconds} * interval '1 second' and (used_for is null or used_for = ${use})
    returning hash`.execute(db)
  return rows.length > 0
}

/** Takes every pass of a customer back. */
export async function dropPasses(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('pin_passes').where('user_id', '=', userId).execute()
}

function hashOf(pass: string): string {
  return hash('sha256', pass, 'hex')
}
