import { afterAll, beforeAll, expect, test } from 'vitest'
import * as control from '../../../src/contract/card-control.ts'
import { userById } from '../../../src/server/account/users.ts'
import { shortChargesRound } from '../../../src/server/jobs/short-charges.ts'
import { wordsOf } from '../../../src/server/messages/words/words.ts'
import { dayIn } from '../../../src/server/zone.ts'
import { freezeBy, unfreeze } from '../../fixtures/account/frozen.ts'
import type { TestCard } from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, noticesOf, tested, to } from '../../fixtures/cards/controlled.ts'
import { daysAgo } from '../../fixtures/cards/dated.ts'
import { charged } from '../../fixtures/cards/regular.ts'

beforeAll(begin)
afterAll(() => tested.close())

const round = () => shortChargesRound(tested.world, { pageSize: 1 })

/** Charged each week; the latest time so many days ago. */
async function weekly(
  card: TestCard,
  merchant: string,
  { amount = '20.00', last = 5, ...fields }: { amount?: string; last?: number; channel?: string } = {},
) {
  for (const days of [last + 14, last + 7, last])
    await charged(tested, card, { merchant, amount, days }, fields)
}

/** What was told of charges that a card has too little for, oldest first. */
async function told({ cardId }: TestCard) {
  const notices = (await noticesOf('cardState')).filter(
    ({ params, action }) => params.status === 'chargeShort' && action?.includes(cardId),
  )
  return notices.map(({ params }) => params).reverse()
}

test('a regular charge that its card has too little for is told days before, once', async () => {
  // What is left of it is 9.70.
  const card = await cardWith('70')
  await weekly(card, 'Kiln Video')
  await round()
  await round()
  const { timezone } = await userById(tested.world.db, customer.userId)
  const date = dayIn(timezone, daysAgo(-2))
  expect(await told(card)).toEqual([
    {
      ...{ status: 'chargeShort', merchant: 'Kiln Video', date, last4: card.last4 },
      ...{ amount: '20.1', available: '9.7', missing: '10.4', currency: 'USD' },
    },
  ])
})

test('those that come before it count, and it is named', async () => {
  const card = await cardWith('80')
  await weekly(card, 'Tea Box', { amount: '4.00', last: 6 })
  await weekly(card, 'Kiln Video')
  await round()
  expect(await told(card)).toMatchObject([
    { merchant: 'Kiln Video', count: '2', amount: '24.12', available: '7.64', missing: '16.48' },
  ])
})

test('nothing is told where there is enough, and of what is far off, may not charge or goes with the card in hand', async () => {
  const rich = await cardWith('200')
  await weekly(rich, 'Kiln Video')
  await round()
  expect(await told(rich)).toEqual([])
  const poor = await cardWith('70')
  await weekly(poor, 'Kiln Video', { last: 3 })
  await round()
  expect(await told(poor), 'four days ahead').toEqual([])
  const late = await cardWith('70')
  await weekly(late, 'Kiln Video', { last: 9 })
  await round()
  expect(await told(late), 'two days late').toEqual([])
  const inHand = await cardWith('70')
  await weekly(inHand, 'Corner Coffee', { channel: 'chip' })
  await round()
  expect(await told(inHand)).toEqual([])
  const stopped = await cardWith('70')
  await weekly(stopped, 'Kiln Video')
  const set = { merchant: 'Kiln Video', isStopped: true }
  await tested.succeed(control.cardMerchants, { id: stopped.cardId, set }, customer.token)
  await round()
  expect(await told(stopped)).toEqual([])
})

test('a card or an account that is frozen pays nothing anyway; afterwards it is told', async () => {
  const card = await cardWith('70')
  await weekly(card, 'Kiln Video')
  await to(card, 'frozen_user')
  await round()
  expect(await told(card)).toEqual([])
  await tested.succeed(control.unfreeze, { id: card.cardId }, customer.token)
  await freezeBy(tested, customer)
  await round()
  expect(await told(card)).toEqual([])
  await unfreeze(tested, customer)
  await tested.succeed(control.unfreeze, { id: card.cardId }, customer.token)
  await round()
  expect(await told(card)).toHaveLength(1)
})

test('the words say when, how much is missing and that a declined payment costs nothing', () => {
  const sums = { amount: '20.1', available: '-9.7', missing: '29.8', currency: 'USD' }
  const params = {
    ...{ status: 'chargeShort', merchant: 'Kiln Video', date: '2026-12-01', last4: '4242' },
    ...sums,
  }
  const words = (lang: 'zh' | 'en', more = {}) =>
    wordsOf({ noticeType: 'cardState', params: { ...params, ...more } }, lang).content
  expect(words('zh')).toBe(
    'Kiln Video 预计在 2026年12月1日前后扣款，约 20.10 USD（含手续费）。尾号 4242 的卡内可用 -9.70 USD，还差 29.80 USD。现在充值即可；付款失败不收费，但商户可能停止服务。',
  )
  expect(words('en', { count: '2' })).toMatch(
    /^Around Dec 1, 2026, 2 regular charges of about 20\.10 USD in all, fees included, are expected, Kiln Video among them\./,
  )
})
