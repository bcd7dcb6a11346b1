import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/application.ts'
import { messages } from '../../../src/contract/message.ts'
import type { Issuer, OrderState } from '../../../src/server/cards/issuer.ts'
import { followAll } from '../../../src/server/jobs/follow-orders.ts'
import {
  anotherCard,
  applicant,
  applied,
  everything,
  move,
  movedTo,
  moveSilently,
  ordered,
  payment,
  resultOf,
  tellOrder,
} from '../../fixtures/cards/applicant.ts'
import {
  begin,
  billsOf,
  charged,
  fee,
  physicalCards,
  reserved,
  tested,
  untouched,
} from '../../fixtures/cards/applying.ts'
import { moneyOf, workLater } from '../../fixtures/cards/cardholder.ts'
import { failingNow, passMinutes } from '../../fixtures/jobs/failing.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('what the issuer tells', () => {
  const way: OrderState[] = ['approved', 'printing', 'shipped', 'delivered']
  const permutations = (items: readonly number[]): number[][] =>
    items.length < 2
      ? [[...items]]
      : items.flatMap(item =>
          permutations(items.filter(other => other !== item)).map(rest => [item, ...rest]),
        )

  test('in any order, each twice, ends in the same card and one charge', async () => {
    const { customer } = await applicant(tested, '5000')
    for (const order of permutations([0, 1, 2, 3])) {
      const who = await anotherCard(tested, customer)
      const before = await moneyOf(tested, customer)
      const { id } = await ordered(tested, who)
      const events: Awaited<ReturnType<typeof moveSilently>>[] = []
      for (const state of way) events.push({ ...(await moveSilently(tested, id, state)) })
      for (const place of [...order, ...order]) await tellOrder(tested, events[place] as (typeof events)[0])
      const shown = await resultOf(tested, who, id)
      expect(shown, order.join()).toMatchObject({ status: 'success', tracking: { carrier: 'SF Express' } })
      expect(await moneyOf(tested, customer)).toMatchObject({ wallet: before.wallet - fee, walletHeld: 0n })
      const made = (await physicalCards(who)).filter(({ status }) => status === 'inactive')
      expect(made).toHaveLength(1)
      // Nobody may have more than five.
      await tested.world.db
        .updateTable('cards')
        .set({ status: 'closed' })
        .where('user_id', '=', customer.userId)
        .execute()
    }
  })

  test('and was never heard is found by asking', async () => {
    const who = await applicant(tested)
    const { id } = await ordered(tested, who)
    await moveSilently(tested, id, 'approved')
    await moveSilently(tested, id, 'printing')
    const orderOf = async () => ({ outcome: 'unknown' as const })
    await followAll({ ...tested.world, issuer: { ...tested.issuer, orderOf } })
    expect((await resultOf(tested, who, id)).status).toBe('applying')
    await followAll(tested.world)
    expect((await resultOf(tested, who, id)).status).toBe('making')
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
    for (const state of ['shipped', 'delivered'] as const) await moveSilently(tested, id, state)
    await followAll(tested.world)
    await followAll(tested.world)
    expect((await resultOf(tested, who, id)).status).toBe('success')
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
  })

  test('and fails for one order is found for the others', async () => {
    const [stuck, other] = [await applicant(tested), await applicant(tested)]
    const [first, second] = [await ordered(tested, stuck), await ordered(tested, other)]
    for (const { id } of [first, second]) await moveSilently(tested, id, 'approved')
    const { issuerOrderId } = await moveSilently(tested, first.id, 'printing')
    const orderOf: Issuer['orderOf'] = async order => {
      if (order.issuerOrderId === issuerOrderId) throw new Error('nonsense')
      return await tested.issuer.orderOf(order)
    }
    await followAll({ ...tested.world, issuer: { ...tested.issuer, orderOf } })
    expect((await resultOf(tested, other, second.id)).status).toBe('making')
    expect((await resultOf(tested, stuck, first.id)).status).toBe('applying')

    // It fails on: a person is called for it alone, until it succeeds.
    const { db } = tested.world
    expect(await failingNow(db)).toEqual([])
    await passMinutes(db, 31)
    await followAll({ ...tested.world, issuer: { ...tested.issuer, orderOf } })
    expect(await failingNow(db)).toEqual([`follow-orders ${first.id}`])
    await followAll(tested.world)
    expect(await failingNow(db)).toEqual([])
    expect((await resultOf(tested, stuck, first.id)).status).toBe('making')
  })

  test('before its own answer came waits for that', async () => {
    const who = await applicant(tested)
    tested.issuer.behaveAt('createPhysicalCard', 'does it and is not heard', 2)
    const { id } = await ordered(tested, who)
    for (const state of ['approved', 'printing'] as const) await move(tested, id, state)
    expect((await resultOf(tested, who, id)).status).toBe('applying')
    expect(await moneyOf(tested, who.customer)).toMatchObject(reserved)
    await workLater(tested)
    await workLater(tested)
    await workLater(tested)
    expect((await resultOf(tested, who, id)).status).toBe('making')
    expect(await physicalCards(who)).toHaveLength(1)
    expect(await moneyOf(tested, who.customer)).toMatchObject(charged)
  })

  test('a no, at once or later, gives everything back and keeps what was filled in', async () => {
    const who = await applicant(tested)
    tested.issuer.behaveAt('createPhysicalCard', 'declines')
    const failed = await ordered(tested, who)
    expect(failed).toMatchObject({ status: 'fail', reason: 'issuer_refused', can: ['restart'] })
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    const { id } = failed
    const again = await tested.succeed(contract.restartApplyCard, { id }, who.customer.token)
    expect(again).toMatchObject({
      status: 'draft',
      embossName: 'Wei Lin',
      reason: null,
      endTime: null,
      payTime: null,
    })
    const unpaid = await applied(tested, who, { id })
    await tested.succeed(contract.payApply, payment(unpaid), who.customer.token)
    await tested.work()
    await move(tested, id, 'approved')
    await move(tested, id, 'refused', 'name_not_printable')
    expect(await resultOf(tested, who, id)).toMatchObject({
      status: 'fail',
      reason: 'name_not_printable',
      total: '20',
    })
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    expect(await physicalCards(who)).toEqual([])
    expect((await billsOf(who)).map(([, , status]) => status)).toEqual(['failed', 'failed', 'done'])
    const texts = (await tested.succeed(messages, { pageSize: 1, page: 1 }, who.customer.token)).list[0]
    expect(texts?.content).toBe(
      'The physical Celadon card was not made: this name cannot be printed on a card. All of 20.00 USDT is back in your wallet. Your details are kept: change them and apply again.',
    )
  })

  test('a no with a code that nobody has words for is told as a plain no', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'approved')
    await move(tested, id, 'refused', 'moonphase_wrong')
    expect(await resultOf(tested, who, id)).toMatchObject({ status: 'fail', reason: 'issuer_refused' })
    const [told] = (await tested.succeed(messages, { pageSize: 1, page: 1 }, who.customer.token)).list
    expect(told?.content).toContain('the issuer did not approve it')
  })

  test('a no after it was printed, which should not be, refunds what was charged', async () => {
    const who = await applicant(tested)
    const { id, physicalCardId } = await movedTo(tested, who, 'approved', 'printing')
    await move(tested, id, 'refused')
    expect((await resultOf(tested, who, id)).status).toBe('fail')
    expect(await moneyOf(tested, who.customer)).toMatchObject(untouched)
    expect(await physicalCards(who)).toMatchObject([{ id: physicalCardId, status: 'closed' }])
    expect((await billsOf(who)).slice(0, 2)).toMatchObject([
      ['refund', '5', 'done', 'physical'],
      ['refund', '15', 'done', 'physical'],
    ])
  })

  test('of an attempt that is over changes nothing', async () => {
    const who = await applicant(tested)
    const { id } = await movedTo(tested, who, 'refused')
    const old = { ...(await moveSilently(tested, id, 'delivered')) }
    await tested.succeed(contract.restartApplyCard, { id }, who.customer.token)
    const before = await everything(tested, who.customer)
    await tellOrder(tested, old)
    expect(await everything(tested, who.customer)).toEqual(before)
    const { rows } = await sql<{ handled: boolean }>`
      select handled_at is not null as handled from issuer_events where type = 'order.delivered'
        and payload -> 'data' ->> 'reference' = ${old.reference}`.execute(tested.world.db)
    expect(rows).toEqual([{ handled: true }])
  })
})
