import type * as cardControl from '../../../contract/card-control.ts'
import { ownCard } from '../../cards/cards.ts'
import { merchantsOf } from '../../cards/purchases/merchant-list.ts'
import { isStoppedMerchant, setStopped, stoppedAfter, stoppedMax } from '../../cards/purchases/merchants.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { adjustCard } from './adjust-card.ts'

/** Who charges a card, and who may not any more. */
export function merchantHandlers(world: World): Pick<Handlers<typeof cardControl>, 'cardMerchants'> {
  const { db } = world

  return {
    async cardMerchants({ id, set, pin }, { userId, sessionId }) {
      const card = await ownCard(db, { userId, cardId: id })
      if (!set) return await merchantsOf(db, card)
      const { merchant, isStopped } = set
      const changed = await adjustCard(world, {
        card,
        pin,
        sessionId,
        call: 'cardMerchants',
        step: card => {
          if (isStoppedMerchant(card, merchant) === isStopped) return 'nothing'
          return isStopped ? 'less' : 'more'
        },
        write: async (db, card) => {
          const stopped = stoppedAfter(card, set)
          if (stopped.length > stoppedMax)
            throw new Refused('limit_exceeded', { which: 'merchants', limit: `${stoppedMax}`, left: '0' })
          await setStopped(db, id, stopped)
        },
        told: { event: isStopped ? 'merchantStopped' : 'merchantAllowed', merchant },
        open: 'merchants',
      })
      return await merchantsOf(db, changed)
    },
  }
}
