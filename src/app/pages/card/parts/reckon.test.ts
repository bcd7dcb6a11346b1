import { describe, expect, test } from 'vitest'
import {
  amountOf,
  becomes,
  bpsOf,
  isMore,
  isZero,
  less,
  more,
  mostFor,
  openCost,
  rechargeCost,
  smaller,
} from './reckon.ts'

const celadon = { openFee: '5', rechargeFee: '1', consumeFee: '0.5', crossBorderFee: '1.5' }

describe('previews of fees', () => {
  test('reads percents without floats', () => {
    expect(['0', '1', '1.5', '0.85', '12.5'].map(bpsOf)).toEqual([0, 100, 150, 85, 1250])
  })

  test('takes what is typed half-way', () => {
    expect(['', '12.', '0.', '12.5'].map(amountOf)).toEqual(['0', '12', '0', '12.5'])
  })

  test('puts the fee of a recharge on top and rounds it up', () => {
    expect(rechargeCost('100', celadon)).toEqual({ fee: '1', total: '101', share: '1' })
    expect(rechargeCost('0.000033', { rechargeFee: '0.8' })).toMatchObject({
      fee: '0.000001',
      total: '0.000034',
    })
    expect(rechargeCost('0', celadon)).toEqual({ fee: '0', total: '0', share: '0' })
  })

  test('adds the opening fee and says the share of all fees', () => {
    expect(openCost('50', celadon)).toEqual({ fee: '5.5', total: '55.5', share: '11', rechargeFee: '0.5' })
    expect(openCost('0', celadon)).toMatchObject({ fee: '5', total: '5', share: '0' })
  })

  test('the most that can arrive never costs more than there is, and a cent more would', () => {
    for (const paid of ['0', '0.01', '10', '99.999999', '101', '12345.67']) {
      const most = mostFor(paid, celadon)
      expect(isMore(rechargeCost(most, celadon).total, paid)).toBe(false)
      expect(isMore(rechargeCost((Number(most) + 0.01).toFixed(2), celadon).total, paid)).toBe(true)
    }
  })

  test('what is typed below nothing or beyond a cent brings no more', () => {
    expect(['-5', '', '0.009999'].map(paid => mostFor(paid, celadon))).toEqual(['0', '0', '0'])
    expect(mostFor('0.02', celadon)).toBe('0.01')
    expect(mostFor('5.019999', { rechargeFee: '0' })).toBe('5.01')
  })

  test('a share is rounded up to two digits', () => {
    expect(rechargeCost('0.000001', celadon)).toMatchObject({ fee: '0.000001', share: '100' })
    expect(openCost('3', { openFee: '1', rechargeFee: '0' }).share).toBe('33.34')
  })

  test('one sum is more than another by a millionth', () => {
    expect([isMore('1.000001', '1'), isMore('1', '1'), isMore('1', '1.000001')]).toEqual([true, false, false])
    expect([smaller('2', '1'), smaller('1', '2'), smaller('1', '1.0')]).toEqual(['1', '1', '1'])
    expect([isZero('0.00'), isZero('0.000001')]).toEqual([true, false])
  })

  test('of any sum the most that can be bought keeps within it with each fee rounded up by itself', () => {
    const fees = { rechargeFee: '0', consumeFee: '0.5', crossBorderFee: '1.5' }
    const costAbroad = (cents: number) =>
      cents + Math.ceil((cents * 50) / 10_000) + Math.ceil((cents * 150) / 10_000)
    for (let cents = 1; cents < 500; cents++) {
      const { spentAbroad } = becomes((cents / 100).toFixed(2), fees)
      const most = Math.round(Number(spentAbroad) * 100)
      expect(most === 0 || costAbroad(most) <= cents, `${cents}`).toBe(true)
      expect(costAbroad(most + 1), `${cents}`).toBeGreaterThan(cents)
    }
    expect(becomes('0.02', fees)).toEqual({ onCard: '0.02', spentHome: '0.01', spentAbroad: '0' })
  })

  test('says what 100 USDT become', () => {
    expect(becomes('100', celadon)).toEqual({ onCard: '99', spentHome: '98.5', spentAbroad: '97.05' })
    expect(becomes('0', celadon)).toEqual({ onCard: '0', spentHome: '0', spentAbroad: '0' })
  })

  test('nothing is left below zero', () => {
    expect(less('10', '12.5')).toBe('0')
    expect(less('12.5', '10')).toBe('2.5')
    expect(less('1.000001', '1')).toBe('0.000001')
    expect(less('no amount', '0')).toBe('0')
    expect(more('1', '0.5')).toBe('1.5')
  })
})
