import type * as cardControl from '../../../contract/card-control.ts'
import { format } from '../../../contract/money.ts'
import { lockCard, ownCard, setLowBalance } from '../../cards/cards.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import { transaction } from '../../database/database.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { chosenMinor } from './chosen-amount.ts'

/** Below what a card tells its owner that it runs low. */
export function lowBalanceHandlers({ db }: World): Pick<Handlers<typeof cardControl>, 'lowBalance'> {
  return {
    async lowBalance({ id, set }, { userId }) {
      const card = await ownCard(db, { userId, cardId: id })
      if (!set) return shown(card.low_balance_minor)
      const belowMinor = set.below === null ? null : chosenMinor(set.below)
      await transaction(db, async db => {
        refuseCall(await lockCard(db, id), 'lowBalance')
        await setLowBalance(db, { cardId: id, belowMinor })
      })
      return shown(belowMinor)
    },
  }
}

function shown(minor: bigint | null) {
  return { below: minor === null ? null : format(minor, 'USD') }
}
