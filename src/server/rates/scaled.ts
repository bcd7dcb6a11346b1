import { scaled as anyScaled, rateScale } from '../../contract/money.ts'

/** One, as `scaled` writes it. */
export const one = 10n ** BigInt(rateScale)

/** A rate as an integer with 18 digits after the point: a positive plain decimal of at most twelve digits before the point; null for anything else. */
export function scaled(rate: string): bigint | null {
  return /^\d{1,12}(\.|$)/.test(rate) ? anyScaled(rate) || null : null
}
