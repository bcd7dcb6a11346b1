import { hash, randomBytes } from 'node:crypto'

/** Digits of 5 bits each that nobody takes for one another (Crockford's): without I, L, O and U. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const count = 28

/** A code for one statement: 16 random bytes, which nobody guesses. */
export function newCode(): Buffer {
  return randomBytes(16)
}

/** As it is printed: `7KQ2-…`, 28 digits in groups of four. The last 12 bits are a check: who mistypes it hears so. */
export function writtenCode(code: Buffer): string {
  const bits = (BigInt(`0x${code.toString('hex')}`) << 12n) | checkOf(code)
  const written = Array.from({ length: count }, (_, place) => {
    const shift = 5n * BigInt(count - 1 - place)
    return digits[Number((bits >> shift) & 31n)]
  })
  return (written.join('').match(/.{4}/g) ?? []).join('-')
}

/** The code that somebody read off a statement, in any case and spacing; null for what is not one, whole and right. */
export function codeIn(text: string): Buffer | null {
  const read = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (read.length !== count || [...read].some(digit => !digits.includes(digit))) return null
  const bits = [...read].reduce((sum, digit) => (sum << 5n) | BigInt(digits.indexOf(digit)), 0n)
  const code = Buffer.from((bits >> 12n).toString(16).padStart(32, '0'), 'hex')
  return (bits & 0xfffn) === checkOf(code) ? code : null
}

function checkOf(code: Buffer): bigint {
  return BigInt(`0x${hash('sha256', code, 'hex').slice(0, 3)}`)
}
