const digits = 18

/** One, as `scaled` writes it. */
export const one = 10n ** BigInt(digits)

/** A positive plain decimal as an integer with 18 digits after the point; null for anything else. */
export function scaled(rate: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(rate)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  return BigInt(whole + fraction.padEnd(digits, '0')) || null
}
