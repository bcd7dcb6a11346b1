/**
 * Digits after the point for each currency the books know, at most 8 (decision D2). USD is what cards hold;
 * the others are coins of the wallet (decision D11).
 */
export const scales = { USDT: 6, USDC: 6, ETH: 8, BTC: 8, TRX: 6, USD: 2 } as const

/** A currency the ledger keeps. */
export type Currency = keyof typeof scales
/** The coins a wallet holds, in the order they are shown. */
export const coins = ['USDT', 'USDC', 'ETH', 'BTC', 'TRX'] as const
/** A coin of the wallet. */
export type Coin = (typeof coins)[number]

/**
 * Major units to minor units: `('12.5', 'USDT')` is `12500000n`, and a leading minus stays. Null when the text is not a
 * plain decimal of at most 13 digits before the point, or has more after it than the currency: nothing is rounded away.
 */
export function parse(text: string, currency: Currency): bigint | null {
  const match = /^(-?)(0|[1-9]\d{0,12})(?:\.(\d{1,8}))?$/.exec(text)
  if (!match) return null
  const [, sign, whole, fraction = ''] = match
  const scale = scales[currency]
  if (fraction.length > scale) return null
  const minor = BigInt(whole + fraction.padEnd(scale, '0'))
  return sign ? -minor : minor
}

/** Minor units to major units in the shortest exact form: `(12500000n, 'USDT')` is `'12.5'`. */
export function format(minor: bigint, currency: Currency): string {
  return decimal(minor, scales[currency])
}

/** Digits after the point of rates, and of what is worked out with them before it is money again. */
export const rateScale = 18

/**
 * A decimal as an integer with `rateScale` digits after the point, a leading minus included. Null when the text is not a
 * plain decimal with at most so many of them and 15 before it.
 */
export function scaled(text: string): bigint | null {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const value = BigInt(whole + fraction.padEnd(rateScale, '0'))
  return sign ? -value : value
}

/** An integer with so many digits after the point as a decimal in its shortest exact form: `(-150n, 2)` is `'-1.5'`. */
export function decimal(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** Basis points as a decimal string in percent, as they travel: 150 is `'1.5'`. */
export function percentOf(bps: number): string {
  return String(bps / 100)
}

/**
 * The fee on an amount, in the same minor units: `feeBps` basis points of it (1 bp is 0.01 %), rounded up, since the house
 * keeps every remainder (decision D11). For amounts from zero on.
 */
export function feeOf({ amountMinor, feeBps }: { amountMinor: bigint; feeBps: number }): bigint {
  return (amountMinor * BigInt(feeBps) + 9999n) / 10000n
}

/**
 * The same value in another currency's minor units, for USD and USDT, which are one to one (specification section 5):
 * a cent is 10,000 units of USDT. Null when the target has too few digits for it. No other pair is checked for.
 */
export function sameValue({
  minor,
  from,
  to,
}: {
  minor: bigint
  from: Currency
  to: Currency
}): bigint | null {
  const shift = scales[to] - scales[from]
  if (shift >= 0) return minor * 10n ** BigInt(shift)
  const divisor = 10n ** BigInt(-shift)
  return minor % divisor === 0n ? minor / divisor : null
}
