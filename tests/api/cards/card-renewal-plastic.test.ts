import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import { cards, detail } from '../../../src/contract/card.ts'
import { freeze } from '../../../src/contract/card-control.ts'
import { ask, messagesOf, question, tellEvent, workLater } from '../../fixtures/cards/cardholder.ts'
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
const parcelOf = async ({ id, customer }: InHand) =>
  (await tested.succeed(detail, { id }, customer.token)).renewal?.parcel
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

test('a card that its owner had frozen says beside that that its old plastic has expired', async () => {
  const hand = await mailed()
  const { id, customer } = hand
  const seen = async () => {
    const { status, isInactive } = await tested.succeed(detail, { id }, customer.token)
    return { status, isInactive }
  }
  await tested.succeed(freeze, { id }, customer.token)
  expect(await seen()).toEqual({ status: 'frozen_user', isInactive: undefined })
  await tellEvent(tested, 'card.plastic_expired', { cardId: hand.issuerCardId })
  expect(await seen()).toEqual({ status: 'frozen_user', isInactive: true })
  const { list } = await tested.succeed(cards, { pageSize: 10, page: 1 }, customer.token)
  expect(list.find(card => card.id === id)).toMatchObject({ status: 'frozen_user', isInactive: true })
  await finish(hand, await ticketOf(letter(hand)))
  expect(await seen()).toEqual({ status: 'frozen_user', isInactive: undefined })
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

describe('the parcel of a new plastic', () => {
  const tracking = { carrier: 'SF Express', number: 'GL1HK' }
  /** The issuer tells of its order, under the name of the renewal. */
  async function told(hand: InHand, state: string, version: number, more: object = {}) {
    const [renewal] = await renewalsOf(tested, named(hand))
    const order = { orderId: `ord_${hand.id}`, cardId: hand.issuerCardId, reference: renewal?.id, version }
    await tellEvent(tested, `order.${state}`, { ...order, ...more })
  }
  const alarms = async ({ id }: InHand) =>
    await tested.world.db
      .selectFrom('alarms')
      .select('detail')
      .where('kind', '=', 'card_not_renewed')
      .where('subject', '=', id)
      .where('settled_at', 'is', null)
      .execute()

  test('is told with its carrier and number, once, and older words change nothing', async () => {
    const hand = await mailed()
    await told(hand, 'printing', 3)
    expect(await parcelOf(hand)).toBeUndefined()
    for (let time = 0; time < 2; time++) await told(hand, 'shipped', 4, { tracking })
    expect(await parcelOf(hand)).toMatchObject({ state: 'shipped', tracking })
    await told(hand, 'delivered', 5, { tracking })
    await told(hand, 'approved', 2)
    expect(await parcelOf(hand)).toMatchObject({ state: 'delivered', tracking })
    const [shipped, ...others] = (await messagesOf(tested, hand.customer)).filter(
      ({ params }) => params.status === 'renewalShipped',
    )
    expect([shipped?.params, others]).toMatchObject([tracking, []])
    const { rows } = await sql`select from issuer_events where payload::text like '%GL1HK%'`.execute(
      tested.world.db,
    )
    expect(rows).toEqual([])
    await finish(hand, await ticketOf(letter(hand)))
    await told(hand, 'returned', 6)
    expect([await standing(hand), await parcelOf(hand)]).toEqual(['renewed', undefined])
    expect((await news(hand)).at(-1)).toBe('renewedPlastic')
  })

  test('that comes back is told, and calls a person until the card is activated', async () => {
    const hand = await mailed()
    await told(hand, 'shipped', 2)
    await told(hand, 'returned', 3)
    expect(await parcelOf(hand)).toMatchObject({ state: 'returned', tracking: null })
    expect((await news(hand)).slice(-2)).toEqual(['renewalShipped', 'renewalReturned'])
    expect(await alarms(hand)).toMatchObject([{ detail: { why: 'returned' } }])
    await finish(hand, await ticketOf(letter(hand)))
    expect(await alarms(hand)).toEqual([])
  })

  test('says that the card is renewed, should that answer not have been heard', async () => {
    const hand = await activated()
    await nears(tested, named(hand))
    await isDue(tested, named(hand))
    tested.issuer.behave('does it and is not heard')
    await tested.work()
    await told(hand, 'shipped', 2, { tracking })
    expect([await standing(hand), await parcelOf(hand)]).toMatchObject(['mailed', { tracking }])
    await workLater(tested)
    expect(await news(hand)).toEqual(['renewalAheadPlastic', 'renewalMailed', 'renewalShipped'])
  })
})
