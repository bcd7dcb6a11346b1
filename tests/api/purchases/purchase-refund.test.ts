import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import {
  begin,
  billsOf,
  cardWith,
  customer,
  money,
  noticesOf,
  purchaseOf,
  rowOf,
  tested,
} from '../../fixtures/cards/buyer.ts'
import { ask, moneyOf, posting, question, shop, tellEvent } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('a refund', () => {
  test('comes back to its card, linked to what it is for; a withdrawn one goes again', async () => {
    const card = await cardWith('100')
    const asked = question(card)
    await ask(tested, asked)
    const { threadId } = asked
    await tellEvent(tested, 'clearing.posted', posting(card, '20.00', { threadId, final: true }))
    await tellEvent(tested, 'refund.posted', posting(card, '5.00', { threadId }))
    expect(await money(card)).toEqual([10000n - 2010n + 500n, 0n])
    expect(await purchaseOf(threadId)).toMatchObject({ status: 'posted', refunded: 500n })
    const part = { amount: '-15', authorized: '20', cleared: '20', refunded: '5', status: 'posted' }
    expect(await rowOf(card)).toMatchObject(part)
    await tellEvent(tested, 'refund.posted', posting(card, '15.00', { threadId }))
    expect(await purchaseOf(threadId)).toMatchObject({ status: 'refunded', refunded: 2000n })
    await tellEvent(tested, 'refund.reversed', posting(card, '15.00', { threadId }))
    expect(await money(card)).toEqual([10000n - 2010n + 500n, 0n])
    expect(await billsOf(card)).toEqual([
      'refund -15 done',
      'refund 15 done',
      'refund 5 done',
      'consume -20 done',
    ])
  })

  test('taken back by the merchant is told, and may leave the card below zero', async () => {
    const card = await cardWith('10')
    await tellEvent(tested, 'clearing.posted', posting(card, '9.00', { final: true }))
    const refund = posting(card, '9.00')
    await tellEvent(tested, 'refund.posted', refund)
    await tellEvent(tested, 'clearing.posted', posting(card, '9.00', { final: true }))
    const before = await money(card)
    await tellEvent(tested, 'refund.reversed', posting(card, '9.00', { threadId: refund.id }))
    expect(await money(card)).toEqual([(before[0] ?? 0n) - 900n, 0n])
    expect((await money(card))[0]).toBeLessThan(0n)
    expect((await noticesOf('consume'))[0]).toMatchObject({
      params: { what: 'refundWithdrawn', amount: '9', merchant: shop.name },
    })
    expect((await noticesOf('cardState'))[0]).toMatchObject({
      params: { status: 'negative', last4: card.last4 },
    })
  })

  test('while a dispute is open is labelled so, and so is its end', async () => {
    const card = await cardWith('100')
    const asked = question(card)
    await ask(tested, asked)
    const { threadId } = asked
    await tellEvent(tested, 'clearing.posted', posting(card, '20.00', { threadId, final: true }))
    await tellEvent(tested, 'dispute.credited', posting(card, '20.00', { threadId }))
    expect(await money(card)).toEqual([10000n - 10n, 0n])
    expect((await noticesOf('refundArrival'))[0]).toMatchObject({ params: { to: 'dispute-card' } })
    await tellEvent(tested, 'dispute.reversed', posting(card, '20.00', { threadId }))
    expect(await money(card)).toEqual([10000n - 2010n, 0n])
    expect((await noticesOf('consume'))[0]).toMatchObject({ params: { what: 'disputeReversed' } })
    const page = { pageSize: 9, page: 1, cardOutId: card.cardId, type: 'refund' }
    const { list } = await tested.succeed(userBill, page, customer.token)
    expect(list).toMatchObject([
      { amount: '-20', remark: { dispute: 'yes', withdrawn: 'yes' } },
      { amount: '20', remark: { dispute: 'yes' } },
    ])
    expect(list[1]?.remark.withdrawn).toBeUndefined()
  })

  test('without a purchase is a row of its own', async () => {
    const card = await cardWith('10')
    await tellEvent(tested, 'refund.posted', posting(card, '7.00'))
    expect(await money(card)).toEqual([1700n, 0n])
    expect(await billsOf(card)).toEqual(['refund 7 done'])
    const { list } = await tested.succeed(
      userBill,
      { pageSize: 1, page: 1, cardOutId: card.cardId },
      customer.token,
    )
    expect(await rowOf(card)).toMatchObject({
      ...{ amount: '7', status: 'refunded', authorized: '0', cleared: '0', clearings: 0, refunded: '7' },
      ...{ isForced: false, billId: list[0]?.id },
    })
  })

  test('of a closed card repays what the card owes and goes to the wallet, with a message', async () => {
    const card = await cardWith('10')
    await tellEvent(tested, 'clearing.posted', posting(card, '12.00', { final: true }))
    await tellEvent(tested, 'card.updated', { cardId: card.issuerCardId, state: 'closed' })
    expect((await noticesOf('cardState'))[0]).toMatchObject({ params: { status: 'closed' } })
    const before = await moneyOf(tested, customer, card)
    expect(before.card).toBe(-206n)
    await tellEvent(tested, 'refund.posted', posting(card, '12.00'))
    const after = await moneyOf(tested, customer, card)
    expect([after.card, after.wallet - before.wallet]).toEqual([0n, 9_940_000n])
    expect((await noticesOf('refundArrival'))[0]).toMatchObject({ params: { to: 'both', amount: '12' } })
    expect(await billsOf(card)).toEqual(['refund 9.94 done', 'refund 2.06 done', 'consume -12 done'])
  })
  test.each([
    ['taken', [-2075n, 0n]],
    ['released', [0n, 69_700_000n]],
  ] as const)(
    'of a closed card stays there while more is on hold than it holds, until that is %s',
    async (end, [cardMinor, gainedMinor]) => {
      const card = await cardWith('100')
      const asked = question(card, { amount: '90.00' })
      await ask(tested, asked)
      const { threadId } = asked
      await tellEvent(tested, 'clearing.posted', posting(card, '60.00', { final: true }))
      await tellEvent(tested, 'card.updated', { cardId: card.issuerCardId, state: 'closed' })
      const before = await moneyOf(tested, customer, card)
      expect([before.card, before.held]).toEqual([3970n, 9045n])
      await tellEvent(tested, 'refund.posted', posting(card, '30.00'))
      expect(await moneyOf(tested, customer, card)).toEqual({ ...before, card: 6970n })
      expect((await noticesOf('refundArrival'))[0]).toMatchObject({ params: { to: 'card', amount: '30' } })
      if (end === 'taken') {
        await tellEvent(tested, 'clearing.posted', posting(card, '90.00', { threadId, final: true }))
      } else await tellEvent(tested, 'authorization.expired', { threadId, cardId: card.issuerCardId })
      const after = await moneyOf(tested, customer, card)
      expect([after.card, after.wallet - before.wallet]).toEqual([cardMinor, gainedMinor])
    },
  )
})
