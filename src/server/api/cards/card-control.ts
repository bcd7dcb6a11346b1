import { hash } from 'node:crypto'
import type * as cardControl from '../../../contract/card-control.ts'
import { refuseFrozen } from '../../account/freezes.ts'
import { comparePinOrPass } from '../../account/passkeys/pin-or-pass.ts'
import { freezeByOwner } from '../../across/card-freeze.ts'
import { lockCard, ownCard, setNickname, shownCard } from '../../cards/cards.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { CardTable } from '../../cards/tables.ts'
import { takeView, viewsOf } from '../../cards/views.ts'
import { type Db, transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { tell } from '../../messages/messages.ts'
import type { World } from '../../world.ts'
import type { Customer, Handlers } from '../handler.ts'
import { noAnswer } from '../no-answer.ts'
import { autoRechargeHandlers } from './auto-recharge.ts'
import { endHandlers } from './card-end.ts'
import { limitHandlers } from './card-limits.ts'
import { merchantHandlers } from './card-merchants.ts'
import { trialHandlers } from './card-trial.ts'
import { lowBalanceHandlers } from './low-balance.ts'

/** What a customer does with a card they hold: freezing, limits, rules, the reveal, the end. */
export function cardControlApi(world: World): Handlers<typeof cardControl> {
  const { db } = world

  return {
    async cardSecret({ id, pin, proof }, { userId, sessionId, device, origin }) {
      await ownCard(db, { userId, cardId: id })
      await comparePinOrPass(world, { userId, sessionId, pin, use: newId() })
      const { issuer_card_id } = await beginView(db, { cardId: id, userId, device })
      const answer = await world.issuer.createRevealToken({
        issuerCardId: issuer_card_id,
        origin: origin ?? new URL(world.config.PUBLIC_URL).origin,
        proofHash: hash('sha256', proof, 'hex'),
      })
      switch (answer.outcome) {
        case 'done':
          return { token: answer.token, url: answer.url, expiresAt: answer.expiresAt.toISOString() }
        case 'declined':
          throw new Refused('card_closed')
        case 'unknown':
          throw noAnswer('gave no reveal token')
      }
    },

    async cardViews({ id, page, pageSize }, { userId }) {
      await ownCard(db, { userId, cardId: id })
      return { ...(await viewsOf(db, { cardId: id, page, pageSize })), page, pageSize }
    },

    async rename({ id, nickname: name }, { userId }) {
      const card = await ownCard(db, { userId, cardId: id })
      refuseCall(card, 'rename')
      const nickname = name === '' ? null : name
      await setNickname(db, { cardId: id, nickname })
      return await shownCard(db, { ...card, nickname })
    },

    ...limitHandlers(world),
    ...merchantHandlers(world),
    ...trialHandlers(world),
    ...lowBalanceHandlers(world),
    ...autoRechargeHandlers(world),
    ...endHandlers(world),

    freeze: ({ id }, customer) => change(world, { cardId: id, customer, isFrozen: true }),
    unfreeze: ({ id }, customer) => change(world, { cardId: id, customer, isFrozen: false }),
  }
}

interface View {
  cardId: string
  userId: string
  device: string
}

/** The look is on record before the issuer is asked. One too many is told, once for as long as it is refused. */
async function beginView(db: Db, view: View): Promise<CardTable> {
  try {
    return await transaction(db, db => recordView(db, view))
  } catch (error) {
    const until = error instanceof Refused && error.key === 'limit_exceeded' && error.details?.until
    if (until) await tellView(db, view, { event: 'cardViewsOver', key: `${view.cardId}:${until}` })
    throw error
  }
}

async function recordView(db: Db, { cardId, userId, device }: View): Promise<CardTable> {
  const card = await lockCard(db, cardId)
  refuseCall(card, 'cardSecret')
  await refuseFrozen(db, userId)
  const viewId = await takeView(db, { cardId, userId, device })
  await tellView(db, { cardId, userId, device }, { event: 'cardViewed', key: viewId })
  return card
}

async function tellView(
  db: Db,
  { cardId, userId, device }: View,
  { event, key }: { event: 'cardViewed' | 'cardViewsOver'; key: string },
) {
  const { last4 } = await ownCard(db, { userId, cardId })
  await tell(db, {
    userId,
    kind: 'system',
    noticeType: 'security',
    params: { event, last4, device },
    action: `/pages/cardDetail/cardDetail?id=${cardId}`,
    eventKey: `card-view:${key}`,
  })
}

async function change(
  world: World,
  { cardId, customer, isFrozen }: { cardId: string; customer: Customer; isFrozen: boolean },
) {
  const { userId } = customer
  await ownCard(world.db, { userId, cardId })
  const shown = await transaction(world.db, async db => {
    const card = await lockCard(db, cardId)
    refuseCall(card, isFrozen ? 'freeze' : 'unfreeze')
    return await shownCard(db, await freezeByOwner(db, { card, isFrozen }))
  })
  world.wake()
  return shown
}
