import { expect } from 'vitest'
import { userBill } from '../../src/contract/bill.ts'
import { cardTranscationList } from '../../src/contract/card.ts'
import {
  type CardWorld,
  moneyOf,
  openedCard,
  readyCustomer,
  startCardWorld,
  type TestCard,
} from './cardholder.ts'
import type { TestCustomer } from './customer.ts'

export let tested: CardWorld
export let customer: TestCustomer

/** Opens the world and its customer: once for a file, before its tests. */
export async function begin() {
  tested = await startCardWorld()
  customer = await readyCustomer(tested, '100000')
}

/** Another card of the customer, with that much on it; earlier ones make room. */
export async function cardWith(usd: string, cardTypeId = 'celadon'): Promise<TestCard> {
  await tested.world.db
    .updateTable('cards')
    .set({ status: 'closed' })
    .where('status', '<>', 'closed')
    .execute()
  return await openedCard(tested, customer, { rechargeAmount: usd, cardTypeId })
}

export async function purchaseOf(threadId: string) {
  const row = await tested.world.db
    .selectFrom('purchases')
    .selectAll()
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  return {
    status: row.status,
    asked: row.asked_minor,
    cleared: row.cleared_minor,
    refunded: row.refunded_minor,
    fee: row.fee_minor,
  }
}

export async function billsOf(card: TestCard) {
  const input = { pageSize: 100, page: 1, cardOutId: card.cardId }
  const { list } = await tested.succeed(userBill, input, customer.token)
  return list.filter(({ type }) => type !== 'topUp' && type !== 'openCard' && type !== 'fee').map(brief)
}

const brief = ({ type, amount, status }: { type: string; amount: string; status: string }) =>
  `${type} ${amount} ${status}`

/** The only purchase of a card, as its list tells of it. */
export async function rowOf({ cardId }: TestCard) {
  const { list } = await tested.succeed(
    cardTranscationList,
    { pageSize: 10, page: 1, cardId },
    customer.token,
  )
  expect(list).toHaveLength(1)
  return list[0]
}

export const noticesOf = (noticeType: 'declined' | 'consume' | 'refundArrival' | 'cardState') =>
  tested.world.db
    .selectFrom('messages')
    .select(['id', 'notice_type', 'params', 'action'])
    .where('user_id', '=', customer.userId)
    .where('notice_type', '=', noticeType)
    .orderBy('id', 'desc')
    .execute()

export const money = (card: TestCard) =>
  moneyOf(tested, customer, card).then(({ card, held }) => [card, held])
