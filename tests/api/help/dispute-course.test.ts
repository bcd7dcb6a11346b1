import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addEvidence, getDispute, openDispute, withdrawDispute } from '../../../src/contract/dispute.ts'
import { messages } from '../../../src/contract/message.ts'
import { finishJob } from '../../../src/server/jobs/queue/outbox.ts'
import { sendDispute } from '../../../src/server/jobs/send-dispute.ts'
import { openedCard, readyCustomer, workLater } from '../../fixtures/cards/cardholder.ts'
import { contest, disputed, settled, standing } from '../../fixtures/cards/contested.ts'
import { begin, bought, customer, renew, tested } from '../../fixtures/cards/contesting.ts'

beforeAll(begin)
beforeEach(renew)
afterAll(() => tested.close())

const read = (id: string) => tested.succeed(getDispute, { id }, customer.token)
const whats = async (id: string) => (await read(id)).steps.map(({ what }) => what)
const answer = (id: string, changes: object = {}) => ({
  id,
  description: 'Here is the receipt.',
  requestId: randomUUID(),
  ...changes,
})
const withdraw = (id: string, token = customer.token) => tested.send(withdrawDispute, { id }, token)

describe('what the issuer still wants', () => {
  test('is told with the day it is where its customer lives', async () => {
    const owner = await readyCustomer(tested, '500')
    const theirs = await openedCard(tested, owner, { rechargeAmount: '100' })
    const zone = { timezone: 'America/Los_Angeles' }
    await tested.world.db.updateTable('users').set(zone).where('id', '=', owner.userId).execute()
    const { billId } = await settled(tested, { customer: owner, card: theirs })
    const id = await disputed(tested, owner, billId)
    const evidenceBy = '2099-01-01T03:04:05.000Z'
    await standing(tested, id, { state: 'evidence_wanted', version: 2, note: 'The receipt', evidenceBy })
    const page = { pageSize: 1, page: 1, kind: 'feedback' }
    const { list } = await tested.succeed(messages, page, owner.token)
    expect(list[0]?.content).toContain('Before Dec 31, 2098')
  })

  test('is told with its day, and what is sent goes there once and has it looked at again', async () => {
    const { billId } = await bought()
    const id = await disputed(tested, customer, billId)
    const evidenceBy = '2099-01-02T03:04:05.000Z'
    await standing(tested, id, { state: 'evidence_wanted', version: 2, note: 'The receipt', evidenceBy })
    expect(await read(id)).toMatchObject({ status: 'evidence', note: 'The receipt', evidenceBy })
    const { list } = await tested.succeed(
      messages,
      { pageSize: 1, page: 1, kind: 'feedback' },
      customer.token,
    )
    expect(list[0]?.content).toBe('Before Jan 2, 2099 the issuer would like to see: The receipt')
    const wanted = answer(id)
    await Promise.all([1, 2, 3].map(() => tested.succeed(addEvidence, wanted, customer.token)))
    expect(
      await tested.send(addEvidence, { ...wanted, description: 'Other words' }, customer.token),
    ).toMatchObject({
      code: 1413,
    })
    await tested.work()
    expect(await read(id)).toMatchObject({ status: 'sent', note: null, evidenceBy: null })
    expect((await read(id)).lines.map(({ text, isSent }) => [text, isSent])).toEqual([
      ['The parcel never came.', true],
      ['Here is the receipt.', true],
    ])
    expect(tested.issuer.disputes.get(id)?.evidence.size).toBe(2)
    expect(await whats(id)).toEqual(['disputeOpened', 'disputeSent', 'disputeEvidence', 'disputeAnswered'])
  })

  test('is taken again when it was taken, but nothing else is, once an hour has had its thirty', async () => {
    const { billId } = await bought()
    const id = await disputed(tested, customer, billId)
    const evidence = answer(id)
    const send = (sent: object) => tested.send(addEvidence, sent, customer.token)
    await send(evidence)
    await tested.world.db
      .updateTable('attempts')
      .set({ count: 30 })
      .where('subject', '=', `dispute-lines:${customer.userId}`)
      .execute()
    expect(await send(evidence)).toMatchObject({ code: 1 })
    expect(await send(answer(id))).toMatchObject({ code: 1411, data: { reason: 'too_often' } })
  })

  test('is not taken from somebody else, and not after the end', async () => {
    const { billId } = await bought()
    const id = await disputed(tested, customer, billId)
    const other = await readyCustomer(tested, '0')
    for (const call of [addEvidence, getDispute, withdrawDispute]) {
      const input = call === addEvidence ? answer(id) : { id }
      const foreign = await tested.send(call, input, other.token)
      expect(foreign).toMatchObject({ status: 403 })
      const missing = await tested.send(call, { ...input, id: randomUUID() }, other.token)
      expect(missing).toEqual(foreign)
    }
    await standing(tested, id, { state: 'lost', version: 2 })
    expect(await tested.send(addEvidence, answer(id), customer.token)).toMatchObject({
      code: 1415,
      data: { reason: 'over' },
    })
    expect(await withdraw(id)).toMatchObject({ code: 1415, data: { reason: 'over' } })
    expect((await read(id)).lines).toHaveLength(1)
  })
})

describe('what the issuer tells', () => {
  test('in the wrong order or twice ends where it should', async () => {
    const { billId } = await bought()
    const id = await disputed(tested, customer, billId)
    await standing(tested, id, { state: 'received', version: 3 })
    await standing(tested, id, { state: 'evidence_wanted', version: 2, note: 'old' })
    await standing(tested, id, { state: 'received', version: 3 })
    expect(await read(id)).toMatchObject({ status: 'sent', note: null })
    expect(await whats(id)).toEqual(['disputeOpened', 'disputeSent'])
  })

  test('before its own yes was heard is kept', async () => {
    const { billId } = await bought()
    tested.issuer.behaveAt('openDispute', 'does it and is not heard')
    const { id } = await tested.succeed(openDispute, contest(billId), customer.token)
    await tested.work()
    await standing(tested, id, { state: 'evidence_wanted', version: 2, note: 'The receipt' })
    expect(await read(id)).toMatchObject({ status: 'evidence', note: 'The receipt' })
    // What was said with the opening arrives only now, and is an answer too.
    await workLater(tested)
    expect(await whats(id)).toEqual(['disputeOpened', 'disputeEvidence', 'disputeAnswered'])
    expect(tested.issuer.disputes.get(id)?.evidence.size).toBe(1)
  })

  test('of a dispute that we do not know waits, and changes nothing', async () => {
    const disputes = () => tested.world.db.selectFrom('disputes').selectAll().orderBy('id').execute()
    const before = await disputes()
    for (const reference of [randomUUID(), 'not-ours']) {
      const response = await standing(tested, reference, { state: 'won', version: 9 })
      expect(response.statusCode).toBe(200)
    }
    const waiting = await tested.world.db
      .selectFrom('issuer_events')
      .select('handled_at')
      .where('type', '=', 'dispute.updated')
      .where('handled_at', 'is', null)
      .execute()
    expect(waiting).toHaveLength(2)
    expect(await disputes()).toEqual(before)
  })
})

describe('a dispute is withdrawn', () => {
  test('at once while nobody has asked the issuer, who never hears of it', async () => {
    const { billId } = await bought()
    const { id } = await tested.succeed(openDispute, contest(billId), customer.token)
    expect(await withdraw(id)).toMatchObject({ data: { status: 'withdrawn' } })
    await tested.work()
    expect(tested.issuer.disputes.has(id)).toBe(false)
    expect(await withdraw(id)).toMatchObject({ data: { status: 'withdrawn' } })
    expect(await tested.send(openDispute, contest(billId), customer.token)).toMatchObject({ code: 1 })
  })

  test('by the issuer once it may know of it, whether its yes was heard or not', async () => {
    const { billId } = await bought()
    tested.issuer.behaveAt('openDispute', 'does it and is not heard')
    const { id } = await tested.succeed(openDispute, contest(billId), customer.token)
    await tested.work()
    tested.issuer.behaveAt('withdrawDispute', 'does it and is not heard')
    const replies = await Promise.all([withdraw(id), withdraw(id), withdraw(id)])
    for (const reply of replies) expect(reply).toMatchObject({ data: { status: 'withdrawing' } })
    for (let time = 0; time < 3; time++) await workLater(tested)
    expect(await read(id)).toMatchObject({ status: 'withdrawn' })
    expect((await whats(id)).filter(what => what === 'disputeLeaving')).toHaveLength(1)
    expect(tested.issuer.disputes.get(id)?.state).toBe('withdrawn')
  })

  test('again in the moment in which the first attempt ends: the issuer is asked again', async () => {
    const { billId } = await bought()
    const id = await disputed(tested, customer, billId)
    await withdraw(id)
    const { db } = tested.world
    const underWay = await db.selectFrom('jobs').select('id').where('kind', '=', 'send-dispute').execute()
    expect(underWay).toHaveLength(1)
    // The issuer says no to the first, whose job is not taken away yet.
    await db.updateTable('disputes').set({ withdraw_asked_at: null }).where('id', '=', id).execute()
    await withdraw(id)
    await finishJob(db, underWay[0]?.id ?? '')
    for (let time = 0; time < 2; time++) await workLater(tested)
    expect(await read(id)).toMatchObject({ status: 'withdrawn' })
  })

  test('too late: it is decided already, and its end is what the issuer says', async () => {
    const { billId } = await bought()
    const id = await disputed(tested, customer, billId)
    const there = tested.issuer.disputes.get(id)
    if (there) Object.assign(there, { state: 'won', version: 2 })
    await withdraw(id)
    await tested.work()
    expect(await read(id)).toMatchObject({ status: 'sent' })
    await standing(tested, id, { state: 'won', version: 2 })
    expect(await read(id)).toMatchObject({ status: 'won' })
  })
})

test('two nodes that send one dispute at the same moment tell the issuer once', async () => {
  const { billId } = await bought()
  const before = tested.issuer.disputes.size
  const { id } = await tested.succeed(openDispute, contest(billId), customer.token)
  await Promise.all([1, 2, 3, 4].map(() => sendDispute(tested.world, { disputeId: id })))
  await tested.work()
  expect(tested.issuer.disputes.size).toBe(before + 1)
  expect(tested.issuer.disputes.get(id)?.evidence.size).toBe(1)
  expect(await whats(id)).toEqual(['disputeOpened', 'disputeSent'])
})
