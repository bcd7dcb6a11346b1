import { describe, expect, test } from 'vitest'
import { meaningOf } from './issuer-words.ts'

const at = '2026-01-01T00:00:00.000Z'
const read = (type: string, data: object) => meaningOf({ id: 'evt_1', type, at, data }, new Date())
const merchant = { name: 'Kiln & Co', city: 'Austin', country: 'US', mcc: '5999' }
const posting = { id: 'x_1', threadId: 'thr_1', cardId: 'card_1', amount: '5.00', currency: 'USD', merchant }
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

  test('a long name of a shop is kept in whole characters', () => {
    const shop = { ...merchant, name: `K${'😀'.repeat(200)}` }
    expect(read('refund.posted', { ...posting, merchant: shop })).toMatchObject({
      sale: { merchant: `K${'😀'.repeat(99)}` },
    })
  })
})
