import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import { detail } from '../../../src/contract/card.ts'
import { ask, question, tellEvent, workLater } from '../../fixtures/cards/cardholder.ts'
import {
  activated,
  begin,
  finish,
  type InHand,
  inHand,
  statusOf,
  tested,
  ticketOf,
  wrong,
} from '../../fixtures/cards/in-hand.ts'
import { cardAt, isDue, nears, renewalsOf } from '../../fixtures/cards/renewed.ts'

// A physical card is renewed with a new plastic: the old one works until that is activated, or has expired.

beforeAll(begin)
afterAll(() => tested.close())

const named = ({ id, issuerCardId }: InHand) => ({ cardId: id, issuerCardId, accountId: '', last4: '' })
const standing = async ({ id, customer }: InHand) =>
  (await tested.succeed(detail, { id }, customer.token)).renewal?.state
const letter = (hand: InHand) => ({
  ...hand,
  code: tested.issuer.orders.get(cardAt(tested, named(hand)).reference)?.activationCode ?? '',
})
const news = async ({ customer }: InHand) => {
  const rows = await tested.world.db
    .selectFrom('messages')
    .select('params')
    .where('user_id', '=', customer.userId)
    .orderBy('id')
    .execute()
  return rows.map(({ params }) => params.status ?? '').filter(status => /renew|plastic/i.test(status))
}

/** A card in use whose new plastic is on its way. */
async function mailed(): Promise<InHand> {
  const hand = await activated()
  await nears(tested, named(hand))
  await isDue(tested, named(hand))
  await tested.work()
  return hand
}

test('one that was never activated is not renewed', async () => {
  const hand = await inHand('delivered')
  await nears(tested, named(hand))
  expect(await renewalsOf(tested, named(hand))).toEqual([])
})

test('the new plastic is activated with the code of its letter, once; the card stays in use meanwhile', async () => {
  const hand = await mailed()
  expect([await standing(hand), await statusOf(hand)]).toEqual(['mailed', 'active'])
  expect(cardAt(tested, named(hand)).renewals).toHaveLength(1)
  expect((await ask(tested, question(hand, { amount: '0.00' }))).decision).toBe('approved')
  const { code } = letter(hand)
  const guess = { id: hand.id, activationCode: wrong(code) }
  expect(await tested.send(contract.activateCard, guess, hand.customer.token)).toMatchObject({
    key: 'code_incorrect',
  })
  expect(await finish(hand, await ticketOf(letter(hand)), '7391')).toMatchObject({ code: 1 })
  expect([await standing(hand), await statusOf(hand)]).toEqual(['renewed', 'active'])
  const again = { id: hand.id, activationCode: code }
  expect(await tested.send(contract.activateCard, again, hand.customer.token)).toMatchObject({
    key: 'modify_failed',
  })
  expect(await news(hand)).toEqual(['renewalAheadPlastic', 'renewalMailed', 'renewedPlastic'])
})

test('when the old plastic expires first, the card pays again once the new one is activated', async () => {
  const hand = await mailed()
  for (let time = 0; time < 2; time++)
    await tellEvent(tested, 'card.plastic_expired', { cardId: hand.issuerCardId })
  expect(await statusOf(hand)).toBe('inactive')
  expect((await ask(tested, question(hand, { amount: '0.00' }))).decision).toBe('declined')
  await finish(hand, await ticketOf(letter(hand)))
  expect([await standing(hand), await statusOf(hand)]).toEqual(['renewed', 'active'])
  expect((await news(hand)).filter(status => status === 'plasticExpired')).toHaveLength(1)
})

test('an old plastic that expires before the answer to the renewal is heard stops, and the new one can be activated', async () => {
  const hand = await activated()
  await nears(tested, named(hand))
  await isDue(tested, named(hand))
  tested.issuer.behave('does it and is not heard')
  await tested.work()
  expect(await standing(hand)).toBe('asked')
  await tellEvent(tested, 'card.plastic_expired', { cardId: hand.issuerCardId })
  expect([await standing(hand), await statusOf(hand)]).toEqual(['mailed', 'inactive'])
  await workLater(tested)
  expect(await news(hand)).toEqual(['renewalAheadPlastic', 'renewalMailed', 'plasticExpired'])
  await finish(hand, await ticketOf(letter(hand)))
  expect([await standing(hand), await statusOf(hand)]).toEqual(['renewed', 'active'])
})

test('one that was activated with the issuer alone is renewed again, years later', async () => {
  const hand = await mailed()
  await ticketOf(letter(hand))
  const { db } = tested.world
  const at = sql<Date>`told_at - interval '3 years'`
  await db.updateTable('card_renewals').set({ told_at: at }).where('card_id', '=', hand.id).execute()
  await nears(tested, named(hand))
  expect((await renewalsOf(tested, named(hand))).map(({ state }) => state)).toEqual(['renewed', 'planned'])
})

test('a word of an old plastic that expired means nothing to a card whose new one is in use', async () => {
  const hand = await mailed()
  await finish(hand, await ticketOf(letter(hand)))
  await tellEvent(tested, 'card.plastic_expired', { cardId: hand.issuerCardId })
  expect(await statusOf(hand)).toBe('active')
})
