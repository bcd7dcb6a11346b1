import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bill } from './bill.ts'
import { costShare, trueCostOf } from './true-cost.ts'

const id = '01990000-0000-7000-8000-000000000001'
const billOf = (fields: Partial<Bill>): Bill => ({
  id,
  type: 'transfer',
  amount: '0',
  currency: 'USDT',
  fee: '0',
  account: 'wallet',
  remark: {},
  status: 'done',
  createTime: '2026-11-20T00:00:00.000Z',
  cardOutId: null,
  traceId: id,
  ...fields,
})

const recharge = billOf({
  type: 'topUp',
  amount: '100',
  currency: 'USD',
  remark: { paid: '100', paidCurrency: 'USDT' },
})
const rechargeFee = billOf({ type: 'fee', amount: '-1', remark: { fee: 'rechargeFee' } })
const conversion = billOf({
  amount: '2985',
  fee: '2.985',
  remark: { paid: '1', paidCurrency: 'ETH', received: '2982.015', rate: '2985', referenceRate: '3000' },
})

describe('the share a movement cost', () => {
  test('is never said to be less than it was, nor a hundredth of a percent more', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 30n })
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const [given, got] = one > other ? [one, other] : [other, one]
        const [whole = '0', fraction = ''] = (costShare({ given, got }) ?? '').split('.')
        const bps = BigInt(whole + fraction.padEnd(2, '0'))
        const exact = (given - got) * 10_000n
        expect(bps * given >= exact && (bps - 1n) * given < exact).toBe(true)
      }),
    )
  })

  test('is none of nothing, and none where more arrived than was given', () => {
    expect(costShare({ given: 0n, got: 0n })).toBeNull()
    expect(costShare({ given: 1n, got: 2n })).toBeNull()
    expect(costShare({ given: 5n, got: 5n })).toBe('0')
  })

  test('is rounded up by the least remainder', () => {
    expect(costShare({ given: 3n, got: 2n })).toBe('33.34')
    expect(costShare({ given: 10_000n, got: 9_999n })).toBe('0.01')
  })
})

describe('what a movement cost all included', () => {
  test('is the fee of a recharge, of all that was paid', () => {
    const own = { percent: '1', amount: '1', currency: 'USDT', hasSpread: false }
    expect(trueCostOf(recharge, [rechargeFee])).toEqual({ ...own, percent: '1', amount: '1' })
    const ofTwo = billOf({ type: 'fee', amount: '-2.04', remark: { fee: 'rechargeFee' } })
    // 2.04 of 102.04, rounded up.
    expect(trueCostOf(recharge, [ofTwo])).toMatchObject({ percent: '2', amount: '2.04' })
    expect(trueCostOf(recharge, [])).toMatchObject({ percent: '0', amount: '0' })
  })

  test('leaves out the opening of the card, and fees of other movements', () => {
    const opening = billOf({ type: 'openCard', amount: '-5', remark: { cardType: 'Celadon' } })
    const others = billOf({ type: 'fee', amount: '-9', remark: { fee: 'mailingFee' } })
    const elsewhere = { ...rechargeFee, traceId: 'another' }
    expect(trueCostOf(recharge, [opening, others, elsewhere, rechargeFee])).toMatchObject({ amount: '1' })
  })

  test('is the fee of a withdrawal in its own coin', () => {
    const withdrawal = billOf({ type: 'withdraw', currency: 'ETH', amount: '-0.099', fee: '0.001' })
    expect(trueCostOf(withdrawal, [])).toEqual({
      percent: '1',
      amount: '0.001',
      currency: 'ETH',
      hasSpread: false,
    })
  })

  test('is fee and distance from the reference rate of a conversion, told on each of its rows and of what it became', () => {
    const cost = { percent: '0.6', amount: '17.985', currency: 'USDT', hasSpread: true }
    const left = billOf({ ...conversion, amount: '-1', currency: 'ETH', fee: '0' })
    expect(trueCostOf(conversion, [left])).toEqual(cost)
    expect(trueCostOf(left, [conversion])).toEqual(cost)
    expect(trueCostOf(recharge, [left, conversion])).toEqual(cost)
  })

  test.each<[string, Partial<Bill>]>([
    ['what waits', { ...recharge, status: 'pending' }],
    ['what failed', { ...conversion, status: 'failed' }],
    ['a withdrawal of what is no amount', { type: 'withdraw', amount: '-1e3', fee: '1' }],
    ['a purchase', { type: 'consume', amount: '-10', fee: '0.2' }],
    ['a deposit', { type: 'deposit', amount: '10' }],
    ['what went from a card to the wallet', { remark: { paid: '10', paidCurrency: 'USD' } }],
    ['a recharge that does not say what was paid', { ...recharge, remark: {} }],
    ['a rate that is none', { remark: { ...conversion.remark, referenceRate: '1e3' } }],
    ['a rate better than the reference', { remark: { ...conversion.remark, referenceRate: '2900' } }],
  ])('is not told of %s', (_, fields) => {
    expect(trueCostOf(billOf(fields), [])).toBeNull()
  })
})
