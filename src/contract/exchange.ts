/** One exchange rate: 1 `masterCurrency` is `rate` `slaveCurrency` (specification section 3), read at `time`. */
export interface Rate {
  masterCurrency: string
  slaveCurrency: string
  /** A decimal string. */
  rate: string
  /** ISO 8601, UTC. */
  time: string
  /** Only a good rate is to be relied on; the others are shown as what they are and convert nothing. */
  state: 'good' | 'stale' | 'suspect'
}

/**
 * Converts for display only (specification section 5): USD counts as USDT, equal currencies return the amount
 * unchanged, a direct rate multiplies, an inverse rate divides, no rate gives `'NAN'`. Fixed to 2 decimals by
 * default. Never used to move money.
 */
export function convert(
  { amount, from, to }: { amount: string; from: string; to: string },
  rates: readonly Rate[],
  digits = 2,
): string {
  const source = from === 'USD' ? 'USDT' : from
  const target = to === 'USD' ? 'USDT' : to
  if (source === target) return amount
  const value = Number(amount) * factorOf({ source, target }, rates)
  return Number.isFinite(value) ? value.toFixed(digits) : 'NAN'
}

function factorOf({ source, target }: { source: string; target: string }, rates: readonly Rate[]): number {
  for (const { masterCurrency, slaveCurrency, rate } of rates) {
    const value = Number(rate)
    if (!(value > 0 && value < Infinity)) continue
    if (masterCurrency === source && slaveCurrency === target) return value
    if (masterCurrency === target && slaveCurrency === source) return 1 / value
  }
  return Number.NaN
}
