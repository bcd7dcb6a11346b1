import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * Closes every account of a customer for good: from this commit on the database refuses whatever would move on them.
 * Throws when one of them holds anything.
 */
export async function closeAccounts(db: Db, ownerId: string): Promise<void> {
  await sql`
    update accounts set closed_at = now() where owner_id = ${ownerId} and closed_at is null`.execute(db)
}

/** Whether an account was closed for good. Throws when there is none. */
export async function isClosed(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('closed_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.closed_at !== null
}
