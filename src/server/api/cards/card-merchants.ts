import type * as cardControl from '../../../contract/card-control.ts'
import type { MerchantChange } from '../../../contract/usage.ts'
import { ownCard } from '../../cards/cards.ts'
import { chargingNow, merchantsOf } from '../../cards/purchases/merchant-list.ts'
import {
  isRefusedMerchant,
  merchantsAfter,
  setMerchants,
  stoppedMax,
} from '../../cards/purchases/merchants.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { type Adjustment, adjustCard } from './adjust-card.ts'
import { capping } from './merchant-cap.ts'

/** Who charges a card, who may not any more, and how much each may take. */
export function merchantHandlers(world: World): Pick<Handlers<typeof cardControl>, 'cardMerchants'> {
  const { db } = world

  return {
    async cardMerchants({ id, set, pin }, { userId, sessionId }) {
      const card = await ownCard(db, { userId, cardId: id })
      if (!set) return await merchantsOf(db, card)
      const call = 'cardMerchants'
      const changed = await adjustCard(world, {
        card,
        pin,
        sessionId,
        call,
        open: 'merchants',
        ...changing(set),
      })
      return await merchantsOf(db, changed)
    },
  }
}

type Changing = Pick<Adjustment, 'step' | 'write' | 'told'>

function changing(set: MerchantChange): Changing {
  if ('isOnlyThese' in set) return locking(set.isOnlyThese)
  return 'cap' in set ? capping(set) : stopping(set)
}

function stopping(set: { merchant: string; isStopped: boolean }): Changing {
  const { merchant, isStopped } = set
  return {
    step: card => {
      if (isRefusedMerchant(card, merchant) === isStopped) return 'nothing'
      return isStopped ? 'less' : 'more'
    },
    write: async (db, card) => {
      const after = merchantsAfter(card, set)
      refuseTooMany(Math.max(after.stopped.length, after.only?.length ?? 0))
      await setMerchants(db, card.id, after)
    },
    told: { event: isStopped ? 'merchantStopped' : 'merchantAllowed', merchant },
  }
}

/** Those that may charge the card now may go on, and nobody else; or everybody again who is not stopped. */
function locking(isOnlyThese: boolean): Changing {
  return {
    step: ({ only_merchants }) => {
      if ((only_merchants !== null) === isOnlyThese) return 'nothing'
      return isOnlyThese ? 'less' : 'more'
    },
    write: async (db, card) => {
      const stopped = card.stopped_merchants ?? []
      if (!isOnlyThese) return await setMerchants(db, card.id, { stopped, only: null })
      await setMerchants(db, card.id, { stopped, only: await chargingNow(db, card) })
    },
    told: { event: isOnlyThese ? 'merchantsOnly' : 'merchantsAll' },
  }
}

function refuseTooMany(count: number) {
  if (count > stoppedMax)
    throw new Refused('limit_exceeded', { which: 'merchants', limit: `${stoppedMax}`, left: '0' })
}
