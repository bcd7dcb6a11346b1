import * as z from 'zod/mini'
import { format } from '../../../contract/money.ts'
import { disputeStates, type Issuer } from '../issuer.ts'
import { type Ask, answerOf, freeText, pathOf, version } from './ask.ts'

const dispute = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  state: z.enum(disputeStates),
  version,
  note: z.nullable(freeText(1000)),
  evidenceBy: z.nullable(z.iso.datetime()),
})

/** Disputes of purchases. Each asking carries the name of what it is about, so that it is done once. */
export function disputeCalls(ask: Ask): Pick<Issuer, 'openDispute' | 'addEvidence' | 'withdrawDispute'> {
  return {
    async openDispute({ reference, issuerCardId, threadId, amountMinor, reason }) {
      const reply = await ask('/v1/disputes', {
        shape: dispute,
        body: { reference, cardId: issuerCardId, threadId, amount: format(amountMinor, 'USD'), reason },
        idempotencyKey: `dispute-${reference}`,
      })
      return answerOf(reply, read => ({ issuerDisputeId: read.id, standing: standingOf(read) }))
    },

    async addEvidence({ reference, issuerDisputeId, text, pictures }) {
      const reply = await ask(pathOf('disputes', issuerDisputeId, 'evidence'), {
        shape: dispute,
        body: { reference, text, pictures: pictures.map(picture => picture.toString('base64')) },
        idempotencyKey: `evidence-${reference}`,
      })
      return answerOf(reply, read => ({ standing: standingOf(read) }))
    },

    async withdrawDispute({ issuerDisputeId }) {
      const path = pathOf('disputes', issuerDisputeId, 'withdraw')
      return answerOf(await ask(path, { shape: dispute, body: {} }), read => ({ standing: standingOf(read) }))
    },
  }
}

function standingOf({ evidenceBy, ...read }: z.output<typeof dispute>) {
  const { state, version, note } = read
  return { state, version, note, evidenceBy: evidenceBy === null ? null : new Date(evidenceBy) }
}
