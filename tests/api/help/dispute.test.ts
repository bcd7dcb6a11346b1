import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detail as billDetail, userBill } from '../../../src/contract/bill.ts'
import { disputes, disputeTerms, getDispute, openDispute } from '../../../src/contract/dispute.ts'
import { messages } from '../../../src/contract/message.ts'
import { keepTicketPicture } from '../../../src/server/feedback/pictures.ts'
import { ask, moneyOf, posting, question, readyCustomer, tellEvent } from '../../fixtures/cards/cardholder.ts'
import { contest, disputed, standing } from '../../fixtures/cards/contested.ts'
import { begin, bought, card, customer, renew, tested } from '../../fixtures/cards/contesting.ts'

beforeAll(begin)
beforeEach(renew)
afterAll(() => tested.close())

const open = (input: object, token = customer.token) =>
  tested.send(openDispute, input as Record<string, unknown>, token)
const why = (reason: string) => ({ code: 1415, key: 'dispute_refused', data: { reason } })

async function countOf(billId: string) {
  const rows = await tested.world.db
    .selectFrom('disputes')
    .select('id')
    .where('bill_id', '=', billId)
    .execute()
  return rows.length
}

async function notices() {
  const page = { pageSize: 50, page: 1, kind: 'feedback' }
  const { list } = await tested.succeed(messages, page, customer.token)
  return list
}

describe('a dispute is not opened', () => {
  test('of a bill of somebody else, which is answered as one nobody has', async () => {
    const { billId } = await bought()
    const other = await readyCustomer(tested, '0')
    const foreign = await open(contest(billId), other.token)
    expect(foreign).toMatchObject({ status: 403 })
    expect(await open(contest(randomUUID()))).toMatchObject({ status: 403 })
    expect(await tested.send(disputeTerms, { billId }, other.token)).toMatchObject({ status: 403 })
    expect(await countOf(billId)).toBe(0)
  })

  test('of what is no purchase', async () => {
    const { list } = await tested.succeed(userBill, { pageSize: 1, page: 1, type: 'topUp' }, customer.token)
    const billId = list[0]?.id ?? ''
    expect(await open(contest(billId))).toMatchObject(why('not_purchase'))
    expect(await tested.send(disputeTerms, { billId }, customer.token)).toMatchObject(why('not_purchase'))
  })

  test('of a purchase that is not settled, or has come back', async () => {
    await ask(tested, question(card, { amount: '7.00' }))
    const page = { pageSize: 1, page: 1, type: 'cardTransaction' }
    const { list } = await tested.succeed(userBill, page, customer.token)
    expect(await open(contest(list[0]?.id ?? ''))).toMatchObject(why('not_cleared'))
    const { billId, threadId } = await bought()
    await tellEvent(tested, 'refund.posted', posting(card, '20.00', { threadId }))
    expect(await open(contest(billId))).toMatchObject(why('refunded'))
    expect(await countOf(billId)).toBe(0)
  })

  test('a moment after 120 days, by the clock of the database', async () => {
    const { billId } = await bought()
    const age = (days: number) =>
      sql`
      update bills set steps = (
        select jsonb_agg(jsonb_set(s, '{at}', to_jsonb(to_char(
          (now() - ${days} * interval '1 day') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
        from jsonb_array_elements(steps) s
      ) where id = ${billId}`.execute(tested.world.db)
    await age(120)
    expect(await open(contest(billId))).toMatchObject(why('too_late'))
    await age(119)
    expect(await tested.succeed(disputeTerms, { billId }, customer.token)).toMatchObject({ trouble: null })
  })

  test.each(['0', '20.01', '20.001'])('for %s of 20', async amount => {
    const { billId } = await bought()
    expect(await open(contest(billId, { amount }))).toMatchObject({ code: 1404, data: { max: '20' } })
    expect(await countOf(billId)).toBe(0)
  })

  test('for more than has not come back', async () => {
    const { billId, threadId } = await bought()
    await tellEvent(tested, 'refund.posted', posting(card, '5.00', { threadId }))
    expect(await open(contest(billId, { amount: '15.01' }))).toMatchObject({
      code: 1404,
      data: { max: '15' },
    })
    expect(await open(contest(billId, { amount: '15' }))).toMatchObject({ code: 1 })
  })

  test('twice for one row, not even by eight at once', async () => {
    const { billId } = await bought()
    const replies = await Promise.all(Array.from({ length: 8 }, () => open(contest(billId))))
    expect(replies.filter(reply => 'code' in reply && reply.code === 1)).toHaveLength(1)
    expect(replies.find(reply => 'code' in reply && reply.code !== 1)).toMatchObject(why('open'))
    expect(await countOf(billId)).toBe(1)
  })

  test('with pictures of somebody else, and nothing is kept of it', async () => {
    const { billId } = await bought()
    const other = await readyCustomer(tested, '0')
    const path = await keepTicketPicture(tested.world, { userId: other.userId, content: Buffer.from('x') })
    expect(await open(contest(billId, { images: [path] }))).toMatchObject({ code: 1204 })
    expect(await countOf(billId)).toBe(0)
  })

  test('an eleventh time within an hour', async () => {
    const { billId } = await bought()
    for (let time = 0; time < 10; time++) await open(contest(billId))
    const until = expect.stringMatching(/Z$/)
    expect(await open(contest(billId))).toMatchObject({ code: 1411, data: { reason: 'too_often', until } })
  })
})

describe('one decision', () => {
  test('is one dispute, however often it is sent; other words or sums are refused', async () => {
    const { billId, threadId } = await bought()
    const wanted = contest(billId)
    const replies = await Promise.all(Array.from({ length: 6 }, () => open(wanted)))
    const numbers = replies.map(reply => 'data' in reply && (reply.data as { number: string }).number)
    expect(new Set(numbers).size).toBe(1)
    for (const change of [{ amount: '19' }, { reason: 'amount' }, { description: 'Something else.' }]) {
      expect(await open({ ...wanted, ...change })).toMatchObject({ code: 1413 })
    }
    await tested.work()
    expect(await countOf(billId)).toBe(1)
    expect([...tested.issuer.disputes.values()].filter(each => each.threadId === threadId)).toHaveLength(1)
  })
})

describe('a dispute', () => {
  test('goes to the issuer with what was said, and stands in the trail, the list and a message', async () => {
    const { billId, threadId } = await bought()
    const content = Buffer.from('a picture')
    const path = await keepTicketPicture(tested.world, { userId: customer.userId, content })
    const description = 'Card 4111 1111 1111 1111 paid, nothing came.'
    const opened = await tested.succeed(
      openDispute,
      contest(billId, { description, images: [path] }),
      customer.token,
    )
    expect(opened).toMatchObject({ status: 'opened', amount: '20', last4: card.last4, billId })
    expect(opened.lines).toMatchObject([
      { text: 'Card ****1111 paid, nothing came.', pictures: 1, isSent: false },
    ])
    const trail = () => tested.succeed(billDetail, { id: billId }, customer.token)
    expect((await trail()).next).toBe('disputeSending')
    await tested.work()
    const [there] = [...tested.issuer.disputes.values()].filter(each => each.threadId === threadId)
    expect(there).toMatchObject({ reference: opened.id, amountMinor: 2000n, reason: 'notReceived' })
    expect([...(there?.evidence.values() ?? [])]).toEqual([
      { text: 'Card ****1111 paid, nothing came.', pictures: 1 },
    ])
    const now = await tested.succeed(getDispute, { id: opened.id }, customer.token)
    expect(now).toMatchObject({ status: 'sent', lines: [{ isSent: true }] })
    expect(now.steps.map(({ what }) => what)).toEqual(['disputeOpened', 'disputeSent'])
    const { steps, next } = await trail()
    expect([steps.at(-1)?.what, next]).toEqual(['disputeSent', 'disputeIssuer'])
    expect((await notices())[0]).toMatchObject({
      title: `Dispute ${opened.number} is with the issuer`,
      action: `/pages/feedback/feedback?dispute=${billId}`,
    })
    const { list } = await tested.succeed(disputes, { pageSize: 1, page: 1 }, customer.token)
    expect(list).toMatchObject([{ id: opened.id, status: 'sent' }])
  })

  test('of a fee or a charge that nobody announced is one of the purchase behind it', async () => {
    const unannounced = posting(card, '9.00', { final: true })
    await tellEvent(tested, 'clearing.posted', unannounced)
    const page = { pageSize: 1, page: 1, cardOutId: card.cardId }
    const fee = (await tested.succeed(userBill, { ...page, type: 'fee' }, customer.token)).list[0]
    const own = (await tested.succeed(userBill, { ...page, type: 'consume' }, customer.token)).list[0]
    const terms = await tested.succeed(disputeTerms, { billId: fee?.id }, customer.token)
    expect(terms).toMatchObject({ billId: own?.id, max: '9', trouble: null, dispute: null })
    const opened = await tested.succeed(
      openDispute,
      contest(fee?.id ?? '', { amount: '9', reason: 'unknown' }),
      customer.token,
    )
    expect(opened.billId).toBe(own?.id)
    await tested.work()
    expect(tested.issuer.disputes.get(opened.id)).toMatchObject({ threadId: unannounced.id })
  })

  test('is asked about again while the issuer is silent, and is one there', async () => {
    const { billId } = await bought()
    const before = tested.issuer.disputes.size
    tested.issuer.behaveAt('openDispute', 'does it and is not heard')
    tested.issuer.behaveAt('addEvidence', 'does it and is not heard')
    const { id } = await tested.succeed(openDispute, contest(billId), customer.token)
    const status = async () => (await tested.succeed(getDispute, { id }, customer.token)).status
    await tested.work()
    expect(await status()).toBe('opened')
    for (let time = 0; time < 2; time++) {
      await tested.world.db
        .updateTable('jobs')
        .set({ run_at: new Date(0) })
        .execute()
      await tested.work()
    }
    expect(await status()).toBe('sent')
    expect(tested.issuer.disputes.size).toBe(before + 1)
    expect(tested.issuer.disputes.get(id)?.evidence.size).toBe(1)
    expect(
      await tested.world.db.selectFrom('jobs').select('id').where('kind', '=', 'send-dispute').execute(),
    ).toEqual([])
  })

  test('that the issuer does not take ends, says so, and may be opened anew', async () => {
    const { billId } = await bought()
    tested.issuer.behaveAt('openDispute', 'declines')
    const id = await disputed(tested, customer, billId)
    expect(await tested.succeed(getDispute, { id }, customer.token)).toMatchObject({ status: 'refused' })
    expect((await notices())[0]?.title).toMatch(/was not accepted/)
    expect((await tested.succeed(billDetail, { id: billId }, customer.token)).next).toBeNull()
    expect(await open(contest(billId))).toMatchObject({ code: 1 })
  })

  test('is won, keeps its credit, and is never opened again', async () => {
    const { billId, threadId } = await bought()
    const before = (await moneyOf(tested, customer, card)).card
    const id = await disputed(tested, customer, billId)
    await tellEvent(tested, 'dispute.credited', posting(card, '20.00', { threadId }))
    await standing(tested, id, { state: 'won', version: 2 })
    expect((await moneyOf(tested, customer, card)).card).toBe(before + 2000n)
    const won = await tested.succeed(getDispute, { id }, customer.token)
    expect(won.status).toBe('won')
    expect((await notices())[0]?.title).toMatch(/is won/)
    expect(await open(contest(billId))).toMatchObject(why('decided'))
    await standing(tested, id, { state: 'lost', version: 3 })
    expect((await tested.succeed(getDispute, { id }, customer.token)).status).toBe('won')
  })
})
