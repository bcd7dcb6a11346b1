import type { Db } from './database.ts'

/** Locks a customer until the commit: one decision of theirs comes after another. */
export async function lockCustomer(db: Db, userId: string): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
