import type * as application from '../../../contract/application.ts'
import { giveCodeBack, tryCode, useCode } from '../../account/codes.ts'
import { comparePin } from '../../account/pin.ts'
import { userById } from '../../account/users.ts'
import { lockCard, ownCard, shownCard } from '../../cards/cards.ts'
import { kindOf } from '../../cards/kinds.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { CardTable } from '../../cards/tables.ts'
import { type Db, transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { isPhoneOf } from '../../identity/profile.ts'
import { tell } from '../../messages/messages.ts'
import { isAreaCode } from '../../params/countries.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { noAnswer } from '../no-answer.ts'

/** The phone of a card, where its kind allows another one. */
export function phoneHandlers(world: World): Pick<Handlers<typeof application>, 'updateCardPhone'> {
  const { db } = world

  return {
    async updateCardPhone({ id, areaCode, phone, code, pin }, { userId, sessionId }) {
      const card = await ownCard(db, { userId, cardId: id })
      refuseCall(card, 'updateCardPhone')
      if (!kindOf(card).changesPhone) throw new Refused('cardholder_fixed')
      if (!isAreaCode(areaCode) || !isPhoneOf(areaCode, phone)) throw new Refused('phone_invalid')
      await comparePin(world, { userId, sessionId, pin })
      const { email } = await userById(db, userId)
      const mailed = { email, purpose: 'updateCardPhone', code } as const
      await tryCode(world, mailed)
      // Used up before the issuer is asked, so that two requests never ask for two phones.
      await useCode(world, db, mailed)
      try {
        await change(world, card, `${areaCode}${phone}`)
      } catch (error) {
        await giveCodeBack(world, db, mailed)
        throw error
      }
      return await transaction(db, db => keep(db, card, { areaCode, phone }))
    },
  }
}

async function change({ issuer }: World, { issuer_card_id: issuerCardId }: CardTable, phone: string) {
  const answer = await issuer.changePhone({ issuerCardId, phone })
  if (answer.outcome === 'unknown') throw noAnswer('did not say whether a phone was changed')
  if (answer.outcome === 'done') return
  const { reason } = answer
  if (reason === 'card_closed' || reason === 'cardholder_fixed' || reason === 'phone_invalid') {
    throw new Refused(reason)
  }
  throw new Refused('modify_failed', { reason })
}

async function keep(db: Db, { id }: CardTable, { areaCode, phone }: { areaCode: string; phone: string }) {
  const card = await lockCard(db, id)
  await db.updateTable('cards').set({ phone, area_code: areaCode }).where('id', '=', id).execute()
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'security',
    params: { event: 'cardPhoneChanged', last4: card.last4 },
    action: `/pages/cardDetail/cardDetail?id=${id}`,
    eventKey: `card-phone:${newId()}`,
  })
  return await shownCard(db, { ...card, phone, area_code: areaCode })
}
