import { rates, worth } from '../../../state/rates.ts'

const staleMs = 60 * 60 * 1000

/** When the oldest rate we use was read; null when there is none. */
export function ratesReadAt(): string | null {
  return rates.value.reduce<string | null>((first, { time }) => (first && first < time ? first : time), null)
}

/** Too old to say what something is worth. */
export function areRatesStale(): boolean {
  const at = ratesReadAt()
  return at !== null && Date.now() - Date.parse(at) > staleMs
}

/** The worth in the pricing currency, by way of USDT where need be; `'NAN'` without a rate, or when it is too old. */
export function worthNow(amount: string, from: string, to: string): string {
  if (areRatesStale()) return 'NAN'
  const direct = worth(amount, from, to)
  return direct === 'NAN' ? worth(worth(amount, from, 'USDT'), 'USDT', to) : direct
}
