import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** A row of the audit by its place and its hash, in hex. */
export interface ChainedAudit {
  number: bigint
  hash: string
}

/** What the check has seen. */
interface AuditReport {
  rows: bigint
  /** The newest row; null while there is none. */
  head: string | null
  /** The first row that is not what it was, or not where it was; null when all are. */
  brokenAt: bigint | null
}

/**
 * Recomputes the hash of every row of the audit from the one before, and of what was written to it, as far as that is not
 * forgotten. Whoever can change rows and their triggers could
 * write the chain anew from there on: a head that was noted elsewhere shows that too.
 */
export async function checkAudits(
  db: Db,
  { head = null }: { head?: ChainedAudit | null } = {},
): Promise<AuditReport> {
  const { rows } = await sql<{ rows: bigint; head: string | null; broken: bigint | null }>`
    with c as (
      select a, n, a.number, row_number() over (order by a.number) as place,
        coalesce(lag(a.hash) over (order by a.number), sha256('')) as expected
      from audits a left join audit_notes n on n.audit_id = a.id
    )
    select count(*) as rows, (array_agg(number || ':' || encode((a).hash, 'hex') order by number desc))[1] as head,
      least(min(number) filter (where number <> place or (a).previous_hash <> expected or ${isChanged} or ${isMissing}),
        (${firstUnvouched})) as broken
    from c`.execute(db)
  const [seen] = rows
  if (!seen) throw new Error('the audit cannot be read')
  const isHeadKept = head === null || (await hasRow(db, head))
  return {
    rows: seen.rows,
    head: seen.head,
    brokenAt: seen.broken ?? (isHeadKept ? null : (head?.number ?? null)),
  }
}

/** Of rows from before notes stood apart, the hash is of the words, too, and cannot be made anew once they are forgotten. */
const isChanged = sql`case
  when (a).kept_hash is null then (a).hash <> audit_hash(expected, a)
  else (a).kept_hash <> audit_hash(expected, a)
    or ((n).words is not null and (a).hash <> audit_hash(expected, with_words(a, (n).words)))
end`

/** What was written is as it was, or was forgotten with its customer. */
const isMissing = sql`(a).detail ? 'words' and case
  when (n).words is null then not exists (select from users u where u.id = (n).user_id and u.deleted_at is not null)
  else note_hash((n).salt, (n).words) is distinct from (a).detail ->> 'words'
end`

/** The first of the rows from before, unless they are those that a row of the chain vouches for. */
const firstUnvouched = sql`
  select min(number) from audits
  where kept_hash is not null and not exists (
    select from audits v where v.verb = 'audit.words-apart' and v.detail = kept_audits()
  )`

async function hasRow(db: Db, { number, hash }: ChainedAudit): Promise<boolean> {
  const { rows } = await sql`
    select from audits where number = ${number} and encode(hash, 'hex') = ${hash}`.execute(db)
  return rows.length > 0
}
