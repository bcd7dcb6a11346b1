import { audit } from '../audits/audit.ts'
import { type Db, transaction } from '../database/database.ts'
import { newId } from '../id.ts'
import { type Decision, decideApplicant } from '../identity/documents.ts'
import type { Finding } from '../identity/findings.ts'
import { findingsNow, unreadPaths } from '../identity/readings.ts'
import type { Profile } from '../identity/tables.ts'
import { tell } from '../messages/messages.ts'
import { PlainError } from '../plain-error.ts'
import type { World } from '../world.ts'
import { readDocument } from './read-documents.ts'
import { askForRewardOf } from './reward-invite.ts'

/**
 * Decides a pending verification: the decision, its line in the audit and the message to the customer, or none of
 * them. Throws when it does not wait for one, for example because somebody was faster.
 */
export async function review(db: Db, decision: Decision): Promise<void> {
  await transaction(db, async db => {
    const decided = await decideApplicant(db, decision)
    if (!decided) throw new PlainError('This verification does not wait for a decision.')
    const { applicantId, operator, reason, note, sides } = decision
    await audit(db, {
      operator,
      verb: `applicant.${decision.decision}`,
      subject: applicantId,
      detail: { reason, ...(sides && { sides }) },
      words: { ...(note && { note }) },
    })
    await tell(db, {
      userId: decided.userId,
      kind: 'verify',
      noticeType: 'verify',
      params: { decision: decision.decision, verdict: reason ?? '', note: note ?? '' },
      action: '/pages/kyc/kyc',
      eventKey: `applicant:${applicantId}:${newId()}`,
    })
    if (decision.decision === 'approved') await askForRewardOf(db, decided.userId)
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
    .selectAll()
    .where('id', '=', applicantId)
    .executeTakeFirst()
  if (applicant?.status !== 'pending') return
  const decision = decisionOf(applicant, await findingsNow(world.secrets, db, applicant))
  await review(db, { applicantId, operator: 'sandbox', ...decision })
}

type Ruling = Pick<Decision, 'decision' | 'reason' | 'sides'>

function decisionOf({ profile }: { profile: Profile }, findings: readonly Finding[]): Ruling {
  const name = profile.firstName.toLowerCase()
  if (name === 'reject') return { decision: 'reject', reason: 'corners' }
  if (name === 'more') return { decision: 'need_more', reason: 'hold_unclear' }
  const grave = findings.find(({ what }) => what in refusing)
  if (grave) return { decision: 'reject', reason: refusing[grave.what as keyof typeof refusing] }
  const wrong = findings.find(({ what }) => asking.some(each => each === what))
  if (!wrong) return { decision: 'approved', reason: null }
  return { decision: 'need_more', reason: wrong.what as (typeof asking)[number], sides: [wrong.side] }
}

/** What the operator of the sandbox refuses for. It never says who else uses a document. */
const refusing = { expired: 'expired', under_age: 'under_age', number_used: 'not_possible' } as const

const asking = ['name_differs', 'birthday_differs', 'type_differs'] as const
