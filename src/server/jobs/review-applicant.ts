import { type Db, transaction } from '../database.ts'
import { newId } from '../id.ts'
import { type Decision, settleApplicant } from '../identity/documents.ts'
import type { Finding } from '../identity/findings.ts'
import { findingsNow, unreadPaths } from '../identity/readings.ts'
import type { Profile } from '../identity/tables.ts'
import { tell } from '../messages/messages.ts'
import type { World } from '../world.ts'
import { audit } from './audit.ts'
import { readDocument } from './read-documents.ts'

/**
 * Settles a pending verification: the decision, its line in the audit and the message to the customer, or none of
 * them. Throws when it does not wait for one, for example because somebody was faster.
 */
export async function review(db: Db, decision: Decision): Promise<void> {
  await transaction(db, async db => {
    const settled = await settleApplicant(db, decision)
    if (!settled) throw new Error('This verification does not wait for a decision.')
    const { applicantId, operator, reason, sides } = decision
    await audit(db, {
      operator,
      verb: `applicant.${decision.decision}`,
      subject: applicantId,
      detail: { reason, ...(sides && { sides }) },
    })
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

/**
 * Plays the operator in the sandbox, and nowhere else: approves everybody but people called Reject or More, and those
 * whose document surely contradicts what they said. A picture on which nothing can be read contradicts nothing.
 */
export async function reviewApplicant(world: World, { applicantId }: { applicantId: string }): Promise<void> {
  const { db, config } = world
  if (!config.SANDBOX) return
  for (const path of await unreadPaths(db, applicantId)) await readDocument(world, path)
  const applicant = await db
    .selectFrom('applicants')
    .innerJoin('users', 'users.id', 'applicants.user_id')
    .selectAll('applicants')
    .select('lang')
    .where('applicants.id', '=', applicantId)
    .executeTakeFirst()
  if (applicant?.status !== 'pending') return
  const decision = decisionOf(applicant, await findingsNow(world.secrets, db, applicant))
  await review(db, { applicantId, operator: 'sandbox', ...decision })
}

type Ruling = Pick<Decision, 'decision' | 'reason' | 'sides'>

function decisionOf(
  { profile, lang }: { profile: Profile; lang: 'zh' | 'en' },
  findings: readonly Finding[],
): Ruling {
  const name = profile.firstName.toLowerCase()
  if (name === 'reject') return { decision: 'reject', reason: reasons.corners[lang] }
  if (name === 'more') return { decision: 'need_more', reason: reasons.hold[lang] }
  const grave = findings.find(({ what }) => what in refusing)
  if (grave) return { decision: 'reject', reason: refusing[grave.what as keyof typeof refusing][lang] }
  const wrong = findings.find(({ what }) => what in asking)
  if (!wrong) return { decision: 'approved', reason: null }
  const reason = asking[wrong.what as keyof typeof asking][lang]
  return { decision: 'need_more', reason, sides: [wrong.side] }
}

/** What the operator of the sandbox refuses for. Who else uses a document is nobody's business. */
const refusing = {
  expired: {
    zh: '证件已过有效期，请用有效的证件重新认证。',
    en: 'The document has expired. Please verify again with a valid one.',
  },
  under_age: {
    zh: '证件显示您未满 18 周岁，暂时不能认证。',
    en: 'By the document you are not 18 yet, so we cannot verify you.',
  },
  number_used: {
    zh: '无法用这份证件完成认证，请联系客服。',
    en: 'You cannot be verified with this document. Please contact us.',
  },
}

const asking = {
  name_differs: {
    zh: '证件上的姓名与填写的不一致，请改正姓名，或重新拍摄本人的证件。',
    en: 'The name on the document is not the one you entered. Please correct it, or send your own document.',
  },
  birthday_differs: {
    zh: '证件上的出生日期与填写的不一致，请改正后重新拍摄。',
    en: 'The birthday on the document is not the one you entered. Please correct it and take the photo again.',
  },
  type_differs: {
    zh: '这不是所选类型的证件，请重新拍摄，或重新开始并选择另一种证件。',
    en: 'This is not the kind of document you chose. Send that one, or start over with the other kind.',
  },
}

const reasons = {
  corners: {
    zh: '证件照片不清晰，四个角没有全部拍到，请重新提交。',
    en: 'The photo of the document is not clear and its corners are not all visible. Please submit again.',
  },
  hold: {
    zh: '请重新拍摄手持证件的照片，证件上的文字需要清晰可读。',
    en: 'Please take the photo of you holding the document again: the words on it must be readable.',
  },
}
