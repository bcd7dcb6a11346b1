import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { DelayHours } from '../../contract/delay.ts'
import { isPattern } from '../../contract/pattern.ts'
import type { Db } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import type { World } from '../world.ts'
import { forgetTries, giveTryBack, sourceOf, takeTry, touchTries } from './attempts.ts'
import { knownDevice } from './devices.ts'
import { giveGuessBack, takeGuess } from './guessing.ts'
import { isSecret } from './hashing.ts'
import type { UserRow } from './tables.ts'
import { userByEmail } from './users.ts'
import { pauseWithdrawals } from './withdrawal-pause.ts'

/** Wrong passwords from one source, and over all, after which nothing is compared for `lockHours`. */
export const triesPerSource = 5
export const triesOverall = 20
/** As many on all known devices together: whoever opens the app by Telegram makes any number of them known. */
const triesOnKnown = 50
export const lockHours = 24
const windowMs = lockHours * 3600_000

/** Passwords that everybody tries first, of those our rule lets through; most from zxcvbn's list (MIT, Dropbox). */
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

/** True for a password that is on every list of stolen ones, or nothing but a pattern. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return common.has(plain) || isPattern(plain)
}

/**
 * The customer with this e-mail and password. After five wrong ones from one source, or twenty over all, nothing is
 * compared for 24 hours. A device they signed in with has five tries of its own, which no stranger can use up, and so has
 * a signed-in customer without one; all of those have fifty together. Strangers who go through many addresses are stopped
 * by where they are (`takeGuess`). An address nobody has is answered alike, counts alike and takes as long.
 */
export async function customerByPassword(
  world: World,
  {
    email,
    password,
    ip,
    deviceKey,
    sessionId,
  }: {
    email: string
    password: string
    ip: string
    deviceKey?: string | undefined
    /** Of the customer themselves, when they are signed in. */
    sessionId?: string | undefined
  },
): Promise<{ user: UserRow } | { wrongFor: UserRow | undefined }> {
  const user = await userByEmail(world.db, email)
  const known = await knownDevice(world, world.db, { userId: user?.id, deviceKey, sessionId })
  const device = known ?? (sessionId === undefined ? null : 'signed-in')
  const guess = device === null ? ({ secret: 'password', ip } as const) : null
  if (guess) await takeGuess(world.db, guess, until => new Refused('password_locked', { until }))
  const subject = `password:${email}`
  const here = `${subject}:${device ?? sourceOf(ip)}`
  const triesHere = await takeTry(world.db, { subject: here, limit: triesPerSource, windowMs })
  if (triesHere === null) throw new Refused('password_locked')
  const all =
    device === null ? { subject, limit: triesOverall } : { subject: `${subject}:known`, limit: triesOnKnown }
  if ((await takeTry(world.db, { ...all, windowMs })) === null) throw new Refused('password_locked')
  const isRight = await isSecret(
    password,
    user?.password_hash ?? null,
    sessionId === undefined ? 'strangers' : 'customers',
  )
  // A wrong password of a customer of ours is logged; one for nobody is answered in the same time.
  if (!user) await touchTries(world.db, here)
  if (!user || !isRight) return { wrongFor: user }
  await forgetTries(world.db, here)
  await giveTryBack(world.db, all.subject)
  if (guess) await giveGuessBack(world.db, guess)
  return { user }
}

/** Sets a new login password, pauses withdrawals and lifts the lock of too many wrong ones. Gives what `pauseWithdrawals` does. */
export async function setPassword(
  db: Db,
  { user, passwordHash }: { user: UserRow; passwordHash: string },
): Promise<DelayHours | null> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute()
  const kept = await pauseWithdrawals(db, user.id)
  const subject = `password:${user.email}`
  await sql`delete from attempts where subject = ${subject} or starts_with(subject, ${`${subject}:`})`.execute(
    db,
  )
  return kept
}

/** Takes every way in away, password and Telegram; a password that is set by an e-mail code is the next one. */
export async function closeWaysIn(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: null, telegram_id: null, telegram_name: null, telegram_bound_at: null })
    .where('id', '=', userId)
    .execute()
}
