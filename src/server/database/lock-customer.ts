import { sql } from 'kysely'
import { balancesOf, lockBalances } from '../ledger/ledger.ts'
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

/**
 * Keeps a customer, their cards and what they hold as they are until the commit, in the order in which everybody locks
 * them. Money that is on its way to or from them waits.
 */
export async function lockEverything(db: Db, userId: string): Promise<void> {
  await lockCustomer(db, userId)
  await sql`select from cards where user_id = ${userId} order by id for no key update`.execute(db)
  const balances = await balancesOf(db, userId)
  await lockBalances(
    db,
    balances.map(({ accountId }) => accountId),
  )
}
