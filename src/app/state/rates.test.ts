import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rate } from '../../contract/exchange.ts'
import { done, stubApi } from '../testing/testing.tsx'
import { followRates, rates } from './rates.ts'
import { isDoubtful, rateBehind, worth } from './worth.ts'

const path = '/api/common/exchangeRate'
const rated = (masterCurrency: string, slaveCurrency: string, rate: string, changes: Partial<Rate> = {}) => ({
  masterCurrency,
  slaveCurrency,
  rate,
  time: '2026-11-20T10:00:00.000Z',
  state: 'good' as const,
  ...changes,
})
const answer = [
  rated('ETH', 'USDT', '3000'),
  rated('BTC', 'USDT', '90000', { state: 'suspect', time: '2026-11-20T09:59:00.000Z' }),
  rated('USDT', 'CNY', '7', { time: '2026-11-20T09:58:00.000Z' }),
]

let stop = () => {}
// Each test is an hour after the one before: what was read then is long ago.
let hours = 0
beforeEach(() => {
  vi.useFakeTimers({ now: Date.now() + ++hours * 3_600_000 })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Follows rates until the first answer is here. */
async function follow(answers: Record<string, object | (() => object)>) {
  const sent = stubApi(answers)
  stop = followRates()
  await vi.advanceTimersByTimeAsync(10)
  return sent
}

describe('rates', () => {
  test.each(['{}', '5', '[null]', '{bad'])(
    'begin with nothing that could be shown when %s is stored',
    async stored => {
      localStorage.setItem('exchangeRates', stored)
      vi.resetModules()
      const fresh = await import('./worth.ts')
      expect(fresh.worth('1', 'ETH', 'CNY')).toBe('NAN')
      expect(fresh.rateBehind(['ETH'])).toBeUndefined()
      localStorage.removeItem('exchangeRates')
    },
  )

  test('are asked for at once, every minute, and not while the page is hidden', async () => {
    const sent = await follow({ [path]: done(answer) })
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(2)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(sent).toHaveLength(2)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(10)
    expect(sent).toHaveLength(3)
  })

  test('are asked for once a minute, also after a look away while an answer was awaited', async () => {
    const slow = new Promise(resolve => setTimeout(resolve, 5_000, done(answer)))
    const sent = await follow({ [path]: () => slow })
    const hidden = vi.spyOn(document, 'hidden', 'get')
    for (const isHidden of [true, false]) {
      hidden.mockReturnValue(isHidden)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    await vi.advanceTimersByTimeAsync(59_000)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(2)
  })

  test('stay as they are for three minutes of silence, then all are stale; an answer mends it', async () => {
    let reply: object = done(answer)
    await follow({ [path]: () => reply })
    reply = { status: 504 }
    await vi.advanceTimersByTimeAsync(179_000)
    expect(isDoubtful(rateBehind(['ETH'], 'USDT'))).toBe(false)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(rates.value.map(({ state }) => state)).toEqual(['stale', 'stale', 'stale'])
    expect(worth('2', 'ETH', 'USDT')).toBe('6000.00000000')
    reply = done(answer)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(rates.value.map(({ state }) => state)).toEqual(['good', 'suspect', 'good'])
  })

  test('lead from a coin to the pricing currency by way of USDT, and nowhere without a rate', async () => {
    await follow({ [path]: done(answer) })
    expect(worth('0.5', 'ETH', 'CNY')).toBe('10500.00000000')
    expect(worth('21', 'CNY', 'USD')).toBe('3.00000000')
    expect(worth('0.0000004', 'ETH', 'USDT')).toBe('0.00120000')
    expect(worth('0.0000004', 'ETH', 'CNY')).toBe('0.00840000')
    expect(worth('1', 'TRX', 'USDT')).toBe('NAN')
    expect(worth('1', 'TRX', 'CNY')).toBe('NAN')
  })

  test('are judged by one that is doubtful, if there is one', async () => {
    await follow({ [path]: done(answer) })
    expect(rateBehind(['ETH'], 'USDT')).toMatchObject({ masterCurrency: 'ETH' })
    expect(rateBehind(['ETH'], 'CNY')).toMatchObject({ state: 'good' })
    expect(rateBehind(['ETH', 'BTC'], 'CNY')).toMatchObject({ masterCurrency: 'BTC', state: 'suspect' })
    expect(rateBehind(['USDT', 'TRX'], 'USD')).toBeUndefined()
    expect(isDoubtful(undefined)).toBe(false)
  })
})
