import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { detail as billDetail, userBill } from '../../../src/contract/bill.ts'
import { cards, detail, getCreateCardSuccess } from '../../../src/contract/card.ts'
import * as control from '../../../src/contract/card-control.ts'
import { beginDeletion } from '../../../src/server/account/deletions.ts'
import { type CardKind, kindById } from '../../../src/server/cards/kinds.ts'
import type { Db } from '../../../src/server/database/database.ts'
import { lockCustomer } from '../../../src/server/database/lock-customer.ts'
import { closeCard } from '../../../src/server/jobs/close-card.ts'
import { type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  ask,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
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

/** How many of this database wait for a lock of somebody. */
async function waitersOn(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

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

  test('is not replaced when its owner’s deletion begins in that moment', async () => {
    const owner = await readyCustomer(tested, '5')
    const card = await openedCard(tested, owner)
    const { cardId: id } = card
    const input = { id, why: 'stolen', replace: false, pin: testPin, requestId: randomUUID() }
    await tested.succeed(control.reportLost, input, owner.token)
    const { db } = tested.world
    const before = await ordersOf(owner)
    const asked = await db.transaction().execute(async db => {
      await lockCustomer(db, owner.userId)
      const asked = tested.send(control.replaceLost, { id }, owner.token)
      await expect.poll(() => waitersOn(tested.world.db)).toBeGreaterThan(0)
      await beginDeletion(db, { userId: owner.userId, reason: undefined })
      // Held, not waited for: it waits for this commit.
      return { asked }
    })
    expect(await asked.asked).toMatchObject({ key: 'account_closing' })
    expect(await ordersOf(owner)).toEqual(before)
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
