import { describe, expect, test } from 'vitest'
import { authorizationRequest, happenedAt, issuerEvent, meaningOf } from './issuer-words.ts'

const at = '2026-01-01T00:00:00.000Z'
const read = (type: string, data: object) => meaningOf({ id: 'evt_1', type, at, data }, new Date())
const merchant = { name: 'Kiln & Co', city: 'Austin', country: 'US', mcc: '5999' }
const posting = { id: 'x_1', threadId: 'thr_1', cardId: 'card_1', amount: '5.00', currency: 'USD', merchant }
const question = {
  id: 'ask_1',
  cardId: 'card_1',
  threadId: 'thr_1',
  kind: 'authorization',
  amount: '5.00',
  currency: 'USD',
  merchant,
  channel: 'online',
  at,
}
const order = { orderId: 'ord_1', cardId: 'card_1', reference: 'apply-1', version: 2 }

describe('what the issuer tells', () => {
  test('that makes no sense is refused, and what we do not know means nothing', () => {
    expect(read('order.lost_at_sea', order)).toEqual({ of: 'nothing' })
    expect(read('order.', order)).toEqual({ of: 'nothing' })
    expect(read('token.created', {})).toEqual({ of: 'nothing' })
    expect(() => read('order.shipped', { ...order, version: '2' })).toThrow()
    expect(() => read('order.shipped', { ...order, tracking: 'GL1' })).toThrow()
    expect(() => read('order.refused', { ...order, reference: undefined })).toThrow()
    expect(() => read('dispute.credited', { ...posting, amount: '-5.00' })).toThrow()
  })

  test.each<[string, number]>([
    ['id', 128],
    ['cardId', 200],
    ['threadId', 200],
    ['currency', 10],
    ['channel', 32],
  ])('a question has a %s of at most %i characters', (field, most) => {
    const of = (length: number) =>
      authorizationRequest.safeParse({ ...question, [field]: 'x'.repeat(length) })
    expect([of(1), of(most), of(most + 1)].map(({ success }) => success)).toEqual([true, true, false])
  })

  test.each(['id', 'cardId', 'threadId'])('a question without a %s is none', field => {
    expect(authorizationRequest.safeParse({ ...question, [field]: '' }).success).toBe(false)
  })

  test('a question may be for nothing, and its time is of any zone', () => {
    const asked = { ...question, amount: '0.00', at: '2026-01-01T08:00:00+08:00' }
    expect(authorizationRequest.parse(asked)).toMatchObject({ amount: 0n, at: new Date(at) })
    expect(authorizationRequest.safeParse({ ...question, amount: '-0.01' }).success).toBe(false)
    expect(authorizationRequest.safeParse({ ...question, amount: '0.001' }).success).toBe(false)
  })

  test('what is told once has a name of at most 128 characters that can be seen', () => {
    const of = (id: string) => issuerEvent.safeParse({ id, type: 'x', at, data: {} }).success
    expect(['!', '~'.repeat(128), '', '~'.repeat(129), 'é', 'a\n'].map(of)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('at most a thousand million is posted at once, and versions are counted as the database does', () => {
    expect(read('refund.posted', { ...posting, amount: '1000000000.00' })).toMatchObject({
      fact: { amountMinor: 100_000_000_000n },
    })
    expect(() => read('refund.posted', { ...posting, amount: '1000000000.01' })).toThrow()
    expect(read('order.approved', { ...order, version: 2_147_483_647 })).toMatchObject({ of: 'order' })
    expect(() => read('order.approved', { ...order, version: 2_147_483_648 })).toThrow()
  })

  test('what is said to lie more than ten minutes ahead happened when it was told', () => {
    const toldAt = new Date(at)
    const ahead = (ms: number) => new Date(+toldAt + ms)
    expect(happenedAt({ at: ahead(600_000), toldAt })).toEqual(ahead(600_000))
    expect(happenedAt({ at: ahead(600_001), toldAt })).toEqual(toldAt)
    expect(happenedAt({ at: ahead(-9_000_000), toldAt })).toEqual(ahead(-9_000_000))
  })

  test.each<[string, object, object]>([
    ['authorization.reversed', { amount: '5.00' }, { id: 'evt_1', kind: 'reversed', amountMinor: 500n }],
    ['authorization.expired', {}, { id: 'evt_1', kind: 'expired' }],
    ['clearing.posted', { final: false }, { id: 'x_1', kind: 'cleared', amountMinor: 500n, isFinal: false }],
    ['refund.reversed', {}, { id: 'x_1', kind: 'withdrawn', amountMinor: 500n, isDispute: false }],
  ])('%s is a fact about its purchase', (type, more, fact) => {
    expect(read(type, { ...posting, ...more })).toEqual({
      of: 'purchase',
      issuerCardId: 'card_1',
      threadId: 'thr_1',
      fact: { at: new Date(at), ...fact },
      sale: { merchant: 'Kiln & Co', city: 'Austin', country: 'US', mcc: '5999', channel: '' },
    })
  })

  test.each(['clearing.posted', 'refund.posted'])('%s without a purchase is one of its own', type => {
    expect(read(type, { ...posting, final: true, threadId: null })).toMatchObject({ threadId: 'x_1' })
  })

  test('a card has another state', () => {
    const told = { of: 'card', issuerCardId: 'card_1', state: 'expired' }
    expect(read('card.updated', { cardId: 'card_1', state: 'expired' })).toEqual(told)
    expect(() => read('card.updated', { cardId: 'card_1', state: 'pin_blocked' })).toThrow()
  })

  test('a dispute takes a step, with what is wanted and by when where evidence is', () => {
    const dispute = { disputeId: 'dis_1', reference: 'contest-1', state: 'evidence_wanted', version: 3 }
    const told = (standing: object) => ({
      of: 'dispute',
      reference: 'contest-1',
      issuerDisputeId: 'dis_1',
      standing: { state: 'evidence_wanted', version: 3, ...standing },
    })
    expect(read('dispute.updated', dispute)).toEqual(told({ note: null, evidenceBy: null }))
    expect(read('dispute.updated', { ...dispute, note: 'a receipt', evidenceBy: at })).toEqual(
      told({ note: 'a receipt', evidenceBy: new Date(at) }),
    )
  })

  test.each(['approved', 'printing', 'delivered', 'returned', 'cancelled'])('an order is %s', state => {
    expect(read(`order.${state}`, order)).toEqual({
      of: 'order',
      reference: 'apply-1',
      issuerCardId: 'card_1',
      issuerOrderId: 'ord_1',
      standing: { state, version: 2, reason: null, tracking: null, changedAt: new Date(at) },
    })
  })

  test('an order is refused with a reason, or shipped by a carrier with a number', () => {
    expect(read('order.refused', { ...order, reason: 'address_not_served' })).toMatchObject({
      standing: { state: 'refused', reason: 'address_not_served' },
    })
    const tracking = { carrier: 'SF Express', number: 'GL1HK' }
    expect(read('order.shipped', { ...order, tracking })).toMatchObject({
      standing: { state: 'shipped', tracking },
    })
  })

  test('a dispute is money that comes back and may be taken back, and is known as one', () => {
    const fact = (type: string) => read(type, posting)
    const common = { id: 'x_1', amountMinor: 500n }
    expect(fact('refund.posted')).toMatchObject({ fact: { ...common, kind: 'refunded', isDispute: false } })
    expect(fact('dispute.credited')).toMatchObject({ fact: { ...common, kind: 'refunded', isDispute: true } })
    expect(fact('dispute.reversed')).toMatchObject({
      fact: { ...common, kind: 'withdrawn', isDispute: true },
    })
  })

  test('a decline names the question it takes back, if we were asked', () => {
    const data = { threadId: 'thr_1', cardId: 'card_1', amount: '5.00', merchant, reason: 'no_answer' }
    const told = (more: object) => read('authorization.declined_by_issuer', { ...data, ...more })
    expect(told({ authorizationId: 'ask_1' })).toMatchObject({ fact: { kind: 'denied', askId: 'ask_1' } })
    expect(told({})).toMatchObject({ fact: { kind: 'denied', askId: null } })
  })

  test('a blocked PIN is a state of the card', () => {
    expect(read('card.pin_blocked', { cardId: 'card_1' })).toEqual({
      of: 'card',
      issuerCardId: 'card_1',
      state: 'pin_blocked',
    })
  })

  test.each([
    ['us', 'US'],
    [' US ', 'US'],
    ['', ''],
    ['USA', ''],
    ['840', ''],
  ])('a shop in %j is in %j', (told, country) => {
    expect(read('refund.posted', { ...posting, merchant: { ...merchant, country: told } })).toMatchObject({
      sale: { country },
    })
  })

  test('a long name of a shop is kept in whole characters', () => {
    const shop = { ...merchant, name: `K${'😀'.repeat(200)}` }
    expect(read('refund.posted', { ...posting, merchant: shop })).toMatchObject({
      sale: { merchant: `K${'😀'.repeat(99)}` },
    })
  })
})
