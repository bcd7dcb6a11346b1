import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '../../../src/contract/call.ts'
import * as control from '../../../src/contract/card-control.ts'
import { newCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  ask,
  messagesOf,
  moneyOf,
  posting,
  question,
  shop,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, tested, to } from '../../fixtures/cards/controlled.ts'
import { charged, of } from '../../fixtures/cards/regular.ts'

beforeAll(begin)
afterAll(() => tested.close())

const dayMs = 24 * 60 * 60 * 1000

const told = (card: TestCard, input: Partial<Input<typeof control.cardMerchants>> = {}) =>
  tested.succeed(control.cardMerchants, { id: card.cardId, ...input }, customer.token)
const change = (card: TestCard, merchant: string, isStopped: boolean, pin?: string) =>
  tested.send(
    control.cardMerchants,
    { id: card.cardId, set: { merchant, isStopped }, ...(pin && { pin }) },
    customer.token,
  )

/** Bought and claimed that many days ago. */
const bought = (card: TestCard, merchant: string, amount: string, days: number, fields = {}) =>
  charged(tested, card, { merchant, amount, days }, fields)

describe('a merchant that is stopped', () => {
  test("is nobody's on a card of somebody else, and none on one that is over", async () => {
    const card = await cardWith('10')
    const other = await newCustomer(tested)
    const set = { merchant: shop.name, isStopped: true }
    expect(await tested.send(control.cardMerchants, { id: card.cardId, set }, other.token)).toMatchObject({
      status: 403,
    })
    await to(card, 'closed')
    expect(await change(card, shop.name, true)).toMatchObject({ key: 'card_closed' })
    expect((await told(card)).list).toEqual([])
  })

  test('needs a name of one line', async () => {
    const card = await cardWith('10')
    for (const name of ['', ' \u3000 ', 'a\nb', 'x'.repeat(201)])
      expect(await change(card, name, true)).toMatchObject({ key: 'input_invalid' })
  })

  test('is declined from then on, by its name whatever numbers it adds, with a reason and a way to mend it', async () => {
    const card = await cardWith('100')
    const approved = question(card, { amount: '20.00', ...of('Kiln Video 18005550101') })
    expect(await ask(tested, approved)).toEqual({ decision: 'approved' })
    expect(await change(card, 'Kiln Video 18005550101', true)).toMatchObject({ code: 1 })
    const declined = { decision: 'declined', reason: 'merchant_stopped' }
    expect(await ask(tested, question(card, of('KILN  Video 18005550199')))).toEqual(declined)
    // A check of the card before a charge, too.
    expect(await ask(tested, question(card, { amount: '0.00', ...of('Kiln Video') }))).toEqual(declined)
    expect(await ask(tested, question(card, { amount: '5.00', ...of('Kiln Video Shop') }))).toEqual({
      decision: 'approved',
    })
    const last = (await messagesOf(tested, customer)).find(
      ({ notice_type, params }) => notice_type === 'declined' && params.reason === 'merchant_stopped',
    )
    expect(last?.action).toBe(`/pages/cardDetail/cardDetail?id=${card.cardId}&open=merchants`)

    // What was approved before still posts.
    const { threadId } = approved
    await tellEvent(tested, 'clearing.posted', posting(card, '20.00', { threadId, final: true }))
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 7_990n })
  })

  test('is let through again with the PIN only; each change is told, and none twice', async () => {
    const card = await cardWith('100')
    const before = (await messagesOf(tested, customer)).length
    await change(card, 'Kiln Video', true)
    await change(card, 'kiln video', true)
    expect(await change(card, 'Kiln Video', false)).toMatchObject({ data: { fields: { pin: 'required' } } })
    expect(await change(card, 'Kiln Video', false, 'wrong-pin')).toMatchObject({ key: 'pin_incorrect' })
    expect(await ask(tested, question(card, of('Kiln Video')))).toMatchObject({ decision: 'declined' })
    expect(await change(card, 'KILN VIDEO', false, testPin)).toMatchObject({ code: 1 })
    expect(await ask(tested, question(card, of('Kiln Video')))).toEqual({ decision: 'approved' })
    const news = (await messagesOf(tested, customer)).slice(before).map(({ params }) => params.event)
    expect(news.filter(Boolean)).toEqual(['merchantStopped', 'merchantAllowed'])
  })

  test('is one of a hundred at most', async () => {
    const card = await cardWith('10')
    await tested.world.db
      .updateTable('cards')
      .set({ stopped_merchants: Array.from({ length: 100 }, (_, index) => `Shop ${index}`) })
      .where('id', '=', card.cardId)
      .execute()
    expect(await change(card, 'One more', true)).toMatchObject({
      key: 'limit_exceeded',
      data: { which: 'merchants', limit: '100' },
    })
    expect(await change(card, 'Shop 7', true)).toMatchObject({ code: 1 })
  })
})

describe('merchants of a card', () => {
  test('are told with what they charge regularly, and what that will take with its fees', async () => {
    const card = await cardWith('200')
    for (const [amount, days] of [
      ['8.00', 62],
      ['8.00', 31],
      ['10.00', 1],
    ] as const)
      await bought(card, 'Kiln Video', amount, days)
    for (const days of [15, 8, 1]) await bought(card, 'Tea Box', '4.00', days)
    // The same coffee each week with the card in hand is no subscription.
    for (const days of [15, 8, 1]) await bought(card, 'Corner Coffee', '3.00', days, { channel: 'chip' })
    await bought(card, 'Cash', '20.00', 3, { channel: 'atm' })
    await ask(tested, question(card, { amount: '0.00', ...of('Free Trial') }))
    await change(card, 'Never Met', true)

    const { list, expected, available } = await told(card)
    expect(list.map(({ merchant, regular }) => [merchant, regular?.every ?? null])).toEqual([
      ['Tea Box', 'week'],
      ['Kiln Video', 'month'],
      ['Never Met', null],
      ['Free Trial', null],
      ['Corner Coffee', null],
    ])
    expect(list[1]).toMatchObject({
      isStopped: false,
      last: { amount: '10' },
      regular: { cheaperBefore: '8' },
    })
    expect(list[2]).toMatchObject({ isStopped: true, last: null })
    expect(list[3]).toMatchObject({ last: null })
    // Four of 4.02 and, a month after yesterday being within thirty days, one of 10.05.
    const months = Date.parse(list[1]?.regular?.nextTime ?? '') <= Date.now() + 30 * dayMs ? 1 : 0
    expect(expected).toBe(months ? '26.13' : '16.08')
    expect(available).toBe(format((await moneyOf(tested, customer, card)).card))
  })

  test('who are stopped are expected to take nothing', async () => {
    const card = await cardWith('200')
    for (const days of [40, 10]) await bought(card, 'Kiln Video', '8.00', days)
    expect((await told(card)).expected).not.toBe('0')
    const { list, expected } = await told(card, { set: { merchant: 'Kiln Video', isStopped: true } })
    expect(list).toMatchObject([{ merchant: 'Kiln Video', isStopped: true, regular: { every: 'month' } }])
    expect(expected).toBe('0')
  })
})

function format(cents: bigint): string {
  return `${Number(cents) / 100}`
}
