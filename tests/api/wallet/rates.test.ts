import { beforeEach, describe, expect, test } from 'vitest'
import type { Rate } from '../../../src/contract/exchange.ts'
import { exchangeRate } from '../../../src/contract/rates.ts'
import { pollRates } from '../../../src/server/jobs/poll-rates.ts'
import { keepRates, lastRates } from '../../../src/server/rates/rates.ts'
import type { RateSource } from '../../../src/server/rates/source.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { believed } from '../../fixtures/wallet/rated.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(() => startWorld({ rates: { read: () => source() } }))
let source: RateSource['read'] = () => Promise.reject(new Error('silent'))
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
}

/** It says so, and has said so a moment before: that is how a first rate is believed. */
async function begin(rate: string, seconds: number) {
  await say(rate, seconds - 5)
  await say(rate, seconds)
}

/** Rate and state, as they are answered after so many seconds. */
async function known(seconds: number): Promise<[string, Rate['state']] | undefined> {
  const [rate] = await lastRates(tested.world.db, when(seconds))
  return rate && [rate.rate, rate.state]
}

describe('the first rate of a pair', () => {
  test('is none until a second reading tells about the same', async () => {
    await say('7.00', 0)
    expect(await known(0)).toBeUndefined()
    await say('7.60', 15)
    expect(await known(15)).toEqual(['7.60', 'good'])
  })

  test('is none as long as the readings disagree', async () => {
    for (const [index, rate] of ['700', '7.00', '0.07', '7.10'].entries()) {
      await say(rate, 15 * index)
      expect(await known(15 * index)).toBeUndefined()
    }
    await say('7.05', 60)
    expect(await known(60)).toEqual(['7.05', 'good'])
  })

  test('is none however often one reading is told, nor if a lie comes between', async () => {
    for (let poll = 0; poll < 4; poll++) await say('7.00', poll * 15, 0)
    expect(await known(60)).toBeUndefined()
    await say('NaN', 60)
    await say('7.00', 75)
    expect(await known(75)).toEqual(['7.00', 'good'])
  })
})

describe('a rate', () => {
  test.each(['0', '0.000', '-7.12', 'NaN', '1e999', '', ' 7', '7,12', '0x7', 'Infinity', '9'.repeat(30)])(
    'of %j is never believed',
    async lie => {
      await say(lie, 0)
      expect(await known(0)).toBeUndefined()
      await begin('7.12', 15)
      await say(lie, 30)
      expect(await known(30)).toEqual(['7.12', 'good'])
    },
  )

  test('that jumps by more than a tenth waits until it has persisted for five polls', async () => {
    await begin('7.00', 0)
    for (const [index, rate] of ['9.00', '9.10', '9.05', '9.10'].entries()) {
      await say(rate, 15 + 15 * index)
      expect(await known(15 + 15 * index)).toEqual(['7.00', 'suspect'])
    }
    await say('9.20', 75)
    expect(await known(75)).toEqual(['9.20', 'good'])
  })

  test.each([
    ['by its clock', 15],
    ['by a clock ahead of ours', 70],
  ])('that jumps in one reading is not believed, however often that is told %s', async (_, said) => {
    await begin('7.00', 0)
    for (let poll = 1; poll <= 8; poll++) {
      await say('9.00', poll * 15, said)
      expect(await known(poll * 15)).toEqual(['7.00', 'suspect'])
    }
    for (let poll = 9; poll <= 11; poll++) await say('9.00', poll * 15)
    expect(await known(165)).toEqual(['7.00', 'suspect'])
    await say('9.00', 180)
    expect(await known(180)).toEqual(['9.00', 'good'])
  })

  test('that jumps down, or jumps about, is not believed either', async () => {
    await begin('7.00', 0)
    for (let poll = 1; poll <= 8; poll++) {
      await say(poll % 2 ? '3.00' : '12.00', poll * 15)
      expect(await known(poll * 15)).toEqual(['7.00', 'suspect'])
    }
    await say('7.05', 135)
    expect(await known(135)).toEqual(['7.05', 'good'])
  })

  test('may move by a tenth', async () => {
    await begin('7.00', 0)
    await say('7.70', 15)
    expect(await known(15)).toEqual(['7.70', 'good'])
    await say('6.93', 30)
    expect(await known(30)).toEqual(['6.93', 'good'])
  })

  test('older than the one we have, or from the future, changes nothing', async () => {
    await begin('7.00', 0)
    await say('7.10', 30, -3600)
    expect(await known(30)).toEqual(['7.00', 'good'])
    await say('7.10', 45, 3600)
    expect(await known(45)).toEqual(['7.00', 'good'])
  })

  test('told twice in one answer is not told at all', async () => {
    const rates = ['7.0', '7.1'].map(rate => ({ base: 'USDT', quote: 'CNY', rate }))
    await keepRates(tested.world.db, { at: when(0), rates }, when(0))
    expect(await known(0)).toBeUndefined()
  })

  test('that nobody confirms for three minutes is stale; it is still answered, with its age', async () => {
    await begin('7.00', 0)
    expect(await known(180)).toEqual(['7.00', 'good'])
    expect(await known(181)).toEqual(['7.00', 'stale'])
    await say('7.05', 200)
    expect(await known(200)).toEqual(['7.05', 'good'])
  })

  test('that jumps and then is not told at all is stale', async () => {
    await begin('7.00', 0)
    await say('9.00', 15)
    expect(await known(180)).toEqual(['7.00', 'suspect'])
    expect(await known(181)).toEqual(['7.00', 'stale'])
  })

  test('is aged by the clock of the database, whatever the host thinks', async () => {
    const { db } = tested.world
    const rates = [{ base: 'USDT', quote: 'CNY', rate: '7.00' }]
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await believed(db, rates, minutesAgo(2))
    expect(await lastRates(db)).toMatchObject([{ state: 'good' }])
    await db
      .updateTable('rates')
      .set({ read_at: minutesAgo(4) })
      .execute()
    expect(await lastRates(db)).toMatchObject([{ state: 'stale' }])
  })

  test('that is told both ways round, and not as one is the inverse of the other, is suspect both ways', async () => {
    const told = async (back: string, seconds: number) => {
      const rates = [
        { base: 'ETH', quote: 'USDT', rate: '3000' },
        { base: 'USDT', quote: 'ETH', rate: back },
      ]
      await tested.world.db.deleteFrom('rates').execute()
      await believed(tested.world.db, rates, when(seconds), when(seconds))
      return (await lastRates(tested.world.db, when(seconds))).map(({ state }) => state)
    }
    expect(await told('0.000334', 0)).toEqual(['good', 'good'])
    expect(await told('0.00034', 15)).toEqual(['suspect', 'suspect'])
  })

  test('that the answer leaves out stays as it was while the others move', async () => {
    const { db } = tested.world
    const both = [
      { base: 'USDT', quote: 'CNY', rate: '7.00' },
      { base: 'ETH', quote: 'USDT', rate: '3150' },
    ]
    await believed(db, both, when(0), when(0))
    await keepRates(db, { at: when(15), rates: [{ ...both[1], rate: '3160' } as (typeof both)[0]] }, when(15))
    expect(await lastRates(db, when(15))).toEqual([
      {
        masterCurrency: 'ETH',
        slaveCurrency: 'USDT',
        rate: '3160',
        time: when(15).toISOString(),
        state: 'good',
      },
      {
        masterCurrency: 'USDT',
        slaveCurrency: 'CNY',
        rate: '7.00',
        time: when(0).toISOString(),
        state: 'good',
      },
    ])
  })
})

describe('exchangeRate', () => {
  test('answers nothing while nothing is known', async () => {
    expect(await tested.succeed(exchangeRate, {})).toEqual([])
  })

  test('answers what the last poll brought, and goes on answering it when the source falls silent', async () => {
    let at = new Date()
    source = async () => {
      at = new Date()
      return { at, rates: [{ base: 'USDT', quote: 'CNY', rate: '7.12' }] }
    }
    await pollRates.run(tested.world)
    const expected = [
      { masterCurrency: 'USDT', slaveCurrency: 'CNY', rate: '7.12', time: at.toISOString(), state: 'good' },
    ]
    expect(await tested.succeed(exchangeRate, {})).toEqual(expected)
    source = () => Promise.reject(new Error('silent'))
    await expect(pollRates.run(tested.world)).rejects.toThrow('silent')
    expect(await tested.succeed(exchangeRate, {})).toEqual(expected)
  })

  test('knows the rates of a new house after one poll, and asks a source that has nothing new no further', async () => {
    let reads = 0
    const rates = [{ base: 'USDT', quote: 'CNY', rate: '7.12' }]
    source = async () => ({ at: new Date(start + ++reads), rates })
    await pollRates.run(tested.world)
    expect([reads, (await tested.succeed(exchangeRate, {})).length]).toEqual([2, 1])
    await tested.world.db.deleteFrom('rates').execute()
    source = async () => ({ at: new Date(start - ++reads), rates })
    await pollRates.run(tested.world)
    expect([reads, await tested.succeed(exchangeRate, {})]).toEqual([4, []])
  })
})
