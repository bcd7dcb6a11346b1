import { userInfo } from 'node:os'
import { join } from 'node:path'
import { readDatabaseConfig } from '../config.ts'
import { type Db, openDatabase } from '../database.ts'
import { startPostgres } from '../postgres/postgres.ts'

/** Where an operator works: the database, and who they are. */
export interface Desk {
  db: Db
  operator: string
}

/** Opens the database that the configuration names, or the embedded one, and closes it after `work`. */
export async function atDesk(work: (desk: Desk) => Promise<void>): Promise<void> {
  const { url, stateFolder, operator } = readDatabaseConfig()
  const postgres = url ? null : await startPostgres({ folder: join(stateFolder, 'postgres') })
  const db = openDatabase({ url: postgres?.url ?? url, max: 2, statementTimeoutMs: 0 })
  try {
    await work({ db, operator: operator || userInfo().username })
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
}

/** Prints rows as a table for people, or as JSON for programs. */
export function print(rows: Record<string, unknown>[], isJson: boolean): void {
  if (isJson)
    console.log(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2))
  else if (rows.length === 0) console.log('Nothing.')
  else console.table(rows.map(printable))
}

/**
 * A row as a terminal may show it: what customers wrote moves no cursor, changes no colour and turns no text around.
 * JSON needs none of it: it spells such characters out, or hands them to programs.
 */
export function printable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}') : value,
    ]),
  )
}

/** The flag every verb takes. */
export const json = { type: 'boolean', description: 'print JSON', default: false } as const
