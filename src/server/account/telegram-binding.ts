import { sql } from 'kysely'
import { type Db, isUniqueViolation } from '../database.ts'
import { newId } from '../id.ts'
import { Refused } from '../refused.ts'
import type { UserRow } from './tables.ts'

/** Unbinding is allowed twice in a calendar month, UTC (decision D8). */
export const unbindsAMonth = 2

/** The customer whom a Telegram user is bound to. */
export async function userByTelegram(db: Db, telegramId: bigint): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('telegram_id', '=', telegramId).executeTakeFirst()
}

/**
 * Binds a Telegram user to a customer: one to one. Refuses (`login_failed`) when either is bound to another; gives
 * false when they were bound to each other before.
 */
export async function bindTelegram(
  db: Db,
  { user, telegramId, name }: { user: UserRow; telegramId: bigint; name: string },
): Promise<boolean> {
  if (user.telegram_id === telegramId) return false
  try {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ telegram_id: telegramId, telegram_name: name })
      .where('id', '=', user.id)
      .where('telegram_id', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refused('login_failed', { reason: 'account_bound' })
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refused('login_failed', { reason: 'telegram_bound' })
    throw error
  }
  return true
}

/** Unbinds in the caller's transaction and counts it. Refuses when nothing is bound or this month's are used up. */
export async function unbindTelegram(db: Db, userId: string): Promise<{ remain: number; resetAt: string }> {
  const user = await db
    .selectFrom('users')
    .select('telegram_id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (user.telegram_id === null) throw new Refused('modify_failed', { reason: 'not_bound' })
  const left = await unbindsLeft(db, userId)
  if (left <= 0) throw new Refused('unbind_limit', { resetAt: nextMonth().toISOString() })
  await db
    .updateTable('users')
    .set({ telegram_id: null, telegram_name: null })
    .where('id', '=', userId)
    .execute()
  await db
    .insertInto('telegram_unbinds')
    .values({ id: newId(), user_id: userId, created_at: new Date() })
    .execute()
  return { remain: left - 1, resetAt: nextMonth().toISOString() }
}

/** How often Telegram may still be unbound in this calendar month. */
export async function unbindsLeft(db: Db, userId: string): Promise<number> {
  const now = new Date()
  const { count } = await db
    .selectFrom('telegram_unbinds')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>=', new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)))
    .executeTakeFirstOrThrow()
  return Math.max(0, unbindsAMonth - Number(count))
}

/** Uses launch data up for one purpose; false when it was used before. */
export async function useLaunch(
  db: Db,
  { hash, purpose, expiresAt }: { hash: string; purpose: 'login' | 'bind'; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into telegram_launches (hash, purpose, expires_at) values (${hash}, ${purpose}, ${expiresAt})
    on conflict do nothing returning hash`.execute(db)
  return rows.length > 0
}

/** When the unbinds of this month are forgotten. */
export function nextMonth(): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}
