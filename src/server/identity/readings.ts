import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Secrets } from '../secrets.ts'
import type { Applicant, Side } from './applicants.ts'
import { type Finding, findingsOf, type SeenPicture } from './findings.ts'
import type { Reading } from './reading/read.ts'

/**
 * Keeps what was read on a picture, encrypted, or that nothing could be read. A picture already in its place tells its
 * verification of the document. One that is gone by now is no fault.
 */
export async function keepReading(
  secrets: Secrets,
  db: Db,
  { path, reading }: { path: string; reading: Reading | null },
): Promise<void> {
  const row = await db
    .updateTable('documents')
    .set({
      read_at: sql<Date>`now()`,
      reading: reading && secrets.seal('reading', Buffer.from(JSON.stringify(reading)), path),
      number_digest: reading && secrets.digest('document-number', `${reading.issuer}:${reading.number}`),
      expires_on: reading?.expiresOn ?? null,
    })
    .where('path', '=', path)
    .returning('applicant_id')
    .executeTakeFirst()
  if (row?.applicant_id) await noteDocument(db, row.applicant_id)
}

/** Writes into a verification which document its pictures show, as far as it was read. */
export async function noteDocument(db: Db, applicantId: string): Promise<void> {
  await sql`
    update applicants set (number_digest, expires_on) = (
      select max(number_digest), min(expires_on) from documents where applicant_id = ${applicantId}
    ) where id = ${applicantId}`.execute(db)
}

/**
 * Takes pictures that are to be read, oldest first, for this node: others leave them alone for a minute, by
 * a clock that does not run ahead. Those of the
 * person and those in no place are not read.
 */
export async function claimUnread(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    update documents set claimed_at = now() where path in (
      select path from documents
      where read_at is null and side <> 'hold' and (claimed_at between now() - interval '1 minute' and now() + interval '1 minute') is not true
      order by created_at limit ${limit} for update skip locked
    )
    returning path`.execute(db)
  return rows.map(({ path }) => path)
}

/** The pictures of a verification that are still to be read; those of the person are not. */
export async function unreadPaths(db: Db, applicantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('path')
    .where('applicant_id', '=', applicantId)
    .where('side', '<>', 'hold')
    .where('read_at', 'is', null)
    .execute()
  return rows.map(({ path }) => path)
}

/** A picture with what was read on it, for an operator. */
interface ReadPicture extends SeenPicture {
  path: string
  width: number
  height: number
}

/** The pictures of a verification with what is known of each. */
export async function picturesOf(secrets: Secrets, db: Db, applicant: Applicant): Promise<ReadPicture[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['path', 'side', 'width', 'height', 'looks', 'reading', 'read_at', 'number_digest'])
    .where('applicant_id', '=', applicant.id)
    .orderBy('side')
    .execute()
  const used = await usedByOthers(
    db,
    applicant,
    rows.flatMap(({ number_digest }) => number_digest ?? []),
  )
  return rows.map(({ path, side, width, height, looks, reading, read_at, number_digest }) => ({
    path,
    width,
    height,
    side: side as Side,
    looks,
    isRead: read_at !== null,
    reading: reading && (JSON.parse(secrets.open('reading', reading, path).toString()) as Reading),
    isNumberUsed: number_digest !== null && used.has(number_digest),
  }))
}

async function usedByOthers(db: Db, applicant: Applicant, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set()
  const rows = await db
    .selectFrom('applicants')
    .select('number_digest')
    .where('number_digest', 'in', digests)
    .where('user_id', '<>', applicant.user_id)
    .where('submitted_at', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ number_digest }) => number_digest ?? []))
}

/** Everything noticed on the pictures of a verification as of today. */
export async function findingsNow(secrets: Secrets, db: Db, applicant: Applicant): Promise<Finding[]> {
  const { rows } = await sql<{ today: string }>`select current_date as today`.execute(db)
  return findingsOf(await picturesOf(secrets, db, applicant), {
    profile: applicant.profile,
    docType: applicant.doc_type,
    today: rows[0]?.today ?? '',
  })
}
