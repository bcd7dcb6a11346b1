import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import { detail } from '../../../src/contract/card.ts'
import { lockCard } from '../../../src/server/cards/cards.ts'
import { setLimits } from '../../../src/server/cards/purchases/limits.ts'
import { wordsOf } from '../../../src/server/messages/words/words.ts'
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
import { ask, posting, question, shop, tellEvent } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('a purchase', () => {
  test('cleared for more shows both amounts and may take the card below zero', async () => {
    const card = await cardWith('20')
    const asked = question(card, { amount: '19.00' })
    await ask(tested, asked)
    const clearing = posting(card, '24.00', { threadId: asked.threadId, final: true })
    await tellEvent(tested, 'clearing.posted', clearing)
    expect(await money(card)).toEqual([2000n - 2412n, 0n])
    expect(await tested.succeed(detail, { id: card.cardId }, customer.token)).toMatchObject({
      status: 'negative',
      available: '-4.12',
    })
    const { list } = await tested.succeed(
      userBill,
      { pageSize: 9, page: 1, cardOutId: card.cardId, type: 'consume' },
      customer.token,
    )
    expect(list).toMatchObject([{ amount: '-24', remark: { authorized: '19' } }])
    const both = { amount: '-24', authorized: '19', cleared: '24', clearings: 1, isForced: false }
    expect(await rowOf(card)).toMatchObject(both)
    expect(await ask(tested, question(card, { amount: '0.01' }))).toMatchObject({ reason: 'no_money' })
  })

  test('that takes the card below zero is told once, with the way to recharge it', async () => {
    const card = await cardWith('20')
    const debts = async () =>
      (await noticesOf('cardState')).filter(({ params }) => params.last4 === card.last4)
    const clear = (amount: string) =>
      tellEvent(tested, 'clearing.posted', posting(card, amount, { final: true }))
    await clear('19.00')
    expect(await debts()).toEqual([])
    await clear('5.00')
    await clear('1.00')
    const [debt, ...others] = await debts()
    expect(others).toEqual([])
    expect(debt).toMatchObject({
      params: { status: 'negative', amount: '4.13', currency: 'USD' },
      action: `/pages/cardDetail/cardDetail?id=${card.cardId}&open=repay`,
    })
    for (const lang of ['zh', 'en'] as const)
      expect(wordsOf({ noticeType: 'cardState', params: debt?.params ?? {} }, lang).content).toContain(
        '4.13 USD',
      )
  })

  test('cleared in parts keeps the rest on hold, until the last part', async () => {
    const card = await cardWith('100')
    const asked = question(card, { amount: '60.00' })
    await ask(tested, asked)
    const part = (amount: string, final: boolean) =>
      tellEvent(tested, 'clearing.posted', posting(card, amount, { threadId: asked.threadId, final }))
    await part('20.00', false)
    expect(await money(card)).toEqual([10000n - 2010n, 4020n])
    const first = { amount: '-20', authorized: '60', held: '40', cleared: '20', clearings: 1 }
    expect(await rowOf(card)).toMatchObject(first)
    await part('10.00', true)
    const last = { amount: '-30', authorized: '60', held: '0', cleared: '30', clearings: 2 }
    expect(await rowOf(card)).toMatchObject(last)
    expect(await money(card)).toEqual([10000n - 3015n, 0n])
    expect(await purchaseOf(asked.threadId)).toMatchObject({ status: 'posted', cleared: 3000n, fee: 15n })
    expect(await billsOf(card)).toEqual(['consume -30 done'])
  })

  test('reversed in part and in full gives the money back at once', async () => {
    const card = await cardWith('100')
    const asked = question(card, { amount: '60.00' })
    await ask(tested, asked)
    const { threadId, cardId } = asked
    await tellEvent(tested, 'authorization.reversed', { threadId, cardId, amount: '20.00' })
    expect(await money(card)).toEqual([10000n, 4020n])
    expect(await billsOf(card)).toEqual(['cardTransaction -40 pending'])
    expect(await rowOf(card)).toMatchObject({ amount: '-40', authorized: '60', held: '40', cleared: '0' })
    await tellEvent(tested, 'authorization.reversed', { threadId, cardId, amount: '40.00' })
    expect(await rowOf(card)).toMatchObject({
      amount: '-60',
      authorized: '60',
      held: '0',
      status: 'reversed',
    })
    expect(await money(card)).toEqual([10000n, 0n])
    expect(await billsOf(card)).toEqual(['cardTransaction -60 reversed'])
  })

  test('that expired is given back, and charged all the same when it clears late', async () => {
    const card = await cardWith('100')
    const asked = question(card, { amount: '60.00' })
    await ask(tested, asked)
    await tellEvent(tested, 'authorization.expired', { threadId: asked.threadId, cardId: asked.cardId })
    expect(await money(card)).toEqual([10000n, 0n])
    expect(await billsOf(card)).toEqual(['cardTransaction -60 expired'])
    await tellEvent(
      tested,
      'clearing.posted',
      posting(card, '60.00', { threadId: asked.threadId, final: true }),
    )
    expect(await money(card)).toEqual([10000n - 6030n, 0n])
    expect(await billsOf(card)).toEqual(['consume -60 done'])
  })

  test('that is asked for again after it expired is a decision of its own, and held', async () => {
    const card = await cardWith('100')
    const first = question(card, { amount: '60.00' })
    const { threadId, cardId } = first
    const expire = () => tellEvent(tested, 'authorization.expired', { threadId, cardId })
    const again = () => ask(tested, { ...first, id: `ask_${randomUUID()}`, at: new Date().toISOString() })
    await setLimits(tested.world.db, await lockCard(tested.world.db, card.cardId), { single: 7000n })
    expect(await ask(tested, first)).toEqual({ decision: 'approved' })
    await expire()
    expect(await again()).toEqual({ decision: 'approved' })
    expect(await money(card)).toEqual([10000n, 6030n])
    expect(await billsOf(card)).toEqual(['cardTransaction -60 pending'])
    // A repeat while it is held is the same purchase.
    expect(await again()).toEqual({ decision: 'approved' })
    expect(await money(card)).toEqual([10000n, 6030n])
    await expire()
    expect(await ask(tested, question(card, { amount: '50.00' }))).toEqual({ decision: 'approved' })
    expect(await again()).toEqual({ decision: 'declined', reason: 'no_money' })
    expect(await money(card)).toEqual([10000n, 5025n])
  })

  test('that the issuer declined after our yes is given back and told', async () => {
    const card = await cardWith('100')
    const asked = question(card)
    await ask(tested, asked)
    const { threadId, cardId, amount } = asked
    const data = { threadId, cardId, amount, merchant: shop, reason: 'no_answer' }
    const isOf = { ...data, authorizationId: asked.id }
    await tellEvent(tested, 'authorization.declined_by_issuer', { ...data, authorizationId: 'ask_another' })
    expect(await money(card)).toEqual([10000n, 2010n])
    await tellEvent(tested, 'authorization.declined_by_issuer', isOf)
    expect(await money(card)).toEqual([10000n, 0n])
    expect(await billsOf(card)).toEqual(['cardTransaction -20 declined'])
    expect((await noticesOf('declined'))[0]).toMatchObject({ params: { reason: 'issuer_busy' } })
  })

  test('cleared without having been asked for says so', async () => {
    const card = await cardWith('100')
    await tellEvent(tested, 'clearing.posted', posting(card, '8.00', { final: true }))
    expect(await money(card)).toEqual([10000n - 804n, 0n])
    const page = { pageSize: 9, page: 1, cardOutId: card.cardId, type: 'consume' }
    const { list } = await tested.succeed(userBill, page, customer.token)
    expect(list).toMatchObject([{ amount: '-8', remark: { unannounced: 'yes', authorized: '' } }])
    const forced = { authorized: '0', cleared: '8', clearings: 1, isForced: true, billId: list[0]?.id }
    expect(await rowOf(card)).toMatchObject({ amount: '-8', ...forced })
  })

  test('cleared though it was declined says that nothing was approved', async () => {
    const card = await cardWith('10')
    const asked = question(card, { amount: '12.00' })
    expect(await ask(tested, asked)).toMatchObject({ decision: 'declined' })
    const clearing = posting(card, '12.00', { threadId: asked.threadId, final: true })
    await tellEvent(tested, 'clearing.posted', clearing)
    const forced = { status: 'posted', authorized: '0', cleared: '12', isForced: true, reason: null }
    expect(await rowOf(card)).toMatchObject({ amount: '-12', ...forced })
  })
})
