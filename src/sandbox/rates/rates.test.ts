import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Faults, openFaults } from '../faults.ts'
import { openStore } from '../store.ts'
import { trialFolder } from '../trial.ts'
import { type Quoted, type Rates, startRates } from './rates.ts'

const folder = trialFolder()
let rates: Rates
let faults: Faults
const start = () =>
  startRates({ host: '127.0.0.1', port: 0, store: openStore(join(folder.path, 'rates.jsonl')), faults })

beforeEach(async () => {
  faults = openFaults(openStore(join(folder.path, 'faults.jsonl')))
  rates = await start()
})
afterEach(async () => {
  await rates.close()
  folder.remove()
})

async function read(): Promise<{ at: string; rates: Quoted[] }> {
  return await (await fetch(`${rates.settings.RATES_URL}/rates`)).json()
}
const rateOf = (list: Quoted[], base: string, quote: string) =>
  Number(list.find(pair => pair.base === base && pair.quote === quote)?.rate)

test('quotes every pair near its rate, as decimal strings', async () => {
  const { at, rates: list } = await read()
  expect(Date.now() - Date.parse(at)).toBeLessThan(60_000)
  expect(list.map(({ base, quote }) => `${base}/${quote}`)).toEqual([
    'USDT/CNY',
    'USDT/EUR',
    'USDT/HKD',
    'USDC/USDT',
    'ETH/USDT',
    'BTC/USDT',
    'TRX/USDT',
  ])
  for (const { rate } of list) expect(rate).toMatch(/^\d+(\.\d{1,8})?$/)
  expect(Math.abs(rateOf(list, 'USDT', 'CNY') - 7.12)).toBeLessThan(0.02)
})

test('moves where it is told, also after a restart, and knows no other pair', async () => {
  rates.move({ base: 'ETH', quote: 'USDT', rate: '4000' })
  await rates.close()
  rates = await start()
  expect(Math.abs(rateOf((await read()).rates, 'ETH', 'USDT') - 4000)).toBeLessThan(41)
  expect(() => rates.move({ base: 'DOGE', quote: 'USDT', rate: '1' })).toThrow('no such pair')
})

test('gaps, jumps, lies, grows old and stops, each as often as told', async () => {
  faults.set({ part: 'rates', kind: 'gap', count: 1, value: 'ETH/USDT' })
  expect(rateOf((await read()).rates, 'ETH', 'USDT')).toBeNaN()
  faults.set({ part: 'rates', kind: 'jump', count: 1 })
  expect(rateOf((await read()).rates, 'USDT', 'CNY')).toBeGreaterThan(10)
  faults.set({ part: 'rates', kind: 'lie', count: 1 })
  expect((await read()).rates.map(({ rate }) => rate)).toEqual([
    '0',
    '-7.12',
    'NaN',
    '1e999',
    '',
    '0',
    '-7.12',
  ])
  faults.set({ part: 'rates', kind: 'stale', count: 1 })
  expect(Date.now() - Date.parse((await read()).at)).toBeGreaterThan(3_500_000)
  faults.set({ part: 'rates', kind: 'stop', count: 1 })
  expect((await fetch(`${rates.settings.RATES_URL}/rates`)).status).toBe(503)
  expect((await read()).rates).toHaveLength(7)
})
