import { afterAll, beforeAll, expect, test } from 'vitest'
import * as control from '../../../src/contract/card-control.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import { ask, moneyOf, posting, question, type TestCard, tellEvent } from '../../fixtures/cards/cardholder.ts'
import {
  atIssuer,
  begin,
  cardWith,
  customer,
  noticesOf,
  rule,
  tested,
} from '../../fixtures/cards/controlled.ts'

beforeAll(begin)
afterAll(() => tested.close())

const approved = { decision: 'approved' }
const frozen = { decision: 'declined', reason: 'card_frozen' }

/** A card that pays once at a time. */
async function onceCard(usd: string): Promise<TestCard> {
  const card = await cardWith(usd)
  expect(await rule(card, { set: { isSingleUse: true } })).toMatchObject({ data: { isSingleUse: true } })
  return card
}
const unfreeze = (card: TestCard) => tested.succeed(control.unfreeze, { id: card.cardId }, customer.token)

test('is set freely, and taken off with the PIN only', async () => {
  const card = await onceCard('100')
  const off = { set: { isSingleUse: false } }
  expect(await rule(card, off)).toMatchObject({ data: { fields: { pin: 'required' } } })
  expect(await rule(card)).toMatchObject({ data: { isSingleUse: true } })
  expect(await rule(card, { ...off, pin: testPin })).toMatchObject({ data: { isSingleUse: false } })
  for (let time = 0; time < 2; time++)
    expect(await ask(tested, question(card, { amount: '5.00' }))).toEqual(approved)
})

test('a purchase freezes the card, here and at the issuer, and its owner lifts that in one tap', async () => {
  const card = await onceCard('100')
  const bought = question(card, { amount: '20.00' })
  expect(await ask(tested, bought)).toEqual(approved)
  expect(await ask(tested, bought)).toEqual(approved)
  expect(await ask(tested, question(card))).toEqual(frozen)
  expect(await noticesOf('cardState')).toEqual([
    {
      params: { status: 'usedOnce', last4: card.last4, merchant: 'Kiln & Co' },
      action: `/pages/cardDetail/cardDetail?id=${card.cardId}`,
    },
  ])
  await tested.work()
  expect(atIssuer(card)).toMatchObject({ isFrozen: true })

  // What it bought may grow and is claimed.
  const more = { ...bought, id: `${bought.id}-more`, kind: 'incremental', amount: '5.00' }
  expect(await ask(tested, more)).toEqual(approved)
  const { threadId } = bought
  await tellEvent(tested, 'clearing.posted', posting(card, '25.00', { threadId, final: true }))
  expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 7487n, held: 0n })

  expect(await unfreeze(card)).toMatchObject({ status: 'active' })
  expect(await ask(tested, question(card, { amount: '5.00' }))).toEqual(approved)
  expect(await ask(tested, question(card, { amount: '5.00' }))).toEqual(frozen)
})

test('neither a check of nothing nor a purchase that is declined freezes it', async () => {
  const card = await onceCard('30')
  expect(await ask(tested, question(card, { amount: '0.00' }))).toEqual(approved)
  expect(await ask(tested, question(card, { amount: '900.00' }))).toMatchObject({ reason: 'no_money' })
  expect(await ask(tested, question(card, { amount: '20.00' }))).toEqual(approved)
  expect(await ask(tested, question(card, { amount: '0.00' }))).toEqual(frozen)
})

test.each(['authorization.reversed', 'authorization.expired'])('%s does not lift the freeze', async type => {
  const card = await onceCard('100')
  const bought = question(card, { amount: '20.00' })
  expect(await ask(tested, bought)).toEqual(approved)
  const { threadId, cardId } = bought
  await tellEvent(tested, type, { threadId, cardId, amount: '20.00' })
  expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 10_000n, held: 0n })
  expect(await ask(tested, question(card, { amount: '5.00' }))).toEqual(frozen)
})

test('a card that recharges itself does so once its freeze is lifted, for it was frozen when it ran low', async () => {
  const card = await onceCard('60')
  const rule = { threshold: '50', by: 'amount', amount: '100', dayMax: '300', monthMax: '1000' }
  const set = { isOn: true, rule }
  await tested.succeed(control.autoRecharge, { id: card.cardId, set, pin: testPin }, customer.token)
  expect(await ask(tested, question(card, { amount: '20.00' }))).toEqual(approved)
  await tested.work()
  expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 6000n })
  await unfreeze(card)
  await tested.work()
  expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 16_000n })
  // Nothing is frozen any more, and nothing is low.
  await unfreeze(card)
  await tested.work()
  expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 16_000n })
})

test('of many purchases at one moment one goes through', async () => {
  for (let round = 0; round < 5; round++) {
    const card = await onceCard('200')
    const asked = Array.from({ length: 8 }, () => ask(tested, question(card, { amount: '5.00' })))
    const answers = await Promise.all(asked)
    expect(answers.filter(({ decision }) => decision === 'approved')).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'card_frozen')).toHaveLength(7)
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 20_000n, held: 503n })
  }
})
