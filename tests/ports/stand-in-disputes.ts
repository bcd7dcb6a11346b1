import { randomUUID } from 'node:crypto'
import type { DisputeStanding, Issuer } from '../../src/server/cards/issuer.ts'
import { type Answer, byId, done, type Kept, no, type StandInDispute } from './stand-in-kept.ts'

/** Disputes at the stand-in: each reference once, and nothing more after the end. */
export function disputing({ cards, disputes }: Kept, answer: Answer) {
  const known = (issuerDisputeId: string) =>
    [...disputes.values()].find(dispute => dispute.issuerDisputeId === issuerDisputeId)
  const isOver = ({ state }: StandInDispute) => state === 'won' || state === 'lost' || state === 'withdrawn'

  return {
    openDispute: ({ reference, issuerCardId, threadId, amountMinor, reason }) =>
      answer<{ issuerDisputeId: string; standing: DisputeStanding }>('openDispute', reference, () => {
        if (!byId(cards, issuerCardId)) return no()
        const dispute = disputes.get(reference) ?? {
          issuerDisputeId: `dispute_${randomUUID()}`,
          ...{ reference, threadId, amountMinor, reason, evidence: new Map() },
          ...{ state: 'received' as const, version: 1, note: null, evidenceBy: null },
        }
        disputes.set(reference, dispute)
        return { ...done, issuerDisputeId: dispute.issuerDisputeId, standing: standingOf(dispute) }
      }),
    addEvidence: ({ reference, issuerDisputeId, text, pictures }) =>
      answer<{ standing: DisputeStanding }>('addEvidence', reference, () => {
        const dispute = known(issuerDisputeId)
        if (!dispute || isOver(dispute)) return no()
        if (!dispute.evidence.has(reference) && dispute.state === 'evidence_wanted') {
          Object.assign(dispute, { state: 'received', version: dispute.version + 1, note: null })
        }
        dispute.evidence.set(reference, { text, pictures: pictures.length })
        return { ...done, standing: standingOf(dispute) }
      }),
    withdrawDispute: ({ issuerDisputeId }) =>
      answer<{ standing: DisputeStanding }>('withdrawDispute', '', () => {
        const dispute = known(issuerDisputeId)
        if (!dispute || dispute.state === 'won' || dispute.state === 'lost') return no()
        if (dispute.state !== 'withdrawn')
          Object.assign(dispute, { state: 'withdrawn', version: dispute.version + 1 })
        return { ...done, standing: standingOf(dispute) }
      }),
  } satisfies Partial<Issuer>
}

function standingOf({ state, version, note, evidenceBy }: StandInDispute): DisputeStanding {
  return { state, version, note, evidenceBy }
}
