import { sql } from 'kysely'
import type { UserRow } from '../account/tables.ts'
import type { Db } from '../database/database.ts'
import { type Person, type PersonalTable, rowsOf } from './personal-table.ts'
import { personalTables } from './personal-tables.ts'

/**
 * Takes the person out of everything that is kept of them; the row of the user stays without a name. Letters that were
 * given up go too: they carry the address.
 */
export async function forgetPerson(db: Db, user: UserRow): Promise<void> {
  await forget(db, user)
  await sql`
    delete from jobs where kind = 'send-letter' and is_dead and payload ->> 'to' = ${user.email}`.execute(db)
}

/**
 * Takes away what was written of a deleted customer after they were forgotten, by a call or job that had begun before. It
 * goes by their id alone: the address may be somebody else's by now, and codes and counts under it have their time.
 */
export async function forgetAgain(db: Db, userId: string): Promise<void> {
  await forget(db, { id: userId, email: null })
  await sql`
    delete from jobs where kind = 'send-letter' and (
      payload ->> 'userId' = ${userId} or (is_dead and key = ${lastLetterKey(userId)})
    )`.execute(db)
}

/** Names the letter that tells of the deletion; it shows no phrase and is of nobody. */
export function lastLetterKey(userId: string): string {
  return `deleted:${userId}`
}

async function forget(db: Db, person: Person): Promise<void> {
  for (const personal of personalTables) await forgetIn(db, personal, person)
  await sql`
    update users set email = null, password_hash = null, pin_hash = null, nickname = null, refer_code = null,
      referred_by_id = null, telegram_id = null, telegram_name = null, telegram_bound_at = null, hold_until = null, phrase = null,
      delay_hours = default, shorter_delay_hours = null, shorter_delay_at = null, timezone = default,
      is_timezone_fixed = default, currency = default, is_balance_hidden = default, appearance = null,
      deleted_at = coalesce(deleted_at, now())
    where id = ${person.id}`.execute(db)
}

async function forgetIn(db: Db, personal: PersonalTable, person: Person): Promise<void> {
  const { goes } = personal
  if (goes === 'nothing') return
  const [table, theirs] = [sql.table(personal.table), rowsOf(personal, person)]
  if (goes === 'rows') {
    await sql`delete from ${table} where ${theirs}`.execute(db)
    return
  }
  const columns = Object.keys(goes).map(column => sql.ref(column))
  const [names, emptied] = [sql.join(columns), sql.join(Object.values(goes))]
  await sql`
    update ${table} set (${names}) = row (${emptied})
    where ${theirs} and row (${names}) is distinct from row (${emptied})`.execute(db)
}
