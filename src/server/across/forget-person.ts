import { sql } from 'kysely'
import type { UserRow } from '../account/tables.ts'
import type { Db } from '../database/database.ts'
import { rowsOf } from './personal-table.ts'
import { personalTables } from './personal-tables.ts'

/**
 * Takes the person out of everything that is kept of them; the row of the user stays without a name. Letters that were
 * given up go too: they carry the address.
 */
export async function forgetPerson(db: Db, user: UserRow): Promise<void> {
  for (const personal of personalTables) {
    const { table, goes } = personal
    if (goes === 'nothing') continue
    const theirs = rowsOf(personal, user)
    await (goes === 'rows'
      ? sql`delete from ${sql.table(table)} where ${theirs}`
      : sql`update ${sql.table(table)} set ${goes} where ${theirs}`
    ).execute(db)
  }
  await sql`
    delete from jobs where kind = 'send-letter' and is_dead and payload ->> 'to' = ${user.email}`.execute(db)
  await sql`
    update users set email = null, password_hash = null, pin_hash = null, nickname = null, refer_code = null,
      referred_by_id = null, telegram_id = null, telegram_name = null, telegram_bound_at = null, hold_until = null, phrase = null, timezone = default,
      is_timezone_fixed = default, currency = default, is_balance_hidden = default, appearance = null, deleted_at = now()
    where id = ${user.id}`.execute(db)
}
