import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { lockCustomer } from '../database/lock-customer.ts'
import { Denied, Refused } from '../http/refused.ts'
import type { World } from '../world.ts'
import { type Applicant, type DocType, dropPictures, type Side } from './applicants.ts'
import type { Look } from './looks.ts'
import type { CleanPicture } from './picture.ts'
import type { VerdictReason } from './verdicts.ts'

/** Pictures a customer may have with us at once. */
const quota = 20

/** The pictures each document needs. */
export const sidesOf: Record<DocType, readonly Side[]> = {
  idCard: ['front', 'back', 'hold'],
  passport: ['front', 'hold'],
}

/** Keeps a picture, encrypted, under a path of 256 random bits that is served nowhere. Refuses beyond the quota. */
export async function keepPicture(
  { secrets }: World,
  db: Db,
  { userId, picture, looks = [] }: { userId: string; picture: CleanPicture; looks?: readonly Look[] },
): Promise<string> {
  await lockCustomer(db, userId)
  const { count } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= quota) throw new Refused('upload_failed', { reason: 'quota' })
  const path = randomBytes(32).toString('base64url')
  await db
    .insertInto('documents')
    .values({
      path,
      user_id: userId,
      content: secrets.seal('document', picture.content, path),
      width: picture.width,
      height: picture.height,
      looks: [...looks],
      created_at: sql<Date>`now()`,
    })
    .execute()
  return path
}

/** The picture itself, for an operator. */
export async function openPicture(
  { secrets, db }: Pick<World, 'secrets' | 'db'>,
  path: string,
): Promise<Buffer> {
  const row = await db.selectFrom('documents').select('content').where('path', '=', path).executeTakeFirst()
  if (!row) throw new Denied()
  return secrets.open('document', row.content, path)
}

/** Puts a picture of the customer's own in its place and deletes the one that was there. Gives what is missing. */
export async function placePicture(
  db: Db,
  { applicant, docType, side, path }: { applicant: Applicant; docType: DocType; side: Side; path: string },
): Promise<Side[]> {
  const own = await db
    .selectFrom('documents')
    .select('path')
    .where('path', '=', path)
    .where('user_id', '=', applicant.user_id)
    .executeTakeFirst()
  if (!own) throw new Denied()
  await db.updateTable('applicants').set({ doc_type: docType }).where('id', '=', applicant.id).execute()
  await db
    .deleteFrom('documents')
    .where('applicant_id', '=', applicant.id)
    .where('path', '<>', path)
    .where(({ eb, or }) => or([eb('side', '=', side), eb('doc_type', '<>', docType)]))
    .execute()
  await db
    .updateTable('documents')
    .set({ applicant_id: applicant.id, side, doc_type: docType })
    .where('path', '=', path)
    .execute()
  const uploaded = await uploadedSides(db, applicant.id)
  return sidesOf[docType].filter(needed => !uploaded.includes(needed))
}

/** The places of a verification that have a picture. */
export async function uploadedSides(db: Db, applicantId: string): Promise<Side[]> {
  const rows = await db
    .selectFrom('documents')
    .select('side')
    .where('applicant_id', '=', applicantId)
    .execute()
  return rows.flatMap(({ side }) => (side ? [side] : []))
}

/** Deletes pictures that were uploaded a day ago and never put in a place. */
export async function dropUnplaced(db: Db): Promise<void> {
  await db
    .deleteFrom('documents')
    .where('applicant_id', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

/** Sends a complete verification to review; nobody else puts a picture into it from now on. */
export async function submit(db: Db, applicantId: string): Promise<void> {
  await db
    .updateTable('handoffs')
    .set({ ended_at: sql<Date>`now()` })
    .where('applicant_id', '=', applicantId)
    .where('ended_at', 'is', null)
    .execute()
  await db
    .updateTable('applicants')
    .set({ status: 'pending', reason: null, note: null, submitted_at: new Date() })
    .where('id', '=', applicantId)
    .execute()
}

/** What an operator may decide. */
export interface Decision {
  applicantId: string
  decision: 'approved' | 'reject' | 'need_more'
  /** Why, as the customer reads it in their language; an approval needs none. */
  reason: VerdictReason | null
  /** What the operator adds, read as it is written. */
  note?: string | null
  operator: string
  /** With `need_more`: the pictures to be sent again, all of them by default. */
  sides?: readonly Side[] | undefined
}

/** Decides a pending verification; undefined when it is not pending, for example because somebody was faster. */
export async function decideApplicant(
  db: Db,
  { applicantId, decision, reason, note = null, operator, sides }: Decision,
): Promise<{ userId: string } | undefined> {
  const decided = await db
    .updateTable('applicants')
    .set({ status: decision, reason, note, decided_at: new Date(), decided_by: operator })
    .where('id', '=', applicantId)
    .where('status', '=', 'pending')
    .returning('user_id')
    .executeTakeFirst()
  if (decided && decision === 'need_more') await dropPictures(db, applicantId, sides)
  return decided && { userId: decided.user_id }
}
