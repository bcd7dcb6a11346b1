import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'
import type { World } from '../world.ts'
import type { Applicant, DocType } from './applicants.ts'

/** How long another device may take pictures, from the moment the link was asked for. */
export const handoffSeconds = 600

/** One verification that another device may put pictures into. */
export interface Handoff {
  id: string
  userId: string
  applicantId: string
  docType: DocType
  expiresAt: Date
}

/**
 * Makes a link's token, which is kept as a digest only; an earlier link of the customer ends. The caller holds the lock
 * on the applicant, so of many at once one stays.
 */
export async function beginHandoff(
  { secrets }: World,
  db: Db,
  { applicant, docType }: { applicant: Applicant; docType: DocType },
): Promise<{ token: string; expiresAt: Date }> {
  await endHandoffs(db, applicant.user_id)
  const token = randomBytes(32).toString('base64url')
  const { expires_at } = await db
    .insertInto('handoffs')
    .values({
      id: newId(),
      user_id: applicant.user_id,
      applicant_id: applicant.id,
      doc_type: docType,
      token_hash: secrets.digest('handoff-token', token),
      expires_at: sql<Date>`now() + ${handoffSeconds} * interval '1 second'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expiresAt: expires_at }
}

/**
 * Uses a link up for the device that made this pass; for the same pass it may be asked again, since the answer may not
 * have arrived. Does nothing when the link has ended, or another device was first.
 */
export async function claimHandoff(
  { secrets, db }: World,
  { token, pass, device }: { token: string; pass: string; device: string },
): Promise<void> {
  await db
    .updateTable('handoffs')
    .set({ pass_hash: secrets.digest('handoff-pass', pass), device })
    .where('token_hash', '=', secrets.digest('handoff-token', token))
    .where('pass_hash', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

/** What a pass is good for now: undefined once its time is over, it was ended, or the verification does not wait for pictures. */
export async function openHandoffOf({ secrets }: World, db: Db, pass: string): Promise<Handoff | undefined> {
  return await db
    .selectFrom('handoffs')
    .innerJoin('applicants', 'applicants.id', 'handoffs.applicant_id')
    .select([
      'handoffs.id',
      'handoffs.user_id as userId',
      'applicant_id as applicantId',
      'handoffs.doc_type as docType',
      'expires_at as expiresAt',
    ])
    .where('pass_hash', '=', secrets.digest('handoff-pass', pass))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('status', 'in', ['draft', 'need_more'])
    .where(({ eb, or, ref }) =>
      or([eb('applicants.doc_type', 'is', null), eb('applicants.doc_type', '=', ref('handoffs.doc_type'))]),
    )
    .orderBy('handoffs.id', 'desc')
    .executeTakeFirst()
}

/** The last link of a customer, and whether it can still be used. */
export async function lastHandoff(db: Db, userId: string) {
  return await db
    .selectFrom('handoffs')
    .select(['device', sql<boolean>`ended_at is not null or expires_at <= now()`.as('is_over')])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Ends what a customer has handed over. */
export async function endHandoffs(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('handoffs')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Deletes the links of yesterday. */
export async function forgetHandoffs(db: Db): Promise<void> {
  await sql`delete from handoffs where expires_at < now() - interval '1 day'`.execute(db)
}
