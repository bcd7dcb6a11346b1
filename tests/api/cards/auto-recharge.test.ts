import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import { autoRecharge, closeCard, freeze } from '../../../src/contract/card-control.ts'
import { beginFreeze } from '../../../src/server/account/freezes.ts'
import { autoRecharge as runOnce } from '../../../src/server/jobs/auto-recharge.ts'
import { funded, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  ask,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
  setStatus,
  startCardWorld,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { boughtEarlier } from '../../fixtures/cards/dated.ts'
import { throughout } from '../../fixtures/throughout.ts'

const tested = throughout(startCardWorld)

const rule = { threshold: '50', by: 'amount', amount: '100', dayMax: '300', monthMax: '1000' }

/** A customer with a card with 60 USD on it, and that much left in the wallet. */
async function cardholder(usdt = '5000'): Promise<[TestCustomer, TestCard]> {
  const customer = await readyCustomer(tested, '65.60')
  const card = await openedCard(tested, customer, { rechargeAmount: '60' })
  await funded(tested, { userId: customer.userId, amountMinor: BigInt(usdt) * 1_000_000n })
  return [customer, card]
}

const told = (card: TestCard, { token }: TestCustomer, input: object = {}) =>
  tested.send(autoRecharge, { id: card.cardId, ...input }, token)
const read = (card: TestCard, { token }: TestCustomer) =>
  tested.succeed(autoRecharge, { id: card.cardId }, token)
const on = (card: TestCard, { token }: TestCustomer, changes: object = {}) =>
  tested.succeed(
    autoRecharge,
    { id: card.cardId, set: { isOn: true, rule: { ...rule, ...changes } }, pin: testPin },
    token,
  )

async function spend(card: TestCard, amount: string) {
  const asked = question(card, { amount })
  const answer = await ask(tested, asked)
  await boughtEarlier(tested.world.db, 2)
  return { ...answer, asked }
}

const onCard = async (customer: TestCustomer, card: TestCard) => (await moneyOf(tested, customer, card)).card

async function automatic(card: TestCard) {
  const rows = tested.world.db.selectFrom('recharges').select(['amount_minor', 'auto_cause'])
  return await rows.where('card_id', '=', card.cardId).where('auto_cause', 'is not', null).execute()
}

async function noticesOf({ userId }: TestCustomer, status: string) {
  const { rows } = await sql`
    select from messages where user_id = ${userId} and params ->> 'status' = ${status}`.execute(
    tested.world.db,
  )
  return rows.length
}

describe('an automatic recharge is not set', () => {
  test('for a card of somebody else, or one that is closed', async () => {
    const [[customer, card], [other]] = [await cardholder(), await cardholder()]
    const set = { isOn: true, rule }
    const foreign = await told(card, other, { set, pin: testPin })
    expect(foreign).toMatchObject({ status: 403 })
    expect(await told({ ...card, cardId: randomUUID() }, other, { set, pin: testPin })).toEqual(foreign)
    const end = { id: card.cardId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(closeCard, end, customer.token)
    expect(await told(card, customer, { set, pin: testPin })).toMatchObject({ code: 1410 })
    expect(await tested.world.db.selectFrom('auto_recharges').selectAll().execute()).toEqual([])
  })

  test('without the PIN, with a wrong one, or without a rule', async () => {
    const [customer, card] = await cardholder()
    expect(await told(card, customer, { set: { isOn: true, rule } })).toMatchObject({
      code: 1400,
      data: { fields: { pin: 'required' } },
    })
    expect(await told(card, customer, { set: { isOn: true, rule }, pin: '000000' })).toMatchObject({
      code: 1102,
    })
    expect(await told(card, customer, { set: { isOn: true }, pin: testPin })).toMatchObject({
      code: 1400,
      data: { fields: { rule: 'required' } },
    })
    expect(await read(card, customer)).toMatchObject({ isOn: false, rule: null, min: '10', fee: '1' })
  })

  test.each([
    ['threshold', { threshold: '0' }],
    ['threshold', { threshold: '10000.01' }],
    ['threshold', { threshold: '1.001' }],
    ['amount', { amount: '9.99' }],
    ['amount', { by: 'upTo', amount: '50' }],
    ['dayMax', { dayMax: '99.99' }],
    ['monthMax', { monthMax: '299.99' }],
  ])('with a %s out of its range: %j', async (field, changes) => {
    const [customer, card] = await cardholder()
    const set = { isOn: true, rule: { ...rule, ...changes } }
    expect(await told(card, customer, { set, pin: testPin })).toMatchObject({ code: 1404, data: { field } })
    expect((await read(card, customer)).rule).toBeNull()
  })
})

describe('a card recharges itself', () => {
  test('once less than the threshold is free, with bills, fee and a message that say so', async () => {
    const [customer, card] = await cardholder()
    await on(card, customer)
    await tested.work()
    expect(await automatic(card)).toEqual([])
    const { asked } = await spend(card, '20.00')
    expect(await automatic(card)).toEqual([])
    await tested.work()
    expect(await automatic(card)).toEqual([{ amount_minor: 10000n, auto_cause: asked.id }])
    expect(await onCard(customer, card)).toBe(16000n)
    const page = { pageSize: 2, page: 1, cardOutId: card.cardId, type: 'topUp' }
    const { list } = await tested.succeed(userBill, page, customer.token)
    expect(list[0]).toMatchObject({ amount: '100', remark: { auto: 'yes', fee: '1' } })
    const { rows } = await sql`select from messages where user_id = ${customer.userId}
      and notice_type = 'rechargeArrival' and params ->> 'what' = 'auto'`.execute(tested.world.db)
    expect(rows).toHaveLength(1)
    expect(await read(card, customer)).toMatchObject({ dayUsed: '100', monthUsed: '100', pausedBy: null })
  })

  test('up to a balance, and after a clearing that nobody was asked about', async () => {
    const [customer, card] = await cardholder()
    await on(card, customer, { by: 'upTo', amount: '120' })
    await tellEvent(tested, 'clearing.posted', posting(card, '30.00', { final: true }))
    await tested.work()
    const free = await onCard(customer, card)
    expect(free).toBe(12000n)
  })

  test('at once when it is switched on while too little is there', async () => {
    const [customer, card] = await cardholder()
    await on(card, customer, { threshold: '70' })
    await tested.work()
    expect(await automatic(card)).toMatchObject([{ amount_minor: 10000n }])
  })

  test('once for a cause, however often and on however many nodes its job runs', async () => {
    const [customer, card] = await cardholder()
    await on(card, customer, { threshold: '5000', amount: '20', dayMax: '1000' })
    await tested.work()
    const before = (await automatic(card)).length
    const cause = { cardId: card.cardId, cause: 'one-cause' }
    await Promise.all(Array.from({ length: 6 }, () => runOnce(tested.world, cause)))
    await runOnce(tested.world, cause)
    expect(await automatic(card)).toHaveLength(before + 1)
  })

  test('once for many purchases that come together', async () => {
    const [customer, card] = await cardholder()
    await on(card, customer)
    await Promise.all([1, 2, 3, 4].map(() => ask(tested, question(card, { amount: '5.00' }))))
    await Promise.all([tested.work(), tested.work()])
    expect(await automatic(card)).toHaveLength(1)
  })
})

describe('a card does not recharge itself', () => {
  test('with too little in the wallet, and says so once until it works again', async () => {
    const [customer, card] = await cardholder('50')
    await on(card, customer)
    const wallet = (await moneyOf(tested, customer)).wallet
    for (const amount of ['20.00', '1.00', '1.00']) {
      await spend(card, amount)
      await tested.work()
    }
    expect((await moneyOf(tested, customer)).wallet).toBe(wallet)
    expect(await noticesOf(customer, 'autoShort')).toBe(1)
    expect(await read(card, customer)).toMatchObject({ pausedBy: 'wallet' })
    await funded(tested, { userId: customer.userId, amountMinor: 500_000_000n })
    await spend(card, '1.00')
    await tested.work()
    expect(await automatic(card)).toHaveLength(1)
    expect(await read(card, customer)).toMatchObject({ pausedBy: null })
  })

  test('beyond its cap: less where less is left, then nothing, said once', async () => {
    const [customer, card] = await cardholder()
    await on(card, customer, { dayMax: '115', monthMax: '115' })
    for (const amount of ['20.00', '95.00', '10.00', '10.00', '10.00']) {
      await spend(card, amount)
      await tested.work()
    }
    expect((await automatic(card)).map(({ amount_minor }) => amount_minor)).toEqual([10000n, 1500n])
    expect(await noticesOf(customer, 'autoCap')).toBe(1)
    expect(await read(card, customer)).toMatchObject({ pausedBy: 'cap', dayUsed: '115' })
    await sql`update recharges set created_at = created_at - interval '31 days' where card_id = ${card.cardId}`.execute(
      tested.world.db,
    )
    await spend(card, '1.00')
    await tested.work()
    expect(await automatic(card)).toHaveLength(3)
  })

  test('while the account is frozen', async () => {
    const [customer, card] = await cardholder()
    await on(card, customer)
    await beginFreeze(tested.world.db, { userId: customer.userId, by: 'operator' })
    await tellEvent(tested, 'clearing.posted', posting(card, '30.00', { final: true }))
    await tested.work()
    expect(await automatic(card)).toEqual([])
  })

  test('while it is frozen, and when it is switched off', async () => {
    const [customer, card] = await cardholder()
    await on(card, customer)
    await tested.succeed(freeze, { id: card.cardId }, customer.token)
    await tellEvent(tested, 'clearing.posted', posting(card, '30.00', { final: true }))
    await tested.work()
    expect(await read(card, customer)).toMatchObject({ pausedBy: 'frozen' })
    const off = { id: card.cardId, set: { isOn: false } }
    expect(await tested.succeed(autoRecharge, off, customer.token)).toMatchObject({
      isOn: false,
      rule: { threshold: '50' },
    })
    await setStatus(tested.world.db, card, 'active')
    await spend(card, '1.00')
    await tested.work()
    expect(await automatic(card)).toEqual([])
    expect(await noticesOf(customer, 'autoShort')).toBe(0)
  })
})
