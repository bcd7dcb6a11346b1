import { sql } from 'kysely'
import { audit, type Deed } from '../audits/audit.ts'
import { type Db, savepoint, transaction } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'

/** What became of a deed that takes two. */
type Seconded<T> = { isDone: true; result: T } | { isDone: false; result: null }

/**
 * Does what two different operators ask for. The first is written into the audit, once it is sure that it could be done
 * now; with the second, who asks for the very same within a day, it is done. Both in one commit with their audit. Throws
 * what `work` throws, and when the same operator asks again. What `earlier` finds has been done: it takes nobody.
 */
export async function withSecond<T>(
  db: Db,
  deed: Deed,
  work: (db: Db) => Promise<T>,
  earlier: (db: Db) => Promise<T | null> = async () => null,
): Promise<Seconded<T>> {
  return await transaction(db, async db => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${deed.verb} ${deed.subject}`}, 0))`.execute(
      db,
    )
    const done = await earlier(db)
    if (done !== null) return { isDone: true, result: done }
    const first = await firstOf(db, deed)
    if (first === deed.operator) throw new PlainError('This takes another operator: you have asked for it.')
    if (first === null) {
      await tryOut(db, work)
      await audit(db, { ...deed, verb: askedFor(deed) })
      return { isDone: false, result: null }
    }
    const result = await work(db)
    await audit(db, { ...deed, detail: { ...deed.detail, first } })
    return { isDone: true, result }
  })
}

/** Who asked for the same within a day, since it was done last. */
async function firstOf(db: Db, deed: Deed): Promise<string | null> {
  const { rows } = await sql<{ operator: string }>`
    select operator from told_audits a
    where verb = ${askedFor(deed)} and subject = ${deed.subject}
      and detail = ${JSON.stringify({ ...deed.detail, ...deed.words })}::jsonb
      and created_at > now() - interval '1 day' and not exists (
        select from audits d where d.verb = ${deed.verb} and d.subject = a.subject and d.created_at >= a.created_at
      )
    order by created_at desc limit 1`.execute(db)
  return rows[0]?.operator ?? null
}

function askedFor({ verb }: Deed): string {
  return `${verb}.asked`
}

/** Does the work and undoes it: only to throw what the work would throw. */
async function tryOut(db: Db, work: (db: Db) => Promise<unknown>) {
  const undo = new Error('tried out')
  await savepoint(db, async () => {
    await work(db)
    throw undo
  }).catch(error => {
    if (error !== undo) throw error
  })
}
