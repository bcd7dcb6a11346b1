import { type Selectable, sql } from 'kysely'
import { type Db, kept, type Tables } from './database.ts'

/**
 * Inserts rows in one statement that is as short for many as for one; each names the same columns, JSON as it is. With
 * `isKnownSkipped` a row that breaks a unique constraint is left out instead of refused. Returns how many are new.
 */
export async function insertAll<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Partial<Selectable<Tables[Table]>>[],
  { isKnownSkipped = false }: { isKnownSkipped?: boolean } = {},
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const columns = sql.join(Object.keys(first).map(column => sql.ref(column)))
  const text = JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  const { numAffectedRows } = await sql`${kept}
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${text}::jsonb)
    ${isKnownSkipped ? sql`on conflict do nothing` : sql``}`.execute(db)
  return Number(numAffectedRows)
}
