import { format } from '../../contract/money.ts'
import {
  type ChallengeRow,
  endChallenge,
  keepChallenge,
  lockTold,
  noteAnswer,
} from '../cards/challenges/challenges.ts'
import type { CardTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import type { Meaning } from '../hooks/issuer-words.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { retell, tell } from '../messages/messages.ts'

/**
 * Follows what the issuer tells of a challenge, in whatever order it comes: its customer is asked once, and its first end
 * stands. False when it is of another card or sum than it was first told of: nothing changes then. The caller has locked
 * the card.
 */
export async function followChallenge(
  db: Db,
  { card, meaning: { told, state } }: { card: CardTable; meaning: Meaning & { of: 'challenge' } },
): Promise<boolean> {
  const kept = await keepChallenge(db, { cardId: card.id, told, state })
  if (kept?.state === 'waiting') await ask(db, card, kept)
  if (kept) return true
  const known = await lockTold(db, told.issuerChallengeId)
  if (known.card_id !== card.id || known.amount_minor !== told.amountMinor) return false
  if (state === 'waiting') return true
  if (known.state === 'waiting') {
    await endChallenge(db, known, state)
    await retellAs(db, { userId: card.user_id, id: known.id, state })
  } else if (known.state === 'approved' || known.state === 'denied') {
    await noteLate(db, { userId: card.user_id, challenge: known })
  }
  return true
}

/**
 * Keeps a customer's word, and has it carried to the issuer once this is committed. The caller has locked the card and the
 * challenge, which waits.
 */
export async function decideChallenge(
  db: Db,
  { card, challenge, word }: { card: CardTable; challenge: ChallengeRow; word: 'approved' | 'denied' },
): Promise<void> {
  await endChallenge(db, challenge, word)
  await retellAs(db, { userId: card.user_id, id: challenge.id, state: word })
  await enqueue(db, 'answer-challenge', { challengeId: challenge.id }, { key: challenge.id })
}

/** The issuer did not wait for the customer's word any more: a yes came to nothing, a no to what was meant. */
export async function noteLate(
  db: Db,
  { userId, challenge: { id, state } }: { userId: string; challenge: Pick<ChallengeRow, 'id' | 'state'> },
): Promise<void> {
  const isNew = await noteAnswer(db, { id }, 'late')
  if (isNew && state === 'approved') await retellAs(db, { userId, id, state: 'late' })
}

/** The message has the id of its challenge: who opens it is asked there. */
async function ask(db: Db, { user_id: userId, last4 }: CardTable, challenge: ChallengeRow): Promise<void> {
  const { id, amount_minor, merchant, expires_at } = challenge
  await tell(db, {
    id,
    userId,
    kind: 'system',
    noticeType: 'challenge',
    params: {
      state: 'waiting',
      amount: format(amount_minor, 'USD'),
      currency: 'USD',
      last4,
      until: expires_at.toISOString(),
      ...(merchant && { merchant }),
    },
    action: `/pages/message/message?id=${id}`,
    eventKey: `challenge:${id}`,
  })
}

async function retellAs(db: Db, { state, ...of }: { userId: string; id: string; state: string }) {
  await retell(db, { ...of, params: { state } })
}
