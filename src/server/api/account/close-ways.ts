import { dropPasskeys } from '../../account/passkeys/passkeys.ts'
import { closeWaysIn } from '../../account/password.ts'
import { endSessions } from '../../account/session.ts'
import type { UserRow } from '../../account/tables.ts'
import { pauseWithdrawals } from '../../account/withdrawal-pause.ts'
import type { Db } from '../../database/database.ts'
import type { SecurityEvent } from '../../mail/letters/security.ts'
import type { Caller } from '../handler.ts'
import { tellDropped, tellKept, unboundOf, warn } from './security-notice.ts'

/**
 * Closes every way into an account whose owner has taken back what a thief did, and tells them: sessions, devices, Telegram
 * and passkeys go, withdrawals pause, and the next password is one that a mailed code sets. In the caller's transaction.
 */
export async function closeEveryWay(
  db: Db,
  { user, event, caller }: { user: UserRow; event: SecurityEvent; caller: Caller },
): Promise<void> {
  const { id: userId } = user
  await closeWaysIn(db, userId)
  const count = await dropPasskeys(db, userId)
  await endSessions(db, { userId })
  const kept = await pauseWithdrawals(db, userId)
  await warn(db, { user, event, caller, ...unboundOf(user, user) })
  await tellDropped(db, { user, count, caller })
  await tellKept(db, { user, kept, caller })
}
