import type * as application from '../../../contract/application.ts'
import { stepsOf } from '../../cards/applications/application-states.ts'
import { lockOwnApplication, moveApplication, ownApplication } from '../../cards/applications/applications.ts'
import { keepAnswer, keepSession, ownSession } from '../../cards/applications/cardholder-sessions.ts'
import { kindById } from '../../cards/kinds.ts'
import { isOffered } from '../../cards/offers.ts'
import { transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { isCertified } from '../../identity/applicants.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { noAnswer } from '../no-answer.ts'

type Part = Pick<Handlers<typeof application>, 'generatorCardHolderUrl' | 'confirmCardHolderId'>

/** The issuer's own page for the cardholder's data: the way there, and what came of it. */
export function cardholderHandlers(world: World): Part {
  const { db, issuer, config } = world

  return {
    async generatorCardHolderUrl({ cardTypeId, returnPath }, { userId }) {
      if (!(await isCertified(db, userId))) throw new Refused('not_certified')
      const kind = kindById(cardTypeId)
      if (!kind) throw new Refused('card_type_missing')
      if (!(await isOffered(db, kind))) throw new Refused('card_type_disabled')
      if (!kind.asksCardholder) throw new Refused('modify_failed', { reason: 'cardholder_not_asked' })
      const id = newId()
      const returnUrl = wayBack(config.PUBLIC_URL, { returnPath, cardHolderId: id })
      const answer = await issuer.createCardholderSession({
        reference: id,
        productId: kind.productId,
        returnUrl,
      })
      if (answer.outcome === 'unknown') throw noAnswer('opened no session for a cardholder')
      if (answer.outcome === 'declined') throw new Refused('modify_failed', { reason: answer.reason })
      const { issuerCardholderId, expiresAt, url } = answer
      await keepSession(db, { id, userId, cardTypeId, issuerCardholderId, expiresAt })
      return { url, cardHolderId: id, expireTime: expiresAt.toISOString() }
    },

    async confirmCardHolderId({ id, cardHolderId }, { userId }) {
      const session = await ownSession(db, { userId, id: cardHolderId })
      if (id) {
        const row = await ownApplication(db, { userId, id })
        stepsOf(row.status, 'confirmCardHolderId')
        if (row.card_type_id !== session.card_type_id) {
          throw new Refused('apply_failed', { reason: 'other_card_type' })
        }
      }
      const status = await stateOf(world, session)
      await transaction(db, async db => {
        await keepAnswer(db, { id: cardHolderId, state: status })
        if (!id || status !== 'confirmed') return
        const row = await lockOwnApplication(db, { userId, id })
        const next = stepsOf(row.status, 'confirmCardHolderId')
        // Another kind may have been chosen meanwhile, for which this session says nothing.
        if (row.card_type_id !== session.card_type_id || !next.includes('wait_pay')) return
        await moveApplication(db, row, 'wait_pay', { cardholder_session_id: cardHolderId })
      })
      return { status, cardHolderId }
    },
  }
}

/** The issuer leads back to our own page only, and that to a route of the app, with the id to be asked about. */
function wayBack(
  publicUrl: string,
  { returnPath, cardHolderId }: { returnPath: string; cardHolderId: string },
): string {
  const target = `${returnPath}${returnPath.includes('?') ? '&' : '?'}cardHolderId=${cardHolderId}`
  return new URL(`/#/pages/redirect/redirect?target=${encodeURIComponent(target)}`, publicUrl).href
}

/** What the issuer says of a cardholder now; its yes or no is not asked for twice. */
async function stateOf(
  { issuer }: World,
  {
    state,
    issuer_cardholder_id: issuerCardholderId,
  }: { state: 'pending' | 'confirmed' | 'refused'; issuer_cardholder_id: string },
) {
  if (state !== 'pending') return state
  const answer = await issuer.cardholderOf({ issuerCardholderId })
  if (answer.outcome !== 'done') throw noAnswer('did not tell of a cardholder')
  return answer.state
}
