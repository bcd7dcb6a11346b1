import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Currency,
  decimal,
  feeOf,
  format,
  parse,
  percentOf,
  rateScale,
  sameValue,
  scaled,
  scales,
} from './money.ts'

const currencies = Object.keys(scales) as Currency[]
const anyCurrency = fc.constantFrom(...currencies)
const anyMinor = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n })

describe('parse', () => {
  test.each([
    '',
    '-',
    '.5',
    '5.',
    '1e3',
    ' 1',
    '1 ',
    '+1',
    '01',
    '0x1',
    '１',
    'NaN',
    'Infinity',
    '1,000',
    '0.0000001',
    '1.123456789',
    '12345678901234',
  ])('refuses %j', text => {
    expect(parse(text, 'USDT')).toBeNull()
  })

  test('refuses more digits than the currency has, even zeros', () => {
    expect(parse('1.000', 'USD')).toBeNull()
    expect(parse('1.00', 'USD')).toBe(100n)
  })

  test('reads as many digits as each currency has, and not one more', () => {
    const most = { USDT: 6, USDC: 6, ETH: 8, BTC: 8, TRX: 6, USD: 2 }
    for (const currency of currencies) {
      expect([currency, parse(`0.${'0'.repeat(most[currency] - 1)}1`, currency)]).toEqual([currency, 1n])
      expect([currency, parse(`0.${'0'.repeat(most[currency])}1`, currency)]).toEqual([currency, null])
    }
  })

  test('reads the whole and the fraction exactly', () => {
    expect(parse('12.5', 'USDT')).toBe(12_500_000n)
    expect(parse('-0.01', 'USD')).toBe(-1n)
    expect(parse('9999999999999.99999999', 'BTC')).toBe(999_999_999_999_999_999_999n)
  })

  test('reads back what format wrote', () => {
    fc.assert(
      fc.property(anyCurrency, anyMinor, (currency, minor) => {
        const text = format(minor, currency)
        expect(parse(text, currency)).toBe(minor)
      }),
    )
  })
})

describe('format', () => {
  test.each<[bigint, Currency, string]>([
    [0n, 'USD', '0'],
    [1n, 'USD', '0.01'],
    [-1n, 'USD', '-0.01'],
    [100n, 'USD', '1'],
    [-12_500_000n, 'USDT', '-12.5'],
  ])('says %s of %s as %s', (minor, currency, text) => {
    expect(format(minor, currency)).toBe(text)
  })
})

describe('scaled', () => {
  test.each(['', '-', '1.', '.5', '1e3', '+1', ' 1', '1'.repeat(16), `0.${'0'.repeat(18)}1`])(
    'refuses %j',
    text => {
      expect(scaled(text)).toBeNull()
    },
  )

  test('reads eighteen digits after the point, and what is below zero as such', () => {
    expect(scaled('2')).toBe(2n * 10n ** 18n)
    expect(scaled('0.000000000000000001')).toBe(1n)
    expect(scaled('-0.5')).toBe(-5n * 10n ** 17n)
    expect(decimal(scaled(`-${'9'.repeat(15)}.25`) as bigint, rateScale)).toBe(`-${'9'.repeat(15)}.25`)
  })
})

describe('feeOf', () => {
  test('is never less than the exact share and less than one unit more', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.nat(10_000), (amountMinor, feeBps) => {
        const fee = feeOf({ amountMinor, feeBps })
        const exact = amountMinor * BigInt(feeBps)
        expect(fee * 10_000n >= exact && fee * 10_000n < exact + 10_000n).toBe(true)
      }),
    )
  })
})

describe('percentOf', () => {
  test('says basis points in percent', () => {
    expect([0, 10, 50, 100, 125].map(percentOf)).toEqual(['0', '0.1', '0.5', '1', '1.25'])
  })
})

describe('sameValue', () => {
  test('refuses what the target cannot hold exactly', () => {
    expect(sameValue({ minor: 1n, from: 'USDT', to: 'USD' })).toBeNull()
    expect(sameValue({ minor: 1_230_000n, from: 'USDT', to: 'USD' })).toBe(123n)
  })

  test('goes there and back without loss', () => {
    fc.assert(
      fc.property(anyMinor, minor => {
        const there = sameValue({ minor, from: 'USD', to: 'USDT' })
        expect(there === null ? null : sameValue({ minor: there, from: 'USDT', to: 'USD' })).toBe(minor)
      }),
    )
  })
})
