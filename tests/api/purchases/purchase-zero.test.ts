import { afterAll, beforeAll, expect, test } from 'vitest'
import { sums } from '../../../src/contract/bill.ts'
import { currentMonth } from '../../../src/server/zone.ts'
import {
  begin,
  billsOf,
  cardWith,
  customer,
  money,
  noticesOf,
  purchaseOf,
  tested,
} from '../../fixtures/cards/buyer.ts'
import { ask, posting, question, type TestCard, tellEvent } from '../../fixtures/cards/cardholder.ts'

// A merchant who ends a purchase may claim nothing of it.

beforeAll(begin)
afterAll(() => tested.close())

async function spent(): Promise<string> {
  const month = currentMonth('UTC')
  const all = await tested.succeed(sums, { zone: 'UTC', from: month, until: month }, customer.token)
  return all.find(({ currency }) => currency === 'USD')?.out ?? '0'
}

async function approved(card: TestCard) {
  const asked = question(card, { amount: '60.00' })
  await ask(tested, asked)
  const claim = (amount: string, final: boolean) =>
    tellEvent(tested, 'clearing.posted', posting(card, amount, { threadId: asked.threadId, final }))
  return { threadId: asked.threadId, claim }
}

const released = async () => (await noticesOf('refundArrival'))[0]?.params

test('nothing at the end is nothing spent: it is reversed, and its owner hears what is free again', async () => {
  const card = await cardWith('100')
  const before = await spent()
  const { threadId, claim } = await approved(card)
  await claim('0.00', false)
  expect(await billsOf(card)).toEqual(['cardTransaction -60 pending'])
  await claim('0.00', true)
  expect(await money(card)).toEqual([10000n, 0n])
  expect(await purchaseOf(threadId)).toMatchObject({ status: 'reversed', cleared: 0n, fee: 0n })
  expect(await billsOf(card)).toEqual(['cardTransaction -60 reversed'])
  expect(await spent()).toBe(before)
  expect(await released()).toMatchObject({ to: 'released', amount: '60' })
})

test('nothing more after a part is that part, and the rest is told to be free', async () => {
  const card = await cardWith('100')
  const { threadId, claim } = await approved(card)
  await claim('20.00', false)
  await claim('0.00', true)
  expect(await money(card)).toEqual([10000n - 2010n, 0n])
  expect(await purchaseOf(threadId)).toMatchObject({ status: 'posted', cleared: 2000n })
  expect(await billsOf(card)).toEqual(['consume -20 done'])
  expect(await released()).toMatchObject({ to: 'released', amount: '40' })
})
