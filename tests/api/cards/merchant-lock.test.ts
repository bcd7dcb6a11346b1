import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as control from '../../../src/contract/card-control.ts'
import type { MerchantChange } from '../../../src/contract/usage.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import {
  ask,
  messagesOf,
  posting,
  question,
  shop,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, noticesOf, tested } from '../../fixtures/cards/controlled.ts'
import { boughtAt, daysAgo } from '../../fixtures/cards/dated.ts'

beforeAll(begin)
afterAll(() => tested.close())

const approved = { decision: 'approved' }
const of = (name: string, amount = '5.00') => ({ amount, merchant: { ...shop, name } })
const change = (card: TestCard, set: MerchantChange, pin?: string) =>
  tested.send(control.cardMerchants, { id: card.cardId, set, ...(pin && { pin }) }, customer.token)
const listed = (card: TestCard) => tested.succeed(control.cardMerchants, { id: card.cardId }, customer.token)

describe('a card that only some merchants may charge', () => {
  test('goes on paying those that may now, and nobody new, with a reason and a way to mend it', async () => {
    const card = await cardWith('200')
    const video = question(card, of('Kiln Video 18005550101'))
    expect(await ask(tested, video)).toEqual(approved)
    expect(await ask(tested, question(card, of('Bog TV')))).toEqual(approved)
    await change(card, { merchant: 'Bog TV', isStopped: true })
    expect(await change(card, { isOnlyThese: true })).toMatchObject({ data: { isOnlyThese: true } })
    expect((await noticesOf('security'))[0]?.params).toMatchObject({ event: 'merchantsOnly' })

    const declined = { decision: 'declined', reason: 'merchant_not_listed' }
    expect(await ask(tested, question(card, of('KILN  Video 18005550199')))).toEqual(approved)
    expect(await ask(tested, question(card, of('Casino')))).toEqual(declined)
    expect(await ask(tested, question(card, of('Casino', '0.00')))).toEqual(declined)
    expect(await ask(tested, question(card, of('')))).toEqual(declined)
    expect(await ask(tested, question(card, of('Bog TV')))).toMatchObject({ reason: 'merchant_stopped' })
    const more = { ...video, id: `${video.id}-more`, kind: 'incremental', amount: '1.00' }
    expect(await ask(tested, more)).toEqual(approved)
    const told = (await messagesOf(tested, customer)).find(
      ({ notice_type, params }) => notice_type === 'declined' && params.reason === 'merchant_not_listed',
    )
    expect(told?.action).toBe(`/pages/cardDetail/cardDetail?id=${card.cardId}&open=merchants`)
    // Who was declined for it stands there to be let in.
    const { list } = await listed(card)
    expect(list.map(({ merchant, isStopped }) => `${merchant} ${isStopped}`).sort()).toEqual([
      'Bog TV true',
      'Casino true',
      'KILN  Video 18005550199 false',
    ])
  })

  test('lets one more in with the PIN, one out freely, and everybody with the PIN', async () => {
    const card = await cardWith('200')
    expect(await ask(tested, question(card, of('Kiln Video')))).toEqual(approved)
    await change(card, { isOnlyThese: true })
    const tea = { merchant: 'Tea Box', isStopped: false }
    expect(await change(card, tea)).toMatchObject({ data: { fields: { pin: 'required' } } })
    expect(await change(card, tea, testPin)).toMatchObject({ code: 1 })
    expect(await ask(tested, question(card, of('Tea Box')))).toEqual(approved)
    await change(card, { merchant: 'Kiln Video', isStopped: true })
    expect(await ask(tested, question(card, of('Kiln Video')))).toMatchObject({ decision: 'declined' })
    expect(await change(card, { isOnlyThese: false })).toMatchObject({
      data: { fields: { pin: 'required' } },
    })
    expect(await change(card, { isOnlyThese: false }, testPin)).toMatchObject({
      data: { isOnlyThese: false },
    })
    expect(await ask(tested, question(card, of('Kiln Video')))).toEqual(approved)
    expect(await ask(tested, question(card, of('Casino')))).toEqual(approved)
  })

  test('on which nobody was paid yet pays nobody', async () => {
    const card = await cardWith('100')
    expect(await change(card, { isOnlyThese: true })).toMatchObject({ data: { isOnlyThese: true, list: [] } })
    expect(await ask(tested, question(card))).toMatchObject({ reason: 'merchant_not_listed' })
  })

  test('gives no cash, whoever the machine is named after', async () => {
    const card = await cardWith('200')
    expect(await ask(tested, question(card, of('Tea Box')))).toEqual(approved)
    await change(card, { isOnlyThese: true })
    const cash = question(card, { ...of('Tea Box', '20.00'), channel: 'atm' })
    expect(await ask(tested, cash)).toMatchObject({ reason: 'merchant_not_listed' })
  })

  test('says so to a purchase that is tried, where the merchant is told', async () => {
    const card = await cardWith('100')
    await change(card, { isOnlyThese: true })
    const wish = { id: card.cardId, amount: '5', channel: 'online', country: 'US' } as const
    const tried = (fields: object) =>
      tested.succeed(control.tryPurchase, { ...wish, ...fields }, customer.token)
    expect(await tried({ merchant: 'Casino' })).toMatchObject({ reason: 'merchant_not_listed' })
    expect(await tried({})).toMatchObject({ reason: null })
  })
})

describe('a cap of one merchant', () => {
  const declined = { decision: 'declined', reason: 'limit_merchant' }

  test('holds within thirty days, for that merchant alone, and is told with what was used', async () => {
    const card = await cardWith('500')
    const old = question(card, of('Kiln Video', '30.00'))
    await ask(tested, old)
    await boughtAt(tested, old, daysAgo(31))
    expect(await change(card, { merchant: 'Kiln Video', cap: '20' })).toMatchObject({
      data: { list: [{ merchant: 'Kiln Video', cap: { amount: '20', used: '0' } }] },
    })
    const first = question(card, of('KILN video 18005550101', '12.00'))
    expect(await ask(tested, first)).toEqual(approved)
    expect(await ask(tested, question(card, of('Kiln Video', '8.01')))).toEqual(declined)
    expect(await ask(tested, question(card, of('Tea Box', '80.00')))).toEqual(approved)
    expect((await noticesOf('security'))[0]?.params).toMatchObject({ event: 'merchantCap', limit: '20' })
    const told = (await messagesOf(tested, customer)).find(({ params }) => params.reason === 'limit_merchant')
    expect(told?.params).toMatchObject({ limit: '20', used: '12', amount: '8.01' })
    // A raise of what is on hold counts with the rest of its purchase.
    const more = { ...first, id: `${first.id}-more`, kind: 'incremental' }
    expect(await ask(tested, { ...more, amount: '8.01' })).toEqual(declined)
    // What is reversed counts no more, in part or as a whole.
    const { threadId, cardId } = first
    await tellEvent(tested, 'authorization.reversed', { threadId, cardId, amount: '2.00' })
    expect(await ask(tested, question(card, of('Kiln Video', '10.01')))).toEqual(declined)
    expect(await ask(tested, question(card, of('Kiln Video', '10.00')))).toEqual(approved)
    expect(await ask(tested, question(card, of('Kiln Video', '0.00')))).toEqual(approved)
  })

  test('holds for a raise that is told under another name: it is of whom its purchase is', async () => {
    const card = await cardWith('500')
    await change(card, { merchant: 'Kiln Video', cap: '20' })
    const first = question(card, of('Kiln Video', '12.00'))
    expect(await ask(tested, first)).toEqual(approved)
    const more = { ...first, ...of('KV Payments', '8.01'), id: `${first.id}-more`, kind: 'incremental' }
    expect(await ask(tested, more)).toEqual(declined)
    expect(await ask(tested, { ...more, id: `${first.id}-less`, amount: '8.00' })).toEqual(approved)
  })

  test('and the limit of one purchase are told to a raise with what its purchase holds already', async () => {
    const card = await cardWith('500')
    const told = async () => {
      const [last] = (await messagesOf(tested, customer))
        .filter(each => each.notice_type === 'declined')
        .slice(-1)
      return last?.params
    }
    await change(card, { merchant: 'Kiln Video', cap: '20' })
    const first = question(card, of('Kiln Video', '12.00'))
    expect(await ask(tested, first)).toEqual(approved)
    const more = { ...first, id: `${first.id}-more`, kind: 'incremental', amount: '9.00' }
    expect(await ask(tested, more)).toEqual(declined)
    expect(await told()).toMatchObject({ amount: '9', limit: '20', used: '12' })
    await tested.succeed(control.cardLimit, { id: card.cardId, set: { single: '15' } }, customer.token)
    expect(await ask(tested, { ...more, id: `${more.id}-still`, amount: '4.00' })).toMatchObject({
      reason: 'limit_single',
    })
    expect(await told()).toMatchObject({ amount: '4', limit: '15', used: '12' })
  })

  test('is lowered freely, and raised or taken away with the PIN', async () => {
    const card = await cardWith('100')
    const capped = (cap: string | null, pin?: string) => change(card, { merchant: 'Kiln Video', cap }, pin)
    await capped('20')
    expect(await capped('10')).toMatchObject({ code: 1 })
    for (const cap of ['10.01', null])
      expect(await capped(cap)).toMatchObject({ data: { fields: { pin: 'required' } } })
    expect(await capped('15', testPin)).toMatchObject({ code: 1 })
    expect(await ask(tested, question(card, of('Kiln Video', '15.01')))).toEqual(declined)
    expect(await capped(null, testPin)).toMatchObject({ data: { list: [] } })
    expect(await ask(tested, question(card, of('Kiln Video', '15.01')))).toEqual(approved)
    for (const cap of ['0.99', '100000.01'])
      expect(await capped(cap)).toMatchObject({ key: 'amount_out_of_range', data: { min: '1' } })
    for (const set of [
      { merchant: 'Kiln Video' },
      { cap: '5' },
      {},
      { merchant: 'A', cap: '5', isStopped: true },
    ])
      expect(await change(card, set as MerchantChange)).toMatchObject({ key: 'input_invalid' })
  })

  test('lets one of two purchases at a moment through', async () => {
    for (let round = 0; round < 3; round++) {
      const card = await cardWith('500')
      await change(card, { merchant: 'Kiln Video', cap: '20' })
      const asked = Array.from({ length: 6 }, () => ask(tested, question(card, of('Kiln Video', '11.00'))))
      const decisions = (await Promise.all(asked)).map(({ decision }) => decision)
      expect(decisions.filter(decision => decision === 'approved')).toHaveLength(1)
    }
  })
})

describe('a merchant that charges regularly', () => {
  async function charged(card: TestCard, amount: string, days: number, fields: object = {}) {
    const asked = question(card, { ...of('Kiln Video', amount), ...fields })
    expect(await ask(tested, asked)).toEqual(approved)
    const { threadId } = asked
    const claim = posting(card, amount, { threadId, final: true, ...of('Kiln Video', amount) })
    await tellEvent(tested, 'clearing.posted', claim)
    if (days > 0) await boughtAt(tested, asked, daysAgo(days))
  }
  const dearer = async (card: TestCard) =>
    (await noticesOf('cardState')).filter(
      ({ params }) => params.status === 'dearer' && params.last4 === card.last4,
    )

  test('and takes more than the time before is told of once, with both prices', async () => {
    const card = await cardWith('200')
    await charged(card, '8.00', 62)
    await charged(card, '8.00', 31)
    expect(await dearer(card)).toEqual([])
    await charged(card, '9.50', 0)
    expect(await dearer(card)).toEqual([
      {
        params: {
          ...{ status: 'dearer', merchant: 'Kiln Video', amount: '9.5', before: '8', currency: 'USD' },
          last4: card.last4,
        },
        action: `/pages/cardDetail/cardDetail?id=${card.cardId}&open=merchants`,
      },
    ])
  })

  test.each([
    ['takes less', '7.00', {}],
    ['is paid with the card in hand', '9.50', { channel: 'chip' }],
  ])('and %s is not', async (_, amount, fields) => {
    const card = await cardWith('200')
    await charged(card, '8.00', 62)
    await charged(card, '8.00', 31)
    await charged(card, amount, 0, fields)
    expect(await dearer(card)).toEqual([])
  })
})
