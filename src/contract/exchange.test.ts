import { describe, expect, test } from 'vitest'
import { convert, type Rate } from './exchange.ts'

describe('convert', () => {
  const rated = (masterCurrency: string, slaveCurrency: string, rate: string): Rate => ({
    masterCurrency,
    slaveCurrency,
    rate,
    time: '2026-01-01T00:00:00.000Z',
    state: 'good',
  })
  const rates = [rated('USDT', 'CNY', '7.1'), rated('BTC', 'USDT', '0')]

  test('gives NAN without a rate, and for a rate of zero', () => {
    expect(convert({ amount: '1', from: 'ETH', to: 'USDT' }, rates)).toBe('NAN')
    expect(convert({ amount: '1', from: 'BTC', to: 'USDT' }, rates)).toBe('NAN')
  })

  test('returns the amount unchanged for equal currencies, USD counting as USDT', () => {
    expect(convert({ amount: '1.234567', from: 'USDT', to: 'USDT' }, rates)).toBe('1.234567')
    expect(convert({ amount: '1.5', from: 'USD', to: 'USDT' }, rates)).toBe('1.5')
  })

  test('multiplies a direct rate and divides an inverse one, to 2 decimals', () => {
    expect(convert({ amount: '10', from: 'USD', to: 'CNY' }, rates)).toBe('71.00')
    expect(convert({ amount: '71', from: 'CNY', to: 'USDT' }, rates)).toBe('10.00')
    expect(convert({ amount: '10', from: 'USDT', to: 'CNY' }, rates, 0)).toBe('71')
    expect(convert({ amount: '71', from: 'CNY', to: 'USD' }, rates)).toBe('10.00')
  })

  test('takes a rate below one', () => {
    const small = [rated('TRX', 'USDT', '0.25')]
    expect(convert({ amount: '10', from: 'TRX', to: 'USD' }, small)).toBe('2.50')
    expect(convert({ amount: '10', from: 'USD', to: 'TRX' }, small)).toBe('40.00')
  })

  test('takes the rate of both currencies, not of one', () => {
    const all = [rated('BTC', 'EUR', '2'), rated('ETH', 'USDT', '3'), rated('BTC', 'USDT', '5')]
    expect(convert({ amount: '1', from: 'BTC', to: 'USDT' }, all)).toBe('5.00')
    expect(convert({ amount: '1', from: 'USDT', to: 'BTC' }, all)).toBe('0.20')
  })

  test.each(['NaN', 'Infinity', '-1', '', 'x'])(
    'gives NAN for a rate of %j, whichever way it is used',
    rate => {
      expect(convert({ amount: '1', from: 'BTC', to: 'USDT' }, [rated('BTC', 'USDT', rate)])).toBe('NAN')
      expect(convert({ amount: '1', from: 'USDT', to: 'BTC' }, [rated('BTC', 'USDT', rate)])).toBe('NAN')
    },
  )

  test('says what a rate says, however old it is: marking it is for who shows it', () => {
    const old: Rate = { ...rated('ETH', 'USDT', '3000'), state: 'stale' }
    expect(convert({ amount: '2', from: 'ETH', to: 'USD' }, [old])).toBe('6000.00')
  })
})
