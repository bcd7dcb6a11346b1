import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as control from '../../../src/contract/card-control.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { newCustomer, testPin } from '../../fixtures/account/customer.ts'
import { ask, question, type TestCard } from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, noticesOf, tested, to } from '../../fixtures/cards/controlled.ts'

beforeAll(begin)
afterAll(() => tested.close())

const alert = (card: TestCard, below?: string | null, { token } = customer) =>
  tested.send(control.lowBalance, { id: card.cardId, ...(below !== undefined && { set: { below } }) }, token)
const buy = (card: TestCard, amount: string) => ask(tested, question(card, { amount }))
const recharge = (card: TestCard, amount: string) =>
  tested.succeed(
    convertToCardBalance,
    { cardId: card.cardId, amount, currency: 'USD', pin: testPin, requestId: randomUUID() },
    customer.token,
  )

/** What was told of cards that run low, oldest first. */
async function told({ cardId }: TestCard) {
  const notices = (await noticesOf('cardState')).filter(
    ({ params, action }) => params.status === 'low' && action?.includes(cardId),
  )
  return notices.map(({ params, action }) => ({ ...params, action })).reverse()
}

test("is refused on somebody else's card, on one that is over, and outside of the range", async () => {
  const card = await cardWith('10')
  const other = await newCustomer(tested)
  expect(await alert(card, '5', other)).toMatchObject({ status: 403 })
  for (const below of ['0', '0.99', '100000.01'])
    expect(await alert(card, below)).toMatchObject({
      key: 'amount_out_of_range',
      data: { min: '1', max: '100000' },
    })
  expect(await alert(card)).toMatchObject({ data: { below: null } })
  await to(card, 'closed')
  expect(await alert(card, '5')).toMatchObject({ key: 'card_closed' })
})

test('is told by the purchase that leaves less, once until there is more again', async () => {
  const card = await cardWith('100')
  expect(await alert(card, '50')).toMatchObject({ data: { below: '50' } })
  // With its fee it leaves fifty to the cent.
  await buy(card, '49.75')
  expect(await told(card)).toEqual([])
  await buy(card, '10')
  await buy(card, '5')
  expect(await buy(card, '500')).toMatchObject({ decision: 'declined' })
  expect(await told(card)).toEqual([
    {
      ...{ status: 'low', last4: card.last4, amount: '39.95', limit: '50', currency: 'USD' },
      action: `/pages/selectRecharge/selectRecharge?cardId=${card.cardId}`,
    },
  ])
  await recharge(card, '50')
  await buy(card, '60')
  expect(await told(card)).toMatchObject([{ limit: '50' }, { limit: '50' }])
})

test('is told no more once it is off, nor where the card recharges itself then', async () => {
  const off = await cardWith('100')
  await alert(off, '50')
  expect(await alert(off, null)).toMatchObject({ data: { below: null } })
  await buy(off, '80')
  expect(await told(off)).toEqual([])

  const auto = await cardWith('100')
  await alert(auto, '50')
  const rule = { threshold: '30', by: 'amount', amount: '20', dayMax: '100', monthMax: '100' } as const
  const set = { isOn: true, rule }
  await tested.succeed(control.autoRecharge, { id: auto.cardId, set, pin: testPin }, customer.token)
  await buy(auto, '80')
  expect(await told(auto)).toEqual([])
  await tested.work()
  await recharge(auto, '50')
  // It leaves more than what the card recharges itself at.
  await buy(auto, '50')
  expect(await told(auto)).toHaveLength(1)
})
