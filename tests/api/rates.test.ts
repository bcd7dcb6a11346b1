import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exchangeRate } from '../../src/contract/rates.ts'
import { pollRates } from '../../src/server/jobs/poll-rates.ts'
import { keepRates, markStale, trustedRates } from '../../src/server/rates/rates.ts'
import type { RateSource } from '../../src/server/rates/source.ts'
import { startWorld, type TestWorld } from '../world.ts'

let tested: TestWorld
let source: RateSource['read'] = () => Promise.reject(new Error('silent'))
beforeAll(async () => {
  tested = await startWorld({ rates: { read: () => source() } })
})
afterAll(() => tested.close())
beforeEach(async () => {
  await tested.world.db.deleteFrom('rates').execute()
})

const start = Date.parse('2026-03-01T10:00:00Z')
const second = 1000
const when = (seconds: number) => new Date(start + seconds * second)

/** The source says this rate of USDT in CNY after so many seconds. */
async function say(rate: string, seconds: number, said = seconds) {
  const rates = [{ base: 'USDT', quote: 'CNY', rate }]
  await keepRates(tested.world.db, { at: when(said), rates }, when(seconds))
  await markStale(tested.world.db, when(seconds))
}

async function known(seconds: number): Promise<string | undefined> {
  return (await trustedRates(tested.world.db, when(seconds)))[0]?.rate
}

async function isSuspect(): Promise<boolean> {
  const row = await tested.world.db.selectFrom('rates').selectAll().executeTakeFirst()
  return row !== undefined && row.suspect_since !== null
}

describe('a rate', () => {
  test.each(['0', '0.000', '-7.12', 'NaN', '1e999', '', ' 7', '7,12', '0x7', 'Infinity', '9'.repeat(30)])(
    'of %j is never believed',
    async lie => {
      await say(lie, 0)
      expect(await known(0)).toBeUndefined()
      await say('7.12', 15)
      await say(lie, 30)
      expect(await known(30)).toBe('7.12')
    },
  )

  test('that jumps by more than a tenth waits until it has persisted for five polls', async () => {
    await say('7.00', 0)
    for (const [index, rate] of ['9.00', '9.10', '9.05', '9.10'].entries()) {
      await say(rate, 15 + 15 * index)
      expect(await known(15 + 15 * index)).toBe('7.00')
      expect(await isSuspect()).toBe(true)
    }
    await say('9.20', 75)
    expect(await known(75)).toBe('9.20')
    expect(await isSuspect()).toBe(false)
  })

  test('that jumps down, or jumps about, is not believed either', async () => {
    await say('7.00', 0)
    for (let poll = 1; poll <= 8; poll++) {
      await say(poll % 2 ? '3.00' : '12.00', poll * 15)
      expect(await known(poll * 15)).toBe('7.00')
    }
    await say('7.05', 135)
    expect(await known(135)).toBe('7.05')
    expect(await isSuspect()).toBe(false)
  })

  test('may move by a tenth', async () => {
    await say('7.00', 0)
    await say('7.70', 15)
    expect(await known(15)).toBe('7.70')
    await say('6.93', 30)
    expect(await known(30)).toBe('6.93')
  })

  test('older than the one we have, or from the future, changes nothing', async () => {
    await say('7.00', 0)
    await say('7.10', 30, -3600)
    expect(await known(30)).toBe('7.00')
    await say('7.10', 45, 3600)
    expect(await known(45)).toBe('7.00')
  })

  test('told twice in one answer is not told at all', async () => {
    const rates = ['7.0', '7.1'].map(rate => ({ base: 'USDT', quote: 'CNY', rate }))
    await keepRates(tested.world.db, { at: when(0), rates }, when(0))
    expect(await known(0)).toBeUndefined()
  })

  test('that nobody confirms for three minutes is suspect and answered no more; its last value is kept', async () => {
    await say('7.00', 0)
    await markStale(tested.world.db, when(180))
    expect(await known(180)).toBe('7.00')
    await markStale(tested.world.db, when(181))
    expect(await known(181)).toBeUndefined()
    expect(await isSuspect()).toBe(true)
    await say('7.05', 200)
    expect(await known(200)).toBe('7.05')
    expect(await isSuspect()).toBe(false)
  })

  test('that the answer leaves out stays as it was while the others move', async () => {
    const { db } = tested.world
    const both = [
      { base: 'USDT', quote: 'CNY', rate: '7.00' },
      { base: 'ETH', quote: 'USDT', rate: '3150' },
    ]
    await keepRates(db, { at: when(0), rates: both }, when(0))
    await keepRates(db, { at: when(15), rates: [{ ...both[1], rate: '3160' } as (typeof both)[0]] }, when(15))
    expect(await trustedRates(db, when(15))).toEqual([
      { masterCurrency: 'ETH', slaveCurrency: 'USDT', rate: '3160', time: when(15).toISOString() },
      { masterCurrency: 'USDT', slaveCurrency: 'CNY', rate: '7.00', time: when(0).toISOString() },
    ])
  })
})

describe('exchangeRate', () => {
  test('answers nothing while nothing is known', async () => {
    expect(await tested.succeed(exchangeRate, {})).toEqual([])
  })

  test('answers what the last poll brought, and goes on answering it when the source falls silent', async () => {
    const at = new Date()
    source = async () => ({ at, rates: [{ base: 'USDT', quote: 'CNY', rate: '7.12' }] })
    await pollRates.run(tested.world)
    const expected = [{ masterCurrency: 'USDT', slaveCurrency: 'CNY', rate: '7.12', time: at.toISOString() }]
    expect(await tested.succeed(exchangeRate, {})).toEqual(expected)
    source = () => Promise.reject(new Error('silent'))
    await pollRates.run(tested.world)
    expect(await tested.succeed(exchangeRate, {})).toEqual(expected)
  })
})
