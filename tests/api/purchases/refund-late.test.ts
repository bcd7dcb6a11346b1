import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDispute } from '../../../src/contract/dispute.ts'
import { changeRefundWatch, dropRefundWatch } from '../../../src/contract/refund.ts'
import { tellLateRefunds } from '../../../src/server/jobs/late-refunds.ts'
import { dayAfter } from '../../../src/server/zone.ts'
import { contest, standing } from '../../fixtures/cards/contested.ts'
import { begin, bought, card, customer, renew, tested } from '../../fixtures/cards/contesting.ts'
import {
  age,
  awaitRefund,
  endAll,
  listed,
  passDay,
  refunded,
  refundMessages,
  termsOf,
  today,
} from '../../fixtures/cards/waiting.ts'

beforeAll(begin)
beforeEach(async () => {
  await renew()
  await endAll()
  await tested.world.db.deleteFrom('messages').where('notice_type', '=', 'refundArrival').execute()
})
afterAll(() => tested.close())

const round = () => tellLateRefunds(tested.world)
const told = async () => (await refundMessages()).map(({ params }) => params.to)

describe('a refund that is late', () => {
  test('is told of once, by however many nodes, with the sum that is out and the ways on', async () => {
    const { billId, threadId } = await bought()
    const { id } = await awaitRefund(billId)
    await refunded(threadId, '5.00')
    await round()
    expect(await told()).toEqual(['awaited-part'])
    await passDay(id)
    await Promise.all([round(), round(), round()])
    await round()
    const [message, ...rest] = await refundMessages()
    expect(rest.map(({ params }) => params.to)).toEqual(['awaited-part'])
    expect(message).toMatchObject({
      kind: 'system',
      title: 'A refund of 15.00 USD is late',
      params: { to: 'late', last4: card.last4, date: dayAfter(today(), 120) },
      action: `/pages/bill/bill?refund=${billId}`,
    })
    expect(message?.content).toMatch(
      /^You expected 15.00 USD back from Kiln & Co by now.* before \w+ \d+, \d+/,
    )
    const { list, sums } = await listed()
    expect([list[0]?.isLate, sums[0]?.late]).toEqual([true, '15'])
    expect(list[0]?.daysLeft).toBeLessThan(0)
  })

  test('is told of by mail, too, in the language of its reader', async () => {
    const { billId } = await bought()
    await passDay((await awaitRefund(billId)).id)
    await round()
    await tested.work()
    const letters = tested.letters.filter(
      ({ to, subject }) => to === customer.email && /is late/.test(subject),
    )
    expect(letters).toHaveLength(1)
  })

  test('of which telling fails is told of in the next round, and its failure is heard, after all others', async () => {
    const watches = []
    for (let count = 0; count < 3; count++) {
      const { id } = await awaitRefund((await bought()).billId)
      await passDay(id)
      watches.push(id)
    }
    const { db } = tested.world
    await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
      db,
    )
    await sql`create trigger fail before update on refund_watches for each row
      when (new.id = ${sql.lit(watches[0])}) execute function fail()`.execute(db)
    await expect(round()).rejects.toThrow('no')
    expect(await told()).toEqual(['late', 'late'])
    await sql`drop function fail cascade`.execute(db)
    await round()
    expect(await told()).toEqual(['late', 'late', 'late'])
  })

  test('is waited for anew with another day, and told of again after that', async () => {
    const { billId } = await bought()
    const { id } = await awaitRefund(billId)
    await passDay(id)
    await round()
    const by = dayAfter(today(), 7)
    const more = { id, by }
    for (let time = 0; time < 2; time++) {
      expect(await tested.succeed(changeRefundWatch, more, customer.token)).toMatchObject({ isLate: false })
    }
    await round()
    expect(await told()).toEqual(['late'])
    await tested.world.db
      .updateTable('refund_watches')
      .set({ due_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    await round()
    expect(await told()).toEqual(['late', 'late'])
  })

  test('with another sum or other words alone is not told of again', async () => {
    const { billId } = await bought()
    const { id } = await awaitRefund(billId)
    await passDay(id)
    await round()
    await tested.succeed(changeRefundWatch, { id, amount: '9', note: 'they promised' }, customer.token)
    await round()
    expect(await told()).toEqual(['late'])
  })

  test('is none once it has come, is waited for no longer, or was disputed', async () => {
    const [came, left, contested] = [await bought(), await bought(), await bought()]
    const ids = await Promise.all(
      [came, left, contested].map(async ({ billId }) => (await awaitRefund(billId)).id),
    )
    await refunded(came.threadId, '20.00')
    await tested.succeed(dropRefundWatch, { id: ids[1] }, customer.token)
    await tested.succeed(openDispute, contest(contested.billId), customer.token)
    for (const id of ids) await passDay(id)
    await round()
    expect(await told()).toEqual(['awaited'])
  })

  test('names no dispute where that was decided, or its time is over', async () => {
    const [lost, old] = [await bought(), await bought('6.00')]
    const { id } = await tested.succeed(openDispute, contest(lost.billId), customer.token)
    await tested.work()
    await standing(tested, id, { state: 'lost', version: 2 })
    const watches = [await awaitRefund(lost.billId), await awaitRefund(old.billId, { amount: '6' })]
    await age(old.billId, 130)
    for (const watch of watches) await passDay(watch.id)
    await round()
    for (const { content, params } of await refundMessages()) {
      expect(params.to).toBe('late')
      expect(content).not.toContain('dispute')
    }
    expect(await told()).toHaveLength(2)
  })

  test('comes in the end, late as it is', async () => {
    const { billId, threadId } = await bought()
    await passDay((await awaitRefund(billId)).id)
    await round()
    await refunded(threadId, '20.00')
    expect(await told()).toEqual(['awaited', 'late'])
    expect((await termsOf(billId)).watch).toMatchObject({ status: 'arrived', isLate: false })
  })
})
