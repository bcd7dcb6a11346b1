import { sql } from 'kysely'
import { type Db, isUniqueViolation } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import { newId } from '../id.ts'
import type { UserRow } from './tables.ts'

/** Unbinding is allowed twice in a calendar month, UTC (decision D8). */
export const unbindsAMonth = 2

/** The customer whom a Telegram user is bound to. */
export async function userByTelegram(db: Db, telegramId: bigint): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('telegram_id', '=', telegramId).executeTakeFirst()
}

/** A Telegram user who is bound. */
export type Bound = Pick<UserRow, 'telegram_name'> & { telegram_id: bigint }

/** Who is bound to a customer; it stays so until the transaction ends. */
export async function boundNow(db: Db, userId: string): Promise<Bound | null> {
  const row = await db
    .selectFrom('users')
    .select(['telegram_id', 'telegram_name'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.telegram_id === null ? null : { ...row, telegram_id: row.telegram_id }
}

/** True while the customer is bound to the Telegram user they were found by; it stays so until the transaction ends. */
export async function keepsTelegram(db: Db, { id, telegram_id }: UserRow): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('telegram_id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.telegram_id === telegram_id
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
      .set({ telegram_id: telegramId, telegram_name: name, telegram_bound_at: new Date() })
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
  const { left, resetAt } = await unbindsOf(db, userId)
  if (left === 0) throw new Refused('unbind_limit', { resetAt: resetAt.toISOString() })
  await dropTelegram(db, userId)
  await sql`insert into telegram_unbinds (id, user_id, created_at) values (${newId()}, ${userId}, now())`.execute(
    db,
  )
  return { remain: left - 1, resetAt: resetAt.toISOString() }
}

/** Ends the binding without counting it: whoever has set the password anew by a code binds Telegram with it again. */
export async function dropTelegram(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ telegram_id: null, telegram_name: null, telegram_bound_at: null })
    .where('id', '=', userId)
    .execute()
}

/** When the bound Telegram user last signed in, as far back as the log goes. */
export async function telegramUsedAt(db: Db, user: UserRow): Promise<Date | null> {
  if (user.telegram_id === null) return null
  const last = await db
    .selectFrom('sign_ins')
    .select('created_at')
    .where('user_id', '=', user.id)
    .where('method', '=', 'telegram')
    .where('is_success', '=', true)
    .$if(user.telegram_bound_at !== null, query =>
      query.where('created_at', '>=', user.telegram_bound_at as Date),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.created_at ?? null
}

/** How often Telegram may still be unbound in this calendar month, and when the next begins, by the database's clock. */
export async function unbindsOf(db: Db, userId: string): Promise<{ left: number; resetAt: Date }> {
  const { rows } = await sql<{ left: number; resetAt: Date }>`
    select greatest(0, ${unbindsAMonth} - count(u.id))::int as left,
      (month + interval '1 month') at time zone 'UTC' as "resetAt"
    from date_trunc('month', now() at time zone 'UTC') as month
      left join telegram_unbinds u on u.user_id = ${userId} and u.created_at >= month at time zone 'UTC'
    group by month`.execute(db)
  return rows[0] as { left: number; resetAt: Date }
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
