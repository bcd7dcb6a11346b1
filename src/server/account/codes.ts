import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { codeType } from '../../contract/account.ts'
import type { Db } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import type { World } from '../world.ts'
import { giveTryBack, takeTry } from './attempts.ts'
import { type Asker, askersOf, takeCode } from './code-askers.ts'

/** What a code is for. */
export type CodePurpose = z.output<typeof codeType>

/** How long a code is good. */
export const codeMinutes = 10
export const resendSeconds = 60
export const triesMax = 5
const straysADay = 5
const dayMs = 24 * 60 * 60_000

/**
 * Makes a code for an address and purpose; an earlier one for the same that was asked for from there is worthless from
 * now on. Refuses the next within 60 seconds, and more than a day has for whoever asks. Only a keyed digest is kept.
 */
export async function issueCode(
  world: World,
  db: Db,
  { email, purpose, by }: { email: string; purpose: CodePurpose; by: Asker },
): Promise<{ code: string; resendAt: Date }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = digestOf(world, { email, purpose, code })
  const [asker] = askersOf(world, { email, ...by })
  const { rows } = await sql<{ resend_at: Date }>`
    insert into email_codes as c (email, purpose, asker, code_hash, sent_at, expires_at)
    values (${email}, ${purpose}, ${asker}, ${hash}, now(), now() + ${codeMinutes} * interval '1 minute')
    on conflict (email, purpose, asker) do update
    set code_hash = excluded.code_hash, tries = 0, sent_at = now(), expires_at = excluded.expires_at, used_at = null
    where c.sent_at <= now() - ${resendSeconds} * interval '1 second' or ${sentAhead('c')}
    returning sent_at + ${resendSeconds} * interval '1 second' as resend_at`.execute(db)
  if (!rows[0]) throw new Refused('code_wait', { resendAt: await resendAtOf(db, { email, purpose, asker }) })
  await takeCode(world, db, { email, ...by })
  return { code, resendAt: rows[0].resend_at }
}

/** A code somebody brings back, and to what. */
export interface GivenCode {
  email: string
  purpose: CodePurpose
  code: string
}

/**
 * Compares a code. Each call takes one of the five tries of the code, before it compares. A customer who is signed in may
 * bring any code to their address. Everybody else (`by`) may bring a code that was asked for from where they are, so that
 * strangers spend the tries of their own codes only. Somebody who asked for none from there (their phone changes networks
 * and keeps no key) may bring the newest code; all of them together have five wrong tries a day for the address. An
 * expired code is compared within its own five tries and opens nothing; whoever knows it is told that it has expired.
 * Thus strangers have 20 codes of five tries and five tries more: 105 guesses a day among a million, one chance in 9,500;
 * each device or network of the customer adds 50 guesses, for those who are there.
 */
export async function tryCode(world: World, { by, ...given }: GivenCode & { by?: Asker }): Promise<void> {
  const { email, purpose } = given
  const askers = by && askersOf(world, { email, ...by })
  const { own, expired } = await takeTries(world.db, { email, purpose, askers })
  const stray = own.length === 0 && askers ? await strayCode(world.db, { email, purpose, askers }) : []
  const digest = Buffer.from(digestOf(world, given), 'hex')
  // Each is compared, whichever it is: none takes longer.
  const matchesOf = (hashes: string[]) =>
    [...hashes, '0'.repeat(64)].filter(hash => timingSafeEqual(Buffer.from(hash, 'hex'), digest))
  const [matches, late] = [matchesOf([...own, ...stray]), matchesOf(expired)]
  if (matches.length === 0 && late.length > 0) throw new Refused('code_wait', { reason: 'expired' })
  if (matches.length === 0) throw new Refused('code_incorrect')
  if (stray.length > 0) await giveTryBack(world.db, straysOf(email))
}

type Place = Pick<GivenCode, 'email' | 'purpose'>

/**
 * Takes one try of each code that these askers (undefined: anybody) asked for; gives the digests of those that had one
 * left.
 */
async function takeTries(
  db: Db,
  { email, purpose, askers }: Place & { askers: readonly string[] | undefined },
): Promise<{ own: string[]; expired: string[] }> {
  const { rows } = await sql<{ code_hash: string; is_good: boolean }>`
    update email_codes set tries = tries + 1
    where email = ${email} and purpose = ${purpose} and used_at is null and tries < ${triesMax}
      and ${askers ? sql`asker = any (${askers}::text[])` : sql`true`}
    returning code_hash, expires_at > now() and not ${sentAhead('email_codes')} as is_good`.execute(db)
  const hashesOf = (isGood: boolean) =>
    rows.filter(row => row.is_good === isGood).map(({ code_hash }) => code_hash)
  return { own: hashesOf(true), expired: hashesOf(false) }
}

/**
 * The digest of the newest code, for somebody who asked for none from here; none once five such tries of the day were
 * wrong.
 */
async function strayCode(
  db: Db,
  { email, purpose, askers }: Place & { askers: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ asker: string; code_hash: string }>`
    select asker, code_hash from email_codes
    where email = ${email} and purpose = ${purpose} and used_at is null and expires_at > now() and not ${sentAhead('email_codes')}
    order by sent_at desc`.execute(db)
  const [newest] = rows
  if (!newest || rows.some(({ asker }) => askers.includes(asker))) return []
  const stray = { subject: straysOf(email), limit: straysADay, windowMs: dayMs }
  return (await takeTry(db, stray)) === null ? [] : [newest.code_hash]
}

/** What is kept of a code. */
function digestOf({ secrets }: World, { email, purpose, code }: GivenCode): string {
  return secrets.digest('email-code', `${purpose}:${email}:${code}`)
}

/** It was sent by a clock that ran ahead: nobody waits for its minute, and it is good for nothing. */
function sentAhead(table: string) {
  return sql`${sql.ref(`${table}.sent_at`)} > now() + interval '1 minute'`
}

function straysOf(email: string): string {
  return `strays:${email}`
}

/** Uses a code up, in the transaction of what it allows. Refuses when somebody was faster or a newer one was sent. */
export async function useCode(world: World, db: Db, { email, purpose, code }: GivenCode): Promise<void> {
  const hash = digestOf(world, { email, purpose, code })
  const { rows } = await sql`
    update email_codes set used_at = now()
    where email = ${email} and purpose = ${purpose} and code_hash = ${hash} and used_at is null
    returning email`.execute(db)
  if (rows.length === 0) throw new Refused('code_incorrect')
}

/** Gives one try of right codes back, which are not used yet: what was wrong is another secret, whose tries are counted. */
export async function giveCodeTriesBack(world: World, given: readonly GivenCode[]): Promise<void> {
  for (const { email, purpose, code } of given) {
    const hash = digestOf(world, { email, purpose, code })
    await sql`
      update email_codes set tries = tries - 1
      where email = ${email} and purpose = ${purpose} and code_hash = ${hash} and used_at is null and tries > 0`.execute(
      world.db,
    )
  }
}

/** Makes a used code good again: nothing came of what it allowed. A newer one that was sent since stays as it is. */
export async function giveCodeBack(world: World, db: Db, { email, purpose, code }: GivenCode): Promise<void> {
  const hash = digestOf(world, { email, purpose, code })
  await sql`
    update email_codes set used_at = null, tries = greatest(tries - 1, 0)
    where email = ${email} and purpose = ${purpose} and code_hash = ${hash} and used_at is not null`.execute(
    db,
  )
}

async function resendAtOf(
  db: Db,
  { email, purpose, asker }: { email: string; purpose: CodePurpose; asker: string },
) {
  const row = await db
    .selectFrom('email_codes')
    .select('sent_at')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('asker', '=', asker)
    .executeTakeFirst()
  return new Date((row?.sent_at.getTime() ?? Date.now()) + resendSeconds * 1000).toISOString()
}
