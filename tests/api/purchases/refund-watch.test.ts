import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import { openDispute, withdrawDispute } from '../../../src/contract/dispute.ts'
import {
  changeRefundWatch,
  dropRefundWatch,
  refundTerms,
  refundWatches,
} from '../../../src/contract/refund.ts'
import { dayAfter } from '../../../src/server/zone.ts'
import { ask, posting, question, readyCustomer, tellEvent } from '../../fixtures/cards/cardholder.ts'
import { contest } from '../../fixtures/cards/contested.ts'
import { begin, bought, card, customer, renew, tested } from '../../fixtures/cards/contesting.ts'
import {
  age,
  awaitRefund,
  endAll,
  listed,
  refunded,
  say,
  termsOf,
  today,
  wanted,
} from '../../fixtures/cards/waiting.ts'

beforeAll(begin)
beforeEach(async () => {
  await renew()
  await endAll()
})
afterAll(() => tested.close())

const why = (reason: string) => ({ code: 1416, key: 'refund_watch_refused', data: { reason } })

async function countOf(billId: string) {
  const rows = await tested.world.db
    .selectFrom('refund_watches')
    .select('id')
    .where('bill_id', '=', billId)
    .execute()
  return rows.length
}
async function newest(type: string) {
  const { list } = await tested.succeed(userBill, { pageSize: 1, page: 1, type }, customer.token)
  return list[0]?.id ?? ''
}

describe('nobody waits for a refund', () => {
  test('of a bill of somebody else, which is answered as one nobody has', async () => {
    const { billId } = await bought()
    const { id } = await awaitRefund(billId)
    const other = await readyCustomer(tested, '0')
    const foreign = { status: 403 }
    expect(await say(wanted(billId), other.token)).toMatchObject(foreign)
    expect(await say(wanted(randomUUID()))).toMatchObject(foreign)
    expect(await tested.send(refundTerms, { billId }, other.token)).toMatchObject(foreign)
    expect(await tested.send(changeRefundWatch, { id, amount: '1' }, other.token)).toMatchObject(foreign)
    expect(await tested.send(dropRefundWatch, { id }, other.token)).toMatchObject(foreign)
    expect(await tested.send(dropRefundWatch, { id: randomUUID() }, customer.token)).toMatchObject(foreign)
    expect(await tested.succeed(refundWatches, {}, other.token)).toEqual({ list: [], sums: [] })
    expect((await termsOf(billId)).watch).toMatchObject({ id, status: 'open', amount: '20' })
  })

  test('of what is no purchase', async () => {
    const billId = await newest('topUp')
    expect(await say(wanted(billId))).toMatchObject(why('not_purchase'))
    expect(await tested.send(refundTerms, { billId }, customer.token)).toMatchObject(why('not_purchase'))
  })

  test('of what was never charged: it is on hold, or was let go', async () => {
    const asked = question(card, { amount: '7.00' })
    await ask(tested, asked)
    const billId = await newest('cardTransaction')
    expect(await say(wanted(billId, { amount: '7' }))).toMatchObject(why('pending'))
    expect(await termsOf(billId)).toMatchObject({ left: '0', trouble: 'pending', latest: null })
    const reversal = { threadId: asked.threadId, cardId: card.issuerCardId, amount: '7.00' }
    await tellEvent(tested, 'authorization.reversed', { id: `rev_${randomUUID()}`, ...reversal })
    expect(await say(wanted(billId, { amount: '7' }))).toMatchObject(why('not_charged'))
    expect(await countOf(billId)).toBe(0)
  })

  test('of what has come back', async () => {
    const { billId, threadId } = await bought()
    await refunded(threadId, '20.00')
    expect(await say(wanted(billId))).toMatchObject(why('refunded'))
    expect((await termsOf(billId)).trouble).toBe('refunded')
  })

  test('while a dispute is under way; once that is taken back they may', async () => {
    const { billId } = await bought()
    const { id } = await tested.succeed(openDispute, contest(billId), customer.token)
    expect(await say(wanted(billId))).toMatchObject(why('disputed'))
    await tested.succeed(withdrawDispute, { id }, customer.token)
    expect(await say(wanted(billId))).toMatchObject({ code: 1 })
  })

  test('that late that no week would be left for a dispute', async () => {
    const { billId } = await bought()
    await age(billId, 114)
    expect(await say(wanted(billId, { by: today() }))).toMatchObject(why('too_late'))
    await age(billId, 112)
    const { latest, offered, trouble } = await termsOf(billId)
    expect([latest, offered, trouble]).toEqual([dayAfter(today(), 1), dayAfter(today(), 1), null])
    const beyond = await say(wanted(billId, { by: dayAfter(today(), 2) }))
    expect(beyond).toMatchObject({ key: 'input_invalid', data: { fields: { by: 'date' } } })
    expect(await say(wanted(billId, { by: dayAfter(today(), 1) }))).toMatchObject({ code: 1 })
  })

  test.each([
    ['yesterday', () => dayAfter(today(), -1)],
    ['a day that no calendar has', () => '2027-02-30'],
    ['no day', () => 'soon'],
  ])('until %s', async (_, by) => {
    const { billId } = await bought()
    expect(await say(wanted(billId, { by: by() }))).toMatchObject({ key: 'input_invalid' })
    expect(await countOf(billId)).toBe(0)
  })

  test.each(['0', '20.01', '20.001', '9999999999999'])('for %s of 20', async amount => {
    const { billId } = await bought()
    expect(await say(wanted(billId, { amount }))).toMatchObject({
      code: 1404,
      data: { min: '0.01', max: '20' },
    })
    expect(await countOf(billId)).toBe(0)
  })

  test('for more than has not come back', async () => {
    const { billId, threadId } = await bought()
    await refunded(threadId, '5.00')
    expect(await say(wanted(billId, { amount: '15.01' }))).toMatchObject({ code: 1404, data: { max: '15' } })
    expect(await say(wanted(billId, { amount: '15' }))).toMatchObject({ code: 1 })
  })

  test('twice at a time for one purchase, not even by eight at once', async () => {
    const { billId } = await bought()
    const replies = await Promise.all(Array.from({ length: 8 }, () => say(wanted(billId))))
    expect(replies.filter(reply => 'code' in reply && reply.code === 1)).toHaveLength(1)
    expect(replies.find(reply => 'code' in reply && reply.code !== 1)).toMatchObject(why('open'))
    expect(await countOf(billId)).toBe(1)
  })

  test('a sixty-first time within an hour', async () => {
    const { billId } = await bought()
    const { db } = tested.world
    const subject = `refund-watch:${customer.userId}`
    const soon = new Date(Date.now() + 60_000)
    await db.insertInto('attempts').values({ subject, count: 60, window_ends_at: soon }).execute()
    expect(await say(wanted(billId))).toMatchObject({ code: 1411, data: { reason: 'too_often' } })
    expect(await countOf(billId)).toBe(0)
  })
})

describe('one decision', () => {
  test('is one watch, however often it is sent, and even after its end; with other words it is refused', async () => {
    const { billId } = await bought()
    const input = wanted(billId, { note: '等商家退货' })
    const replies = await Promise.all(Array.from({ length: 6 }, () => say(input)))
    const ids = replies.map(reply => 'data' in reply && (reply.data as { id: string }).id)
    expect(new Set(ids).size).toBe(1)
    for (const change of [{ amount: '19' }, { by: today() }, { note: 'else' }]) {
      expect(await say({ ...input, ...change })).toMatchObject({ code: 1413 })
    }
    const id = ids[0] as string
    await tested.succeed(changeRefundWatch, { id, amount: '10' }, customer.token)
    await tested.succeed(dropRefundWatch, { id }, customer.token)
    expect(await say(input)).toMatchObject({ code: 1, data: { id, amount: '10', status: 'dropped' } })
    expect(await countOf(billId)).toBe(1)
  })
})

describe('a refund that is waited for', () => {
  test('stands in the list with what is out, the earliest day first, and on its purchase', async () => {
    const [later, sooner] = [await bought(), await bought('12.00')]
    await awaitRefund(later.billId, { note: 'from 4242 4242 4242 4242, shoes' })
    await awaitRefund(sooner.billId, { amount: '4.50', by: today() })
    const { list, sums } = await listed()
    expect(sums).toEqual([{ currency: 'USD', left: '24.5', late: '0' }])
    expect(list).toMatchObject([
      { billId: sooner.billId, amount: '4.5', left: '4.5', daysLeft: 0, isLate: false, note: null },
      { billId: later.billId, last4: card.last4, daysLeft: 14, note: 'from ****4242, shoes' },
    ])
    expect(await termsOf(later.billId)).toMatchObject({ trouble: 'open', left: '20', watch: list[1] })
  })

  test('is changed and taken back; what is left out stays, and nothing is changed after the end', async () => {
    const { billId } = await bought()
    const { id } = await awaitRefund(billId, { note: 'shoes' })
    const change = (input: object) => tested.send(changeRefundWatch, { id, ...input }, customer.token)
    const by = dayAfter(today(), 30)
    expect(await change({ by })).toMatchObject({ data: { by, amount: '20', note: 'shoes' } })
    expect(await change({ amount: '8.5', note: '' })).toMatchObject({
      data: { by, amount: '8.5', note: null },
    })
    expect(await change({ amount: '20.01' })).toMatchObject({ code: 1404, data: { min: '0.01', max: '20' } })
    expect(await change({ by: dayAfter(today(), 114) })).toMatchObject({ key: 'input_invalid' })
    expect(await change({})).toMatchObject({ data: { by, amount: '8.5' } })
    for (let time = 0; time < 2; time++) {
      const gone = await tested.succeed(dropRefundWatch, { id }, customer.token)
      expect(gone.status).toBe('dropped')
    }
    expect(await change({ amount: '1' })).toMatchObject(why('over'))
    expect((await listed()).list).toEqual([])
    expect(await say(wanted(billId))).toMatchObject({ code: 1 })
  })

  test('of a fee or of what nobody announced is one of the purchase behind it', async () => {
    await tellEvent(tested, 'clearing.posted', posting(card, '9.00', { final: true }))
    const [fee, own] = [await newest('fee'), await newest('consume')]
    expect(await awaitRefund(fee, { amount: '9' })).toMatchObject({ billId: own, amount: '9' })
  })

  test('makes room for a dispute', async () => {
    const { billId } = await bought()
    await awaitRefund(billId)
    await tested.succeed(openDispute, contest(billId), customer.token)
    expect(await termsOf(billId)).toMatchObject({ trouble: 'disputed', watch: { status: 'disputed' } })
    expect((await listed()).list).toEqual([])
  })
})
