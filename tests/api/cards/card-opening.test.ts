import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detail as billDetail, userBill } from '../../../src/contract/bill.ts'
import * as card from '../../../src/contract/card.ts'
import * as cardControl from '../../../src/contract/card-control.ts'
import { openCard } from '../../../src/server/jobs/open-card.ts'
import { newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { messagesOf, moneyOf, openedCard, readyCustomer, workLater } from '../../fixtures/cards/cardholder.ts'
import { begin, hearAnew, tested } from '../../fixtures/cards/heard-issuer.ts'
import { cost, order } from '../../fixtures/cards/opening-order.ts'
import { dyingAt } from '../../fixtures/dying.ts'
import { profile } from '../../fixtures/identity/profile.ts'

beforeAll(begin)
afterAll(() => tested.close())
beforeEach(hearAnew)

describe('opening a card', () => {
  test('another person sees nothing of it', async () => {
    const [customer, other] = [await readyCustomer(tested, '60'), await newCustomer(tested)]
    const { orderId } = await tested.succeed(card.openCard, order(), customer.token)
    for (const id of [orderId, randomUUID()]) {
      expect(await tested.send(card.getCreateCardSuccess, { orderId: id }, other.token)).toMatchObject({
        status: 403,
      })
    }
    await tested.work()
  })

  test('holds, asks, charges: one card, three bill rows of one trace, one message', async () => {
    const customer = await readyCustomer(tested, '100')
    for (const nickname of ['a'.repeat(21), 'a\nb'])
      expect(await tested.send(card.openCard, order({ nickname }), customer.token)).toMatchObject({
        code: 1400,
      })
    const { orderId } = await tested.succeed(card.openCard, order({ nickname: ' Tea ' }), customer.token)
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 100_000_000n, walletHeld: cost })
    const pending = await tested.succeed(userBill, { pageSize: 10, page: 1 }, customer.token)
    expect(pending.list).toMatchObject([
      { type: 'openCard', amount: '-55.5', status: 'pending', account: 'wallet' },
    ])
    expect(await tested.succeed(card.getCreateCardSuccess, { orderId }, customer.token)).toMatchObject({
      status: 'opening',
      openFee: '5',
      rechargeAmount: '50',
      rechargeFee: '0.5',
      total: '55.5',
    })

    await tested.work()
    const opened = await tested.succeed(card.getCreateCardSuccess, { orderId }, customer.token)
    expect(opened).toMatchObject({ status: 'success' })
    const shown = await tested.succeed(card.detail, { id: opened.id }, customer.token)
    expect(shown).toMatchObject({
      status: 'active',
      nickname: 'Tea',
      cardHolder: 'WEI LIN',
      balance: '50',
      available: '50',
      frozenAmount: '0',
      expiry: '**/**',
      cardNo: `**** **** **** ${shown.last4}`,
      phone: '13800138000',
      billingAddress: {
        address: profile.address,
        city: profile.city,
        postalCode: profile.postalCode,
        country: profile.country,
      },
      canChangePhone: true,
    })
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 100_000_000n - cost, walletHeld: 0n })

    const { list } = await tested.succeed(userBill, { pageSize: 10, page: 1 }, customer.token)
    expect(
      list.map(({ type, amount, currency, status, account }) => [type, amount, currency, status, account]),
    ).toEqual([
      ['fee', '-0.5', 'USDT', 'done', 'wallet'],
      ['topUp', '50', 'USD', 'done', shown.last4],
      ['openCard', '-5', 'USDT', 'done', 'wallet'],
    ])
    expect(new Set(list.map(({ traceId }) => traceId)).size).toBe(1)
    const trail = await tested.succeed(billDetail, { id: list[2]?.id }, customer.token)
    expect(trail.related).toHaveLength(2)
    expect(trail.steps.map(({ what }) => what)).toEqual(['reserved', 'opened'])
    const told = (await messagesOf(tested, customer)).filter(
      ({ notice_type }) => notice_type === 'openCardSuccess',
    )
    expect(told).toHaveLength(1)
  })

  test('gives everything back when the issuer declines the card', async () => {
    const customer = await readyCustomer(tested, '100')
    tested.issuer.behaveAt('createCard', 'declines')
    const { orderId } = await tested.succeed(card.openCard, order(), customer.token)
    await tested.work()
    expect(await tested.succeed(card.getCreateCardSuccess, { orderId }, customer.token)).toMatchObject({
      status: 'fail',
      reason: 'card_open_failed',
      total: '55.5',
    })
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 100_000_000n, walletHeld: 0n })
    const { list } = await tested.succeed(userBill, { pageSize: 10, page: 1 }, customer.token)
    expect(list).toMatchObject([
      { type: 'openCard', status: 'failed', remark: { reason: 'card_open_failed' } },
    ])
    expect((await messagesOf(tested, customer)).map(({ notice_type }) => notice_type)).toContain(
      'openCardFail',
    )
  })

  test('gives everything back when the issuer makes no budget', async () => {
    const customer = await readyCustomer(tested, '100')
    tested.issuer.behaveAt('createBudget', 'declines')
    const { orderId } = await tested.succeed(card.openCard, order(), customer.token)
    await tested.work()
    expect(await tested.succeed(card.getCreateCardSuccess, { orderId }, customer.token)).toMatchObject({
      status: 'fail',
      reason: 'budget_failed',
    })
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 100_000_000n, walletHeld: 0n })
  })

  test.each(['does it and is not heard', 'does nothing and is not heard'] as const)(
    'waits while the issuer %s, and returns nothing on doubt',
    async mood => {
      const customer = await readyCustomer(tested, '100')
      const before = tested.issuer.cards.size
      tested.issuer.behaveAt('createBudget', mood)
      tested.issuer.behaveAt('createCard', mood, 2)
      const { orderId } = await tested.succeed(card.openCard, order(), customer.token)
      await tested.work()
      for (let round = 0; round < 3; round++) {
        const opening = await tested.succeed(card.getCreateCardSuccess, { orderId }, customer.token)
        expect(opening).toMatchObject({ status: 'opening' })
        expect(await moneyOf(tested, customer)).toMatchObject({ walletHeld: cost })
        await workLater(tested)
      }
      expect(await tested.succeed(card.getCreateCardSuccess, { orderId }, customer.token)).toMatchObject({
        status: 'success',
      })
      expect(tested.issuer.cards.size).toBe(before + 1)
      expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 100_000_000n - cost, walletHeld: 0n })
    },
  )

  test('survives an end at every statement: one card, one charge', async () => {
    const { world } = tested
    const customer = await readyCustomer(tested, '5000')
    let isThrough = false
    let steps = 0
    for (let at = 1; !isThrough; at++) {
      const { orderId } = await tested.succeed(card.openCard, order(), customer.token)
      const dying = { ...world, db: dyingAt(world.db, at).db }
      isThrough = await openCard(dying, { orderId }).then(
        () => true,
        error => {
          expect(String(error)).toContain('killed')
          return false
        },
      )
      await openCard(world, { orderId })
      await openCard(world, { orderId })
      expect(
        await world.db.selectFrom('cards').select('id').where('order_id', '=', orderId).execute(),
      ).toHaveLength(1)
      const keys = ['open-fee', 'recharge-fee', 'recharge'].map(part => `${part}:${orderId}`)
      const transfers = await world.db
        .selectFrom('transfers')
        .select('id')
        .where('idempotency_key', 'in', keys)
        .execute()
      expect(transfers).toHaveLength(3)
      await world.db
        .updateTable('cards')
        .set({ status: 'closed' })
        .where('user_id', '=', customer.userId)
        .execute()
      steps = at
    }
    expect(steps).toBeGreaterThan(10)
    const { wallet, walletHeld } = await moneyOf(tested, customer)
    expect([wallet, walletHeld]).toEqual([5_000_000_000n - BigInt(steps) * cost, 0n])
    await tested.work()
  })

  test('twenty submits of one decision make one card', async () => {
    const customer = await readyCustomer(tested, '1000')
    const once = order()
    const answers = await atOnce(20, () => tested.send(card.openCard, once, customer.token))
    await tested.work()
    const orders = answers.flatMap(answer => ('data' in answer && answer.code === 1 ? [answer.data] : []))
    expect(orders.length).toBeGreaterThan(0)
    expect(new Set(orders.map(data => JSON.stringify(data))).size).toBe(1)
    const { total } = await tested.succeed(card.cards, { pageSize: 10, page: 1 }, customer.token)
    expect(total).toBe(1)
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 1_000_000_000n - cost })
  })

  test('twenty decisions with money for three open three', async () => {
    const customer = await readyCustomer(tested, '170')
    const answers = await atOnce(20, () => tested.send(card.openCard, order(), customer.token))
    await tested.work()
    const keys = answers.map(answer => ('key' in answer ? answer.key : 'opened'))
    expect(keys.filter(key => key === 'opened')).toHaveLength(3)
    expect(new Set(keys)).toEqual(new Set(['opened', 'balance_insufficient']))
    const { total } = await tested.succeed(card.cards, { pageSize: 10, page: 1 }, customer.token)
    expect(total).toBe(3)
    expect(await moneyOf(tested, customer)).toMatchObject({
      wallet: 170_000_000n - 3n * cost,
      walletHeld: 0n,
    })
  })
})

describe('openings in progress', () => {
  const first = { pageSize: 10, page: 1 }
  const openingsOf = async ({ token }: TestCustomer) =>
    (await tested.succeed(card.cards, first, token)).openings

  test.each(['does it and is not heard', 'declines'] as const)(
    'are told beside the cards until the issuer, silent at first, %s',
    async mood => {
      const [customer, other] = [await readyCustomer(tested, '200'), await newCustomer(tested)]
      const { cardId } = await openedCard(tested, customer)
      tested.issuer.behaveAt('createCard', 'does nothing and is not heard')
      const { orderId } = await tested.succeed(card.openCard, order(), customer.token)
      await tested.work()
      const { list, total, openings } = await tested.succeed(card.cards, first, customer.token)
      expect([list.map(({ id }) => id), total]).toEqual([[cardId], 1])
      const opening = { orderId, cardTypeId: 'celadon', cardTypeName: 'Celadon', total: '55.5' }
      expect(openings).toEqual([{ ...opening, createTime: expect.any(String) }])
      expect(await openingsOf(other)).toEqual([])
      const second = await tested.succeed(card.cards, { ...first, page: 2 }, customer.token)
      expect(second.openings).toEqual([])

      tested.issuer.behaveAt('createCard', mood)
      await workLater(tested)
      expect(await openingsOf(customer)).toHaveLength(mood === 'declines' ? 0 : 1)
      await workLater(tested)
      const after = await tested.succeed(card.cards, first, customer.token)
      expect(after).toMatchObject({ total: mood === 'declines' ? 1 : 2, openings: [] })
    },
  )

  test('are named by the bill of what is held, and of a card in place of a lost one', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const input = { id: cardId, why: 'lost', replace: true, pin: testPin, requestId: randomUUID() }
    const { orderId: another } = await tested.succeed(cardControl.reportLost, input, customer.token)
    const { orderId } = await tested.succeed(card.openCard, order(), customer.token)
    expect(await openingsOf(customer)).toMatchObject([
      { orderId, total: '55.5' },
      { orderId: another, total: '0' },
    ])
    const { list } = await tested.succeed(userBill, { ...first, type: 'openCard' }, customer.token)
    const pending = list.filter(({ status }) => status === 'pending')
    const named = pending.map(async ({ id }) => {
      const { steps } = await tested.succeed(billDetail, { id }, customer.token)
      return steps[0]?.detail.orderId
    })
    expect(await Promise.all(named)).toEqual([orderId, another])
    await tested.work()
  })
})

/** `count` calls, all at once. */
async function atOnce<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: count }, call))
}
