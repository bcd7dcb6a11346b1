import type { Holder } from './lines.ts'
import { randomFrom } from './paper.ts'

const lastNames = [
  'LIN',
  'WANG',
  "O'CONNOR",
  'SMITH-JONES',
  'GARCIA MARQUEZ',
  'NGUYEN',
  'VAN DER BERG',
  'QUIXOTE',
]
const firstNames = ['WEI', 'ANNA MARIA', 'JEAN-PAUL', 'XIAOMING', 'OLUWASEUN', 'DIEGO', '', 'MOHAMMED ALI']
const countries = ['CHN', 'D<<', 'FRA', 'IND', 'GBR', 'USA']
const marks = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789OI01S5B8'

/** An invented person; the same one for the same seed. */
export function someone(seed: number): Holder {
  const random = randomFrom(seed + 99)
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
  const two = (from: number, to: number) =>
    `${from + Math.floor(random() * (to - from + 1))}`.padStart(2, '0')
  const number = (length: number) => Array.from({ length }, () => one([...marks])).join('')
  const day = () => two(1, 12) + two(1, 28)
  return {
    lastName: one(lastNames),
    firstName: one(firstNames),
    number: number(9),
    country: one(countries),
    birthday: two(50, 99) + day(),
    sex: one(['M', 'F'] as const),
    expiry: two(30, 36) + day(),
    ...(random() < 0.5 && { personal: number(10) }),
  }
}
