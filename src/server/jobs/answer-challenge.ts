import { noteLate } from '../across/challenge-books.ts'
import { noteAnswer } from '../cards/challenges/challenges.ts'
import { transaction } from '../database/database.ts'
import type { World } from '../world.ts'
import type { JobPayloads } from './queue/kinds.ts'
import { Later, patienceMs } from './queue/runner.ts'

/**
 * Carries a customer's word on a purchase to the issuer, again under the same name until it has surely answered, or has told
 * that it waited no longer.
 */
export async function answerChallenge(
  { db, issuer, log }: World,
  { challengeId }: JobPayloads['answer-challenge'],
): Promise<void> {
  const challenge = await db
    .selectFrom('card_challenges')
    .innerJoin('cards', 'cards.id', 'card_id')
    .selectAll('card_challenges')
    .select('cards.user_id')
    .where('card_challenges.id', '=', challengeId)
    .executeTakeFirstOrThrow()
  const { state, answer, issuer_challenge_id: issuerChallengeId, ended_at, user_id: userId } = challenge
  if (answer !== null) return
  const told = await issuer.answerChallenge({ issuerChallengeId, isApproved: state === 'approved' })
  if (told.outcome === 'unknown') throw new Later(patienceMs(ended_at ?? new Date()))
  if (told.outcome === 'done') return void (await noteAnswer(db, challenge, 'taken'))
  log.warn({ challengeId, state, reason: told.reason }, 'the issuer did not take an answer to a challenge')
  await transaction(db, db => noteLate(db, { userId, challenge }))
}
