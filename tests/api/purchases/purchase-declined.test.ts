import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detail as billDetail, userBill } from '../../../src/contract/bill.ts'
import { freeze } from '../../../src/contract/card-control.ts'
import { wordsOf } from '../../../src/server/messages/words/words.ts'
import {
  begin,
  billsOf,
  cardWith,
  customer,
  money,
  noticesOf,
  rowOf,
  tested,
} from '../../fixtures/cards/buyer.ts'
import { ask, question, shop, tellEvent } from '../../fixtures/cards/cardholder.ts'
import { timePasses } from '../../fixtures/cards/dated.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('an authorization is declined', () => {
  test('for an unknown card, without a row', async () => {
    const asked = question({ issuerCardId: 'stranger' })
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'security_check' })
  })

  test.each(['Kiln\u0000 & Co', 'Kiln\ud83d & Co'])(
    'when it says %j, which cannot be kept: at once, and shown as far as it can be read',
    async name => {
      const card = await cardWith('100')
      const asked = question(card, { merchant: { ...shop, name }, note: { 'a\u0000': ['b\u0000'] } })
      for (let time = 0; time < 2; time++)
        expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'security_check' })
      expect(await money(card)).toEqual([10000n, 0n])
      expect(await billsOf(card)).toEqual(['cardTransaction -20 declined'])
      expect(await rowOf(card)).toMatchObject({ merchant: 'Kiln\ufffd & Co', reason: 'security_check' })
      const kept = await tested.world.db
        .selectFrom('issuer_events')
        .select('payload')
        .where('id', '=', asked.id)
        .executeTakeFirstOrThrow()
      expect(kept.payload).toMatchObject({ amount: '20.00', note: { 'a\ufffd': ['b\ufffd'] } })
    },
  )

  test('for lack of money after fees, with the way to mend it', async () => {
    const card = await cardWith('20')
    const asked = question(card, { amount: '20.00' })
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'no_money' })
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'no_money' })
    expect(await money(card)).toEqual([2000n, 0n])
    expect(await billsOf(card)).toEqual(['cardTransaction -20 declined'])
    const [notice] = await noticesOf('declined')
    expect(notice).toMatchObject({
      params: { amount: '20', merchant: shop.name, reason: 'no_money', last4: card.last4 },
      action: `/pages/rechargeCard2/rechargeCard2?cardId=${card.cardId}`,
    })
    expect(await ask(tested, question(card, { amount: '19.90' }))).toEqual({ decision: 'approved' })
  })

  test('for the limit of one purchase, which is never told as no money', async () => {
    const card = await cardWith('20')
    const asked = question(card, { amount: '5000.01' })
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'limit_single' })
    const [notice] = await noticesOf('declined')
    expect(notice?.params).toMatchObject({ reason: 'limit_single', limit: '5000' })
    expect(notice?.params.used).toBeUndefined()
  })

  test('for the limit of a day, with the limit and what was used of it', async () => {
    const card = await cardWith('100')
    await tested.world.db
      .updateTable('cards')
      .set({ limit_day_minor: 5000n })
      .where('id', '=', card.cardId)
      .execute()
    expect(await ask(tested, question(card, { amount: '40.50' }))).toEqual({ decision: 'approved' })
    const asked = question(card, { amount: '10.00' })
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'limit_day' })
    const [notice] = await noticesOf('declined')
    expect(notice?.params).toMatchObject({ reason: 'limit_day', limit: '50', used: '40.5', currency: 'USD' })
    const page = { pageSize: 1, page: 1, cardOutId: card.cardId, type: 'cardTransaction' }
    const { list } = await tested.succeed(userBill, page, customer.token)
    const trail = await tested.succeed(billDetail, { id: list[0]?.id }, customer.token)
    expect(trail.steps).toMatchObject([
      { what: 'declined', detail: { amount: '10', reason: 'limit_day', limit: '50', used: '40.5' } },
    ])
  })

  test('after ten within a minute, and no longer when the minute is over', async () => {
    const card = await cardWith('100')
    for (let time = 0; time < 10; time++)
      expect(await ask(tested, question(card, { amount: '0.00' }))).toEqual({ decision: 'approved' })
    const asked = question(card, { amount: '1.00' })
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'velocity' })
    expect((await noticesOf('declined'))[0]).toMatchObject({ params: { reason: 'velocity' } })
    await timePasses(tested, card, 1 / 60)
    expect(await ask(tested, question(card, { amount: '1.00' }))).toEqual({ decision: 'approved' })
  })

  test('from the moment the card is frozen, though a hold may still grow', async () => {
    const card = await cardWith('100')
    const hotel = question(card, { amount: '40.00' })
    expect(await ask(tested, hotel)).toEqual({ decision: 'approved' })
    await tested.succeed(freeze, { id: card.cardId }, customer.token)
    expect(await ask(tested, question(card))).toEqual({ decision: 'declined', reason: 'card_frozen' })
    const more = { ...hotel, id: `ask_${randomUUID()}`, kind: 'incremental', amount: '10.00' }
    expect(await ask(tested, more)).toEqual({ decision: 'approved' })
    expect(await money(card)).toEqual([10000n, 5025n])
  })
})

describe('a card that the issuer froze', () => {
  test('is told as one that the customer cannot unfreeze, whoever declines', async () => {
    const card = await cardWith('100')
    const { issuerCardId: cardId } = card
    await tellEvent(tested, 'card.updated', { cardId, state: 'frozen' })
    expect(await ask(tested, question(card))).toEqual({ decision: 'declined', reason: 'card_held' })
    const threadId = `thread_${randomUUID()}`
    const denied = { threadId, cardId, amount: '5.00', merchant: shop, reason: 'card_frozen' }
    await tellEvent(tested, 'authorization.declined_by_issuer', denied)
    const told = { params: { reason: 'card_held' }, action: '/pages/service/service' }
    expect((await noticesOf('declined')).slice(0, 2)).toMatchObject([told, told])
    const page = { pageSize: 2, page: 1, cardOutId: card.cardId, type: 'cardTransaction' }
    const { list } = await tested.succeed(userBill, page, customer.token)
    expect(list.map(({ remark }) => remark.reason)).toEqual(['card_held', 'card_held'])
  })
})

describe('a purchase that the issuer declines by itself', () => {
  test.each([
    ['mcc_blocked', 'category_blocked', () => '/pages/service/service', /type of merchant/],
    ['3ds_missing', 'three_ds_missing', () => '/pages/service/service', /did not ask for 3-D Secure/],
    [
      '3ds_failed',
      'three_ds_failed',
      (id: string) => `/pages/motifyCardPhone/motifyCardPhone?id=${id}`,
      /not completed in time/,
    ],
    [
      'a_word_of_tomorrow',
      'security_check',
      (id: string) => `/pages/cardDetail/cardDetail?id=${id}&open=reveal`,
      /security/,
    ],
  ])(
    'for %s says %s on its rows, in its message and trail, with the way to mend it',
    async (word, reason, way, words) => {
      const card = await cardWith('100')
      const threadId = `thread_${randomUUID()}`
      const denied = { threadId, cardId: card.issuerCardId, amount: '5.00', merchant: shop, reason: word }
      await tellEvent(tested, 'authorization.declined_by_issuer', denied)
      expect((await noticesOf('declined'))[0]).toMatchObject({ params: { reason }, action: way(card.cardId) })
      const told = wordsOf(
        { noticeType: 'declined', params: (await noticesOf('declined'))[0]?.params ?? {} },
        'en',
      )
      expect(told.content).toMatch(words)
      const page = { pageSize: 1, page: 1, cardOutId: card.cardId, type: 'cardTransaction' }
      const { list } = await tested.succeed(userBill, page, customer.token)
      expect(list).toMatchObject([{ status: 'declined', remark: { reason } }])
      const { steps } = await tested.succeed(billDetail, { id: list[0]?.id }, customer.token)
      expect(steps).toMatchObject([{ what: 'declined', detail: { reason } }])
      expect(await rowOf(card)).toMatchObject({ status: 'declined', reason, billId: list[0]?.id })
      expect(await money(card)).toEqual([10000n, 0n])
    },
  )
})
