import { expect, test } from 'vitest'
import { amountText } from './amount-text.ts'
import { typed } from './keypad.tsx'

test.each([
  ['12480.36', 'USDT', {}, '12,480.36\u00a0USDT'],
  ['12480.36', 'USDT', { loose: true }, '12,480.36 USDT'],
  ['12480.369', 'USDT', {}, '12,480.36\u00a0USDT'],
  ['-5.2', 'USD', {}, '−$5.20'],
  ['-1', 'USD', {}, '−$1.00'],
  ['-5.5', 'USD', {}, '−$5.50'],
  ['5.2', 'USD', { exact: true }, '$5.20'],
  ['0.01', 'USD', { sign: true }, '+$0.01'],
  ['500', 'USDT', { sign: true, bare: true }, '+500.00'],
  ['-0', 'USD', { sign: true }, '$0.00'],
  ['0.00000123', 'BTC', { bare: true }, '0.00000123'],
  ['0.5', 'ETH', { bare: true }, '0.50'],
  ['1.23456789', 'ETH', {}, '1.234567\u00a0ETH'],
  ['1.234567891', 'BTC', {}, '1.23456789\u00a0BTC'],
  ['1.120000', 'ETH', {}, '1.12\u00a0ETH'],
  ['0.123456', 'USDT', { exact: true, bare: true }, '0.123456'],
  ['0.0001', 'USDT', { bare: true }, '0.0001'],
  ['50.509', 'USDT', { bare: true }, '50.50'],
  ['0.0004', 'USDT', { bare: true }, '0.0004'],
  ['0.00040000', 'USDT', { bare: true }, '0.0004'],
  ['0.00000000', 'USDT', { bare: true }, '0.00'],
  ['123456789012345678', 'CNY', {}, '¥123,456,789,012,345,678.00'],
  ['NAN', 'CNY', {}, '—'],
])('%s %s %o is %s', (amount, currency, options, text) => {
  expect(amountText({ amount, currency, ...options })).toBe(text)
})

test('keys make amounts and nothing else', () => {
  const type = (keys: string, scale = 2) => [...keys].reduce((value, key) => typed(value, key, scale), '')
  expect(['12.345', '00', '.5', '1..2', '12.', '0.05'].map(keys => type(keys))).toEqual([
    '12.34',
    '0',
    '0.5',
    '1.2',
    '12.',
    '0.05',
  ])
  expect(typed('12', 'delete', 2)).toBe('1')
  expect(typed('12', '.', 0)).toBe('12')
})
