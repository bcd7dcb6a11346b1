import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { SwitchName, SwitchTable } from './tables.ts'

/** What operators can turn on and off, and how it stands until they do. */
const built: Record<SwitchName, boolean> = { 'tab.inviteEnable': true }

/** Every switch there is. */
export const switchNames = Object.keys(built) as SwitchName[]

/** How a switch stands. */
export async function isOn(db: Db, name: SwitchName): Promise<boolean> {
  const row = await db.selectFrom('switches').select('is_on').where('name', '=', name).executeTakeFirst()
  return row?.is_on ?? built[name]
}

/** Turns a switch. */
export async function turn(db: Db, change: Pick<SwitchTable, 'name' | 'is_on' | 'set_by'>): Promise<void> {
  const now = sql<Date>`now()`
  await db
    .insertInto('switches')
    .values({ ...change, set_at: now })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ ...change, set_at: now }))
    .execute()
}
