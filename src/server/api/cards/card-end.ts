import * as cardControl from '../../../contract/card-control.ts'
import { format } from '../../../contract/money.ts'
import { refuseClosing } from '../../account/deletions.ts'
import { refuseFrozen } from '../../account/freezes.ts'
import { endUnused } from '../../across/application-books.ts'
import { endCard } from '../../across/card-end.ts'
import { writeBill } from '../../bills/bills.ts'
import { lockMade } from '../../cards/applications/applications.ts'
import { countCards, lockCard, ownCard, shownCard } from '../../cards/cards.ts'
import { kindOf } from '../../cards/kinds.ts'
import { sameInUsdt } from '../../cards/money/bridge.ts'
import { isOffered } from '../../cards/offers.ts'
import { noCost, orderBehind, standInFor, writeOrder } from '../../cards/orders.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { CardTable } from '../../cards/tables.ts'
import { type Db, transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { closeAgain } from '../../jobs/close-card.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import { balanceOf } from '../../ledger/ledger.ts'
import type { World } from '../../world.ts'
import { decideOnce } from '../deciding/decide-once.ts'
import type { Handlers } from '../handler.ts'
import { cardsMax } from './card.ts'

/** The end of a card. Ours first, in one commit: from then on it pays nothing. The issuer is told afterwards. */
export function endHandlers(
  world: World,
): Pick<Handlers<typeof cardControl>, 'closeCard' | 'reportLost' | 'replaceLost'> {
  return {
    async closeCard(input, customer) {
      await ownCard(world.db, { userId: customer.userId, cardId: input.id })
      const call = cardControl.closeCard
      return await decideOnce(world, { call, input, customer }, async db => {
        const made = await lockMade(db, { cardId: input.id })
        const card = await lockCard(db, input.id)
        refuseCall(card, 'closeCard', await balanceOf(db, card.account_id))
        if (made) await endUnused(db, made, { card, why: 'closed' })
        return await endForGood(db, card, { why: 'closed', eventId: input.requestId })
      })
    },

    async reportLost(input, customer) {
      await ownCard(world.db, { userId: customer.userId, cardId: input.id })
      const call = cardControl.reportLost
      return await decideOnce(world, { call, input, customer }, async db => {
        if (input.replace) await lockCustomer(db, customer.userId)
        const made = await lockMade(db, { cardId: input.id })
        const card = await lockCard(db, input.id)
        refuseCall(card, 'reportLost')
        if (made) await endUnused(db, made, { card, why: input.why })
        const orderId = input.replace ? await orderAnother(db, card) : null
        return { ...(await endForGood(db, card, { why: input.why, eventId: input.requestId })), orderId }
      })
    },

    async replaceLost({ id }, { userId }) {
      await ownCard(world.db, { userId, cardId: id })
      const orderId = await transaction(world.db, db => replace(db, { userId, cardId: id }))
      world.wake()
      return { orderId }
    },
  }
}

async function endForGood(
  db: Db,
  card: CardTable,
  { why, eventId }: { why: 'closed' | 'lost' | 'stolen'; eventId: string },
) {
  const status = why === 'closed' ? 'closed' : 'lost'
  const { emptied, billId } = await endCard(db, { card, status, eventId })
  await enqueue(db, 'close-card', { cardId: card.id, why }, { key: card.id })
  const { heldMinor } = await balanceOf(db, card.account_id)
  return {
    card: await shownCard(db, { ...card, status }),
    returned: format(sameInUsdt(emptied?.usdMinor ?? 0n), 'USDT'),
    held: format(heldMinor, 'USD'),
    billId,
  }
}

/** The order of the card that stands in for a lost one: the one there is, else a new one. */
async function replace(db: Db, { userId, cardId }: { userId: string; cardId: string }): Promise<string> {
  await lockCustomer(db, userId)
  await refuseClosing(db, userId)
  await refuseFrozen(db, userId)
  const card = await lockCard(db, cardId)
  refuseCall(card, 'replaceLost')
  const earlier = await standInFor(db, cardId)
  if (earlier) return earlier
  if ((await countCards(db, userId)) >= cardsMax)
    throw new Refused('limit_exceeded', { limit: String(cardsMax) })
  const orderId = await orderAnother(db, card)
  if (!orderId) throw new Refused('card_type_disabled')
  // The issuer replaces closed cards only: it is asked for the new one once the lost one is surely closed.
  await closeAgain(db, cardId)
  return orderId
}

/**
 * Orders a card of the same kind for the same person, which costs nothing and counts as the lost one did. It is asked for
 * when the issuer has closed the lost one. Null for a physical card, which is asked for from its virtual one with an
 * address, and for a kind that is off.
 */
async function orderAnother(db: Db, card: CardTable): Promise<string | null> {
  const kind = kindOf(card)
  const behind = await orderBehind(db, card)
  if (!behind || !(await isOffered(db, kind))) return null
  const orderId = newId()
  const { billId } = await writeBill(db, {
    userId: card.user_id,
    kind: 'openCard',
    amountMinor: 0n,
    currency: 'USDT',
    account: 'wallet',
    remark: { cardType: kind.name, replaces: card.last4 },
    status: 'pending',
    step: { what: 'requested', detail: { last4: card.last4, orderId } },
  })
  await writeOrder(db, {
    orderId,
    userId: card.user_id,
    kind,
    nickname: card.nickname,
    cardholder: { ...behind.cardholder, ...phoneOf(card) },
    cardholderSessionId: behind.cardholder_session_id,
    cost: noCost,
    holdId: null,
    billId,
    replacesCardId: card.id,
  })
  return orderId
}

/** Its owner may have changed it since the lost card was ordered. */
function phoneOf({ phone, area_code: areaCode }: CardTable) {
  return phone !== null && areaCode !== null ? { phone, areaCode } : {}
}
