import { type Db, transaction } from '../database.ts'
import { newId } from '../id.ts'
import { type Decision, settleApplicant } from '../identity/documents.ts'
import { tell } from '../messages/messages.ts'
import type { World } from '../world.ts'

/**
 * Settles a pending verification: the decision, its line in the audit and the message to the customer, or none of
 * them. Throws when it does not wait for one, for example because somebody was faster.
 */
export async function review(db: Db, decision: Decision): Promise<void> {
  await transaction(db, async db => {
    const settled = await settleApplicant(db, decision)
    if (!settled) throw new Error('This verification does not wait for a decision.')
    const { applicantId, operator, reason } = decision
    await db
      .insertInto('audits')
      .values({
        id: newId(),
        operator,
        verb: `applicant.${decision.decision}`,
        subject: applicantId,
        detail: JSON.stringify({ reason }),
        created_at: new Date(),
      })
      .execute()
    await tell(db, {
      userId: settled.userId,
      kind: 'verify',
      noticeType: 'verify',
      params: { decision: decision.decision, reason: reason ?? '' },
      action: '/pages/kyc/kyc',
      eventKey: `applicant:${applicantId}:${newId()}`,
    })
  })
}

/** Plays the operator in the sandbox, and nowhere else: approves everybody but people called Reject or More. */
export async function reviewApplicant(
  { db, config }: World,
  { applicantId }: { applicantId: string },
): Promise<void> {
  if (!config.SANDBOX) return
  const applicant = await db
    .selectFrom('applicants')
    .innerJoin('users', 'users.id', 'applicants.user_id')
    .select(['profile', 'lang', 'applicants.status'])
    .where('applicants.id', '=', applicantId)
    .executeTakeFirst()
  if (applicant?.status !== 'pending') return
  const operator = 'sandbox'
  switch (applicant.profile.firstName.toLowerCase()) {
    case 'reject':
      await review(db, { applicantId, decision: 'reject', reason: reasons.reject[applicant.lang], operator })
      return
    case 'more':
      await review(db, { applicantId, decision: 'need_more', reason: reasons.more[applicant.lang], operator })
      return
    default:
      await review(db, { applicantId, decision: 'approved', reason: null, operator })
  }
}

const reasons = {
  reject: {
    zh: '证件照片不清晰，四个角没有全部拍到，请重新提交。',
    en: 'The photo of the document is not clear and its corners are not all visible. Please submit again.',
  },
  more: {
    zh: '请重新拍摄手持证件的照片，证件上的文字需要清晰可读。',
    en: 'Please take the photo of you holding the document again: the words on it must be readable.',
  },
}
