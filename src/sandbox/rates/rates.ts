import type { Faults } from '../faults.ts'
import { jsonServer } from '../http.ts'
import { found } from '../refusal.ts'
import type { Store } from '../store.ts'

export interface Quoted {
  base: string
  quote: string
  rate: string
}

export type Rates = Awaited<ReturnType<typeof startRates>>

const firstRates: readonly Quoted[] = [
  { base: 'USDT', quote: 'CNY', rate: '7.12' },
  { base: 'USDT', quote: 'EUR', rate: '0.92' },
  { base: 'USDT', quote: 'HKD', rate: '7.8' },
  { base: 'USDC', quote: 'USDT', rate: '0.9998' },
  { base: 'ETH', quote: 'USDT', rate: '3150' },
  { base: 'BTC', quote: 'USDT', rate: '97000' },
  { base: 'TRX', quote: 'USDT', rate: '0.24' },
]

// How far a pair wanders from its rate: coins more than money.
const drift = (base: string) =>
  ['ETH', 'BTC', 'TRX'].includes(base) ? 0.01 : base === 'USDT' ? 0.002 : 0.0002
const lies = ['0', '-7.12', 'NaN', '1e999', ''] as const

/** The rates part: quotes that wander slowly around rates a person can set. */
export async function startRates({ host, port, store, faults }: RatesNeeds) {
  const set = store.table<Quoted>('rates')
  const settled = () => firstRates.map(pair => set.get(nameOf(pair)) ?? pair)

  /** The honest rates at an instant. */
  function quotes(at = Date.now()): Quoted[] {
    return settled().map(({ base, quote, rate }, i) => {
      const share = drift(base) * (Math.sin(at / 97_000 + i) + Math.sin(at / 611_000 + 2 * i)) * 0.5
      return { base, quote, rate: plain(Number(rate) * (1 + share)) }
    })
  }

  function move({ base, quote, rate }: Quoted) {
    const pair = found(
      firstRates.find(pair => pair.base === base && pair.quote === quote),
      'pair',
    )
    set.put(nameOf(pair), { base, quote, rate })
  }

  function spoiled(good: Quoted[]): Quoted[] {
    let rates = good
    const gap = faults.take('rates', 'gap')
    if (gap) rates = rates.filter(pair => nameOf(pair) !== (gap.value ?? 'USDT/CNY'))
    const jump = faults.take('rates', 'jump')
    if (jump)
      rates = rates.map(pair => ({ ...pair, rate: plain(Number(pair.rate) * Number(jump.value ?? 1.5)) }))
    const lie = faults.take('rates', 'lie')
    if (lie) rates = rates.map((pair, i) => ({ ...pair, rate: lie.value ?? lies[i % lies.length] ?? '0' }))
    return rates
  }

  const app = jsonServer()
  app.get('/rates', async (_request, reply) => {
    if (faults.take('rates', 'stop'))
      return reply.status(503).send({ error: 'stopped', message: 'No rates today.' })
    const age = faults.take('rates', 'stale') ? 3600_000 : 0
    return { at: new Date(Date.now() - age).toISOString(), rates: spoiled(quotes(Date.now() - age)) }
  })
  const url = await app.listen({ host, port })
  return {
    // The server asks for {RATES_URL}/rates.
    settings: { RATES_URL: url },
    quotes,
    move,
    close: () => app.close(),
  }
}

function nameOf({ base, quote }: { base: string; quote: string }): string {
  return `${base}/${quote}`
}

// Eight digits after the point at most, never in exponent form.
function plain(rate: number): string {
  return rate.toFixed(8).replace(/\.?0+$/, '')
}

interface RatesNeeds {
  host: string
  port: number
  store: Store
  faults: Faults
}
