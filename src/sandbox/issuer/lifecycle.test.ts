import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Purchase } from './purchases.ts'
import { merchant, trialIssuer, webhookSecret } from './trial.ts'

let trial: Awaited<ReturnType<typeof trialIssuer>>
let cardId: string
beforeEach(async () => {
  trial = await trialIssuer()
  cardId = (await trial.openCard()).id
})
afterEach(() => trial.close())

const buy = (more: Partial<Purchase> = {}) =>
  trial
    .issuer()
    .purchases.buy({ cardId, amount: '12.50', merchant, channel: 'online', kind: 'purchase', ...more })
const authorize = (amount = '12.50') => buy({ kind: 'authorization', amount })
const told = (count: number) => expect.poll(() => trial.server.events()).toHaveLength(count)
const lastData = () => trial.server.events().at(-1)?.data

describe('a purchase', () => {
  test('asks with a signature of Standard Webhooks, then clears', async () => {
    const { threadId, decision } = await buy()
    expect(decision).toBe('approved')
    const [ask] = trial.server.heard
    expect(ask?.path).toBe('/hooks/issuer/authorization')
    expect(ask?.body).toEqual({
      id: expect.any(String),
      cardId,
      threadId,
      kind: 'authorization',
      amount: '12.50',
      currency: 'USD',
      merchant,
      channel: 'online',
      country: 'CN',
      pinPresent: false,
      at: expect.any(String),
    })
    const key = Buffer.from(webhookSecret.slice(6), 'base64')
    const signed = `${ask?.headers['webhook-id']}.${ask?.headers['webhook-timestamp']}.${ask?.text}`
    expect(ask?.headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    )

    await told(1)
    expect(trial.server.events()[0]).toMatchObject({
      type: 'clearing.posted',
      data: {
        id: expect.any(String),
        threadId,
        cardId,
        amount: '12.50',
        currency: 'USD',
        merchant,
        final: true,
      },
    })
  })

  test('that the server declines costs nothing and is not told again', async () => {
    trial.server.answer.body = { decision: 'declined', reason: 'balance_insufficient' }
    expect(await buy()).toMatchObject({ decision: 'declined', reason: 'balance_insufficient' })
    expect(trial.issuer().webhooks.waiting()).toEqual([])
    expect(trial.issuer().rows.clearings.all()).toEqual([])
  })

  test('without an answer in two seconds is declined by the issuer, who says so', async () => {
    trial.server.answer.delayMs = 20_000
    const before = Date.now()
    const { threadId, reason } = await buy()
    expect(reason).toBe('no_answer')
    expect(Date.now() - before).toBeLessThan(15_000)
    trial.server.answer.delayMs = 0
    await told(1)
    expect(trial.server.events()[0]).toMatchObject({
      type: 'authorization.declined_by_issuer',
      data: {
        threadId,
        cardId,
        amount: '12.50',
        reason: 'no_answer',
        authorizationId: trial.server.heard[0]?.body.id,
      },
    })
  })

  test('that a crash cut short counts as unanswered', async () => {
    const { threadId } = await authorize()
    const { rows } = trial.issuer()
    const thread = rows.threads.get(threadId)
    if (thread) rows.threads.put(threadId, { ...thread, state: 'asking' })
    const authorizationId = String(trial.server.heard[0]?.body.id)
    rows.asks.put(authorizationId, { id: authorizationId, threadId, amountMinor: '1250' })
    await trial.restart()
    await told(1)
    expect(lastData()).toMatchObject({ threadId, amount: '12.50', reason: 'no_answer', authorizationId })
    expect(trial.issuer().rows.threads.get(threadId)?.state).toBe('declined')
  })

  test('is declined by the issuer without asking: frozen, expired, closed, not activated, wrong PIN, above the limit, gambling, 3-D Secure', async () => {
    const { cards } = trial.issuer()
    const { id } = await trial.orderCard()
    expect((await buy({ cardId: id, channel: 'chip' })).reason).toBe('card_not_activated')
    expect((await buy({ channel: 'atm', pin: '1111' })).reason).toBe('pin_wrong')
    expect((await buy({ amount: '10000.01' })).reason).toBe('issuer_limit')
    expect((await buy({ merchant: { ...merchant, mcc: '7995' } })).reason).toBe('mcc_blocked')
    expect((await buy({ channel: 'online', threeDs: 'failed' })).reason).toBe('3ds_failed')
    expect((await buy({ channel: 'online', threeDs: 'missing' })).reason).toBe('3ds_missing')
    cards.setState(cardId, 'frozen')
    expect((await buy()).reason).toBe('card_frozen')
    cards.setState(cardId, 'expired')
    expect((await buy()).reason).toBe('card_expired')
    cards.setState(cardId, 'closed')
    expect((await buy()).reason).toBe('card_closed')
    await told(9)
    expect(trial.server.heard.every(({ path }) => path.endsWith('/events'))).toBe(true)
    await expect(buy({ cardId: 'card_none' })).rejects.toThrow('no such card')
  })
})

describe('a PIN at a terminal', () => {
  test('is told to the server as right, and never itself', async () => {
    const id = await activated()
    expect(await buy({ cardId: id, channel: 'atm', pin: '2580' })).toMatchObject({ decision: 'approved' })
    const asked = trial.server.heard.find(({ path }) => path.endsWith('/authorization'))?.body ?? {}
    expect(asked).toMatchObject({ channel: 'atm', country: 'CN', pinPresent: true })
    expect(Object.values(asked)).not.toContain('2580')
  })

  test('typed wrong three times in a row is blocked, which is told once, until a new one is set', async () => {
    const id = await activated()
    const types = async (pin: string) =>
      (await buy({ cardId: id, channel: 'chip', pin })).reason ?? 'approved'
    const tries = ['1111', '1111', '2580', '1111', '1111', '1111', '2580']
    const reasons: string[] = []
    for (const pin of tries) reasons.push(await types(pin))
    const wrong = 'pin_wrong'
    expect(reasons).toEqual([wrong, wrong, 'approved', wrong, wrong, wrong, 'pin_blocked'])
    const blocked = () => trial.server.events().filter(({ type }) => type === 'card.pin_blocked')
    await expect.poll(() => blocked()).toMatchObject([{ data: { cardId: id } }])
    expect(await trial.post(`/v1/cards/${id}/pin`, { pin: '8052' })).toMatchObject({ status: 200 })
    expect(await types('8052')).toBe('approved')
    expect(blocked()).toHaveLength(1)
  })

  async function activated() {
    const { id, orderId } = await trial.orderCard()
    const { activationCode: code } = trial.issuer().advance(orderId, { to: 'delivered' })
    await trial.post(`/v1/cards/${id}/activate`, { code })
    await trial.post(`/v1/cards/${id}/pin`, { pin: '2580' })
    return id
  }
})

describe('after an authorization', () => {
  test('an increment asks again and a refused one changes nothing', async () => {
    const { threadId } = await authorize('10.00')
    const { purchases, rows } = trial.issuer()
    expect(await purchases.increment({ threadId, amount: '5.00' })).toMatchObject({ decision: 'approved' })
    expect(trial.server.heard.at(-1)?.body).toMatchObject({ kind: 'incremental', amount: '5.00', threadId })
    trial.server.answer.body = { decision: 'declined', reason: 'balance_insufficient' }
    expect(await purchases.increment({ threadId, amount: '1.00' })).toMatchObject({ decision: 'declined' })
    expect(rows.threads.get(threadId)?.authorizedMinor).toBe('1500')
  })

  test('partial and several clearings, the rest reversed', async () => {
    const { threadId } = await authorize('30.00')
    const { events } = trial.issuer()
    events.clear({ threadId, amount: '10.00', final: false })
    events.clear({ threadId, amount: '5.00', final: false })
    expect(() => events.reverse({ threadId, amount: '15.01' })).toThrow('not that much')
    events.reverse({ threadId })
    await told(3)
    const said = trial.server
      .events()
      .map(({ type, data }) => [type, (data as Record<string, unknown>).amount])
    expect(said).toEqual([
      ['clearing.posted', '10.00'],
      ['clearing.posted', '5.00'],
      ['authorization.reversed', '15.00'],
    ])
    expect(() => events.reverse({ threadId })).toThrow()
  })

  test('a decline by the issuer names the question whose answer does not count', async () => {
    const { threadId } = await authorize('10.00')
    const { purchases, events, rows } = trial.issuer()
    await purchases.increment({ threadId, amount: '5.00' })
    const [first, raise] = trial.server.heard.map(({ body }) => body.id)
    events.declineByIssuer({ threadId, reason: 'network_timeout' })
    await told(1)
    expect(lastData()).toMatchObject({ threadId, amount: '5.00', authorizationId: raise })
    expect(rows.threads.get(threadId)).toMatchObject({ state: 'approved', authorizedMinor: '1000' })
    events.declineByIssuer({ threadId })
    await told(2)
    expect(lastData()).toMatchObject({ threadId, amount: '10.00', authorizationId: first })
    expect(rows.threads.get(threadId)?.state).toBe('declined')
    expect(() => events.declineByIssuer({ threadId })).toThrow('never approved')
  })

  test('a dispute is credited, up to what was charged, and taken back', async () => {
    const { threadId } = await authorize()
    const { events } = trial.issuer()
    expect(() => events.creditDispute({ threadId })).toThrow('Not that much')
    events.clear({ threadId })
    events.refund({ threadId, amount: '2.50' })
    expect(() => events.creditDispute({ threadId, amount: '10.01' })).toThrow('Not that much')
    events.creditDispute({ threadId })
    expect(() => events.creditDispute({ threadId, amount: '0.01' })).toThrow('Not that much')
    events.reverseDispute({ threadId, amount: '4.00' })
    expect(() => events.reverseDispute({ threadId, amount: '6.01' })).toThrow('Not that much')
    await told(4)
    const said = trial.server.events().slice(2)
    expect(said).toMatchObject([
      { type: 'dispute.credited', data: { id: expect.any(String), threadId, cardId, amount: '10.00' } },
      { type: 'dispute.reversed', data: { id: expect.any(String), threadId, cardId, amount: '4.00' } },
    ])
  })

  test('expiry, and a late clearing for more than was authorized', async () => {
    const { threadId } = await authorize()
    const { events } = trial.issuer()
    events.expire({ threadId })
    events.clear({ threadId, amount: '15.00' })
    await told(2)
    expect(trial.server.events()[0]).toMatchObject({
      type: 'authorization.expired',
      data: { threadId, cardId },
    })
    expect(lastData()).toMatchObject({ threadId, amount: '15.00', final: true })
  })

  test('refunds, taken back; and money without a purchase', async () => {
    const { threadId } = await authorize()
    const { events } = trial.issuer()
    expect(() => events.refund({ threadId })).toThrow('name an amount')
    events.clear({ threadId })
    events.refund({ threadId, amount: '2.50' })
    events.reverseRefund({ threadId })
    events.clear({ cardId, amount: '3.00', merchant })
    events.refund({ cardId, amount: '4.00', merchant })
    events.declineByIssuer({ cardId, amount: '9.00', reason: 'suspected_fraud' })
    events.updateCard({ cardId, state: 'frozen' })
    events.updateCard({ cardId, state: 'closed' })
    events.refund({ threadId, amount: '1.00' })
    events.reverseRefund({ cardId, amount: '4.00', merchant })
    await told(10)
    const data = (index: number) => trial.server.events()[index]?.data
    expect(data(1)).toMatchObject({ threadId, amount: '2.50', currency: 'USD', merchant })
    expect(trial.server.events()[2]).toMatchObject({
      type: 'refund.reversed',
      data: { threadId, amount: '2.50' },
    })
    expect(data(3)).toMatchObject({ threadId: null, cardId, amount: '3.00', final: true })
    expect(data(4)).toMatchObject({ threadId: null, cardId, amount: '4.00' })
    expect(data(5)).toMatchObject({ cardId, reason: 'suspected_fraud' })
    expect(trial.server.events()[6]).toMatchObject({
      type: 'card.updated',
      data: { cardId, state: 'frozen' },
    })
    // After closure too.
    expect(data(8)).toMatchObject({ threadId, cardId, amount: '1.00' })
    expect(trial.server.events()[9]).toMatchObject({
      type: 'refund.reversed',
      data: { threadId: null, cardId, amount: '4.00' },
    })
  })
})

describe('events', () => {
  test('are retried until the server says 2xx, over a restart, with the same id', async () => {
    trial.server.answer.status = 500
    trial.issuer().events.updateCard({ cardId, state: 'frozen' })
    await told(1)
    await trial.restart()
    trial.server.answer.status = 200
    await expect.poll(() => trial.issuer().webhooks.waiting()).toEqual([])
    const ids = trial.server.heard.map(({ headers }) => headers['webhook-id'])
    expect(ids.length).toBeGreaterThanOrEqual(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('arrive twice, out of order or late when told to', async () => {
    const { events } = trial.issuer()
    trial.faults.set({ part: 'issuer', kind: 'duplicate_webhook', count: 1 })
    const first = events.updateCard({ cardId, state: 'frozen' })
    await told(2)
    trial.faults.set({ part: 'issuer', kind: 'reorder_webhooks', count: 2, ms: 100 })
    const second = events.updateCard({ cardId, state: 'active' })
    const third = events.updateCard({ cardId, state: 'frozen' })
    await told(4)
    trial.faults.set({ part: 'issuer', kind: 'drop_webhook', count: 1, ms: 100 })
    const fourth = events.updateCard({ cardId, state: 'active' })
    await told(5)
    expect(trial.server.events().map(({ id }) => id)).toEqual([first, first, third, second, fourth])
  })
})
