import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'

/** What an operator did, to what. */
export interface Deed {
  operator: string
  /** Noun and verb: `deposit.release`. */
  verb: string
  subject: string
  detail?: Record<string, unknown>
}

/** Writes what an operator does into the audit, in the caller's transaction. */
export async function audit(db: Db, { operator, verb, subject, detail = {} }: Deed): Promise<void> {
  await db
    .insertInto('audits')
    .values({
      id: newId(),
      operator,
      verb,
      subject,
      detail: JSON.stringify(detail),
      // Of two that waited for each other the later one is told later, whichever began first.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
}
