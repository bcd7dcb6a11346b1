import * as card from '../../contract/card.ts'
import { format, parse } from '../../contract/money.ts'
import { comparePin } from '../account/pin.ts'
import { isTimezone, userById } from '../account/users.ts'
import { writeBill } from '../bills/bills.ts'
import { cardsOf, countCards, isOver, lockCard, ownCard, shownCard } from '../cards/cards.ts'
import { openingCost, openingOf, reserve, writeOrder } from '../cards/orders.ts'
import { currentMonth, purchasesOf } from '../cards/purchase-list.ts'
import { rechargeMinor } from '../cards/recharging.ts'
import type { CardStatus, CardTable } from '../cards/tables.ts'
import { type CardKind, cardTypeById, cardTypeOf, cardTypes } from '../cards/types.ts'
import { takeView } from '../cards/views.ts'
import { type Db, transaction } from '../database.ts'
import { newId } from '../id.ts'
import { currentApplicant, isCertified, lockUser } from '../identity/applicants.ts'
import { changeState } from '../jobs/card-state.ts'
import { enqueue } from '../jobs/outbox.ts'
import { tell } from '../messages/messages.ts'
import { Denied, Refused } from '../refused.ts'
import type { World } from '../world.ts'
import { decide } from './decision.ts'
import type { Customer, Handlers } from './handler.ts'

const cardsMax = 5

/** Cards: kinds, opening, reading, freezing and the reveal of the full card. */
export function cardApi(world: World): Handlers<typeof card> {
  const { db } = world

  return {
    async types({ page, pageSize, status }) {
      const kinds = cardTypes.filter(kind => !status || kind.status === status)
      const list = kinds.slice((page - 1) * pageSize, page * pageSize).map(cardTypeOf)
      return { list, total: kinds.length, page, pageSize }
    },

    async getCardType({ id }) {
      const kind = cardTypeById(id)
      if (!kind) throw new Refused('card_type_missing')
      return cardTypeOf(kind)
    },

    async openCard(input, customer) {
      await refuseUncertified(db, { userId: customer.userId, requestId: input.requestId })
      return await decide(world, { call: card.openCard, input, customer }, db =>
        order(db, { ...input, ...customer }),
      )
    },

    async getCreateCardSuccess({ orderId }, { userId }) {
      const opening = await openingOf(db, { userId, orderId })
      if (!opening) throw new Denied()
      return opening
    },

    async cards({ page, pageSize }, { userId }) {
      return { ...(await cardsOf(db, { userId, page, pageSize })), page, pageSize }
    },

    async detail({ id }, { userId }) {
      return await shownCard(db, await ownCard(db, { userId, cardId: id }))
    },

    async cardTranscationList({ cardId, month, timezone, type, status, page, pageSize }, { userId }) {
      await ownCard(db, { userId, cardId })
      const zone = timezone ?? (await userById(db, userId)).timezone
      if (!isTimezone(zone)) throw new Refused('input_invalid', { fields: { timezone: 'timezone' } })
      const filter = { cardId, month: month ?? currentMonth(zone), timezone: zone, channel: type, status }
      return await purchasesOf(db, filter, { page, pageSize })
    },

    async cardSecret({ id, pin }, { userId, device }) {
      await ownCard(db, { userId, cardId: id })
      await comparePin(world, { userId, pin })
      const { issuer_card_id } = await transaction(db, db => beginView(db, { cardId: id, userId, device }))
      const answer = await world.issuer.createRevealToken({ issuerCardId: issuer_card_id })
      switch (answer.outcome) {
        case 'done':
          return { token: answer.token, url: answer.url, expiresAt: answer.expiresAt.toISOString() }
        case 'declined':
          throw new Refused('card_closed')
        case 'unknown':
          throw Object.assign(new Error('the issuer gave no reveal token'), { statusCode: 503 })
      }
    },

    freeze: ({ id }, customer) => change(world, { cardId: id, customer, next: frozenFrom }),
    unfreeze: ({ id }, customer) => change(world, { cardId: id, customer, next: unfrozenFrom }),
  }
}

/** The first gate, before the PIN. A repeat passes: it gets its first answer whatever has become of the customer. */
async function refuseUncertified(db: Db, { userId, requestId }: { userId: string; requestId: string }) {
  if (await isCertified(db, userId)) return
  const earlier = await db
    .selectFrom('decisions')
    .select('request_id')
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!earlier) throw new Refused('not_certified')
}

interface OrderInput {
  userId: string
  cardTypeId: string
  rechargeAmount?: string | undefined
  nickname?: string | undefined
}

async function order(db: Db, { userId, cardTypeId, rechargeAmount = '0', nickname }: OrderInput) {
  const kind = cardTypeById(cardTypeId)
  if (!kind) throw new Refused('card_type_missing')
  if (kind.status !== 'enable') throw new Refused('card_type_disabled')
  const usdMinor = parse(rechargeAmount, 'USD') === 0n ? 0n : rechargeMinor(kind, rechargeAmount)
  await lockUser(db, userId)
  if ((await countCards(db, userId)) >= cardsMax)
    throw new Refused('limit_exceeded', { limit: String(cardsMax) })

  const orderId = newId()
  const cost = openingCost(kind, usdMinor)
  const holdId = await reserve(db, { orderId, userId, cost })
  const billId = await showOrder(db, { userId, kind, cost })
  const cardholder = await cardholderOf(db, userId)
  await writeOrder(db, {
    orderId,
    userId,
    kind,
    nickname: nickname ?? null,
    cardholder,
    cost,
    holdId,
    billId,
  })
  await enqueue(db, 'open-card', { orderId }, { key: orderId })
  return { orderId }
}

/** While the issuer has not answered, the row shows all that is reserved. */
async function showOrder(
  db: Db,
  { userId, kind, cost }: { userId: string; kind: CardKind; cost: ReturnType<typeof openingCost> },
): Promise<string> {
  const { billId } = await writeBill(db, {
    userId,
    kind: 'openCard',
    amountMinor: -cost.totalMinor,
    currency: 'USDT',
    feeMinor: cost.feeMinor,
    account: 'wallet',
    remark: { cardType: kind.name },
    status: 'pending',
    step: { what: 'reserved', detail: { amount: format(cost.totalMinor, 'USDT'), currency: 'USDT' } },
  })
  return billId
}

async function cardholderOf(db: Db, userId: string) {
  const applicant = await currentApplicant(db, userId)
  if (applicant?.status !== 'approved') throw new Refused('not_certified')
  const { firstName, lastName, country, city, address, postalCode, areaCode, phone } = applicant.profile
  const { email } = await userById(db, userId)
  return { firstName, lastName, country, city, address, postalCode, areaCode, phone, email }
}

async function beginView(
  db: Db,
  { cardId, userId, device }: { cardId: string; userId: string; device: string },
): Promise<CardTable> {
  const card = await lockCard(db, cardId)
  if (isOver(card)) throw new Refused('card_closed')
  if (card.status === 'frozen_risk') throw new Refused('card_frozen')
  const viewId = await takeView(db, { cardId, userId, device })
  await tell(db, {
    userId,
    kind: 'system',
    noticeType: 'security',
    params: { event: 'cardViewed', last4: card.last4, device },
    action: `/pages/cardDetail/cardDetail?id=${cardId}`,
    eventKey: `card-view:${viewId}`,
  })
  return card
}

/** Ours first, in one commit: from then on we enforce it. The issuer is told afterwards. */
async function change(
  world: World,
  {
    cardId,
    customer,
    next,
  }: { cardId: string; customer: Customer; next: (status: CardStatus) => CardStatus },
) {
  const { userId } = customer
  await ownCard(world.db, { userId, cardId })
  const shown = await transaction(world.db, async db => {
    const card = await lockCard(db, cardId)
    if (isOver(card)) throw new Refused('card_closed')
    const status = next(card.status)
    if (status !== card.status) {
      await changeState(db, { card, status, eventId: newId() })
      await enqueue(db, 'freeze-card', { cardId })
    }
    return await shownCard(db, { ...card, status })
  })
  world.wake()
  return shown
}

function frozenFrom(status: CardStatus): CardStatus {
  return status === 'active' ? 'frozen_user' : status
}

function unfrozenFrom(status: CardStatus): CardStatus {
  if (status === 'frozen_risk') throw new Refused('card_frozen')
  return status === 'frozen_user' ? 'active' : status
}
