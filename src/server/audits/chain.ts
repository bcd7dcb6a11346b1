import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** A row of the audit by its place and its hash, in hex. */
export interface ChainedAudit {
  number: bigint
  hash: string
}

/** What the check has seen. */
export interface AuditReport {
  rows: bigint
  /** The newest row; null while there is none. */
  head: string | null
  /** The first row that is not what it was, or not where it was; null when all are. */
  brokenAt: bigint | null
}

/**
 * Recomputes the hash of every row of the audit from the one before. Whoever can change rows and their triggers could
 * write the chain anew from there on: a head that was noted elsewhere shows that too.
 */
export async function checkAudits(
  db: Db,
  { head = null }: { head?: ChainedAudit | null } = {},
): Promise<AuditReport> {
  const { rows } = await sql<{ rows: bigint; head: string | null; broken: bigint | null }>`
    select count(*) as rows, (array_agg(number || ':' || encode(hash, 'hex') order by number desc))[1] as head,
      min(number) filter (where hash <> audit_hash(expected, a) or previous_hash <> expected or number <> place) as broken
    from (
      select a, a.number, a.hash, a.previous_hash, row_number() over (order by a.number) as place,
        coalesce(lag(a.hash) over (order by a.number), sha256('')) as expected
      from audits a
    ) c`.execute(db)
  const [seen] = rows
  if (!seen) throw new Error('the audit cannot be read')
  const isHeadKept = head === null || (await hasRow(db, head))
  return {
    rows: seen.rows,
    head: seen.head,
    brokenAt: seen.broken ?? (isHeadKept ? null : (head?.number ?? null)),
  }
}

async function hasRow(db: Db, { number, hash }: ChainedAudit): Promise<boolean> {
  const { rows } = await sql`
    select from audits where number = ${number} and encode(hash, 'hex') = ${hash}`.execute(db)
  return rows.length > 0
}
