import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detail } from '../../../src/contract/bill.ts'
import { changeRefundWatch } from '../../../src/contract/refund.ts'
import { freezeAccount } from '../../../src/contract/safety.ts'
import { lockCard } from '../../../src/server/cards/cards.ts'
import { transaction } from '../../../src/server/database/database.ts'
import {
  moneyOf,
  openedCard,
  posting,
  readyCustomer,
  shop,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { settled } from '../../fixtures/cards/contested.ts'
import { begin, bought, card, customer, renew, tested } from '../../fixtures/cards/contesting.ts'
import {
  awaitRefund,
  endAll,
  listed,
  refunded,
  refundMessages,
  say,
  termsOf,
  today,
  wanted,
} from '../../fixtures/cards/waiting.ts'
import { waitersOn } from '../../fixtures/postgres.ts'

beforeAll(begin)
beforeEach(async () => {
  await renew()
  await endAll()
})
afterAll(() => tested.close())

const watchOf = async (billId: string) => (await termsOf(billId)).watch
const awaitedOn = async (id: string) => (await tested.succeed(detail, { id }, customer.token)).awaited

describe('a refund that was waited for', () => {
  test('in full ends the waiting and says so, once however often it is told', async () => {
    const { billId, threadId } = await bought()
    const { by } = await awaitRefund(billId)
    expect(await awaitedOn(billId)).toEqual({ left: '20', currency: 'USD', by, isLate: false })
    const before = await moneyOf(tested, customer, card)
    const told = posting(card, '20.00', { threadId })
    await tellEvent(tested, 'refund.posted', told)
    await tellEvent(tested, 'refund.posted', told)
    expect(await watchOf(billId)).toMatchObject({ status: 'arrived', arrived: '20', left: '0' })
    expect(await awaitedOn(billId)).toBeUndefined()
    expect((await listed()).list).toEqual([])
    const [message, next] = await refundMessages()
    expect(message).toMatchObject({
      params: { to: 'awaited', place: 'card', amount: '20' },
      action: `/pages/bill/bill?id=${billId}`,
    })
    expect(message?.content).toContain('All of the refund you expected has arrived.')
    expect(next?.params.to).not.toBe('awaited')
    const after = await moneyOf(tested, customer, card)
    expect(after).toEqual({ ...before, card: before.card + 2000n })
  })

  test('in parts says each time how much is still out', async () => {
    const { billId, threadId } = await bought()
    await awaitRefund(billId, { amount: '15' })
    await refunded(threadId, '4.00')
    expect(await watchOf(billId)).toMatchObject({ status: 'open', arrived: '4', left: '11' })
    expect((await refundMessages())[0]).toMatchObject({
      title: 'Refund of 4.00 USD, 11.00 USD still out',
      params: { to: 'awaited-part', left: '11' },
    })
    expect((await awaitedOn(billId))?.left).toBe('11')
    await refunded(threadId, '6.00')
    expect((await refundMessages())[0]?.params).toMatchObject({ to: 'awaited-part', left: '5' })
    await refunded(threadId, '10.00')
    expect(await watchOf(billId)).toMatchObject({ status: 'arrived', arrived: '20', left: '0' })
    expect((await refundMessages())[0]?.params).toMatchObject({ to: 'awaited', amount: '10' })
  })

  test('is what has come, however the words overtake each other', async () => {
    const { billId, threadId } = await bought()
    await awaitRefund(billId)
    const given = posting(card, '5.00', { threadId })
    await tellEvent(tested, 'refund.reversed', posting(card, '5.00', { threadId }))
    expect(await watchOf(billId)).toMatchObject({ arrived: '0', left: '20' })
    await refunded(threadId, '9.00')
    expect(await watchOf(billId)).toMatchObject({ arrived: '4', left: '16' })
    await tellEvent(tested, 'refund.posted', given)
    expect(await watchOf(billId)).toMatchObject({ status: 'open', arrived: '9', left: '11' })
  })

  test('does not count what came before; what the merchant takes back is out again', async () => {
    const { billId, threadId } = await bought()
    const early = posting(card, '5.00', { threadId })
    await tellEvent(tested, 'refund.posted', early)
    const { id } = await awaitRefund(billId, { amount: '15' })
    await tellEvent(tested, 'refund.reversed', posting(card, '5.00', { threadId }))
    expect(await watchOf(billId)).toMatchObject({ arrived: '0', left: '15' })
    await refunded(threadId, '10.00')
    await tellEvent(tested, 'refund.reversed', posting(card, '3.00', { threadId }))
    expect(await watchOf(billId)).toMatchObject({ status: 'open', arrived: '7', left: '8' })
    const change = (amount: string) => tested.send(changeRefundWatch, { id, amount }, customer.token)
    expect(await change('7')).toMatchObject({ code: 1404, data: { min: '7.01', max: '20' } })
    expect(await change('20')).toMatchObject({ data: { left: '13' } })
  })

  test('is none that a dispute credits: that takes the place of waiting', async () => {
    const { billId, threadId } = await bought()
    await awaitRefund(billId)
    await tellEvent(tested, 'dispute.credited', posting(card, '20.00', { threadId }))
    expect(await watchOf(billId)).toMatchObject({ status: 'disputed', arrived: '0' })
    expect((await refundMessages())[0]?.params.to).toBe('dispute-card')
  })

  test('of another purchase is told as ever', async () => {
    const [mine, other] = [await bought(), await bought()]
    await awaitRefund(mine.billId)
    await refunded(other.threadId, '20.00')
    expect(await watchOf(mine.billId)).toMatchObject({ status: 'open', left: '20' })
    expect((await refundMessages())[0]?.params.to).toBe('card')
  })

  test('may be one that names no purchase: its customer is asked, and the waiting goes on', async () => {
    const { billId } = await bought()
    const small = await bought('6.00')
    await awaitRefund(billId)
    await awaitRefund(small.billId, { amount: '6', by: today() })
    await tellEvent(tested, 'refund.posted', posting(card, '20.00'))
    expect((await refundMessages())[0]).toMatchObject({
      params: { to: 'awaited-maybe', place: 'card', amount: '20' },
      action: `/pages/bill/bill?refund=${billId}`,
    })
    await tellEvent(tested, 'refund.posted', posting(card, '3.00'))
    expect((await refundMessages())[0]?.action).toBe(`/pages/bill/bill?refund=${small.billId}`)
    await tellEvent(tested, 'refund.posted', posting(card, '20.00', { merchant: { ...shop, name: 'Else' } }))
    expect((await refundMessages())[0]?.params.to).toBe('card')
    expect((await listed()).list.map(({ left }) => left)).toEqual(['6', '20'])
  })

  test('with a card that is closed says that it went to the wallet; one can wait for it with such a card, too', async () => {
    const other = await openedCard(tested, customer, { rechargeAmount: '30' })
    const { billId, threadId } = await settled(tested, { customer, card: other }, '20.00')
    await tellEvent(tested, 'card.updated', { cardId: other.issuerCardId, state: 'closed' })
    await awaitRefund(billId)
    await tellEvent(tested, 'refund.posted', posting(other, '20.00', { threadId }))
    const [message] = await refundMessages()
    expect(message?.params).toMatchObject({ to: 'awaited', place: 'wallet', last4: other.last4 })
    expect(message?.content).toContain('so it went to your wallet')
    expect(await watchOf(billId)).toMatchObject({ status: 'arrived' })
  })

  test('is waited for while the account is frozen: no money moves by that', async () => {
    const frozen = await readyCustomer(tested, '100')
    const itsCard = await openedCard(tested, frozen, { rechargeAmount: '50' })
    const { billId } = await settled(tested, { customer: frozen, card: itsCard })
    await tested.succeed(freezeAccount, {}, frozen.token)
    const before = await moneyOf(tested, frozen, itsCard)
    expect(await say(wanted(billId), frozen.token)).toMatchObject({ code: 1 })
    expect(await moneyOf(tested, frozen, itsCard)).toEqual(before)
  })

  test('in the moment before it could be noted counts as come, whatever was read before', async () => {
    const { billId, threadId } = await bought()
    const { db } = tested.world
    const saying = await transaction(db, async held => {
      await lockCard(held, card.cardId)
      const reply = say(wanted(billId))
      await expect.poll(() => waitersOn(held), { timeout: 60_000 }).toBeGreaterThan(0)
      await held
        .updateTable('purchases')
        .set({ refunded_minor: 20_00n })
        .where('thread_id', '=', threadId)
        .execute()
      return { reply }
    })
    expect(await saying.reply).toMatchObject({ code: 1416, data: { reason: 'refunded' } })
    expect((await listed()).list).toEqual([])
  })

  test('at the moment it is said is either matched or was too much to wait for', async () => {
    for (let round = 0; round < 6; round++) {
      await renew()
      const { billId, threadId } = await bought()
      const key = randomUUID()
      const said = () => say(wanted(billId, { requestId: key }))
      const both = round % 2 ? [said(), refunded(threadId, '20.00')] : [refunded(threadId, '20.00'), said()]
      await Promise.all(both)
      const { watch, left } = await termsOf(billId)
      expect(left).toBe('0')
      // Either order is right; what is never right is one that waits for what has come.
      expect(watch === null || watch.status === 'arrived').toBe(true)
      const again = await said()
      if (watch) expect(again).toMatchObject({ code: 1, data: { id: watch.id, status: 'arrived' } })
      else expect(again).toMatchObject({ code: 1416, data: { reason: 'refunded' } })
    }
  })
})
