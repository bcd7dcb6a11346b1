import { type ReadonlySignal, signal } from '@preact/signals'
import type { Rate } from '../../contract/exchange.ts'
import { exchangeRate } from '../../contract/rates.ts'
import { isSeen } from '../seen.ts'
import { send } from '../send.ts'
import { keys, recall, remember } from '../storage.ts'

const pollMs = 60_000
const staleMs = 180_000
const current = signal(recall<Rate[]>(keys.rates, []).filter(rate => rate))

/** Exchange rates, read at launch and every minute while the app is seen. */
export const rates: ReadonlySignal<Rate[]> = current

let readAt = 0
/** When the server was last heard. */
let heardAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Begins to poll. Answers how to stop. */
export function followRates(): () => void {
  const stop = isSeen.subscribe(isNow => {
    if (isNow) schedule()
    else clearTimeout(timer)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

function schedule() {
  clearTimeout(timer)
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
