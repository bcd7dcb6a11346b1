import { randomInt } from 'node:crypto'

export type Form = 'virtual' | 'physical'

/** A card programme of the sandbox issuer. */
export interface Product {
  id: string
  form: Form
  /** First eight digits of its numbers: ranges that no real issuer uses. */
  bin: string
  /** The largest single purchase, in US cents. */
  purchaseLimitMinor: bigint
  years: number
}

export const products: readonly Product[] = [
  { id: 'celadon-virtual', form: 'virtual', bin: '40000012', purchaseLimitMinor: 1_000_000n, years: 3 },
  { id: 'cobalt-virtual', form: 'virtual', bin: '51999934', purchaseLimitMinor: 2_000_000n, years: 3 },
  { id: 'tenmoku-metal', form: 'physical', bin: '40000056', purchaseLimitMinor: 5_000_000n, years: 5 },
]

/** A new card number of the product: sixteen digits, the last one the Luhn check digit. */
export function newNumber({ bin }: Product): string {
  const body = bin + Array.from({ length: 15 - bin.length }, () => randomInt(10)).join('')
  return body + luhnDigit(body)
}

/** The digit that makes a number pass the Luhn check. */
export function luhnDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
