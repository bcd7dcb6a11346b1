import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { detail as billDetail, userBill } from '../../src/contract/bill.ts'
import * as card from '../../src/contract/card.ts'
import * as cardControl from '../../src/contract/card-control.ts'
import { parse } from '../../src/contract/money.ts'
import { type CardKind, kindById } from '../../src/server/cards/kinds.ts'
import { openCard } from '../../src/server/jobs/open-card.ts'
import { profile } from '../profile.ts'
import {
  type CardWorld,
  moneyOf,
  openedCard,
  readyCustomer,
  setStatus,
  startCardWorld,
  workLater,
} from './cardholder.ts'
import { certified, funded, newCustomer, type TestCustomer, testPin, withPin } from './customer.ts'

let tested: CardWorld
beforeAll(async () => {
  tested = await startCardWorld()
})
afterAll(() => tested.close())
beforeEach(() => {
  tested.issuer.calls.length = 0
})

const order = (fields: Record<string, unknown> = {}) => ({
  cardTypeId: 'celadon',
  rechargeAmount: '50',
  pin: testPin,
  requestId: randomUUID(),
  ...fields,
})
// Celadon: 5 to open, 1 % of the recharge on top.
const cost = parse('55.5', 'USDT') as bigint

const messagesOf = ({ userId }: TestCustomer) =>
  tested.world.db.selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('id').execute()

describe('kinds of card', () => {
  test('an unknown one is refused', async () => {
    expect(await tested.send(card.getCardType, { id: 'gold' })).toMatchObject({ key: 'card_type_missing' })
  })

  test('are listed with all their fees to anybody, the enabled ones apart', async () => {
    const all = await tested.succeed(card.types, { pageSize: 1000, page: 1 })
    expect(all.list.map(({ id, status }) => [id, status])).toEqual([
      ['celadon', 'enable'],
      ['cobalt', 'enable'],
      ['oxblood', 'enable'],
      ['celadon-physical', 'enable'],
      ['tenmoku', 'enable'],
    ])
    const enabled = await tested.succeed(card.types, { pageSize: 1, page: 2, status: 'enable' })
    expect(enabled).toMatchObject({ total: 5, list: [{ id: 'cobalt', region: 'HK', crossBorderFee: '1.2' }] })
    expect(await tested.succeed(card.getCardType, { id: 'celadon' })).toMatchObject({
      openFee: '5',
      rechargeFee: '1',
      consumeFee: '0.5',
      singleRechargeMin: '10',
    })
  })
})

describe('opening a card is refused', () => {
  test('in this order: certification, PIN, kind, range, balance; the issuer hears nothing', async () => {
    const customer = await newCustomer(tested)
    const refusal = async (fields: Record<string, unknown> = {}) => {
      const envelope = await tested.send(card.openCard, order(fields), customer.token)
      return 'key' in envelope ? [envelope.key, envelope.data] : [envelope]
    }
    const wrong = { cardTypeId: 'gold', rechargeAmount: '1', pin: 'wrong-pin' }
    expect(await refusal(wrong)).toEqual(['not_certified', null])
    await certified(tested, customer)
    expect(await refusal(wrong)).toEqual(['pin_unset', null])
    await withPin(tested, customer)
    expect(await refusal(wrong)).toMatchObject(['pin_incorrect', { triesLeft: 4 }])
    expect(await refusal({ cardTypeId: 'gold' })).toEqual(['card_type_missing', null])
    expect(await refusal({ cardTypeId: 'tenmoku' })).toEqual(['card_type_disabled', null])
    const range = { min: '10', max: '10000' }
    for (const rechargeAmount of ['9.99', '10000.01', '50.001']) {
      expect(await refusal({ rechargeAmount })).toEqual(['amount_out_of_range', range])
    }
    expect(await refusal()).toEqual(['balance_insufficient', { missing: '55.5' }])
    await funded(tested, { userId: customer.userId, amountMinor: cost - 1n })
    expect(await refusal()).toEqual(['balance_insufficient', { missing: '0.000001' }])
    for (const field of ['fee', 'price', 'cardNo', 'userId']) {
      expect((await refusal({ [field]: '0' }))[0]).toBe('input_invalid')
    }
    expect(tested.issuer.calls).toEqual([])
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: cost - 1n, walletHeld: 0n })
    const { list } = await tested.succeed(userBill, { pageSize: 10, page: 1 }, customer.token)
    expect(list).toEqual([])
  })

  test('beyond five cards, those on their way included', async () => {
    const customer = await readyCustomer(tested, '100')
    for (let count = 0; count < 5; count++) {
      await tested.succeed(card.openCard, order({ rechargeAmount: undefined }), customer.token)
    }
    expect(await tested.send(card.openCard, order({ rechargeAmount: '0' }), customer.token)).toMatchObject({
      key: 'limit_exceeded',
      data: { limit: '5' },
    })
    await tested.work()
  })

  test('at another total than it costs now, which it names; what was shown before is not taken', async () => {
    const customer = await readyCustomer(tested, '200')
    const open = (total: string) => tested.send(card.openCard, order({ total }), customer.token)
    for (const total of ['0', '55.499999', '55.51'])
      expect(await open(total)).toMatchObject({
        key: 'quote_expired',
        data: { openFee: '5', rechargeFee: '0.5', total: '55.5' },
      })
    const kind = kindById('celadon') as CardKind
    const { openFeeMinor } = kind
    onTestFinished(() => {
      kind.openFeeMinor = openFeeMinor
    })
    kind.openFeeMinor = 7_000_000n
    expect(await open('55.5')).toMatchObject({ key: 'quote_expired', data: { openFee: '7', total: '57.5' } })
    expect(await moneyOf(tested, customer)).toMatchObject({ wallet: 200_000_000n, walletHeld: 0n })
    expect(await open('57.50')).toMatchObject({ code: 1 })
    expect(await moneyOf(tested, customer)).toMatchObject({ walletHeld: 57_500_000n })
    await tested.work()
  })

  test('when its request was sent before with other content', async () => {
    const customer = await readyCustomer(tested, '200')
    const first = order()
    const answer = await tested.succeed(card.openCard, first, customer.token)
    expect(
      await tested.send(card.openCard, { ...first, rechargeAmount: '60' }, customer.token),
    ).toMatchObject({
      key: 'request_changed',
    })
    expect(await tested.succeed(card.openCard, first, customer.token)).toEqual(answer)
    await tested.work()
  })
})

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
    const { orderId } = await tested.succeed(card.openCard, order({ nickname: 'Tea' }), customer.token)
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
    const told = (await messagesOf(customer)).filter(({ notice_type }) => notice_type === 'openCardSuccess')
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
    expect((await messagesOf(customer)).map(({ notice_type }) => notice_type)).toContain('openCardFail')
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
      let statements = 0
      const mortal = world.db.withPlugin({
        transformQuery({ node }) {
          statements++
          if (statements === at) throw new Error('killed')
          return node
        },
        transformResult: async ({ result }) => result,
      })
      isThrough = await openCard({ ...world, db: mortal }, { orderId }).then(
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

describe('a card', () => {
  test('of somebody else is denied like one that is not there', async () => {
    const [customer, other] = [await readyCustomer(tested, '100'), await readyCustomer(tested, '0')]
    const { cardId } = await openedCard(tested, customer)
    const month = { pageSize: 10, page: 1, cardId }
    const answers = await Promise.all(
      [cardId, randomUUID()].map(async id => [
        await tested.send(card.detail, { id }, other.token),
        await tested.send(cardControl.freeze, { id }, other.token),
        await tested.send(cardControl.unfreeze, { id }, other.token),
        await tested.send(cardControl.cardSecret, { id, pin: testPin, proof: randomUUID() }, other.token),
        await tested.send(card.cardTranscationList, { ...month, cardId: id }, other.token),
      ]),
    )
    for (const answer of answers.flat()) expect(answer).toMatchObject({ status: 403 })
    expect(answers[0]).toEqual(answers[1])
  })

  test('is frozen by us at once, and told to the issuer when it can be reached', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId, issuerCardId } = await openedCard(tested, customer)
    const atIssuer = () =>
      [...tested.issuer.cards.values()].find(other => other.issuerCardId === issuerCardId)
    tested.issuer.behaveAt('setFrozen', 'does nothing and is not heard')
    for (let time = 0; time < 2; time++) {
      const frozen = await tested.succeed(cardControl.freeze, { id: cardId }, customer.token)
      expect(frozen).toMatchObject({ status: 'frozen_user' })
    }
    await tested.work()
    expect(atIssuer()?.isFrozen).toBe(false)
    await workLater(tested)
    expect(atIssuer()?.isFrozen).toBe(true)

    const back = await tested.succeed(cardControl.unfreeze, { id: cardId }, customer.token)
    expect(back).toMatchObject({ status: 'active' })
    await tested.work()
    expect(atIssuer()?.isFrozen).toBe(false)
    const told = (await messagesOf(customer)).filter(({ notice_type }) => notice_type === 'cardState')
    expect(told.map(({ params }) => params.status)).toEqual(['frozen_user', 'active'])
  })

  test('that we froze or that is closed is not unfrozen', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const to = (status: 'frozen_risk' | 'closed') => setStatus(tested.world.db, { cardId }, status)
    await to('frozen_risk')
    expect(await tested.send(cardControl.unfreeze, { id: cardId }, customer.token)).toMatchObject({
      key: 'card_frozen',
    })
    expect(await tested.succeed(cardControl.freeze, { id: cardId }, customer.token)).toMatchObject({
      status: 'frozen_risk',
    })
    await to('closed')
    for (const call of [cardControl.freeze, cardControl.unfreeze]) {
      expect(await tested.send(call, { id: cardId }, customer.token)).toMatchObject({ key: 'card_closed' })
    }
  })
})

describe('the full card', () => {
  test('is not shown without the PIN, on doubt, or more than five times an hour', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const look = (pin = testPin) =>
      tested.send(cardControl.cardSecret, { id: cardId, pin, proof: randomUUID() }, customer.token)
    const views = () =>
      tested.world.db.selectFrom('card_views').select('id').where('card_id', '=', cardId).execute()

    expect(await look('wrong-pin')).toMatchObject({ key: 'pin_incorrect' })
    expect(await views()).toHaveLength(0)
    tested.issuer.behaveAt('createRevealToken', 'does nothing and is not heard')
    expect(await look()).toMatchObject({ status: 503 })
    for (let time = 2; time <= 5; time++) expect(await look()).toMatchObject({ code: 1 })
    const over = { key: 'limit_exceeded', data: { limit: '5', until: expect.any(String) } }
    for (let time = 0; time < 2; time++) expect(await look()).toMatchObject(over)
    expect(await views()).toHaveLength(5)
    const told = (await messagesOf(customer)).map(({ params }) => params.event)
    expect(told.filter(event => event === 'cardViewed')).toHaveLength(5)
    expect(told.filter(event => event === 'cardViewsOver')).toHaveLength(1)
    await tested.world.db
      .updateTable('card_views')
      .set(({ eb }) => ({ created_at: eb('created_at', '-', sql<Date>`interval '1 hour'`) }))
      .where('card_id', '=', cardId)
      .execute()
    expect(await look()).toMatchObject({ code: 1 })
  })

  test('is refused from the sixth of ten looks at once', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const answers = await atOnce(10, () =>
      tested.send(cardControl.cardSecret, { id: cardId, pin: testPin, proof: randomUUID() }, customer.token),
    )
    expect(answers.filter(answer => 'code' in answer && answer.code === 1)).toHaveLength(5)
    expect(answers.filter(answer => 'key' in answer && answer.key === 'limit_exceeded')).toHaveLength(5)
  })

  test('is a token for the issuer’s own origin', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const proof = randomUUID()
    const asked = { id: cardId, pin: testPin, proof }
    const secret = await tested.succeed(cardControl.cardSecret, asked, customer.token)
    expect(secret).toEqual({
      token: expect.stringMatching(/^reveal_/),
      url: 'https://issuer.example/reveal',
      expiresAt: expect.any(String),
    })
    expect(tested.issuer.reveals.at(-1)).toEqual({
      token: secret.token,
      origin: new URL(tested.world.config.PUBLIC_URL).origin,
      proofHash: hash('sha256', proof, 'hex'),
    })
  })

  test('counts for the origin that asked, and is not given without a proof', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const ask = (body: object) =>
      tested.http.inject({
        method: 'POST',
        url: cardControl.cardSecret.path,
        payload: { id: cardId, pin: testPin, ...body },
        headers: { 'x-access-token': customer.token, origin: 'https://app.glaze.example' },
      })
    for (const body of [{}, { proof: 'guessed' }]) {
      expect((await ask(body)).json()).toMatchObject({
        code: 1400,
        data: { fields: { proof: expect.any(String) } },
      })
    }
    expect((await ask({ proof: randomUUID() })).json()).toMatchObject({ code: 1 })
    expect(tested.issuer.reveals.at(-1)).toMatchObject({ origin: 'https://app.glaze.example' })
  })
})

/** `count` calls, all at once. */
async function atOnce<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: count }, call))
}
