import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import { cards, detail } from '../../../src/contract/card.ts'
import * as control from '../../../src/contract/card-control.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import {
  ask,
  moneyOf,
  openedCard,
  posting,
  question,
  type TestCard,
  tellEvent,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import {
  atIssuer,
  begin,
  cardWith,
  customer,
  lose,
  noticesOf,
  tested,
  to,
} from '../../fixtures/cards/controlled.ts'

beforeAll(begin)
afterAll(() => tested.close())

async function billsOf(card: TestCard) {
  const input = { pageSize: 100, page: 1, cardOutId: card.cardId }
  return (await tested.succeed(userBill, input, customer.token)).list
}

const close = (card: TestCard, fields: object = {}) =>
  tested.send(
    control.closeCard,
    { id: card.cardId, pin: testPin, requestId: randomUUID(), ...fields },
    customer.token,
  )

describe('a card that is closed', () => {
  test('stands after those in use, however new it is', async () => {
    const kept = await cardWith('10')
    const closed = await openedCard(tested, customer, { rechargeAmount: '10' })
    const listed = async (page: number) =>
      (await tested.succeed(cards, { pageSize: 1, page }, customer.token)).list[0]?.id
    expect(await listed(1)).toBe(closed.cardId)
    await to(closed, 'closed')
    expect([await listed(1), await listed(2)]).toEqual([kept.cardId, closed.cardId])
  })
})

describe('closing a card', () => {
  test('is refused with a wrong PIN, below zero, when we froze it and when it is closed; nothing moves', async () => {
    const card = await cardWith('20')
    const before = await moneyOf(tested, customer, card)
    expect(await close(card, { pin: 'wrong-pin' })).toMatchObject({ key: 'pin_incorrect' })
    await to(card, 'frozen_risk')
    expect(await close(card)).toMatchObject({ key: 'card_frozen' })
    expect(await lose(card)).toMatchObject({ key: 'card_frozen' })
    await to(card, 'closed')
    expect(await close(card)).toMatchObject({ key: 'card_closed' })
    expect(await lose(card)).toMatchObject({ key: 'card_closed' })
    expect(await moneyOf(tested, customer, card)).toEqual(before)

    const owing = await cardWith('10')
    await tellEvent(tested, 'clearing.posted', posting(owing, '12.00', { final: true }))
    expect(await close(owing)).toMatchObject({ key: 'balance_negative', data: { missing: '2.06' } })
    expect(await tested.succeed(detail, { id: owing.cardId }, customer.token)).toMatchObject({
      status: 'negative',
    })
    await tested.work()
    expect(tested.issuer.calls).not.toContain('close')
  })

  test('moves what is free in one transfer; what is on hold follows as it is released', async () => {
    const card = await cardWith('100')
    const [gone, kept] = [question(card, { amount: '20.00' }), question(card, { amount: '30.00' })]
    for (const asked of [gone, kept]) await ask(tested, asked)
    const before = await moneyOf(tested, customer, card)
    const requestId = randomUUID()
    const closed = await close(card, { requestId })
    expect(closed).toMatchObject({
      code: 1,
      data: { returned: '49.75', held: '50.25', billId: expect.any(String), card: { status: 'closed' } },
    })
    expect(await close(card, { requestId })).toEqual(closed)
    const after = await moneyOf(tested, customer, card)
    expect([after.card, after.held, after.wallet - before.wallet]).toEqual([5025n, 5025n, 49_750_000n])
    expect(await ask(tested, question(card, { amount: '1.00' }))).toMatchObject({ reason: 'card_closed' })
    expect((await billsOf(card)).filter(({ type }) => type === 'transfer')).toMatchObject([
      { amount: '49.75', currency: 'USDT', status: 'done', remark: { from: card.last4, to: 'wallet' } },
    ])
    expect((await noticesOf('cardState'))[0]?.params).toEqual({
      status: 'closed',
      last4: card.last4,
      amount: '49.75',
      currency: 'USDT',
    })

    const { threadId, cardId } = gone
    await tellEvent(tested, 'authorization.reversed', { threadId, cardId, amount: '20.00' })
    const freed = await moneyOf(tested, customer, card)
    expect([freed.card, freed.held, freed.wallet - after.wallet]).toEqual([3015n, 3015n, 20_100_000n])
    expect((await noticesOf('cardTransfer'))[0]?.params).toMatchObject({ what: 'freed', amount: '20.1' })
    const clearing = posting(card, '25.00', { threadId: kept.threadId, final: true })
    await tellEvent(tested, 'clearing.posted', clearing)
    const cleared = await moneyOf(tested, customer, card)
    expect([cleared.card, cleared.held, cleared.wallet - freed.wallet]).toEqual([0n, 0n, 5_020_000n])
    await tellEvent(tested, 'refund.posted', posting(card, '25.00', { threadId: kept.threadId }))
    const refunded = await moneyOf(tested, customer, card)
    expect([refunded.card, refunded.wallet - cleared.wallet]).toEqual([0n, 25_000_000n])
    expect((await billsOf(card)).filter(({ type }) => type === 'transfer')).toHaveLength(3)
  })

  test('is told to the issuer until it has surely answered', async () => {
    const card = await cardWith('10')
    await workLater(tested)
    tested.issuer.behaveAt('close', 'does nothing and is not heard', 2)
    expect(await close(card)).toMatchObject({ code: 1 })
    for (let time = 0; time < 2; time++) {
      await workLater(tested)
      expect(atIssuer(card)?.state).toBe('active')
    }
    await workLater(tested)
    expect(atIssuer(card)?.state).toBe('closed')
    const { calls } = tested.issuer
    const before = calls.length
    await workLater(tested)
    expect(calls).toHaveLength(before)
  })

  test('of an empty card moves nothing, and has no row for it', async () => {
    const card = await cardWith('0')
    expect(await close(card)).toMatchObject({ data: { returned: '0', held: '0', billId: null } })
    expect((await billsOf(card)).filter(({ type }) => type === 'transfer')).toEqual([])
  })

  test('by the issuer brings its money to the wallet too', async () => {
    const card = await cardWith('10')
    const before = await moneyOf(tested, customer, card)
    await tellEvent(tested, 'card.updated', { cardId: card.issuerCardId, state: 'closed' })
    const after = await moneyOf(tested, customer, card)
    expect([after.card, after.wallet - before.wallet]).toEqual([0n, 10_000_000n])
  })

  test('twenty times at once closes it once', async () => {
    const card = await cardWith('10')
    const before = await moneyOf(tested, customer, card)
    const answers = await Promise.all(Array.from({ length: 20 }, () => close(card)))
    expect(answers.filter(answer => 'code' in answer && answer.code === 1)).toHaveLength(1)
    const after = await moneyOf(tested, customer, card)
    expect([after.card, after.wallet - before.wallet]).toEqual([0n, 10_000_000n])
  })
})
