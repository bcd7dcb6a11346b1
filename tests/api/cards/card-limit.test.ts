import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as control from '../../../src/contract/card-control.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import { ask, posting, question, type TestCard, tellEvent } from '../../fixtures/cards/cardholder.ts'
import {
  begin,
  cardWith,
  customer,
  noticesOf,
  open,
  rule,
  tested,
  to,
} from '../../fixtures/cards/controlled.ts'
import { timePasses } from '../../fixtures/cards/dated.ts'

beforeAll(begin)
afterAll(() => tested.close())

const limit = (card: TestCard, input: object = {}) =>
  tested.send(control.cardLimit, { id: card.cardId, ...input }, customer.token)
const setLimit = (card: TestCard, set: object) =>
  tested.succeed(control.cardLimit, { id: card.cardId, set, pin: testPin }, customer.token)

describe('a limit is refused', () => {
  test('above the most of the kind of card, or in parts of a cent', async () => {
    const card = await cardWith('10')
    for (const set of [{ single: '5000.01' }, { day: '10000.01' }, { month: '50000.01' }, { day: '1.001' }]) {
      expect(await limit(card, { set, pin: testPin })).toMatchObject({ key: 'amount_out_of_range' })
    }
    expect(await limit(card, { set: { single: '6000' } })).toMatchObject({ data: { min: '0', max: '5000' } })
    expect(await limit(card)).toMatchObject({ data: [{ own: null }, { own: null }, { own: null }] })
  })

  test('when it is raised without the PIN or with a wrong one', async () => {
    const card = await cardWith('10')
    await tested.succeed(control.cardLimit, { id: card.cardId, set: { single: '20' } }, customer.token)
    for (const single of ['20.01', null]) {
      const answer = await limit(card, { set: { single } })
      expect(answer).toMatchObject({ key: 'input_invalid', data: { fields: { pin: 'required' } } })
      expect(await limit(card, { set: { single }, pin: 'wrong-pin' })).toMatchObject({ key: 'pin_incorrect' })
    }
    expect(await limit(card)).toMatchObject({ data: [{ own: '20' }, {}, {}] })
  })

  test('of a closed card, which still shows what it had', async () => {
    const card = await cardWith('10')
    await to(card, 'closed')
    expect(await limit(card, { set: { single: '1' } })).toMatchObject({ key: 'card_closed' })
    expect(await rule(card, { set: { online: false } })).toMatchObject({ key: 'card_closed' })
    expect(await limit(card)).toMatchObject({ code: 1 })
    expect(await rule(card)).toMatchObject({ code: 1, data: open })
  })
})

describe('a limit', () => {
  test('is lowered freely, holds at once, and is told; setting it again is no news', async () => {
    const card = await cardWith('100')
    const told = (await noticesOf('security')).length
    for (let time = 0; time < 2; time++)
      await tested.succeed(control.cardLimit, { id: card.cardId, set: { single: '15' } }, customer.token)
    expect(await ask(tested, question(card, { amount: '15.01' }))).toMatchObject({ reason: 'limit_single' })
    expect(await ask(tested, question(card, { amount: '15.00' }))).toEqual({ decision: 'approved' })
    const news = await noticesOf('security')
    expect(news).toHaveLength(told + 1)
    expect(news[0]?.params).toMatchObject({ event: 'cardLimits', last4: card.last4 })
  })

  test('counts what is held and cleared in the last 24 hours and 30 days, and nothing else', async () => {
    const card = await cardWith('1000')
    await setLimit(card, { day: '100', month: '150' })
    const used = async () => {
      const limits = await tested.succeed(control.cardLimit, { id: card.cardId }, customer.token)
      return limits.map(({ used }) => used)
    }
    const asked = async (amount: string, reason?: string, more: object = {}) => {
      const one = question(card, { amount, ...more })
      const verdict = reason ? { decision: 'declined', reason } : { decision: 'approved' }
      expect(await ask(tested, one)).toEqual(verdict)
      return one
    }
    const gone = await asked('60.00')
    await asked('40.01', 'limit_day')
    await asked('0.00')
    const { threadId, cardId } = gone
    await tellEvent(tested, 'authorization.reversed', { threadId, cardId, amount: '20.00' })
    expect(await used()).toEqual(['0', '40', '40'])
    await tellEvent(tested, 'authorization.expired', { threadId, cardId })
    expect(await used()).toEqual(['0', '0', '0'])

    const hotel = await asked('60.00')
    await timePasses(tested, card, 25)
    // Of a raise only the raise is new.
    await asked('30.00', undefined, { threadId: hotel.threadId, kind: 'incremental' })
    expect(await used()).toEqual(['0', '30', '90'])
    const clearing = { threadId: hotel.threadId, final: true }
    await tellEvent(tested, 'clearing.posted', posting(card, '85.00', clearing))
    expect(await used()).toEqual(['0', '25', '85'])
    await tellEvent(tested, 'refund.posted', posting(card, '85.00', { threadId: hotel.threadId }))
    expect(await used()).toEqual(['0', '25', '85'])
    await asked('65.01', 'limit_month')
    await asked('65.00')
    await timePasses(tested, card, 24 * 30)
    expect(await used()).toEqual(['0', '0', '0'])
    await asked('100.00')
  })

  test('is raised and lifted with the PIN', async () => {
    const card = await cardWith('100')
    await setLimit(card, { single: '10', day: '20' })
    expect(await setLimit(card, { single: '30', day: null })).toMatchObject([
      { window: 'single', own: '30', most: '5000', used: '0' },
      { window: 'day', own: null, most: '10000' },
      { window: 'month', own: null, most: '50000' },
    ])
    expect(await ask(tested, question(card, { amount: '30.00' }))).toEqual({ decision: 'approved' })
  })

  test('is never told as no money, and leads to where it is set', async () => {
    const card = await cardWith('10')
    await setLimit(card, { single: '15' })
    expect(await ask(tested, question(card, { amount: '20.00' }))).toMatchObject({ reason: 'limit_single' })
    const [notice] = await tested.world.db
      .selectFrom('messages')
      .select('action')
      .where('notice_type', '=', 'declined')
      .where('user_id', '=', customer.userId)
      .orderBy('id', 'desc')
      .execute()
    expect(notice?.action).toBe(`/pages/cardDetail/cardDetail?id=${card.cardId}&open=limits`)
  })

  test('holds for many at once', async () => {
    const card = await cardWith('1000')
    await setLimit(card, { day: '50' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask(tested, question(card, { amount: '10.00' }))),
    )
    expect(answers.filter(({ decision }) => decision === 'approved')).toHaveLength(5)
    expect(answers.filter(({ reason }) => reason === 'limit_day')).toHaveLength(3)
  })
})
