import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { detail } from '../../src/contract/card.ts'
import { convertToCardBalance } from '../../src/contract/wallet.ts'
import { followPayable } from '../../src/server/jobs/waiting-claims.ts'
import { balanceOf } from '../../src/server/ledger/ledger.ts'
import { type TestCustomer, testPin } from '../fixtures/account/customer.ts'
import {
  ask,
  openedCard,
  posting,
  question,
  readyCustomer,
  type TestCard,
  tellEvent,
} from '../fixtures/cards/cardholder.ts'
import { replaced } from '../fixtures/cards/replaced.ts'
import { at, begin, tested } from '../fixtures/ops/card-desk.ts'

// One purchase with this kind of card is 5,000 USD at the most, and a day of it 10,000. Every clearing costs half a percent.

let customer: TestCustomer
let card: TestCard
beforeAll(begin)
beforeEach(async () => {
  customer = await readyCustomer(tested, '20000')
  card = await openedCard(tested, customer, { rechargeAmount: '100' })
})
afterAll(() => tested.close())

const onCard = async () => (await balanceOf(tested.world.db, card.accountId)).balanceMinor
const newId = () => `evt_${randomUUID()}`

/** Tells an event of the card; why it was put aside, if it was. */
async function told(type: string, amount: string, fields: object = {}, id = newId()) {
  await tellEvent(tested, type, posting(card, amount, { final: true, ...fields }), id)
  const { rows } = await at('ann')('events', 'list')
  const alarms = (await at('ann')('alarms', 'list')).rows.map(({ subject }) => subject)
  const why = rows.find(row => row.id === id)?.why
  expect(alarms.includes(id)).toBe(why !== undefined)
  return why
}

test.each(['clearing.posted', 'refund.reversed', 'dispute.reversed'])(
  'a %s of a billion is not booked; two operators may have it booked',
  async type => {
    const id = newId()
    expect(await told(type, '5000.01', {}, id)).toBe('too_large')
    expect(await told(type, '999999999.00')).toBe('too_large')
    expect(await told(type, '1000000000.01')).toBe('nonsense')
    expect(await onCard()).toBe(10_000n)
    const accept = (operator: string) => at(operator)('events', 'accept', id)
    expect((await accept('ann')).rows).toEqual([{ id, isAccepted: false, approvalsMissing: 1 }])
    await tested.work()
    expect([await onCard(), (await accept('ann')).isFailed]).toEqual([10_000n, true])
    expect((await accept('bob')).rows).toEqual([{ id, isAccepted: true, approvalsMissing: 0 }])
    await tested.work()
    expect(await onCard()).toBe(type === 'clearing.posted' ? 10_000n - 502_502n : 10_000n - 500_001n)
  },
)

test('what is on hold may be claimed, with as much beyond it as one purchase may be', async () => {
  const rich = await openedCard(tested, customer, { rechargeAmount: '9000' })
  card = rich
  const asked = question(card, { amount: '4000.00' })
  expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
  const { threadId } = asked
  expect(await told('clearing.posted', '9000.01', { threadId })).toBe('too_large')
  expect(await onCard()).toBe(900_000n)
  expect(await told('clearing.posted', '9000.00', { threadId })).toBeUndefined()
  expect(await onCard()).toBe(900_000n - 904_500n)
})

test('what was told already and is told again is no more of it', async () => {
  const clearing = { id: `pst_${randomUUID()}` }
  const id = newId()
  expect(await told('clearing.posted', '6000.00', clearing, id)).toBe('too_large')
  for (const operator of ['ann', 'bob']) await at(operator)('events', 'accept', id)
  await tested.work()
  expect(await onCard()).toBe(10_000n - 603_000n)
  expect(await told('clearing.posted', '6000.00', clearing)).toBeUndefined()
  expect(await onCard()).toBe(10_000n - 603_000n)
})

test('many that are each believed take no card further below zero than a day of it', async () => {
  expect(await told('clearing.posted', '5000.00')).toBeUndefined()
  expect(await told('clearing.posted', '5000.00')).toBeUndefined()
  expect(await told('clearing.posted', '100.00')).toBe('too_large')
  expect(await told('refund.reversed', '100.00')).toBe('too_large')
  expect(await onCard()).toBe(10_000n - 1_005_000n)
})

test('a claim that its card would have owed too much for is booked once it can pay it, the oldest first', async () => {
  const [first, second, third, large] = [newId(), newId(), newId(), newId()]
  for (const amount of ['5000.00', '5000.00']) expect(await told('clearing.posted', amount)).toBeUndefined()
  expect(await told('clearing.posted', '5000.01', {}, large)).toBe('too_large')
  expect(await told('clearing.posted', '3000.00', {}, first)).toBe('too_large')
  expect(await told('clearing.posted', '900.00', {}, second)).toBe('too_large')
  expect(await told('clearing.posted', '100.00', {}, third)).toBe('too_large')
  const look = async () => {
    const count = await followPayable(tested.world)
    await tested.work()
    const aside = new Set((await at('ann')('events', 'list')).rows.map(({ id }) => id))
    return [count, [first, second, third, large].map(id => aside.has(id))]
  }
  const onceMore = { cardId: card.cardId, currency: 'USDT', pin: testPin }
  const recharge = async (amount: string) => {
    const input = { ...onceMore, amount, requestId: randomUUID() }
    await tested.succeed(convertToCardBalance, input, customer.token)
  }
  // As much as the debt was: nothing is free, and the card is not taken into debt again.
  await recharge('9950')
  expect(await onCard()).toBe(0n)
  expect(await look()).toEqual([0, [true, true, true, true]])
  // An operator has looked, and does not believe the third.
  const { rows } = await at('ann')('alarms', 'list')
  const { id } = rows.find(({ subject }) => subject === third) ?? {}
  await at('ann')('alarms', 'close', `${id}`, '--note', 'it is none')
  // All but a cent of its fee.
  await recharge('3014.99')
  expect(await look()).toEqual([0, [true, true, true, true]])
  await recharge('884.01')
  expect(await look()).toEqual([1, [false, true, true, true]])
  await recharge('1000')
  expect(await look()).toEqual([1, [false, false, true, true]])
  expect(await look()).toEqual([0, [false, false, true, true]])
  expect(await onCard()).toBe(389_900n + 100_000n - 391_950n)
})

test('a claim of a lost card waits for the one that stands in for it', async () => {
  const { cardId } = await replaced(tested, customer, card)
  expect(await told('clearing.posted', '5000.00')).toBeUndefined()
  const waiting = newId()
  expect(await told('clearing.posted', '4980.00', {}, waiting)).toBe('too_large')
  const recharged = async (amount: string) => {
    const input = { cardId, currency: 'USDT', pin: testPin, amount, requestId: randomUUID() } as const
    await tested.succeed(convertToCardBalance, input, customer.token)
    return await followPayable(tested.world)
  }
  expect([await recharged('5025'), await recharged('5004.89'), await recharged('10')]).toEqual([0, 0, 1])
  await tested.work()
  expect((await at('ann')('events', 'list')).rows.map(({ id }) => id)).not.toContain(waiting)
  expect(await onCard()).toBe(0n)
  expect((await tested.succeed(detail, { id: cardId }, customer.token)).available).toBe('9.99')
})

test('a claim that was not believed stays unbelieved when its purchase is heard of again, and waits for the card', async () => {
  const [first, second] = [newId(), newId()]
  for (const amount of ['5000.00', '5000.00']) expect(await told('clearing.posted', amount)).toBeUndefined()
  const bought = { id: `pst_${randomUUID()}` }
  expect(await told('refund.posted', '100.00', bought)).toBeUndefined()
  const threadId = bought.id
  expect(await told('clearing.posted', '3000.00', { threadId }, first)).toBe('too_large')
  expect(await told('clearing.posted', '1000.00', { threadId }, second)).toBe('too_large')
  const { rows } = await at('ann')('alarms', 'list')
  const { id } = rows.find(({ subject }) => subject === first) ?? {}
  await at('ann')('alarms', 'close', `${id}`, '--note', 'it is none')
  const input = {
    cardId: card.cardId,
    currency: 'USDT',
    pin: testPin,
    amount: '5000',
    requestId: randomUUID(),
  }
  await tested.succeed(convertToCardBalance, input, customer.token)
  const before = await onCard()
  expect(await told('clearing.posted', '10.00', { threadId })).toBeUndefined()
  expect(await told('refund.posted', '10.00', { threadId })).toBeUndefined()
  expect(await onCard()).toBe(before - 5n)
})

test('what was approved is claimed, however far below zero its card is', async () => {
  const asked = question(card, { amount: '50.00' })
  expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
  for (const amount of ['5000.00', '5000.00']) expect(await told('clearing.posted', amount)).toBeUndefined()
  const before = await onCard()
  expect(await told('clearing.posted', '50.00', { threadId: asked.threadId })).toBeUndefined()
  expect(await onCard()).toBe(before - 5_025n)
})

test('many refunds of nothing that are each believed give no card more within a day than a day of it', async () => {
  expect(await told('refund.posted', '5000.00')).toBeUndefined()
  expect(await told('dispute.credited', '4900.00')).toBeUndefined()
  expect(await told('refund.posted', '100.01')).toBe('too_large')
  expect(await told('refund.posted', '100.00')).toBeUndefined()
  expect(await onCard()).toBe(10_000n + 1_000_000n)
  const bought = { id: `pst_${randomUUID()}` }
  expect(await told('clearing.posted', '300.00', bought)).toBeUndefined()
  expect(await told('refund.posted', '300.00', { threadId: bought.id })).toBeUndefined()
  await tested.world.db
    .updateTable('purchases')
    .set({ updated_at: new Date(Date.now() - 86_401_000) })
    .execute()
  expect(await told('refund.posted', '100.01')).toBeUndefined()
})

test('what takes back a refund that comes later waits for it', async () => {
  const bought = { id: `pst_${randomUUID()}` }
  expect(await told('clearing.posted', '4900.00', bought)).toBeUndefined()
  const before = await onCard()
  const taken = newId()
  expect(await told('refund.reversed', '9000.00', { threadId: bought.id }, taken)).toBe('too_large')
  expect(await told('refund.posted', '9000.00', { threadId: bought.id })).toBeUndefined()
  expect(await onCard()).toBe(before)
  expect((await at('ann')('events', 'list')).rows.map(({ id }) => id)).not.toContain(taken)
})
