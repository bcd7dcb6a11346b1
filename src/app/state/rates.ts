import { type ReadonlySignal, signal } from '@preact/signals'
import { convert, type Rate } from '../../contract/money.ts'
import { exchangeRate } from '../../contract/rates.ts'
import { send } from '../send.ts'
import { keys, recall, remember } from '../storage.ts'
import { currency } from './locale.ts'

const pollMs = 60_000
const current = signal<Rate[]>(recall<Rate[]>(keys.rates) ?? [])

/** Exchange rates, read at launch and every minute while the tab is visible. */
export const rates: ReadonlySignal<Rate[]> = current

/** What an amount is worth in the pricing currency, or `'NAN'` where no rate is known. For display only. */
export function worth(amount: string, from: string, to = currency.value): string {
  return convert({ amount, from, to }, current.value)
}

let readAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Begins to poll. Answers how to stop. */
export function followRates(): () => void {
  const resume = () => {
    clearTimeout(timer)
    if (!document.hidden) schedule()
  }
  document.addEventListener('visibilitychange', resume)
  schedule()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', resume)
  }
}

function schedule() {
  timer = setTimeout(read, Math.max(0, readAt + pollMs - Date.now()))
}

async function read() {
  readAt = Date.now()
  const reply = await send(exchangeRate, {}, { background: true })
  if (reply.ok) {
    current.value = reply.data
    remember(keys.rates, reply.data)
  }
  if (!document.hidden) schedule()
}
