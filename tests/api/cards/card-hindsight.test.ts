import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '../../../src/contract/call.ts'
import * as control from '../../../src/contract/card-control.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { ask, posting, question, shop, type TestCard, tellEvent } from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, named, tested, to } from '../../fixtures/cards/controlled.ts'
import { boughtAt } from '../../fixtures/cards/dated.ts'

beforeAll(begin)
afterAll(() => tested.close())

type Change = Omit<Input<typeof control.tryRules>, 'id'>

const tried = (card: TestCard, change: Change, { token } = customer) =>
  tested.succeed(control.tryRules, { id: card.cardId, ...change }, token)

/** A purchase so many hours ago. */
async function bought(
  card: TestCard,
  {
    amount,
    hoursAgo = 0,
    ...fields
  }: { amount: string; hoursAgo?: number; channel?: string; name?: string; country?: string; mcc?: string },
) {
  const { channel = 'online', name = shop.name, country = shop.country, mcc = shop.mcc } = fields
  const asked = question(card, { amount, channel, merchant: { ...shop, name, country, mcc } })
  const answer = await ask(tested, asked)
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  await boughtAt(tested, asked, at)
  await tested.world.db
    .updateTable('card_uses')
    .set({ created_at: at })
    .where('fact_id', '=', asked.id)
    .execute()
  return { ...named(asked), asked, answer }
}

test("of somebody else's card nothing is said, and no limit above the most is tried", async () => {
  const card = await cardWith('10')
  const other = await newCustomer(tested)
  expect(await tested.send(control.tryRules, { id: card.cardId }, other.token)).toMatchObject({ status: 403 })
  const over = { id: card.cardId, limits: { single: '5000.01' } }
  expect(await tested.send(control.tryRules, over, customer.token)).toMatchObject({
    key: 'amount_out_of_range',
    data: { window: 'single' },
  })
})

test('says which purchases each rule and limit would have declined, and changes nothing', async () => {
  const card = await cardWith('1000')
  await bought(card, { amount: '60', hoursAgo: 50, name: 'Hotel', country: 'JP', channel: 'chip' })
  await bought(card, { amount: '20', hoursAgo: 30, name: 'Steam', mcc: '5816' })
  await bought(card, { amount: '5', hoursAgo: 2, name: 'Cafe', channel: 'contactless' })
  const cases: [Change, string[]][] = [
    [{}, []],
    [{ rules: { online: false } }, ['Steam channel_online']],
    [{ rules: { contactless: false } }, ['Cafe channel_contactless']],
    [{ rules: { abroad: false } }, ['Hotel country_not_allowed']],
    [{ rules: { countries: ['JP'] } }, ['Cafe country_not_allowed', 'Steam country_not_allowed']],
    [{ rules: { shops: { games: false, travel: false } } }, ['Steam category_stopped']],
    [{ limits: { single: '19.99' } }, ['Steam limit_single', 'Hotel limit_single']],
    [{ limits: { single: '60' } }, []],
    [{ limits: { single: '59' }, rules: { online: false } }, ['Steam channel_online', 'Hotel limit_single']],
  ]
  for (const [change, missed] of cases) {
    const { purchases, declined, latest } = await tried(card, change)
    expect([purchases, declined]).toEqual([3, missed.length])
    expect(latest.map(({ merchant, reason }) => `${merchant} ${reason}`)).toEqual(missed)
  }
  expect(await tested.succeed(control.cardLimit, { id: card.cardId }, customer.token)).toMatchObject([
    { window: 'single', own: null },
    { own: null },
    { own: null },
  ])
})

test('tries what is asked about alone, however the card is set', async () => {
  const card = await cardWith('1000')
  await bought(card, { amount: '60', name: 'Steam', mcc: '5816' })
  await bought(card, { amount: '5', name: 'Cafe', channel: 'contactless' })
  const set = async (call: typeof control.cardRule | typeof control.cardLimit, set: object) =>
    await tested.succeed(call, { id: card.cardId, set }, customer.token)
  await set(control.cardRule, { online: false, contactless: false, shops: { games: false } })
  await set(control.cardLimit, { single: '1' })
  const stop = { merchant: 'Steam', isStopped: true }
  await tested.succeed(control.cardMerchants, { id: card.cardId, set: stop }, customer.token)
  const missed = async (change: Change) => (await tried(card, change)).latest.map(({ merchant }) => merchant)
  expect(await missed({})).toEqual([])
  expect(await missed({ rules: { contactless: false } })).toEqual(['Cafe'])
  expect(await missed({ limits: { single: '59' } })).toEqual(['Steam'])
  expect(await missed({ limits: { single: null } })).toEqual([])
})

test('counts within windows as they rolled then, and nothing that would have been declined', async () => {
  const card = await cardWith('1000')
  for (const [hoursAgo, amount] of [
    [60, '40'],
    [50, '40'],
    // A day after the first, and within one of the second.
    [36, '30'],
    [1, '50'],
  ] as const)
    await bought(card, { amount, hoursAgo })
  const days = async (day: string) => {
    const { latest } = await tried(card, { limits: { day } })
    return latest.map(({ amount, reason }) => `${amount} ${reason}`)
  }
  expect(await days('80')).toEqual([])
  expect(await days('79.99')).toEqual(['40 limit_day'])
  expect(await days('69.99')).toEqual(['40 limit_day'])
  expect(await days('45')).toEqual(['50 limit_day', '40 limit_day'])
  const { latest } = await tried(card, { limits: { month: '110' } })
  expect(latest.map(({ amount, reason }) => `${amount} ${reason}`)).toEqual(['50 limit_month'])
})

test('the month before the first of them counts, and is not judged', async () => {
  const card = await cardWith('1000')
  await bought(card, { amount: '70', hoursAgo: 24 * 31 })
  await bought(card, { amount: '40', hoursAgo: 24 * 29 })
  expect(await tried(card, { limits: { month: '100' } })).toMatchObject({ purchases: 1, declined: 1 })
  expect(await tried(card, { limits: { month: '110' } })).toMatchObject({ purchases: 1, declined: 0 })
})

test('leaves out what was declined, reversed or taken without asking, and goes by what was approved', async () => {
  const card = await cardWith('100')
  expect((await bought(card, { amount: '900' })).answer).toMatchObject({ decision: 'declined' })
  const { threadId, cardId } = await bought(card, { amount: '30' })
  await tellEvent(tested, 'authorization.reversed', { threadId, cardId, amount: '30.00' })
  await tellEvent(tested, 'clearing.posted', posting(card, '8.00', { threadId: 'forced', final: true }))
  const pump = await bought(card, { amount: '50', name: 'Pump' })
  await tellEvent(tested, 'clearing.posted', posting(card, '12.00', { threadId: pump.threadId, final: true }))
  expect(await tried(card, { limits: { single: '49' }, rules: { online: false } })).toMatchObject({
    ...{ purchases: 1, declined: 1 },
    latest: [{ merchant: 'Pump', amount: '50', reason: 'channel_online' }],
  })
  expect(await tried(card, { limits: { single: '49' } })).toMatchObject({
    latest: [{ merchant: 'Pump', reason: 'limit_single' }],
  })
})

test('of one that expired and was asked for again only what stands is judged', async () => {
  const card = await cardWith('500')
  const { asked, threadId, cardId } = await bought(card, { amount: '60' })
  await tellEvent(tested, 'authorization.expired', { threadId, cardId })
  await ask(tested, { ...asked, id: `${asked.id}-again`, at: new Date().toISOString() })
  expect(await tried(card, { limits: { single: '60', day: '60' } })).toMatchObject({
    ...{ purchases: 1, declined: 0 },
  })
  expect(await tried(card, { limits: { single: '59.99' } })).toMatchObject({ purchases: 1, declined: 1 })
})

test('says the same of a card that is frozen or has been emptied', async () => {
  const card = await cardWith('100')
  await bought(card, { amount: '99', name: 'Shoes' })
  await to(card, 'frozen_user')
  const change = { limits: { single: '50' } }
  expect(await tried(card, change)).toMatchObject({ purchases: 1, declined: 1 })
  expect(await tried(card, {})).toMatchObject({ purchases: 1, declined: 0 })
})

test('a raise is judged as one: where it is spent is settled, how much is not', async () => {
  const card = await cardWith('500')
  const { asked } = await bought(card, { amount: '100', name: 'Hotel' })
  await ask(
    tested,
    question(card, { amount: '80', kind: 'incremental', threadId: asked.threadId, merchant: asked.merchant }),
  )
  expect(await tried(card, { limits: { single: '150' } })).toMatchObject({
    ...{ purchases: 1, declined: 1 },
    latest: [{ merchant: 'Hotel', amount: '180', reason: 'limit_single' }],
  })
})

describe('a cap of a merchant that is tried', () => {
  const latest = async (card: TestCard, merchants: Change['merchants']) =>
    (await tried(card, { merchants })).latest.map(each => `${each.merchant} ${each.amount} ${each.reason}`)

  test('counts what that merchant took within thirty days of each purchase, by whatever name, and nothing else', async () => {
    const card = await cardWith('1000')
    await bought(card, { amount: '15', hoursAgo: 24 * 40, name: 'Kiln Video' })
    await bought(card, { amount: '12', hoursAgo: 24 * 20, name: 'KILN video 18005550101' })
    await bought(card, { amount: '80', hoursAgo: 24 * 6, name: 'Tea Box' })
    await bought(card, { amount: '9', hoursAgo: 24 * 5, name: 'Kiln Video' })
    const of = (cap: string) => ({ merchant: 'kiln video', cap })
    expect(await latest(card, of('27'))).toEqual([])
    // What would have been declined counts no more.
    expect(await latest(card, of('26.99'))).toEqual(['KILN video 18005550101 12 limit_merchant'])
    expect(await latest(card, of('8.99'))).toEqual([
      'Kiln Video 9 limit_merchant',
      'KILN video 18005550101 12 limit_merchant',
    ])
    expect(await tried(card, { merchants: of('8.99') })).toMatchObject({ purchases: 3, declined: 2 })
    const out = { id: card.cardId, merchants: of('0.99') }
    expect(await tested.send(control.tryRules, out, customer.token)).toMatchObject({
      key: 'amount_out_of_range',
    })
  })

  test('measures a raise with the whole of its purchase, and counts what was taken without asking', async () => {
    const card = await cardWith('1000')
    const { asked } = await bought(card, { amount: '10', name: 'Hotel' })
    const { threadId, merchant } = asked
    await ask(tested, question(card, { amount: '8', kind: 'incremental', threadId, merchant }))
    expect(await latest(card, { merchant: 'Hotel', cap: '18' })).toEqual([])
    expect(await latest(card, { merchant: 'Hotel', cap: '17.99' })).toEqual(['Hotel 18 limit_merchant'])
    await tellEvent(
      tested,
      'clearing.posted',
      posting(card, '5.00', { threadId: 'forced cap', final: true, merchant }),
    )
    await bought(card, { amount: '3', name: 'Hotel' })
    expect(await latest(card, { merchant: 'Hotel', cap: '26' })).toEqual([])
    expect(await latest(card, { merchant: 'Hotel', cap: '25.99' })).toEqual(['Hotel 3 limit_merchant'])
  })

  test('says what the same cap does to the same purchases', async () => {
    const amounts = ['9', '4', '12', '6', '2']
    const past = await cardWith('500')
    for (const [place, amount] of amounts.entries())
      await bought(past, { amount, hoursAgo: amounts.length - place, name: 'Kiln Video' })
    const cap = { merchant: 'Kiln Video', cap: '16' }
    const foretold = await latest(past, cap)
    const card = await cardWith('500')
    await tested.succeed(control.cardMerchants, { id: card.cardId, set: cap }, customer.token)
    const declined: string[] = []
    for (const amount of amounts) {
      const { answer } = await bought(card, { amount, name: 'Kiln Video' })
      if (answer.reason) declined.unshift(`Kiln Video ${amount} ${answer.reason}`)
    }
    expect(foretold).toEqual(declined)
    expect(declined).toEqual(['Kiln Video 6 limit_merchant', 'Kiln Video 12 limit_merchant'])
  })
})

test('only those of now: what they sold is let through, and what nobody of them gave is not', async () => {
  const card = await cardWith('500')
  await bought(card, { amount: '5', hoursAgo: 30, name: 'Cafe', channel: 'contactless' })
  await bought(card, { amount: '20', hoursAgo: 20, name: 'Cafe', channel: 'atm' })
  await bought(card, { amount: '7', hoursAgo: 10, name: '' })
  const { purchases, declined, latest } = await tried(card, { merchants: { isOnlyThese: true } })
  expect([purchases, declined]).toEqual([3, 2])
  expect(latest.map(({ amount, reason }) => `${amount} ${reason}`)).toEqual([
    '7 merchant_not_listed',
    '20 merchant_not_listed',
  ])
  expect((await tried(card, {})).declined).toBe(0)
})
