import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Coin, type Currency, coins, scales } from '../../contract/money.ts'
import { converted, type Price, priceOf, rangeOf, rateText, spread } from './conversion.ts'
import { one } from './scaled.ts'

const numRuns = 100_000
const anyCoin = fc.constantFrom(...coins.filter((coin): coin is Exclude<Coin, 'USDT'> => coin !== 'USDT'))
const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 16n })
const anyShare = fc.oneof(fc.constantFrom(0, 10, 50), fc.nat(5000))
/** As sources write rates: one significant digit to eighteen, large and small. */
const anyRate = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.nat(12))
  .map(([value, shift]) => value * 10n ** BigInt(shift))
  .filter(value => value < 10n ** 30n)
  .map(value => `${value / one}.${(value % one).toString().padStart(18, '0')}`)
const anyPrice = fc
  .tuple(anyRate, fc.boolean())
  .map(([rate, isInverse]) => priceOf(rate, { isInverse }) as Price)

const inverse = ({ times, over }: Price): Price => ({ times: over, over: times })

describe('a conversion', () => {
  test('there and back by the same rules never gains, not even without spread and fee', () => {
    fc.assert(
      fc.property(
        anyCoin,
        anyAmount,
        anyPrice,
        anyShare,
        anyShare,
        (from, amountMinor, price, spreadBps, feeBps) => {
          const there = converted({ from, to: 'USDT', amountMinor, price: spread(price, spreadBps), feeBps })
          const back = converted({
            from: 'USDT',
            to: from,
            amountMinor: there.receiveMinor,
            price: spread(inverse(price), spreadBps),
            feeBps,
          })
          expect(back.receiveMinor <= amountMinor).toBe(true)
        },
      ),
      { numRuns },
    )
  })

  test('never gives more than the source’s rate, and its entries add up to zero in both currencies', () => {
    fc.assert(
      fc.property(
        anyCoin,
        anyAmount,
        anyPrice,
        anyShare,
        anyShare,
        (from, amountMinor, price, spreadBps, feeBps) => {
          const { receiveMinor, feeMinor } = converted({
            from,
            to: 'USDT',
            amountMinor,
            price: spread(price, spreadBps),
            feeBps,
          })
          // receive + fee ≤ amount × times ÷ over, compared without dividing.
          const given = (receiveMinor + feeMinor) * price.over * unit(from)
          expect(given <= amountMinor * price.times * unit('USDT')).toBe(true)
          expect(receiveMinor >= 0n && feeMinor >= 0n).toBe(true)
          const usdt = [-(receiveMinor + feeMinor), receiveMinor, feeMinor]
          expect(usdt.reduce((sum, entry) => sum + entry, 0n)).toBe(0n)
        },
      ),
      { numRuns },
    )
  })

  test('of the least and the most that may be converted is within the range, one unit beyond is not', () => {
    fc.assert(
      fc.property(anyCoin, anyPrice, (from, price) => {
        const [minMinor, maxMinor] = [1_000_000n, 50_000_000_000n]
        const { leastMinor, mostMinor } = rangeOf({ from, to: 'USDT', price, minMinor, maxMinor })
        const gross = (amountMinor: bigint) =>
          converted({ from, to: 'USDT', amountMinor, price, feeBps: 0 }).receiveMinor
        expect(gross(leastMinor) >= minMinor && gross(leastMinor - 1n) < minMinor).toBe(true)
        expect(gross(mostMinor) <= maxMinor && gross(mostMinor + 1n) > maxMinor).toBe(true)
      }),
      { numRuns },
    )
  })

  test('takes spread and fee from what the rate gives', () => {
    const price = priceOf('3000', { isInverse: false }) as Price
    const pair = { from: 'ETH', to: 'USDT', amountMinor: 100_000_000n } as const
    expect(converted({ ...pair, price: spread(price, 50), feeBps: 10 })).toEqual({
      receiveMinor: 2_982_015_000n,
      feeMinor: 2_985_000n,
    })
  })

  test('divides by a rate that is told the other way round, rounded down', () => {
    const price = priceOf('0.0003', { isInverse: true }) as Price
    const pair = { from: 'ETH', to: 'USDT', price, feeBps: 0 } as const
    expect(converted({ ...pair, amountMinor: 100_000_000n }).receiveMinor).toBe(3_333_333_333n)
    expect(converted({ ...pair, amountMinor: 1n }).receiveMinor).toBe(33n)
  })
})

describe('a price', () => {
  test.each(['0', '0.000', '-1', 'NaN', '1e3', '', ' 1', '1,5', 'Infinity'])('of %j is none', rate => {
    expect(priceOf(rate, { isInverse: false })).toBeNull()
    expect(priceOf(rate, { isInverse: true })).toBeNull()
  })

  test.each([
    ['3150', false, '3150'],
    ['0.24', false, '0.24'],
    ['0.123456789', false, '0.12345678'],
    ['0.0003', true, '3333.33333333'],
    ['8', true, '0.125'],
  ])('of %s (inverse: %s) reads %s', (rate, isInverse, text) => {
    expect(rateText(priceOf(rate, { isInverse }) as Price)).toBe(text)
  })
})

function unit(currency: Currency): bigint {
  return 10n ** BigInt(scales[currency])
}
