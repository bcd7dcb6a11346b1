import { type Selectable, sql } from 'kysely'
import { type Db, prepared } from './database.ts'
import type { Tables } from './tables.ts'

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
  const { numAffectedRows } = await sql`${prepared}
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${textOf(rows)}::jsonb)
    ${isKnownSkipped ? sql`on conflict do nothing` : sql``}`.execute(db)
  return Number(numAffectedRows)
}

/** JSON has no bigint: amounts go as their digits, which the database reads as what the column is. */
function textOf(rows: readonly Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const amounts = names.filter(name => rows.some(row => typeof row[name] === 'bigint'))
  const plain = rows.map(row => {
    const copy = { ...row }
    for (const name of amounts) copy[name] = row[name]?.toString()
    return copy
  })
  return JSON.stringify(plain)
}
