import type * as challenge from '../../../contract/challenge.ts'
import type { Challenge } from '../../../contract/challenge.ts'
import { refuseClosing } from '../../account/deletions.ts'
import { refuseFrozen } from '../../account/freezes.ts'
import { comparePinOrPass } from '../../account/passkeys/pin-or-pass.ts'
import { freezeByOwner } from '../../across/card-freeze.ts'
import { decideChallenge } from '../../across/challenge-books.ts'
import { isOver, lockCard, ownCard } from '../../cards/cards.ts'
import { lockChallenge } from '../../cards/challenges/challenges.ts'
import { ownChallenge, waitingChallenges } from '../../cards/challenges/reading.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { CardTable } from '../../cards/tables.ts'
import { type Db, transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

type Word = 'approved' | 'denied'

/** Purchases that their cardholder confirms: what waits, a yes with the PIN, a no without. */
export function challengeApi(world: World): Handlers<typeof challenge> {
  const { db } = world
  const read = (userId: string, challengeId: string) => ownChallenge(db, { userId, challengeId })

  return {
    challenges: (_, { userId }) => waitingChallenges(db, userId),
    getChallenge: ({ id }, { userId }) => read(userId, id),

    async approveChallenge({ id, pin }, { userId, sessionId }) {
      const asked = await read(userId, id)
      if (isSaid(asked, 'approved')) return asked
      await refuseStanding(db, await ownCard(db, { userId, cardId: asked.cardId }))
      await comparePinOrPass(world, { userId, sessionId, pin, use: `challenge ${id}` })
      await transaction(db, async db => {
        const card = await lockCard(db, asked.cardId)
        // The card is locked: a freeze, which locks it too, is seen here or comes after the answer.
        await refuseStanding(db, card)
        await say(db, { card, id, word: 'approved' })
      })
      world.wake()
      return await read(userId, id)
    },

    async denyChallenge({ id, freeze }, { userId }) {
      const { cardId } = await read(userId, id)
      await transaction(db, async db => {
        const card = await lockCard(db, cardId)
        await say(db, { card, id, word: 'denied' })
        if (freeze && !isOver(card)) await freezeByOwner(db, { card, isFrozen: true })
      })
      world.wake()
      return await read(userId, id)
    },
  }
}

/** Whether this was said already; refused where it ended otherwise. */
function isSaid({ status }: Pick<Challenge, 'status'>, word: Word): boolean {
  if (status !== 'waiting' && status !== word) throw new Refused('challenge_over', { reason: status })
  return status === word
}

/** The first word counts; the caller has locked the card. */
async function say(db: Db, { card, id, word }: { card: CardTable; id: string; word: Word }): Promise<void> {
  const challenge = await lockChallenge(db, id)
  const status = challenge.state === 'waiting' && challenge.isPast ? 'expired' : challenge.state
  if (!isSaid({ status }, word)) await decideChallenge(db, { card, challenge, word })
}

/** Refuses a yes while the account or the card would let no purchase through. */
async function refuseStanding(db: Db, card: CardTable): Promise<void> {
  await refuseClosing(db, card.user_id)
  await refuseFrozen(db, card.user_id)
  refuseCall(card, 'approveChallenge')
}
