import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { codeType } from '../../contract/account.ts'
import type { Db } from '../database.ts'
import { Refused } from '../refused.ts'
import type { World } from '../world.ts'
import { takeTry, windowEndsAt } from './attempts.ts'

/** What a code is for. */
export type CodePurpose = z.output<typeof codeType>

/** How long a code is good. */
export const codeMinutes = 10
export const resendSeconds = 60
export const codesADay = 10
export const triesMax = 5
const dayMs = 24 * 60 * 60_000

/**
 * Makes a code for an address and purpose; an earlier one for the same is worthless from now on. Refuses the next
 * within 60 seconds, and the eleventh of a day for one address; a device the customer signed in with has ten of its own,
 * which strangers cannot use up. Only a keyed digest is kept.
 */
export async function issueCode(
  { secrets }: World,
  db: Db,
  { email, purpose, device = null }: { email: string; purpose: CodePurpose; device?: string | null },
): Promise<{ code: string; resendAt: Date }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = secrets.digest('email-code', `${purpose}:${email}:${code}`)
  const { rows } = await sql<{ resend_at: Date }>`
    insert into email_codes as c (email, purpose, code_hash, sent_at, expires_at)
    values (${email}, ${purpose}, ${hash}, now(), now() + ${codeMinutes} * interval '1 minute')
    on conflict (email, purpose) do update
    set code_hash = excluded.code_hash, tries = 0, sent_at = now(), expires_at = excluded.expires_at, used_at = null
    where c.sent_at <= now() - ${resendSeconds} * interval '1 second'
    returning sent_at + ${resendSeconds} * interval '1 second' as resend_at`.execute(db)
  if (!rows[0]) throw new Refused('code_wait', { resendAt: await resendAtOf(db, { email, purpose }) })
  const subject = `codes:${device ?? email}`
  const sent = await takeTry(db, { subject, limit: codesADay, windowMs: dayMs })
  if (sent === null)
    throw new Refused('code_wait', { resendAt: (await windowEndsAt(db, subject))?.toISOString() })
  return { code, resendAt: rows[0].resend_at }
}

/** Compares a code. Each call takes one of the five tries of the code, before it compares. */
export async function tryCode(
  world: World,
  { email, purpose, code }: { email: string; purpose: CodePurpose; code: string },
): Promise<void> {
  const { rows } = await sql<{ code_hash: string }>`
    update email_codes set tries = tries + 1
    where email = ${email} and purpose = ${purpose} and used_at is null and expires_at > now() and tries < ${triesMax}
    returning code_hash`.execute(world.db)
  const expected = Buffer.from(rows[0]?.code_hash ?? '0'.repeat(64), 'hex')
  const given = Buffer.from(world.secrets.digest('email-code', `${purpose}:${email}:${code}`), 'hex')
  if (!timingSafeEqual(expected, given) || !rows[0]) throw new Refused('code_incorrect')
}

/** Uses a code up, in the transaction of what it allows. Refuses when somebody was faster or a newer one was sent. */
export async function useCode(
  { secrets }: World,
  db: Db,
  { email, purpose, code }: { email: string; purpose: CodePurpose; code: string },
): Promise<void> {
  const hash = secrets.digest('email-code', `${purpose}:${email}:${code}`)
  const { rows } = await sql`
    update email_codes set used_at = now()
    where email = ${email} and purpose = ${purpose} and code_hash = ${hash} and used_at is null
    returning email`.execute(db)
  if (rows.length === 0) throw new Refused('code_incorrect')
}

/** Makes a used code good again: nothing came of what it allowed. A newer one that was sent since stays as it is. */
export async function giveCodeBack(
  { secrets }: World,
  db: Db,
  { email, purpose, code }: { email: string; purpose: CodePurpose; code: string },
): Promise<void> {
  const hash = secrets.digest('email-code', `${purpose}:${email}:${code}`)
  await sql`
    update email_codes set used_at = null, tries = greatest(tries - 1, 0)
    where email = ${email} and purpose = ${purpose} and code_hash = ${hash} and used_at is not null`.execute(
    db,
  )
}

async function resendAtOf(db: Db, { email, purpose }: { email: string; purpose: CodePurpose }) {
  const row = await db
    .selectFrom('email_codes')
    .select('sent_at')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return new Date((row?.sent_at.getTime() ?? Date.now()) + resendSeconds * 1000).toISOString()
}
