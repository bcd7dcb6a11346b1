import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detail as billDetail, userBill } from '../../src/contract/bill.ts'
import { cardTranscationList, detail } from '../../src/contract/card.ts'
import { freeze } from '../../src/contract/card-control.ts'
import { lockCard } from '../../src/server/cards/cards.ts'
import { setLimits } from '../../src/server/cards/limits.ts'
import { transaction } from '../../src/server/database.ts'
import { takeBack } from '../../src/server/hooks/authorization.ts'
import { authorizationRequest } from '../../src/server/hooks/issuer-words.ts'
import { handleIssuerEvent } from '../../src/server/jobs/issuer-event.ts'
import { wordsOf } from '../../src/server/messages/words.ts'
import {
  ask,
  type CardWorld,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
  sendHook,
  shop,
  signatureOf,
  startCardWorld,
  type TestCard,
  tellEvent,
  timePasses,
  workLater,
} from './cardholder.ts'
import type { TestCustomer } from './customer.ts'

let tested: CardWorld
let customer: TestCustomer
beforeAll(async () => {
  tested = await startCardWorld()
  customer = await readyCustomer(tested, '100000')
})
afterAll(() => tested.close())

/** Another card of the customer, with that much on it; earlier ones make room. */
async function cardWith(usd: string, cardTypeId = 'celadon'): Promise<TestCard> {
  await tested.world.db
    .updateTable('cards')
    .set({ status: 'closed' })
    .where('status', '<>', 'closed')
    .execute()
  return await openedCard(tested, customer, { rechargeAmount: usd, cardTypeId })
}

async function purchaseOf(threadId: string) {
  const row = await tested.world.db
    .selectFrom('purchases')
    .selectAll()
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  return {
    status: row.status,
    asked: row.asked_minor,
    cleared: row.cleared_minor,
    refunded: row.refunded_minor,
    fee: row.fee_minor,
  }
}

async function billsOf(card: TestCard) {
  const input = { pageSize: 100, page: 1, cardOutId: card.cardId }
  const { list } = await tested.succeed(userBill, input, customer.token)
  return list.filter(({ type }) => type !== 'topUp' && type !== 'openCard' && type !== 'fee').map(brief)
}
const brief = ({ type, amount, status }: { type: string; amount: string; status: string }) =>
  `${type} ${amount} ${status}`

/** The only purchase of a card, as its list tells of it. */
async function rowOf({ cardId }: TestCard) {
  const { list } = await tested.succeed(
    cardTranscationList,
    { pageSize: 10, page: 1, cardId },
    customer.token,
  )
  expect(list).toHaveLength(1)
  return list[0]
}

const noticesOf = (noticeType: 'declined' | 'consume' | 'refundArrival' | 'cardState') =>
  tested.world.db
    .selectFrom('messages')
    .select(['id', 'notice_type', 'params', 'action'])
    .where('user_id', '=', customer.userId)
    .where('notice_type', '=', noticeType)
    .orderBy('id', 'desc')
    .execute()

const money = (card: TestCard) => moneyOf(tested, customer, card).then(({ card, held }) => [card, held])

describe('a hook is refused', () => {
  test('without a good signature, and nothing is kept', async () => {
    const body = JSON.stringify(question({ issuerCardId: 'card' }))
    const secret = tested.world.config.ISSUER_WEBHOOK_SECRET
    const old = new Date(Date.now() - 301_000)
    for (const headers of [{}, signatureOf(secret, `${body} `), signatureOf(secret, body, old)]) {
      for (const path of ['authorization', 'events']) {
        const response = await tested.http.inject({
          method: 'POST',
          url: `/hooks/issuer/${path}`,
          payload: body,
          headers: { 'content-type': 'application/json', ...headers },
        })
        expect([response.statusCode, response.body]).toEqual([401, ''])
      }
    }
    expect(await tested.world.db.selectFrom('issuer_events').select('id').execute()).toEqual([])
  })

  test('when it makes no sense', async () => {
    for (const amount of ['-1.00', '1e3', '20.001', 20, null]) {
      const response = await sendHook(tested, 'authorization', question({ issuerCardId: 'card' }, { amount }))
      expect(response.statusCode).toBe(400)
    }
    expect((await sendHook(tested, 'events', { id: 'evt' })).statusCode).toBe(400)
  })
})

describe('an authorization is declined', () => {
  test('for an unknown card, without a row', async () => {
    const asked = question({ issuerCardId: 'stranger' })
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'security_check' })
  })

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
    await timePasses(tested, card, 1)
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

/** What was told of a card, oldest first. */
async function toldOf({ last4 }: TestCard): Promise<string[]> {
  const notices = [...(await noticesOf('consume')), ...(await noticesOf('refundArrival'))]
  return notices
    .filter(({ params }) => params.last4 === last4)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ notice_type, params }) =>
      [notice_type, params.what ?? params.to, params.amount].filter(Boolean).join(' '),
    )
}

describe('a purchase', () => {
  test('is held with its fees, cleared, and shown on one row with its fee beside it', async () => {
    const card = await cardWith('100')
    const asked = question(card, { amount: '20.00', merchant: { ...shop, country: 'CN' } })
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
    // 0.5 % of consumption and 1.5 % across the border.
    expect(await money(card)).toEqual([10000n, 2040n])
    expect(await billsOf(card)).toEqual(['cardTransaction -20 pending'])
    const shown = await tested.succeed(detail, { id: card.cardId }, customer.token)
    expect(shown).toMatchObject({ balance: '100', frozenAmount: '20.4', available: '79.6' })

    const clearing = posting(card, '20.00', { threadId: asked.threadId, final: true })
    for (let time = 0; time < 3; time++) await tellEvent(tested, 'clearing.posted', clearing)
    expect(await money(card)).toEqual([7960n, 0n])
    const { list } = await tested.succeed(
      userBill,
      { pageSize: 3, page: 1, cardOutId: card.cardId },
      customer.token,
    )
    expect(list).toMatchObject([
      { type: 'fee', amount: '-0.3', remark: { fee: 'crossBorderFee' } },
      { type: 'fee', amount: '-0.1', remark: { fee: 'consumeFee' } },
      { type: 'consume', amount: '-20', fee: '0.4', status: 'done', remark: { merchant: shop.name } },
    ])
    const trail = await tested.succeed(billDetail, { id: list[2]?.id }, customer.token)
    expect(trail.related).toHaveLength(2)
    expect(trail.steps.map(({ what }) => what).slice(0, 2)).toEqual(['authorized', 'cleared'])
    expect(await rowOf(card)).toMatchObject({
      ...{ amount: '-20', fee: '0.4', status: 'posted', country: 'CN', mcc: '5999', reason: null },
      ...{ authorized: '20', held: '0', cleared: '20', clearings: 1, refunded: '0', isForced: false },
      billId: list[2]?.id,
    })
    expect(await toldOf(card)).toEqual(['consume authorized 20'])
  })

  test('is told when it is approved, and again where the sum changed or nothing was taken', async () => {
    const card = await cardWith('200')
    const buy = async (amount: string) => {
      const asked = question(card, { amount })
      await ask(tested, asked)
      return asked
    }
    const { threadId } = await buy('30.00')
    await tellEvent(tested, 'clearing.posted', posting(card, '28.00', { threadId, final: true }))
    const { threadId: second, cardId } = await buy('11.00')
    await tellEvent(tested, 'authorization.reversed', { threadId: second, cardId, amount: '4.00' })
    await tellEvent(tested, 'authorization.expired', { threadId: second, cardId })
    const { threadId: third } = await buy('9.00')
    await tellEvent(tested, 'authorization.reversed', { threadId: third, cardId, amount: '3.00' })
    await tellEvent(tested, 'clearing.posted', posting(card, '9.00', { threadId: third, final: true }))
    await buy('0.00')
    await tellEvent(tested, 'clearing.posted', posting(card, '5.00', { final: true }))
    expect(await toldOf(card)).toEqual([
      'consume authorized 30',
      'consume claimed 28',
      'consume authorized 11',
      'refundArrival released 4',
      'refundArrival released 7',
      'consume authorized 9',
      'refundArrival released 3',
      'consume claimed 9',
      'consume unannounced 5',
    ])
  })

  test('that is raised is told as the same one, and a new one with its fee', async () => {
    const card = await cardWith('100')
    const hotel = question(card, { amount: '40.00' })
    await ask(tested, hotel)
    expect((await noticesOf('consume'))[0]?.params).toMatchObject({ what: 'authorized', fee: '0.2' })
    await ask(tested, { ...hotel, id: `ask_${randomUUID()}`, kind: 'incremental', amount: '10.00' })
    const [raised] = await noticesOf('consume')
    expect(raised?.params).toMatchObject({ what: 'increased', amount: '10', reserved: '50' })
    const told = (lang: 'zh' | 'en') =>
      wordsOf({ noticeType: 'consume', params: raised?.params ?? {} }, lang).content
    expect(told('en')).toContain('50.00 USD is reserved now')
    expect(told('zh')).toContain('这不是新的一笔')
    const part = posting(card, '20.00', { threadId: hotel.threadId, final: false })
    await tellEvent(tested, 'clearing.posted', part)
    await ask(tested, { ...hotel, id: `ask_${randomUUID()}`, kind: 'incremental', amount: '5.00' })
    expect((await noticesOf('consume'))[0]?.params).toMatchObject({ what: 'increased', reserved: '35' })
  })

  test('asked fifty times at once is held once', async () => {
    const card = await cardWith('100')
    const asked = question(card)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(tested, asked)))
    expect(new Set(answers.map(answer => JSON.stringify(answer)))).toEqual(
      new Set(['{"decision":"approved"}']),
    )
    expect(await money(card)).toEqual([10000n, 2010n])
  })

  test('many at once never take more than the card has', async () => {
    const card = await cardWith('100')
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(tested, question(card))))
    expect(answers.filter(({ decision }) => decision === 'approved')).toHaveLength(4)
    expect(await money(card)).toEqual([10000n, 4n * 2010n])
  })

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
      action: `/pages/selectRecharge/selectRecharge?cardId=${card.cardId}`,
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
    await setLimits(tested.world.db, card.cardId, { single: 7000n })
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

  test('of nothing is a check: approved on an empty card too, nothing held', async () => {
    const card = await cardWith('0')
    expect(await ask(tested, question(card, { amount: '0.00' }))).toEqual({ decision: 'approved' })
    expect(await money(card)).toEqual([0n, 0n])
    expect(await billsOf(card)).toEqual(['cardTransaction 0 done'])
    await tested.succeed(freeze, { id: card.cardId }, customer.token)
    expect(await ask(tested, question(card, { amount: '0.00' }))).toMatchObject({ reason: 'card_frozen' })
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

describe('a decision that takes too long', () => {
  /** Somebody else has the card until `release`. */
  async function holdCard({ cardId }: TestCard) {
    let release = () => {}
    const free = new Promise<void>(resolve => {
      release = resolve
    })
    let held = () => {}
    const isHeld = new Promise<void>(resolve => {
      held = resolve
    })
    const done = transaction(tested.world.db, async db => {
      await lockCard(db, cardId)
      held()
      await free
    })
    await isHeld
    return async () => {
      release()
      await done
    }
  }

  /** The issuer's no to a question that it got no answer to. */
  async function denyUnanswered({ id, threadId, cardId, amount }: ReturnType<typeof question>) {
    const no = { threadId, cardId, amount, merchant: shop, reason: 'no_answer', authorizationId: id }
    await tellEvent(tested, 'authorization.declined_by_issuer', no)
  }

  test('gets no answer in time; the purchase is shown as declined, once, and holds nothing', async () => {
    const card = await cardWith('100')
    const release = await holdCard(card)
    const asked = question(card)
    const before = await noticesOf('declined')
    expect((await sendHook(tested, 'authorization', asked)).statusCode).toBe(503)
    await release()
    await expect.poll(() => billsOf(card), { timeout: 10_000 }).toEqual(['cardTransaction -20 declined'])
    await denyUnanswered(asked)
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'issuer_busy' })
    expect(await money(card)).toEqual([10000n, 0n])
    const [told, ...others] = await noticesOf('declined')
    expect(told).toMatchObject({ params: { reason: 'issuer_busy' } })
    expect(others.length).toBe(before.length)
    const billId = (await rowOf(card))?.billId
    const { steps } = await tested.succeed(billDetail, { id: billId }, customer.token)
    expect(steps.map(({ what }) => what)).toEqual(['declined'])
    expect(await ask(tested, question(card))).toEqual({ decision: 'approved' })
  })

  test('and was a yes is taken back by the issuer’s no, when we could not do it ourselves', async () => {
    const card = await cardWith('100')
    const asked = question(card)
    // The commit takes longer than the issuer waits, and taking it back fails, as it does when this node ends.
    await sql`
      create function sleep_late() returns trigger language plpgsql as $$ begin
        if new.id like 'late:%' then raise 'this node has ended'; end if;
        perform pg_sleep(2.2);
        return new;
      end $$;
      create constraint trigger sleep_late after insert on issuer_events deferrable initially deferred
        for each row when (new.type = 'authorization.asked') execute function sleep_late()`.execute(
      tested.world.db,
    )
    expect((await sendHook(tested, 'authorization', asked)).statusCode).toBe(503)
    await expect.poll(() => money(card), { timeout: 10_000 }).toEqual([10000n, 2010n])
    await new Promise(resolve => setTimeout(resolve, 500))
    await sql`drop function sleep_late cascade`.execute(tested.world.db)
    expect(await money(card)).toEqual([10000n, 2010n])
    await denyUnanswered(asked)
    expect(await money(card)).toEqual([10000n, 0n])
    expect(await purchaseOf(asked.threadId)).toMatchObject({ status: 'declined' })
    // Had we done it after all, nothing would be told twice.
    const told = (await noticesOf('declined')).length
    await takeBack(tested.world, { request: authorizationRequest.parse(asked), payload: asked })
    expect(await money(card)).toEqual([10000n, 0n])
    expect((await noticesOf('declined')).length).toBe(told)
  })

  test('is taken back when it was a yes that was committed at the last moment', async () => {
    const card = await cardWith('100')
    const asked = question(card)
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
    expect(await money(card)).toEqual([10000n, 2010n])
    const late = { request: authorizationRequest.parse(asked), payload: asked }
    for (let time = 0; time < 2; time++) await takeBack(tested.world, late)
    expect(await money(card)).toEqual([10000n, 0n])
    expect(await billsOf(card)).toEqual(['cardTransaction -20 declined'])
    expect(await ask(tested, asked)).toEqual({ decision: 'declined', reason: 'issuer_busy' })
    expect(await purchaseOf(asked.threadId)).toMatchObject({ status: 'declined' })
  })
})

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
})

describe('events', () => {
  test('that nobody knows or that make no sense are stored and answered', async () => {
    const card = await cardWith('10')
    const response = await tellEvent(tested, 'moon.full', { cardId: card.issuerCardId })
    expect(response.statusCode).toBe(200)
    const bad = await tellEvent(tested, 'clearing.posted', posting(card, '-5.00', { final: true }))
    expect(bad.statusCode).toBe(200)
    expect(await money(card)).toEqual([1000n, 0n])
  })

  test('about a card that is not known yet wait for it', async () => {
    const clearing = posting({ issuerCardId: 'card_later' } as TestCard, '5.00', { final: true })
    await tellEvent(tested, 'clearing.posted', clearing)
    const card = await cardWith('10')
    await tested.world.db
      .updateTable('cards')
      .set({ issuer_card_id: 'card_later' })
      .where('id', '=', card.cardId)
      .execute()
    await workLater(tested)
    expect(await money(card)).toEqual([1000n - 503n, 0n])
  })

  test('of a question heard of after its clearing still tell how it was paid', async () => {
    const card = await cardWith('10')
    const asked = question(card, { amount: '2.00', channel: 'contactless' })
    const { threadId } = asked
    await tellEvent(tested, 'clearing.posted', posting(card, '2.00', { threadId, final: true }))
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
    const page = { cardId: card.cardId, type: 'contactless', page: 1, pageSize: 10 }
    const { list } = await tested.succeed(cardTranscationList, page, customer.token)
    expect(list).toMatchObject([{ threadId, status: 'posted', cleared: '2' }])
  })

  test('about a state of a card in any order leave the newest; closed stays closed', async () => {
    const card = await cardWith('10')
    const tell = async (state: string, second: number) => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
      const data = { cardId: card.issuerCardId, state }
      await sendHook(tested, 'events', { id: `evt_${randomUUID()}`, type: 'card.updated', at, data })
      await tested.work()
      return (await tested.succeed(detail, { id: card.cardId }, customer.token)).status
    }
    expect(await tell('frozen', 2)).toBe('frozen_risk')
    expect(await tell('active', 1)).toBe('frozen_risk')
    expect(await tell('active', 3)).toBe('active')
    expect(await tell('closed', 4)).toBe('closed')
    expect(await tell('active', 5)).toBe('closed')
  })

  test('survive an end at every statement: one effect', async () => {
    const card = await cardWith('1000')
    const { world } = tested
    let isThrough = false
    let steps = 0
    for (let at = 1; !isThrough; at++) {
      await timePasses(tested, card, 1)
      const asked = question(card, { amount: '1.00' })
      expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
      const eventId = `evt_${randomUUID()}`
      const data = posting(card, '1.00', { threadId: asked.threadId, final: true })
      await sendHook(tested, 'events', {
        id: eventId,
        type: 'clearing.posted',
        at: new Date().toISOString(),
        data,
      })
      let statements = 0
      const mortal = world.db.withPlugin({
        transformQuery({ node }) {
          statements++
          if (statements === at) throw new Error('killed')
          return node
        },
        transformResult: async ({ result }) => result,
      })
      isThrough = await handleIssuerEvent({ ...world, db: mortal }, { eventId }).then(
        () => true,
        () => false,
      )
      await tested.work()
      steps = at
    }
    expect(steps).toBeGreaterThan(10)
    expect(await money(card)).toEqual([100_000n - BigInt(steps) * 101n, 0n])
    const consumed = (await billsOf(card)).filter(bill => bill === 'consume -1 done')
    expect(consumed).toHaveLength(steps)
  })
})
