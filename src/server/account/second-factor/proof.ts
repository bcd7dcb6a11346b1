import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import { type Allowance, forgetTries, giveTryBack, sourceOf, takeTry, windowEndsAt } from '../attempts.ts'
import { knownDevice } from '../devices.ts'
import { isAstray, stepOf } from './authenticator.ts'
import { type Factor, factorOf, hasProved } from './factor.ts'
import { isRecoveryCode, recoveryHash } from './recovery.ts'

/**
 * Wrong codes from one place in a row within an hour; and in a day from each device that gave a code before, from all other
 * known ones together, and from all strangers together.
 */
const triesHere = 5
const triesADay = 20
const hourMs = 60 * 60_000

/** Who gives a code: where from, and on which device or in which session of theirs. */
export interface Giver {
  ip: string
  deviceKey?: string | undefined
  sessionId?: string | undefined
}

/** A right code that is not used up yet: a time step, or a recovery code. */
export type FactorProof = { step: bigint } | { recovery: string }

/**
 * Compares a code of the authenticator, or a recovery code. Null where the customer has no second factor. Refused with
 * `second_factor_required` where none is given, with `second_factor_incorrect` (`triesLeft`, and `until` when none is left;
 * `reason` `used` or `recovery_used` of one that counted before) and with `second_factor_locked` (`until`). The tries are counted by device,
 * of strangers by network, so that these lock out nobody but themselves; who gets here has proved password, mailbox or
 * session. Whoever makes many devices known, as Telegram does without a code, has no more tries for that. A recovery code is
 * compared however many wrong codes others gave: nobody guesses 49 bits.
 */
export async function tryFactor(
  world: World,
  { userId, given, by }: { userId: string; given: string | undefined; by: Giver },
): Promise<FactorProof | null> {
  const factor = await factorOf(world, userId)
  if (factor === null) return null
  if (given === undefined) throw new Refused('second_factor_required')
  return await compared(world, { factor, given, by })
}

/**
 * As `tryFactor`, of a factor that is at hand: the first code of one that is begun, too. Of that alone a code that is minutes
 * early or late is told by `reason` `clock`: nothing hangs on it yet, and there somebody waits for the first one to fit.
 */
export async function compared(
  world: World,
  { factor, given, by, isFirst = false }: { factor: Factor; given: string; by: Giver; isFirst?: boolean },
): Promise<FactorProof> {
  const { userId } = factor
  const code = plainCode(given)
  const { here, day, narrow, triesLeft } = await takeTries(world, {
    userId,
    by,
    isShared: !isRecoveryCode(code),
  })
  const isCode = /^\d{6}$/.test(code)
  const at = factor.now
  const step = isCode ? stepOf(factor.secret, { code, at }) : null
  const isUsed = step !== null && factor.lastStep !== null && step <= factor.lastStep
  const recovery = recoveryHash(world.secrets, { userId, code })
  const kept = isRecoveryCode(code) ? await keptRecovery(world.db, { userId, recovery }) : undefined
  if (kept?.used_at !== null && (step === null || isUsed)) {
    const until = triesLeft === 0 ? await windowEndsAt(world.db, narrow) : undefined
    const details = { triesLeft, ...(until && { until: until.toISOString() }) }
    const isEarlyOrLate = isFirst && isCode && isAstray(factor.secret, { code, at })
    const reason = kept ? 'recovery_used' : isUsed ? 'used' : isEarlyOrLate ? 'clock' : undefined
    throw new Refused('second_factor_incorrect', { ...details, ...(reason && { reason }) })
  }
  await forgetTries(world.db, here)
  if (day) await giveTryBack(world.db, day)
  return step === null ? { recovery } : { step }
}

/** What people write between the parts of a code, and how their keyboards write it, is no matter. */
function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
}

async function keptRecovery(db: Db, { userId, recovery }: { userId: string; recovery: string }) {
  return await db
    .selectFrom('recovery_codes')
    .select('used_at')
    .where('user_id', '=', userId)
    .where('code_hash', '=', recovery)
    .executeTakeFirst()
}

async function takeTries(
  world: World,
  { userId, by, isShared }: { userId: string; by: Giver; isShared: boolean },
): Promise<Taken> {
  const { deviceKey, sessionId } = by
  const known = await knownDevice(world, world.db, { userId, deviceKey, sessionId })
  const own = known ?? (sessionId === undefined ? null : 'signed-in')
  const here = `second-factor:${userId}:${own ?? sourceOf(by.ip)}`
  const count = await takenOrLocked(world.db, { subject: here, limit: triesHere, windowMs: hourMs })
  if (!isShared) return { here, day: null, narrow: here, triesLeft: triesHere - count }
  const isOwn = known === null || (await hasProved(world.db, { userId, deviceHash: known }))
  const day = `second-factor:${userId}:${isOwn ? (own ?? 'strangers') : 'known'}:day`
  const ofDay = await takenOrLocked(world.db, { subject: day, limit: triesADay, windowMs: 24 * hourMs })
  const triesLeft = Math.min(triesHere - count, triesADay - ofDay)
  return { here, day, narrow: ofDay === triesADay ? day : here, triesLeft }
}

/** What the try was counted as, and how many are left here. */
interface Taken {
  here: string
  /** Null where it was none that many places share. */
  day: string | null
  /** Which of the two ends later, once none is left. */
  narrow: string
  triesLeft: number
}

async function takenOrLocked(db: Db, allowance: Allowance): Promise<number> {
  const count = await takeTry(db, allowance)
  if (count !== null) return count
  const until = (await windowEndsAt(db, allowance.subject))?.toISOString()
  throw new Refused('second_factor_locked', { until })
}

/**
 * Uses a proof up, in the transaction of what it allows. Refuses (`second_factor_incorrect`, `used`) when it, or a later
 * code, was used meanwhile.
 */
export async function useFactor(
  db: Db,
  { userId, proof }: { userId: string; proof: FactorProof },
): Promise<void> {
  const { rows } =
    'step' in proof
      ? await sql`
          update second_factors set last_step = ${proof.step}
          where user_id = ${userId} and confirmed_at is not null and last_step < ${proof.step} returning user_id`.execute(
          db,
        )
      : await sql`
          update recovery_codes set used_at = now()
          where user_id = ${userId} and code_hash = ${proof.recovery} and used_at is null returning user_id`.execute(
          db,
        )
  if (rows.length === 0) throw new Refused('second_factor_incorrect', { reason: 'used' })
}
