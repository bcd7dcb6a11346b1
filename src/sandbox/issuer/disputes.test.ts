import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { merchant, trialIssuer } from './trial.ts'

let trial: Awaited<ReturnType<typeof trialIssuer>>
let cardId: string
let threadId: string
beforeEach(async () => {
  trial = await trialIssuer()
  cardId = (await trial.openCard()).id
  const bought = { cardId, amount: '12.50', merchant, channel: 'online', kind: 'authorization' } as const
  threadId = (await trial.issuer().purchases.buy(bought)).threadId
  trial.issuer().events.clear({ threadId })
})
afterEach(() => trial.close())

const asked = (more: object = {}) => ({
  reference: 'dispute-1',
  cardId,
  threadId,
  amount: '12.50',
  reason: 'notReceived',
  ...more,
})
const opened = async () => (await trial.post('/v1/disputes', asked())).body as { id: string }
const said = (type: string) => trial.server.events().filter(event => event.type === type)
const told = (type: string, count: number) => expect.poll(() => said(type)).toHaveLength(count)

describe('a dispute', () => {
  test('is refused for more than was charged, another card and no purchase', async () => {
    const other = (await trial.openCard('celadon-virtual', 'order-2')).id
    for (const more of [{ amount: '12.51' }, { amount: '0' }, { cardId: other }, { threadId: 'thr_none' }]) {
      const reply = await trial.post('/v1/disputes', asked(more))
      expect([reply.status, reply.body.error]).toEqual([422, 'not_disputable'])
    }
    expect((await trial.post('/v1/disputes', asked({ reason: 'bored' }))).status).toBe(400)
    expect(trial.issuer().rows.disputes.all()).toEqual([])
  })

  test('is one for a reference, over a restart too', async () => {
    const { id } = await opened()
    await trial.restart()
    expect(await opened()).toEqual({ id, state: 'received', version: 1, note: null, evidenceBy: null })
    expect(trial.issuer().rows.disputes.all()).toHaveLength(1)
  })

  test('of a charge that nobody authorized names it by its clearing', async () => {
    trial.issuer().events.clear({ cardId, amount: '3.00' })
    await told('clearing.posted', 2)
    const clearingId = (said('clearing.posted')[1]?.data as { id: string } | undefined)?.id
    const reply = await trial.post('/v1/disputes', asked({ threadId: clearingId, amount: '3.00' }))
    expect(reply.status).toBe(201)
  })

  test('asks for evidence until it has some, and keeps each once with prints of its pictures', async () => {
    const { id } = await opened()
    trial.issuer().decide(id, { to: 'evidence_wanted', note: 'The receipt', days: 5 })
    await told('dispute.updated', 1)
    expect(said('dispute.updated')[0]?.data).toMatchObject({
      disputeId: id,
      reference: 'dispute-1',
      state: 'evidence_wanted',
      version: 2,
      note: 'The receipt',
      evidenceBy: expect.stringMatching(/Z$/),
    })
    const evidence = { reference: 'line-1', text: 'Here', pictures: [Buffer.from('x').toString('base64')] }
    for (let time = 0; time < 2; time++) {
      const reply = await trial.post(`/v1/disputes/${id}/evidence`, evidence)
      expect(reply.body).toMatchObject({ state: 'received', version: 3, note: null })
    }
    expect(trial.issuer().rows.disputes.get(id)?.evidence).toEqual([
      { reference: 'line-1', text: 'Here', pictures: [expect.stringMatching(/^[\da-f]{64}$/)] },
    ])
  })

  test('that is won is credited, what the merchant gave back meanwhile aside', async () => {
    const { id } = await opened()
    trial.issuer().events.refund({ threadId, amount: '2.50' })
    trial.issuer().decide(id, { to: 'won' })
    await told('dispute.updated', 1)
    await told('dispute.credited', 1)
    expect(said('dispute.credited')[0]?.data).toMatchObject({ threadId, amount: '10.00' })
    expect(() => trial.issuer().decide(id, { to: 'lost' })).toThrow('already won')
    const late = { reference: 'line-1', text: 'Here', pictures: [] }
    expect((await trial.post(`/v1/disputes/${id}/evidence`, late)).status).toBe(422)
    expect((await trial.post(`/v1/disputes/${id}/withdraw`)).status).toBe(422)
  })

  test.each(['lost', 'withdrawn'])('that is %s gives its credit back, once', async end => {
    const { id } = await opened()
    trial.issuer().decide(id, { to: 'credit' })
    trial.issuer().decide(id, { to: 'credit' })
    if (end === 'lost') trial.issuer().decide(id, { to: 'lost' })
    else for (let time = 0; time < 2; time++) await trial.post(`/v1/disputes/${id}/withdraw`)
    await told('dispute.updated', 1)
    await told('dispute.reversed', 1)
    expect(said('dispute.credited')).toHaveLength(1)
    expect(said('dispute.updated')[0]?.data).toMatchObject({ state: end, version: 2 })
    expect(trial.issuer().rows.threads.get(threadId)).toMatchObject({ disputedMinor: '0' })
  })
})
