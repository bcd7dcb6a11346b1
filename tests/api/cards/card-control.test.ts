import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detail } from '../../../src/contract/card.ts'
import * as control from '../../../src/contract/card-control.ts'
import { newCustomer, testPin } from '../../fixtures/account/customer.ts'
import { ask, moneyOf, question, type TestCard } from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, noticesOf, open, rule, tested } from '../../fixtures/cards/controlled.ts'

beforeAll(begin)
afterAll(() => tested.close())

const setRule = (card: TestCard, set: object) =>
  tested.succeed(control.cardRule, { id: card.cardId, set, pin: testPin }, customer.token)

describe("a card of somebody else's", () => {
  test('is denied like one that is not there', async () => {
    const card = await cardWith('10')
    const other = await newCustomer(tested)
    const once = { pin: testPin, requestId: randomUUID() }
    const answers = await Promise.all(
      [card.cardId, randomUUID()].map(async id => [
        await tested.send(control.cardViews, { id, pageSize: 10, page: 1 }, other.token),
        await tested.send(control.rename, { id, nickname: 'Mine' }, other.token),
        await tested.send(control.cardLimit, { id }, other.token),
        await tested.send(control.cardRule, { id, set: { online: false } }, other.token),
        await tested.send(control.closeCard, { id, ...once }, other.token),
        await tested.send(control.reportLost, { id, why: 'lost', replace: true, ...once }, other.token),
      ]),
    )
    for (const answer of answers.flat()) expect(answer).toMatchObject({ status: 403 })
    expect(answers[0]).toEqual(answers[1])
    expect(await tested.succeed(detail, { id: card.cardId }, customer.token)).toMatchObject({
      status: 'active',
      nickname: null,
    })
  })
})

describe('a name', () => {
  test('of many lines or characters is refused', async () => {
    const { cardId: id } = await cardWith('10')
    for (const nickname of ['a'.repeat(21), 'a\nb', 7]) {
      const answer = await tested.send(control.rename, { id, nickname }, customer.token)
      expect(answer).toMatchObject({ key: 'input_invalid' })
    }
  })

  test('is given and taken away', async () => {
    const { cardId: id } = await cardWith('10')
    const named = (nickname: string) => tested.succeed(control.rename, { id, nickname }, customer.token)
    expect(await named('  茶 Tea ')).toMatchObject({ id, nickname: '茶 Tea' })
    expect(await named('')).toMatchObject({ nickname: null })
  })
})

describe('looks at the full card', () => {
  test('are listed for its owner, the newest first', async () => {
    const { cardId: id } = await cardWith('10')
    for (let time = 0; time < 3; time++)
      await tested.succeed(control.cardSecret, { id, pin: testPin, proof: randomUUID() }, customer.token)
    const page = { id, pageSize: 2, page: 1 }
    const { list, total } = await tested.succeed(control.cardViews, page, customer.token)
    expect([list.length, total]).toEqual([2, 3])
    expect(list[0]?.device).not.toBe('')
    expect(Date.parse(list[0]?.time ?? '')).toBeGreaterThanOrEqual(Date.parse(list[1]?.time ?? ''))
  })
})

describe('where a card pays', () => {
  test('is not widened without the PIN', async () => {
    const card = await cardWith('10')
    await tested.succeed(
      control.cardRule,
      { id: card.cardId, set: { atm: false, countries: ['US'] } },
      customer.token,
    )
    for (const set of [
      { atm: true },
      { countries: null },
      { countries: ['US', 'CN'] },
      { countries: ['CN'] },
    ]) {
      expect(await rule(card, { set })).toMatchObject({ data: { fields: { pin: 'required' } } })
      expect(await rule(card, { set, pin: 'wrong-pin' })).toMatchObject({ key: 'pin_incorrect' })
      // A right PIN in between, so that the wrong ones lock nothing.
      await tested.succeed(
        control.cardSecret,
        { id: card.cardId, pin: testPin, proof: randomUUID() },
        customer.token,
      )
    }
    expect(await rule(card)).toMatchObject({ data: { ...open, atm: false, countries: ['US'] } })
    expect(await rule(card, { set: { countries: ['USA'] } })).toMatchObject({ key: 'input_invalid' })
  })

  test('is narrowed freely and at once, each with a reason and a way to mend it', async () => {
    const card = await cardWith('100')
    const set = { online: false, contactless: false, atm: false }
    await tested.succeed(control.cardRule, { id: card.cardId, set }, customer.token)
    for (const channel of ['online', 'moto', 'contactless', 'atm']) {
      const reason = `channel_${channel === 'moto' ? 'online' : channel}`
      expect(await ask(tested, question(card, { channel }))).toEqual({ decision: 'declined', reason })
    }
    expect(await ask(tested, question(card, { channel: 'chip' }))).toEqual({ decision: 'approved' })
    expect((await noticesOf('security'))[0]?.params).toMatchObject({ event: 'cardRules' })
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 10_000n, held: 2010n })

    expect(await setRule(card, { online: true, abroad: false })).toMatchObject({
      online: true,
      abroad: false,
    })
    const abroad = { merchant: { name: 'Kiln', city: 'Jingdezhen', country: 'CN', mcc: '5999' } }
    expect(await ask(tested, question(card, abroad))).toMatchObject({ reason: 'country_not_allowed' })
    await setRule(card, { abroad: true, countries: ['CN', 'CN'] })
    expect(await rule(card)).toMatchObject({ data: { abroad: true, countries: ['CN'] } })
    expect(await ask(tested, question(card))).toMatchObject({ reason: 'country_not_allowed' })
    expect(await ask(tested, question(card, abroad))).toEqual({ decision: 'approved' })
  })
})
