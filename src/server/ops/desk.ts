import { userInfo } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readDatabaseConfig } from '../config.ts'
import { type Db, openDatabase } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
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
    await reach(db)
    await work({ db, operator: operatorName(operator || userInfo().username) })
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
}

async function reach(db: Db): Promise<void> {
  await sql`select 1`.execute(db).catch(({ message, code }) => {
    throw new PlainError(`The database cannot be asked: ${message || code}.`)
  })
}

/** In the audit these are nobody at a desk. */
const nobodys = ['system', 'customer']

/**
 * The name of an operator, one way to write it: what takes two people is not done by `Ann` and ` ann`. Throws on a name that
 * looks like another (letters that are not seen, or are of several scripts) and on those by which the audit calls what no
 * operator did.
 */
export function operatorName(given: string): string {
  const name = given.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  const isOneScript = /^[a-z0-9 ._@+-]{1,64}$/.test(name) || /^[\p{Script=Han} ·]{1,64}$/u.test(name)
  if (!isOneScript || nobodys.includes(name))
    throw new PlainError(
      `OPERATOR is no name of an operator: ${JSON.stringify(given)}. Latin letters or Chinese, your own.`,
    )
  return name
}

/** Prints rows as a table for people, or as JSON for programs. */
export function print(rows: Record<string, unknown>[], isJson: boolean): void {
  if (isJson) console.log(asJson(rows))
  else if (rows.length === 0) console.log('Nothing.')
  else console.table(rows.map(printable))
}

// What moves a cursor, changes a colour, turns text around or is not seen at all.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Rows as JSON, which a terminal may show, too: every such character is spelled as its code, and a program reads the same
 * text. The line breaks between rows and fields stay.
 */
export function asJson(rows: Record<string, unknown>[]): string {
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2)
  return text.replace(unprintable, found => (found === '\n' ? found : codesOf(found)))
}

/** `\u202e`; two of them for what UTF-16 writes as two. */
function codesOf(found: string): string {
  const units = Array.from({ length: found.length }, (_, index) => found.charCodeAt(index))
  return units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/**
 * A row as a terminal may show it: such characters are replaced, a count is a number, not `15n`, and an instant is text,
 * since of one that stands in a row of its own a table shows nothing.
 */
export function printable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)]))
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(unprintable, '\u{fffd}')
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

/** The flag every verb takes. */
export const json = { type: 'boolean', description: 'print JSON', default: false } as const
