import { createHash } from 'node:crypto'
import { found, Refusal } from '../refusal.ts'
import { creditDispute, leftOf, reverseDispute } from './credits.ts'
import type { EventDesk } from './event-desk.ts'
import { cents, dollars } from './purchases.ts'
import { type Dispute, type DisputeState, newId } from './rows.ts'

/** What the server asks for when a cardholder contests a purchase. */
interface DisputeRequest {
  reference: string
  cardId: string
  threadId: string
  /** US dollars. */
  amount: string
  reason: string
}

/** What a person at the issuer does with a dispute: a credit ahead of the decision, a question, the decision. */
export const disputeSteps = ['credit', 'evidence_wanted', 'won', 'lost'] as const

export interface DisputeStep {
  to: (typeof disputeSteps)[number]
  /** What is wanted, in words. */
  note?: string | undefined
  /** Days to answer in. */
  days?: number | undefined
}

const dayMs = 86_400_000

/** Disputes. Each change is told as `dispute.updated`; every call runs inside one write of the store. */
export function disputeDesk(desk: EventDesk) {
  const known = (id: string) => found(desk.rows.disputes.get(id), 'dispute')
  return {
    open: (request: DisputeRequest) => open(desk, request),
    view: (id: string) => viewOf(known(id)),
    addEvidence: (id: string, sent: { reference: string; text: string; pictures: string[] }) =>
      addEvidence(desk, known(id), sent),
    withdraw: (id: string) => withdraw(desk, known(id)),
    decide: (id: string, step: DisputeStep) => decide(desk, known(id), step),
  }
}

export type DisputeDesk = ReturnType<typeof disputeDesk>

/** The same reference is the same dispute; more than was charged and has not come back is refused. */
function open(desk: EventDesk, { reference, cardId, threadId, amount, reason }: DisputeRequest) {
  const earlier = desk.rows.disputes.all().find(dispute => dispute.reference === reference)
  if (earlier) return viewOf(earlier)
  const thread = desk.rows.threads.get(threadId)
  const minor = cents(amount)
  if (thread?.cardId !== cardId || minor <= 0n || minor > leftOf(thread)) {
    throw new Refusal(422, 'not_disputable', 'Not that much of such a purchase was charged.')
  }
  const dispute: Dispute = {
    id: newId('dis'),
    reference,
    cardId,
    threadId,
    amountMinor: String(minor),
    creditedMinor: '0',
    reason,
    state: 'received',
    version: 1,
    note: null,
    evidenceBy: null,
    evidence: [],
    at: new Date().toISOString(),
  }
  desk.rows.disputes.put(dispute.id, dispute)
  return viewOf(dispute)
}

/** Keeps what was said and the prints of the pictures; an answer to a question has it looked at again. */
function addEvidence(
  desk: EventDesk,
  dispute: Dispute,
  { reference, text, pictures }: { reference: string; text: string; pictures: string[] },
) {
  refuseOver(dispute)
  if (dispute.evidence.some(each => each.reference === reference)) return viewOf(dispute)
  const prints = pictures.map(picture => createHash('sha256').update(picture, 'base64').digest('hex'))
  const evidence = [...dispute.evidence, { reference, text, pictures: prints }]
  if (dispute.state === 'received') return viewOf(keep(desk, { ...dispute, evidence }))
  return viewOf(change(desk, { ...dispute, evidence }, 'received'))
}

function withdraw(desk: EventDesk, dispute: Dispute) {
  if (dispute.state === 'withdrawn') return viewOf(dispute)
  refuseOver(dispute)
  return viewOf(change(desk, takeCreditBack(desk, dispute), 'withdrawn'))
}

/** Won keeps or gets its credit, lost loses it: the money is told first, then the decision. */
function decide(desk: EventDesk, dispute: Dispute, { to, note, days = 10 }: DisputeStep) {
  if (isOver(dispute)) throw new Refusal(409, 'dispute_over', `This dispute is already ${dispute.state}.`)
  switch (to) {
    case 'credit':
      return viewOf(keep(desk, credit(desk, dispute)))
    case 'evidence_wanted': {
      const evidenceBy = new Date(Date.now() + days * dayMs).toISOString()
      const asked = {
        ...dispute,
        note: note ?? 'Please send the receipt or your messages with the merchant.',
      }
      return viewOf(change(desk, { ...asked, evidenceBy }, to))
    }
    case 'won':
      return viewOf(change(desk, credit(desk, dispute), to))
    case 'lost':
      return viewOf(change(desk, takeCreditBack(desk, dispute), to))
  }
}

/** Credits what is not credited yet, as far as the merchant has not given it back meanwhile. */
function credit(desk: EventDesk, dispute: Dispute): Dispute {
  const left = leftOf(found(desk.rows.threads.get(dispute.threadId), 'purchase'))
  const missing = BigInt(dispute.amountMinor) - BigInt(dispute.creditedMinor)
  const minor = missing < left ? missing : left
  if (minor <= 0n) return dispute
  creditDispute(desk, { threadId: dispute.threadId, amount: dollars(minor) })
  return { ...dispute, creditedMinor: String(BigInt(dispute.creditedMinor) + minor) }
}

function takeCreditBack(desk: EventDesk, dispute: Dispute): Dispute {
  const minor = BigInt(dispute.creditedMinor)
  if (minor === 0n) return dispute
  reverseDispute(desk, { threadId: dispute.threadId, amount: dollars(minor) })
  return { ...dispute, creditedMinor: '0' }
}

function change(desk: EventDesk, dispute: Dispute, state: DisputeState): Dispute {
  const isWanted = state === 'evidence_wanted'
  const changed = keep(desk, {
    ...dispute,
    state,
    version: dispute.version + 1,
    note: isWanted ? dispute.note : null,
    evidenceBy: isWanted ? dispute.evidenceBy : null,
  })
  const { id, reference, version, note, evidenceBy } = changed
  desk.webhooks.tell('dispute.updated', {
    disputeId: id,
    reference,
    state,
    version,
    ...(note !== null && { note }),
    ...(evidenceBy !== null && { evidenceBy }),
  })
  return changed
}

function keep(desk: EventDesk, dispute: Dispute): Dispute {
  desk.rows.disputes.put(dispute.id, dispute)
  return dispute
}

function viewOf({ id, state, version, note, evidenceBy }: Dispute) {
  return { id, state, version, note, evidenceBy }
}

function refuseOver(dispute: Dispute) {
  if (isOver(dispute)) throw new Refusal(422, 'dispute_over', `This dispute is already ${dispute.state}.`)
}

function isOver({ state }: Dispute): boolean {
  return state === 'won' || state === 'lost' || state === 'withdrawn'
}
