import { type ReadonlySignal, signal } from '@preact/signals'
import { convert, type Rate } from '../../contract/exchange.ts'
import { exchangeRate } from '../../contract/rates.ts'
import { isSeen } from '../seen.ts'
import { send } from '../send.ts'
import { keys, recall, remember } from '../storage.ts'
import { currency } from './locale.ts'

const pollMs = 60_000
const staleMs = 180_000
const current = signal<Rate[]>(recall<Rate[]>(keys.rates) ?? [])

/** Exchange rates, read at launch and every minute while the app is seen. */
export const rates: ReadonlySignal<Rate[]> = current

/**
 * What an amount is worth in the pricing currency, by way of USDT where need be, or `'NAN'` where no rate is known. For
 * display only: its eight decimals are cut off there, unless nothing would be left.
 */
export function worth(amount: string, from: string, to = currency.value): string {
  const direct = rated(amount, from, to)
  return direct === 'NAN' ? rated(rated(amount, from, 'USDT'), 'USDT', to) : direct
}

function rated(amount: string, from: string, to: string): string {
  return convert({ amount, from, to }, current.value, 8)
}

/** Of the rates that a worth rests on one that is not to be relied on, else any; none is needed for USDT. */
export function rateBehind(froms: string[], to = currency.value): Rate | undefined {
  const used = [...froms, to, 'USDT']
  const behind = current.value.filter(
    ({ masterCurrency, slaveCurrency }) => used.includes(masterCurrency) && used.includes(slaveCurrency),
  )
  return behind.find(isDoubtful) ?? behind[0]
}

/** Whether a worth made with it is to be marked, and money not to be converted by it. */
export function isDoubtful(rate: Rate | undefined): boolean {
  return rate !== undefined && rate.state !== 'good'
}

let readAt = 0
/** When the server was last heard. */
let heardAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Begins to poll. Answers how to stop. */
export function followRates(): () => void {
  const stop = isSeen.subscribe(isNow => {
    clearTimeout(timer)
    if (isNow) schedule()
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

function schedule() {
  timer = setTimeout(read, Math.max(0, readAt + pollMs - Date.now()))
}

async function read() {
  readAt = Date.now()
  const reply = await send(exchangeRate, {}, { background: true })
  if (reply.ok) {
    heardAt = readAt
    current.value = reply.data
    remember(keys.rates, reply.data)
  } else if (Date.now() - heardAt > staleMs) {
    current.value = current.value.map(rate => ({ ...rate, state: 'stale' }))
  }
  if (isSeen.peek()) schedule()
}
