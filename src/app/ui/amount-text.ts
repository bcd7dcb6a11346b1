const symbols: Record<string, string> = { CNY: '¥', USD: '$', EUR: '€', HKD: 'HK$' }
const shownDigits: Record<string, number> = { ETH: 6, BTC: 8 }

export interface Amount {
  /** A decimal string in major units, `'-12.5'`; `'NAN'` where no rate is known. */
  amount: string
  currency: string
  /** `+` in front of what came in. */
  sign?: boolean
  /** Every digit instead of the usual two. */
  exact?: boolean
  /** Without symbol and ticker. */
  bare?: boolean
  /** A blank before the ticker at which a line may end; else there is none. */
  loose?: boolean
}

/** An amount in words of digits: grouped, cut off (never rounded up), true minus, `—` where there is none. */
export function amountText({
  amount,
  currency,
  sign = false,
  exact = false,
  bare = false,
  loose = false,
}: Amount): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount)
  if (!match) return '—'
  const [, minus, whole = '0', fraction = ''] = match
  const digits = shownDigits[currency] ?? 2
  const cut = fraction.slice(0, digits).padEnd(2, '0')
  const vanishes = /^0*$/.test(whole + cut) && /[1-9]/.test(fraction)
  const shown = exact ? fraction.padEnd(2, '0') : trimmed(vanishes ? fraction : cut)
  const isZero = !/[1-9]/.test(whole + fraction)
  const mark = minus && !isZero ? '−' : sign && !isZero ? '+' : ''
  const symbol = bare ? '' : (symbols[currency] ?? '')
  const ticker = bare || symbols[currency] ? '' : `${loose ? ' ' : '\u00a0'}${currency}`
  return `${mark}${symbol}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${shown}${ticker}`
}

/** Two digits stay; zeros behind them go. */
function trimmed(fraction: string): string {
  return fraction.replace(/^(\d\d\d*?)0*$/, '$1')
}
