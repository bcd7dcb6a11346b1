import type * as z from 'zod/mini'
import type { docType, side } from '../../contract/identity.ts'
import type { Db } from '../database/database.ts'
import { lockCustomer } from '../database/lock-customer.ts'
import { Refused } from '../http/refused.ts'
import { newId } from '../id.ts'
import type { ApplicantTable, Profile } from './tables.ts'

/** A picture's place on a document. */
export type Side = z.output<typeof side>
/** The documents accepted. */
export type DocType = z.output<typeof docType>
/** The verification of a customer that counts now. */
export type Applicant = NonNullable<Awaited<ReturnType<typeof currentApplicant>>>

/** The last verification of a customer, whatever its state; those put aside do not count. */
export async function currentApplicant(db: Db, userId: string) {
  return await ownApplicant(db, userId).executeTakeFirst()
}

/** True when a verification was approved and has not expired. */
export async function isCertified(db: Db, userId: string): Promise<boolean> {
  return (await currentApplicant(db, userId))?.status === 'approved'
}

/** What the app calls the state of a verification. */
export async function certStatusOf(
  db: Db,
  userId: string,
): Promise<'none' | Exclude<ApplicantTable['status'], 'replaced'>> {
  const status = (await currentApplicant(db, userId))?.status
  return status === undefined || status === 'replaced' ? 'none' : status
}

/** As `currentApplicant`, and nobody else changes it until the transaction ends. */
export async function lockApplicant(db: Db, userId: string) {
  return await ownApplicant(db, userId).forUpdate().executeTakeFirst()
}

/** Refuses while a verification stands: it is approved, or waits for its decision. */
export function refuseStanding(applicant: Applicant | undefined): void {
  if (applicant?.status === 'approved' || applicant?.status === 'pending') {
    throw new Refused('already_certified', { certStatus: applicant.status })
  }
}

/**
 * Saves the profile. A draft goes on, with the pictures it has; after a refusal or an expiry, and when asked to
 * restart, a new draft begins and the old pictures are deleted.
 */
export async function saveProfile(
  db: Db,
  {
    userId,
    profile,
    docType,
    isRestart,
  }: { userId: string; profile: Profile; docType?: DocType | undefined; isRestart: boolean },
): Promise<void> {
  // Two first drafts at once must not both begin.
  await lockCustomer(db, userId)
  const current = await lockApplicant(db, userId)
  refuseStanding(current)
  const goesOn = current && !isRestart && (current.status === 'draft' || current.status === 'need_more')
  if (!goesOn) return await begin(db, { userId, profile, docType, replacedId: current?.id })
  if (docType && docType !== current.doc_type) await dropPictures(db, current.id)
  await db
    .updateTable('applicants')
    .set({ profile: JSON.stringify(profile), doc_type: docType ?? current.doc_type })
    .where('id', '=', current.id)
    .execute()
}

async function begin(
  db: Db,
  {
    userId,
    profile,
    docType,
    replacedId,
  }: {
    userId: string
    profile: Profile
    docType: DocType | undefined
    replacedId: string | undefined
  },
): Promise<void> {
  if (replacedId) {
    await dropPictures(db, replacedId)
    await db.updateTable('applicants').set({ status: 'replaced' }).where('id', '=', replacedId).execute()
  }
  const draft = {
    id: newId(),
    user_id: userId,
    status: 'draft' as const,
    profile: JSON.stringify(profile),
    doc_type: docType ?? null,
    created_at: new Date(),
  }
  await db.insertInto('applicants').values(draft).execute()
}

/** Deletes the pictures of a verification. */
export async function dropPictures(db: Db, applicantId: string, sides?: readonly Side[]): Promise<void> {
  const pictures = db.deleteFrom('documents').where('applicant_id', '=', applicantId)
  await (sides ? pictures.where('side', 'in', sides) : pictures).execute()
}

function ownApplicant(db: Db, userId: string) {
  return db
    .selectFrom('applicants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '<>', 'replaced')
}
