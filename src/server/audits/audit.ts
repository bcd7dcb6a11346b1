import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, transaction } from '../database/database.ts'
import { newId } from '../id.ts'

/** What an operator did, to what. */
export interface Deed {
  operator: string
  /** Noun and verb: `deposit.release`. */
  verb: string
  subject: string
  /** For ever: codes, amounts and ids, and nobody's words. */
  detail?: Record<string, unknown>
  /** What the operator wrote, by field. It is kept beside the audit, and forgotten with the customer it is about. */
  words?: Record<string, string>
  /** The id of that customer, or of something of theirs; the subject by default. */
  whose?: string
}

/** Writes what an operator does into the audit, in the caller's transaction. */
export async function audit(db: Db, { operator, verb, subject, ...told }: Deed): Promise<void> {
  const { words = {}, whose = subject } = told
  const id = newId()
  const salt = Object.keys(words).length > 0 ? randomBytes(32) : null
  const noted = JSON.stringify(words)
  const hash = salt && sql`jsonb_build_object('words', note_hash(${salt}, ${noted}::jsonb))`
  const detail = sql<string>`${JSON.stringify(told.detail ?? {})}::jsonb || ${hash ?? sql`'{}'::jsonb`}`
  await transaction(db, async db => {
    // Of two that waited for each other the later one is told later, whichever began first.
    const created_at = sql<Date>`clock_timestamp()`
    await db.insertInto('audits').values({ id, operator, verb, subject, detail, created_at }).execute()
    if (!salt) return
    await sql`
      insert into audit_notes (audit_id, user_id, salt, words)
      values (${id}, (select id from users where id = customer_of(${whose}) and deleted_at is null), ${salt}, ${noted}::jsonb)`.execute(
      db,
    )
  })
}
