import * as z from 'zod/mini'
import type { Issuer } from '../issuer.ts'
import { type Ask, answerOf, pathOf } from './ask.ts'

const answered = z.object({ state: z.enum(['approved', 'denied']) })

/** What cardholders say to purchases that wait for them. Asked again, it carries the same name. */
export function challengeCalls(ask: Ask): Pick<Issuer, 'answerChallenge'> {
  return {
    async answerChallenge({ issuerChallengeId, isApproved }) {
      const reply = await ask(pathOf('challenges', issuerChallengeId, 'answer'), {
        shape: answered,
        body: { decision: isApproved ? 'approved' : 'denied' },
        idempotencyKey: `challenge-${issuerChallengeId}`,
      })
      return answerOf(reply, () => ({}))
    },
  }
}
