import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { detail as billDetail, userBill } from '../../src/contract/bill.ts'
import { cards, detail, getCreateCardSuccess } from '../../src/contract/card.ts'
import * as control from '../../src/contract/card-control.ts'
import { convertToMasterBalance, queryTransferIn } from '../../src/contract/wallet.ts'
import { type CardKind, kindById } from '../../src/server/cards/kinds.ts'
import { closeCard } from '../../src/server/jobs/close-card.ts'
import {
  ask,
  type CardWorld,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
  setStatus,
  startCardWorld,
  type TestCard,
  tellEvent,
  timePasses,
  workLater,
} from './cardholder.ts'
import { newCustomer, type TestCustomer, testPin } from './customer.ts'

let tested: CardWorld
let customer: TestCustomer
beforeAll(async () => {
  tested = await startCardWorld()
  customer = await readyCustomer(tested, '100000')
})
afterAll(() => tested.close())

/** Another card of the customer, with that much on it; earlier ones make room. */
async function cardWith(usd: string, owner = customer): Promise<TestCard> {
  await tested.world.db
    .updateTable('cards')
    .set({ status: 'closed' })
    .where('user_id', '=', owner.userId)
    .where('status', 'not in', ['closed', 'lost'])
    .execute()
  return await openedCard(tested, owner, { rechargeAmount: usd })
}

const to = (card: TestCard, status: 'frozen_risk' | 'frozen_user' | 'pin_blocked' | 'closed') =>
  setStatus(tested.world.db, card, status)

const limit = (card: TestCard, input: object = {}) =>
  tested.send(control.cardLimit, { id: card.cardId, ...input }, customer.token)
const rule = (card: TestCard, input: object = {}) =>
  tested.send(control.cardRule, { id: card.cardId, ...input }, customer.token)
const setLimit = (card: TestCard, set: object) =>
  tested.succeed(control.cardLimit, { id: card.cardId, set, pin: testPin }, customer.token)
const setRule = (card: TestCard, set: object) =>
  tested.succeed(control.cardRule, { id: card.cardId, set, pin: testPin }, customer.token)

const noticesOf = (
  noticeType: 'security' | 'cardState' | 'cardTransfer' | 'openCardFail',
  owner = customer,
) =>
  tested.world.db
    .selectFrom('messages')
    .select(['params', 'action'])
    .where('user_id', '=', owner.userId)
    .where('notice_type', '=', noticeType)
    .orderBy('id', 'desc')
    .execute()

async function billsOf(card: TestCard) {
  const input = { pageSize: 100, page: 1, cardOutId: card.cardId }
  return (await tested.succeed(userBill, input, customer.token)).list
}

const open = { online: true, contactless: true, atm: true, abroad: true, countries: null }

describe("a card of somebody else's", () => {
  test('is denied like one that is not there', async () => {
    const card = await cardWith('10')
    const other = await newCustomer(tested)
    const once = { pin: testPin, requestId: randomUUID() }
    const answers = await Promise.all(
      [card.cardId, randomUUID()].map(async id => [
        await tested.send(control.cardViews, { id, pageSize: 10, page: 1 }, other.token),
        await tested.send(control.rename, { id, nickname: 'Mine' }, other.token),
        await tested.send(control.cardLimit, { id }, other.token),
        await tested.send(control.cardRule, { id, set: { online: false } }, other.token),
        await tested.send(control.closeCard, { id, ...once }, other.token),
        await tested.send(control.reportLost, { id, why: 'lost', replace: true, ...once }, other.token),
      ]),
    )
    for (const answer of answers.flat()) expect(answer).toMatchObject({ status: 403 })
    expect(answers[0]).toEqual(answers[1])
    expect(await tested.succeed(detail, { id: card.cardId }, customer.token)).toMatchObject({
      status: 'active',
      nickname: null,
    })
  })
})

describe('a name', () => {
  test('of many lines or characters is refused', async () => {
    const { cardId: id } = await cardWith('10')
    for (const nickname of ['a'.repeat(21), 'a\nb', 7]) {
      const answer = await tested.send(control.rename, { id, nickname }, customer.token)
      expect(answer).toMatchObject({ key: 'input_invalid' })
    }
  })

  test('is given and taken away', async () => {
    const { cardId: id } = await cardWith('10')
    const named = (nickname: string) => tested.succeed(control.rename, { id, nickname }, customer.token)
    expect(await named('  茶 Tea ')).toMatchObject({ id, nickname: '茶 Tea' })
    expect(await named('')).toMatchObject({ nickname: null })
  })
})

describe('looks at the full card', () => {
  test('are listed for its owner, the newest first', async () => {
    const { cardId: id } = await cardWith('10')
    for (let time = 0; time < 3; time++)
      await tested.succeed(control.cardSecret, { id, pin: testPin, proof: randomUUID() }, customer.token)
    const page = { id, pageSize: 2, page: 1 }
    const { list, total } = await tested.succeed(control.cardViews, page, customer.token)
    expect([list.length, total]).toEqual([2, 3])
    expect(list[0]?.device).not.toBe('')
    expect(Date.parse(list[0]?.time ?? '')).toBeGreaterThanOrEqual(Date.parse(list[1]?.time ?? ''))
  })
})

describe('a limit is refused', () => {
  test('above the most of the kind of card, or in parts of a cent', async () => {
    const card = await cardWith('10')
    for (const set of [{ single: '5000.01' }, { day: '10000.01' }, { month: '50000.01' }, { day: '1.001' }]) {
      expect(await limit(card, { set, pin: testPin })).toMatchObject({ key: 'amount_out_of_range' })
    }
    expect(await limit(card, { set: { single: '6000' } })).toMatchObject({ data: { min: '0', max: '5000' } })
    expect(await limit(card)).toMatchObject({ data: [{ own: null }, { own: null }, { own: null }] })
  })

  test('when it is raised without the PIN or with a wrong one', async () => {
    const card = await cardWith('10')
    await tested.succeed(control.cardLimit, { id: card.cardId, set: { single: '20' } }, customer.token)
    for (const single of ['20.01', null]) {
      const answer = await limit(card, { set: { single } })
      expect(answer).toMatchObject({ key: 'input_invalid', data: { fields: { pin: 'required' } } })
      expect(await limit(card, { set: { single }, pin: 'wrong-pin' })).toMatchObject({ key: 'pin_incorrect' })
    }
    expect(await limit(card)).toMatchObject({ data: [{ own: '20' }, {}, {}] })
  })

  test('of a closed card, which still shows what it had', async () => {
    const card = await cardWith('10')
    await to(card, 'closed')
    expect(await limit(card, { set: { single: '1' } })).toMatchObject({ key: 'card_closed' })
    expect(await rule(card, { set: { online: false } })).toMatchObject({ key: 'card_closed' })
    expect(await limit(card)).toMatchObject({ code: 1 })
    expect(await rule(card)).toMatchObject({ code: 1, data: open })
  })
})

describe('a limit', () => {
  test('is lowered freely, holds at once, and is told; setting it again is no news', async () => {
    const card = await cardWith('100')
    const told = (await noticesOf('security')).length
    for (let time = 0; time < 2; time++)
      await tested.succeed(control.cardLimit, { id: card.cardId, set: { single: '15' } }, customer.token)
    expect(await ask(tested, question(card, { amount: '15.01' }))).toMatchObject({ reason: 'limit_single' })
    expect(await ask(tested, question(card, { amount: '15.00' }))).toEqual({ decision: 'approved' })
    const news = await noticesOf('security')
    expect(news).toHaveLength(told + 1)
    expect(news[0]?.params).toMatchObject({ event: 'cardLimits', last4: card.last4 })
  })

  test('counts what is held and cleared in the last 24 hours and 30 days, and nothing else', async () => {
    const card = await cardWith('1000')
    await setLimit(card, { day: '100', month: '150' })
    const used = async () => {
      const limits = await tested.succeed(control.cardLimit, { id: card.cardId }, customer.token)
      return limits.map(({ used }) => used)
    }
    const asked = async (amount: string, reason?: string, more: object = {}) => {
      const one = question(card, { amount, ...more })
      const verdict = reason ? { decision: 'declined', reason } : { decision: 'approved' }
      expect(await ask(tested, one)).toEqual(verdict)
      return one
    }
    const gone = await asked('60.00')
    await asked('40.01', 'limit_day')
    await asked('0.00')
    const { threadId, cardId } = gone
    await tellEvent(tested, 'authorization.reversed', { threadId, cardId, amount: '20.00' })
    expect(await used()).toEqual(['0', '40', '40'])
    await tellEvent(tested, 'authorization.expired', { threadId, cardId })
    expect(await used()).toEqual(['0', '0', '0'])

    const hotel = await asked('60.00')
    await timePasses(tested, card, 25)
    // Of a raise only the raise is new.
    await asked('30.00', undefined, { threadId: hotel.threadId, kind: 'incremental' })
    expect(await used()).toEqual(['0', '30', '90'])
    const clearing = { threadId: hotel.threadId, final: true }
    await tellEvent(tested, 'clearing.posted', posting(card, '85.00', clearing))
    expect(await used()).toEqual(['0', '25', '85'])
    await tellEvent(tested, 'refund.posted', posting(card, '85.00', { threadId: hotel.threadId }))
    expect(await used()).toEqual(['0', '25', '85'])
    await asked('65.01', 'limit_month')
    await asked('65.00')
    await timePasses(tested, card, 24 * 30)
    expect(await used()).toEqual(['0', '0', '0'])
    await asked('100.00')
  })

  test('is raised and lifted with the PIN', async () => {
    const card = await cardWith('100')
    await setLimit(card, { single: '10', day: '20' })
    expect(await setLimit(card, { single: '30', day: null })).toMatchObject([
      { window: 'single', own: '30', most: '5000', used: '0' },
      { window: 'day', own: null, most: '10000' },
      { window: 'month', own: null, most: '50000' },
    ])
    expect(await ask(tested, question(card, { amount: '30.00' }))).toEqual({ decision: 'approved' })
  })

  test('is never told as no money, and leads to where it is set', async () => {
    const card = await cardWith('10')
    await setLimit(card, { single: '15' })
    expect(await ask(tested, question(card, { amount: '20.00' }))).toMatchObject({ reason: 'limit_single' })
    const [notice] = await tested.world.db
      .selectFrom('messages')
      .select('action')
      .where('notice_type', '=', 'declined')
      .where('user_id', '=', customer.userId)
      .orderBy('id', 'desc')
      .execute()
    expect(notice?.action).toBe(`/pages/cardDetail/cardDetail?id=${card.cardId}&open=limits`)
  })

  test('holds for many at once', async () => {
    const card = await cardWith('1000')
    await setLimit(card, { day: '50' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask(tested, question(card, { amount: '10.00' }))),
    )
    expect(answers.filter(({ decision }) => decision === 'approved')).toHaveLength(5)
    expect(answers.filter(({ reason }) => reason === 'limit_day')).toHaveLength(3)
  })
})

describe('where a card pays', () => {
  test('is not widened without the PIN', async () => {
    const card = await cardWith('10')
    await tested.succeed(
      control.cardRule,
      { id: card.cardId, set: { atm: false, countries: ['US'] } },
      customer.token,
    )
    for (const set of [
      { atm: true },
      { countries: null },
      { countries: ['US', 'CN'] },
      { countries: ['CN'] },
    ]) {
      expect(await rule(card, { set })).toMatchObject({ data: { fields: { pin: 'required' } } })
      expect(await rule(card, { set, pin: 'wrong-pin' })).toMatchObject({ key: 'pin_incorrect' })
      // A right PIN in between, so that the wrong ones lock nothing.
      await tested.succeed(
        control.cardSecret,
        { id: card.cardId, pin: testPin, proof: randomUUID() },
        customer.token,
      )
    }
    expect(await rule(card)).toMatchObject({ data: { ...open, atm: false, countries: ['US'] } })
    expect(await rule(card, { set: { countries: ['USA'] } })).toMatchObject({ key: 'input_invalid' })
  })

  test('is narrowed freely and at once, each with a reason and a way to mend it', async () => {
    const card = await cardWith('100')
    const set = { online: false, contactless: false, atm: false }
    await tested.succeed(control.cardRule, { id: card.cardId, set }, customer.token)
    for (const channel of ['online', 'moto', 'contactless', 'atm']) {
      const reason = `channel_${channel === 'moto' ? 'online' : channel}`
      expect(await ask(tested, question(card, { channel }))).toEqual({ decision: 'declined', reason })
    }
    expect(await ask(tested, question(card, { channel: 'chip' }))).toEqual({ decision: 'approved' })
    expect((await noticesOf('security'))[0]?.params).toMatchObject({ event: 'cardRules' })
    expect(await moneyOf(tested, customer, card)).toMatchObject({ card: 10_000n, held: 2010n })

    expect(await setRule(card, { online: true, abroad: false })).toMatchObject({
      online: true,
      abroad: false,
    })
    const abroad = { merchant: { name: 'Kiln', city: 'Jingdezhen', country: 'CN', mcc: '5999' } }
    expect(await ask(tested, question(card, abroad))).toMatchObject({ reason: 'country_not_allowed' })
    await setRule(card, { abroad: true, countries: ['CN', 'CN'] })
    expect(await rule(card)).toMatchObject({ data: { abroad: true, countries: ['CN'] } })
    expect(await ask(tested, question(card))).toMatchObject({ reason: 'country_not_allowed' })
    expect(await ask(tested, question(card, abroad))).toEqual({ decision: 'approved' })
  })
})

const close = (card: TestCard, fields: object = {}) =>
  tested.send(
    control.closeCard,
    { id: card.cardId, pin: testPin, requestId: randomUUID(), ...fields },
    customer.token,
  )
const named = ({ threadId, cardId }: ReturnType<typeof question>) => ({ threadId, cardId })
/** The issuer tells that the date on a card is over. */
const expire = ({ issuerCardId }: TestCard) =>
  tellEvent(tested, 'card.updated', { cardId: issuerCardId, state: 'expired' })
const lose = (card: TestCard, fields: object = {}) =>
  tested.send(
    control.reportLost,
    { id: card.cardId, why: 'lost', replace: false, pin: testPin, requestId: randomUUID(), ...fields },
    customer.token,
  )
const atIssuer = ({ issuerCardId }: { issuerCardId: string }) =>
  [...tested.issuer.cards.values()].find(other => other.issuerCardId === issuerCardId)

describe('a card that has expired', () => {
  test('pays nothing, its money is in the wallet, and its customer is told once and led to its page', async () => {
    const card = await cardWith('100')
    await ask(tested, question(card, { amount: '20.00' }))
    const before = await moneyOf(tested, customer, card)
    for (let times = 0; times < 2; times++) await expire(card)
    const after = await moneyOf(tested, customer, card)
    expect([after.card, after.held, after.wallet - before.wallet]).toEqual([2010n, 2010n, 79_900_000n])
    expect(await ask(tested, question(card, { amount: '1.00' }))).toMatchObject({ reason: 'card_expired' })
    const [newest, ...earlier] = await noticesOf('cardState')
    expect(newest).toEqual({
      params: { status: 'expired', last4: card.last4, amount: '79.9', currency: 'USDT' },
      action: `/pages/cardDetail/cardDetail?id=${card.cardId}`,
    })
    expect(earlier.map(({ params }) => params.last4)).not.toContain(card.last4)
    await tellEvent(tested, 'card.updated', { cardId: card.issuerCardId, state: 'active' })
    expect(await tested.succeed(detail, { id: card.cardId }, customer.token)).toMatchObject({
      status: 'expired',
      available: '0',
    })
  })

  test('lets go of what is released and of refunds, to the wallet; of a debt only what is repaid stays', async () => {
    const [card, owner] = [await cardWith('100'), customer]
    const [gone, kept] = [question(card, { amount: '20.00' }), question(card, { amount: '30.00' })]
    for (const asked of [gone, kept]) await ask(tested, asked)
    await expire(card)
    const before = await moneyOf(tested, owner, card)
    await tellEvent(tested, 'authorization.expired', { threadId: gone.threadId, cardId: gone.cardId })
    const freed = await moneyOf(tested, owner, card)
    expect([freed.card, freed.held, freed.wallet - before.wallet]).toEqual([3015n, 3015n, 20_100_000n])
    await tellEvent(
      tested,
      'clearing.posted',
      posting(card, '32.00', { threadId: kept.threadId, final: true }),
    )
    expect((await moneyOf(tested, owner, card)).card).toBe(-201n)
    await tellEvent(tested, 'refund.posted', posting(card, '32.00', { threadId: kept.threadId }))
    const refunded = await moneyOf(tested, owner, card)
    expect([refunded.card, refunded.held, refunded.wallet - freed.wallet]).toEqual([0n, 0n, 29_990_000n])
  })

  test('while the issuer had frozen it keeps its money until the issuer lets go or closes it', async () => {
    for (const end of ['closed', 'active']) {
      const card = await cardWith('100')
      const [asked, { issuerCardId }] = [question(card, { amount: '20.00' }), card]
      await ask(tested, asked)
      await tellEvent(tested, 'card.updated', { cardId: issuerCardId, state: 'frozen' })
      const before = await moneyOf(tested, customer, card)
      await expire(card)
      await tellEvent(tested, 'authorization.reversed', { ...named(asked), amount: '20.00' })
      await tellEvent(tested, 'refund.posted', posting(card, '5.00'))
      expect((await noticesOf('cardState'))[0]?.params).toEqual({ status: 'expiredHeld', last4: card.last4 })
      const out = {
        cardId: card.cardId,
        currency: 'USDT',
        amount: '1',
        pin: testPin,
        requestId: randomUUID(),
      }
      const refused = await tested.send(convertToMasterBalance, out, customer.token)
      expect(refused).toMatchObject({ key: 'card_frozen' })
      expect(await moneyOf(tested, customer, card)).toEqual({ ...before, card: 10_500n, held: 0n })
      for (let times = 0; times < 2; times++)
        await tellEvent(tested, 'card.updated', { cardId: issuerCardId, state: end })
      const after = await moneyOf(tested, customer, card)
      expect([after.card, after.wallet - before.wallet]).toEqual([0n, 105_000_000n])
      expect((await noticesOf('cardTransfer'))[0]?.params).toMatchObject({ what: 'freed', amount: '105' })
      const { status } = await tested.succeed(detail, { id: card.cardId }, customer.token)
      expect(status).toBe('expired')
    }
  })

  test('makes room for another one, and takes no money any more', async () => {
    const owner = await readyCustomer(tested, '200')
    for (let count = 0; count < 4; count++) await openedCard(tested, owner)
    const card = await openedCard(tested, owner)
    await expire(card)
    await openedCard(tested, owner)
    const input = { cardId: card.cardId, currency: 'USDT', chain: 'ERC20' }
    expect(await tested.send(queryTransferIn, input, owner.token)).toMatchObject({ key: 'card_closed' })
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

/** Reported with a wish for another, the card is blocked and no other is ordered. */
async function expectBlockedAlone(card: TestCard) {
  const before = await ordersOf(customer)
  const input = { replace: true, requestId: randomUUID() }
  const lost = await lose(card, input)
  expect(lost).toMatchObject({ data: { card: { status: 'lost' }, returned: '10', orderId: null } })
  expect(await lose(card, input)).toEqual(lost)
  expect(await ask(tested, question(card, { amount: '1.00' }))).toMatchObject({ reason: 'card_closed' })
  await workLater(tested)
  expect(atIssuer(card)).toMatchObject({ state: 'closed', reportedAs: 'lost' })
  expect(await ordersOf(customer)).toEqual(before)
}

const ordersOf = ({ userId }: TestCustomer) =>
  tested.world.db.selectFrom('card_orders').select('id').where('user_id', '=', userId).orderBy('id').execute()

describe('a lost card', () => {
  test.each(['frozen_user', 'pin_blocked'] as const)('that is %s is blocked at once', async status => {
    const card = await cardWith('10')
    await to(card, status)
    tested.issuer.behaveAt('reportLost', 'does nothing and is not heard')
    expect(await lose(card, { why: 'stolen' })).toMatchObject({
      data: { card: { status: 'lost' }, returned: '10', held: '0', orderId: null },
    })
    expect(await ask(tested, question(card, { amount: '1.00' }))).toMatchObject({ reason: 'card_closed' })
    expect((await noticesOf('cardState'))[0]?.params).toMatchObject({ status: 'lost', amount: '10' })
    await workLater(tested)
    await workLater(tested)
    expect(atIssuer(card)).toMatchObject({ state: 'closed', reportedAs: 'stolen' })
    expect(tested.issuer.calls.at(-1)).toBe('reportLost')
  })

  test('that owes keeps its debt, and a refund repays it first', async () => {
    const card = await cardWith('10')
    await tellEvent(tested, 'clearing.posted', posting(card, '12.00', { final: true }))
    const before = await moneyOf(tested, customer, card)
    expect(await lose(card)).toMatchObject({ data: { returned: '0', billId: null } })
    expect(await moneyOf(tested, customer, card)).toEqual(before)
    await tellEvent(tested, 'refund.posted', posting(card, '3.00'))
    const after = await moneyOf(tested, customer, card)
    expect([after.card, after.wallet - before.wallet]).toEqual([0n, 940_000n])
  })

  test('that is physical is blocked though it is not replaced without an address', async () => {
    const card = await cardWith('10')
    await tested.world.db
      .updateTable('cards')
      .set({ card_type_id: 'celadon-physical', order_id: null, parent_card_id: card.cardId })
      .where('id', '=', card.cardId)
      .execute()
    await expectBlockedAlone(card)
  })

  test('of a kind that is off is blocked though it is not replaced', async () => {
    const card = await cardWith('10')
    const kind = kindById('celadon') as CardKind
    kind.status = 'disable'
    onTestFinished(() => {
      kind.status = 'enable'
    })
    await expectBlockedAlone(card)
  })

  test('is replaced for free, once the issuer has closed it', async () => {
    const owner = await readyCustomer(tested, '100')
    const others = []
    for (let count = 0; count < 4; count++) others.push(await openedCard(tested, owner))
    const card = await openedCard(tested, owner, { rechargeAmount: '10' })
    await tested.succeed(control.rename, { id: card.cardId, nickname: 'Tea' }, owner.token)
    const before = await moneyOf(tested, owner)
    tested.issuer.behaveAt('reportLost', 'does it and is not heard')
    tested.issuer.calls.length = 0
    const input = { id: card.cardId, why: 'lost', replace: true, pin: testPin, requestId: randomUUID() }
    const lost = await tested.succeed(control.reportLost, input, owner.token)
    const orderId = lost.orderId ?? ''
    await tested.work()
    expect(tested.issuer.calls).toEqual(['reportLost'])
    expect(await tested.succeed(getCreateCardSuccess, { orderId }, owner.token)).toMatchObject({
      status: 'opening',
      total: '0',
    })
    await workLater(tested)
    expect(tested.issuer.calls).toEqual(['reportLost', 'reportLost', 'createCard'])
    const opened = await tested.succeed(getCreateCardSuccess, { orderId }, owner.token)
    expect(opened.status).toBe('success')
    const another = await tested.succeed(detail, { id: opened.id }, owner.token)
    expect(another).toMatchObject({ status: 'active', nickname: 'Tea', cardTypeId: 'celadon', balance: '0' })
    expect(tested.issuer.cards.get(orderId)?.replacesIssuerCardId).toBe(card.issuerCardId)
    expect((await moneyOf(tested, owner)).wallet - before.wallet).toBe(10_000_000n)
    const { list } = await tested.succeed(userBill, { pageSize: 2, page: 1 }, owner.token)
    expect(list).toMatchObject([
      { type: 'transfer', amount: '10' },
      { type: 'openCard', amount: '0', status: 'done', remark: { replaces: card.last4 } },
    ])
    const { list: mine } = await tested.succeed(cards, { pageSize: 10, page: 1 }, owner.token)
    expect(mine.map(({ status }) => status).sort()).toEqual([...Array(5).fill('active'), 'lost'])
    expect(others).toHaveLength(4)
  })

  test('whose replacement the issuer declines costs nothing and says so', async () => {
    const owner = await readyCustomer(tested, '100')
    const card = await openedCard(tested, owner)
    const before = await moneyOf(tested, owner)
    tested.issuer.behaveAt('createCard', 'declines')
    const input = { id: card.cardId, why: 'lost', replace: true, pin: testPin, requestId: randomUUID() }
    const { orderId } = await tested.succeed(control.reportLost, input, owner.token)
    await tested.work()
    expect(await tested.succeed(getCreateCardSuccess, { orderId }, owner.token)).toMatchObject({
      status: 'fail',
      total: '0',
    })
    const [notice] = await noticesOf('openCardFail', owner)
    expect(notice?.params).toMatchObject({ what: 'replacement' })
    expect(notice?.action).toBe(`/pages/payOpenCard/payOpenCard?orderId=${orderId}`)
    expect(await moneyOf(tested, owner)).toEqual(before)
    const page = { pageSize: 1, page: 1 }
    const { list } = await tested.succeed(userBill, page, owner.token)
    const { steps } = await tested.succeed(billDetail, { id: list[0]?.id }, owner.token)
    expect(steps.at(-1)).toMatchObject({ what: 'refused', detail: { reason: 'card_open_failed' } })
    expect(steps.at(-1)?.detail).not.toHaveProperty('returned')
  })

  test('is replaced when it is asked for later or again, once, for nothing', async () => {
    const owner = await readyCustomer(tested, '100')
    const card = await openedCard(tested, owner)
    const ask = () => tested.send(control.replaceLost, { id: card.cardId }, owner.token)
    const orderOf = async () =>
      (await tested.succeed(control.replaceLost, { id: card.cardId }, owner.token)).orderId
    expect(await ask()).toMatchObject({ key: 'modify_failed', data: { reason: 'active' } })
    const input = { id: card.cardId, why: 'stolen', replace: false, pin: testPin, requestId: randomUUID() }
    await tested.succeed(control.reportLost, input, owner.token)
    await tested.work()
    const before = await moneyOf(tested, owner)
    tested.issuer.behaveAt('createCard', 'declines')
    const declined = await orderOf()
    await tested.work()
    const orders = await Promise.all([orderOf(), orderOf(), orderOf()])
    expect(new Set(orders).size).toBe(1)
    const [orderId] = orders
    expect(orderId).not.toBe(declined)
    await tested.work()
    const opened = await tested.succeed(getCreateCardSuccess, { orderId }, owner.token)
    expect(opened).toMatchObject({ status: 'success', total: '0', replaces: card.cardId })
    expect(await orderOf()).toBe(orderId)
    await workLater(tested)
    expect(await moneyOf(tested, owner)).toEqual(before)
    expect(tested.issuer.cards.get(orderId ?? '')?.replacesIssuerCardId).toBe(card.issuerCardId)
    expect(atIssuer(card)).toMatchObject({ state: 'closed', reportedAs: 'stolen' })
    const { list } = await tested.succeed(cards, { pageSize: 10, page: 1 }, owner.token)
    expect(list.map(({ status }) => status).sort()).toEqual(['active', 'lost'])
  })

  test('is replaced when it is asked for in the moment in which its closing ends', async () => {
    const owner = await readyCustomer(tested, '100')
    const card = await openedCard(tested, owner)
    const { cardId: id } = card
    const input = { id, why: 'stolen', replace: false, pin: testPin, requestId: randomUUID() }
    await tested.succeed(control.reportLost, input, owner.token)
    const ending = tested.world.db.deleteFrom('jobs').where('kind', '=', 'close-card').where('key', '=', id)
    await closeCard(tested.world, { cardId: id, why: 'stolen' })
    const { orderId } = await tested.succeed(control.replaceLost, { id }, owner.token)
    await ending.execute()
    await tested.work()
    expect(await tested.succeed(getCreateCardSuccess, { orderId }, owner.token)).toMatchObject({
      status: 'success',
    })
    expect(atIssuer(card)).toMatchObject({ state: 'closed', reportedAs: 'stolen' })
  })

  test('is told to the issuer as what it is, though another is asked for before it has answered', async () => {
    const owner = await readyCustomer(tested, '100')
    const card = await openedCard(tested, owner)
    const { cardId: id } = card
    tested.issuer.behaveAt('reportLost', 'does nothing and is not heard', 3)
    const input = { id, why: 'stolen', replace: false, pin: testPin, requestId: randomUUID() }
    await tested.succeed(control.reportLost, input, owner.token)
    await tested.work()
    const { orderId } = await tested.succeed(control.replaceLost, { id }, owner.token)
    for (let time = 0; time < 4; time++) await workLater(tested)
    expect(await tested.succeed(getCreateCardSuccess, { orderId }, owner.token)).toMatchObject({
      status: 'success',
    })
    expect(atIssuer(card)).toMatchObject({ state: 'closed', reportedAs: 'stolen' })
  })

  test('is not replaced later beside five others, nor of a kind that is off', async () => {
    const owner = await readyCustomer(tested, '100')
    const card = await openedCard(tested, owner)
    const input = { id: card.cardId, why: 'lost', replace: false, pin: testPin, requestId: randomUUID() }
    await tested.succeed(control.reportLost, input, owner.token)
    const ask = () => tested.send(control.replaceLost, { id: card.cardId }, owner.token)
    const kind = kindById('celadon') as CardKind
    kind.status = 'disable'
    const isOff = await ask()
    kind.status = 'enable'
    expect(isOff).toMatchObject({ key: 'card_type_disabled' })
    for (let count = 0; count < 5; count++) await openedCard(tested, owner)
    expect(await ask()).toMatchObject({ key: 'limit_exceeded', data: { limit: '5' } })
    expect(await tested.send(control.replaceLost, { id: card.cardId }, customer.token)).toMatchObject({
      status: 403,
    })
  })
})
