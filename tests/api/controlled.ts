import { randomUUID } from 'node:crypto'
import * as control from '../../src/contract/card-control.ts'
import {
  type CardWorld,
  openedCard,
  type question,
  readyCustomer,
  setStatus,
  startCardWorld,
  type TestCard,
} from './cardholder.ts'
import { type TestCustomer, testPin } from './customer.ts'

export let tested: CardWorld
export let customer: TestCustomer

/** Opens the world and its customer: once for a file, before its tests. */
export async function begin() {
  tested = await startCardWorld()
  customer = await readyCustomer(tested, '100000')
}

/** Another card of the customer, with that much on it; earlier ones make room. */
export async function cardWith(usd: string, owner = customer): Promise<TestCard> {
  await tested.world.db
    .updateTable('cards')
    .set({ status: 'closed' })
    .where('user_id', '=', owner.userId)
    .where('status', 'not in', ['closed', 'lost'])
    .execute()
  return await openedCard(tested, owner, { rechargeAmount: usd })
}

export const to = (card: TestCard, status: 'frozen_risk' | 'frozen_user' | 'pin_blocked' | 'closed') =>
  setStatus(tested.world.db, card, status)

export const rule = (card: TestCard, input: object = {}) =>
  tested.send(control.cardRule, { id: card.cardId, ...input }, customer.token)

export const noticesOf = (
  noticeType: 'security' | 'cardState' | 'cardTransfer' | 'openCardFail',
  owner = customer,
) =>
  tested.world.db
    .selectFrom('messages')
    .select(['params', 'action'])
    .where('user_id', '=', owner.userId)
    .where('notice_type', '=', noticeType)
    .orderBy('id', 'desc')
    .execute()

export const open = { online: true, contactless: true, atm: true, abroad: true, countries: null }
export const named = ({ threadId, cardId }: ReturnType<typeof question>) => ({ threadId, cardId })
export const lose = (card: TestCard, fields: object = {}) =>
  tested.send(
    control.reportLost,
    { id: card.cardId, why: 'lost', replace: false, pin: testPin, requestId: randomUUID(), ...fields },
    customer.token,
  )

export const atIssuer = ({ issuerCardId }: { issuerCardId: string }) =>
  [...tested.issuer.cards.values()].find(other => other.issuerCardId === issuerCardId)
