import { randomInt } from 'node:crypto'
import { Refusal } from '../refusal.ts'

export type Form = 'virtual' | 'physical'

/** A card programme of the sandbox issuer. */
export interface Product {
  id: string
  form: Form
  organization: 'Visa' | 'Mastercard'
  /** The country it is issued in. */
  region: string
  /** First eight digits of its numbers: ranges that no real issuer uses. */
  bin: string
  /** The largest single purchase, in US cents. */
  purchaseLimitMinor: bigint
  years: number
  /** Whether the phone of its cards can be changed. */
  changesPhone: boolean
  /** Whether cardholders give their data on the issuer's own page first. */
  asksCardholder: boolean
}

const visa = {
  organization: 'Visa',
  region: 'US',
  years: 3,
  changesPhone: true,
  asksCardholder: false,
} as const
const master = { ...visa, organization: 'Mastercard', region: 'HK' } as const

export const products: readonly Product[] = [
  { ...visa, id: 'celadon-virtual', form: 'virtual', bin: '40000012', purchaseLimitMinor: 1_000_000n },
  { ...master, id: 'cobalt-virtual', form: 'virtual', bin: '51999934', purchaseLimitMinor: 2_000_000n },
  {
    ...master,
    id: 'oxblood-virtual',
    form: 'virtual',
    region: 'IE',
    bin: '51999978',
    purchaseLimitMinor: 300_000n,
    changesPhone: false,
    asksCardholder: true,
  },
  {
    ...visa,
    id: 'celadon-physical',
    form: 'physical',
    bin: '40000034',
    purchaseLimitMinor: 1_000_000n,
    years: 4,
  },
  {
    ...master,
    id: 'tenmoku-metal',
    form: 'physical',
    bin: '51999956',
    purchaseLimitMinor: 5_000_000n,
    years: 5,
    changesPhone: false,
    asksCardholder: true,
  },
]

/** The product of that id; refuses what is not made here. */
export function productOf(id: string): Product {
  const product = products.find(product => product.id === id)
  if (!product) throw new Refusal(422, 'product_unknown', 'There is no such product.')
  return product
}

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
