import type * as cardRenewal from '../../../contract/card-renewal.ts'
import { tellRenewal } from '../../across/renewal-books.ts'
import { lockCard, ownCard } from '../../cards/cards.ts'
import { lockRenewal, moveRenewal, renewalOf } from '../../cards/renewals.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import { transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

/** Whether a card is renewed before it expires, as long as the issuer has not been asked. */
export function cardRenewalApi({ db }: World): Handlers<typeof cardRenewal> {
  return {
    async renewal({ id, isWanted }, { userId }) {
      await ownCard(db, { userId, cardId: id })
      return await transaction(db, async db => {
        const card = await lockCard(db, id)
        refuseCall(card, 'renewal')
        const renewal = await lockRenewal(db, id)
        if (renewal?.state !== 'planned' && renewal?.state !== 'unwanted')
          throw new Refused('modify_failed', { reason: renewal?.state ?? 'none' })
        const state = isWanted ? 'planned' : 'unwanted'
        if (renewal.state === state) return renewalOf(renewal)
        if (!isWanted) await tellRenewal(db, card, { status: 'renewalUnwanted', key: newId() })
        return renewalOf(await moveRenewal(db, renewal, state))
      })
    },
  }
}
