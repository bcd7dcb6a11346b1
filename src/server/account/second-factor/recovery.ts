import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Secrets } from '../../secrets.ts'

/** How many recovery codes a customer has at a time. */
const recoveryCodesMade = 10
const length = 10

// Without 0, O, 1, I and L: a code is written down by hand and typed again years later.
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** True of what may be a recovery code, once blanks and hyphens are gone. */
export function isRecoveryCode(typed: string): boolean {
  return typed.length === length && [...typed].every(letter => letters.includes(letter))
}

/** What is kept of a recovery code: a digest whose key is not in the database. A code has 49 bits. */
export function recoveryHash(secrets: Secrets, { userId, code }: { userId: string; code: string }): string {
  return secrets.digest('recovery-code', `${userId}:${code}`)
}

/** Makes recovery codes in place of those there were, and gives them as they are written down: `ABCDE-FGHJK`. */
export async function makeRecoveryCodes(secrets: Secrets, db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesMade }, newCode)
  const hashes = codes.map(code => recoveryHash(secrets, { userId, code }))
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await sql`
    insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::text[])`.execute(db)
  return codes.map(code => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`)
}

function newCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** How many recovery codes a customer has left. */
export async function recoveryLeft(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_codes where user_id = ${userId} and used_at is null`.execute(
    db,
  )
  return rows[0]?.left ?? 0
}
