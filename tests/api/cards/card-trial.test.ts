import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input } from '../../../src/contract/call.ts'
import * as control from '../../../src/contract/card-control.ts'
import { freezeAccount } from '../../../src/contract/safety.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import {
  ask,
  moneyOf,
  openedCard,
  question,
  readyCustomer,
  shop,
  type TestCard,
} from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, tested, to } from '../../fixtures/cards/controlled.ts'

beforeAll(begin)
afterAll(() => tested.close())

type Wish = Partial<Omit<Input<typeof control.tryPurchase>, 'id'>>
const wish = { amount: '20', channel: 'online', country: 'US' } as const

const tried = (card: TestCard, fields: Wish = {}, { token } = customer) =>
  tested.succeed(control.tryPurchase, { id: card.cardId, ...wish, ...fields }, token)

/** The same for real. */
const bought = (card: TestCard, { amount, channel, country, shop: kind }: Wish = {}) =>
  ask(
    tested,
    question(card, {
      amount: amount ?? wish.amount,
      channel: channel ?? wish.channel,
      merchant: { ...shop, country: country ?? wish.country, ...(kind === 'games' && { mcc: '5816' }) },
    }),
  )

test("a card of somebody else's is denied, and what is no amount refused", async () => {
  const card = await cardWith('10')
  const other = await newCustomer(tested)
  for (const id of [card.cardId, randomUUID()])
    expect(await tested.send(control.tryPurchase, { id, ...wish }, other.token)).toMatchObject({
      status: 403,
    })
  for (const amount of ['-1', '1e3', '0.001', '', '1000000000.01', '9999999999999'])
    expect(
      await tested.send(control.tryPurchase, { id: card.cardId, ...wish, amount }, customer.token),
    ).toMatchObject({ data: { fields: { amount: 'amount' } } })
})

test('a billion is told with its fees, too', async () => {
  const card = await cardWith('10')
  expect(await tried(card, { amount: '1000000000', country: 'CN' })).toMatchObject({ total: '1020000000' })
})

test('tells what it costs and what is left, and moves, holds and counts nothing', async () => {
  const card = await cardWith('100')
  const before = await moneyOf(tested, customer, card)
  expect(await tried(card, { country: 'CN' })).toEqual({
    ...{ reason: null, consumeFee: '0.1', crossBorderFee: '0.3', total: '20.4', available: '100' },
    ...{ left: '79.6', missing: null, limit: null, used: null },
  })
  expect(await moneyOf(tested, customer, card)).toEqual(before)
  const known = await tested.world.db
    .selectFrom('purchases')
    .select('id')
    .where('card_id', '=', card.cardId)
    .execute()
  expect(known).toEqual([])
})

test('to the last cent with its fees it goes through, and one more is missing', async () => {
  const card = await cardWith('20.10')
  expect(await tried(card)).toMatchObject({ reason: null, total: '20.1', left: '0' })
  const more = { amount: '20.01' }
  expect(await tried(card, more)).toMatchObject({ reason: 'no_money', left: null, missing: '0.02' })
  expect(await bought(card, more)).toEqual({ decision: 'declined', reason: 'no_money' })
  expect(await bought(card)).toEqual({ decision: 'approved' })
})

test('says of each rule and limit what a real purchase is told, with the limit', async () => {
  const card = await cardWith('1000')
  const set = { contactless: false, abroad: false, shops: { games: false } }
  await tested.succeed(control.cardRule, { id: card.cardId, set }, customer.token)
  const limits = { single: '50', day: '80' }
  await tested.succeed(control.cardLimit, { id: card.cardId, set: limits }, customer.token)
  await bought(card, { amount: '40' })
  const cases: [Wish, object][] = [
    [{ channel: 'contactless' }, { reason: 'channel_contactless', limit: null }],
    [{ country: 'CN' }, { reason: 'country_not_allowed', limit: null }],
    [{ shop: 'games' }, { reason: 'category_stopped', limit: null }],
    [{ amount: '50.01' }, { reason: 'limit_single', limit: '50', used: null }],
    [{ amount: '40.01' }, { reason: 'limit_day', limit: '80', used: '40' }],
    [{ amount: '40', channel: 'chip' }, { reason: null }],
  ]
  for (const [fields, answer] of cases) {
    const told = await tried(card, fields)
    expect(told).toMatchObject(answer)
    expect((await bought(card, fields)).reason ?? null).toBe(told.reason)
  }
})

test('goes by the state of the card and of the account', async () => {
  const card = await cardWith('100')
  await to(card, 'frozen_user')
  expect(await tried(card)).toMatchObject({ reason: 'card_frozen', left: null })
  await to(card, 'closed')
  expect(await tried(card)).toMatchObject({ reason: 'card_closed' })
  const owner = await readyCustomer(tested, '200')
  const theirs = await openedCard(tested, owner, { rechargeAmount: '100' })
  expect(await tried(theirs, {}, owner)).toMatchObject({ reason: null })
  await tested.succeed(freezeAccount, {}, owner.token)
  expect(await tried(theirs, {}, owner)).toMatchObject({ reason: 'account_frozen' })
})
