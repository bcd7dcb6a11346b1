import * as z from 'zod/mini'
import * as rule from '../../../../../contract/field.ts'

/** Keyboards add blanks, Chinese ones write letters of full width. */
const tidy = () => z.string().check(z.normalize('NFKC'), z.trim())

/** Phones write apostrophes and hyphens in many ways; a card has one of each. */
const name = () =>
  z.pipe(
    tidy(),
    z.transform((text: string) => text.replace(/[’‘ʼ`´]/g, "'").replace(/[‐‑‒–—]/g, '-')),
  )

/** The rules of the profile as somebody types it; what is sent is tidy. */
export const shapes = {
  lastName: z.pipe(name(), rule.englishName),
  firstName: z.pipe(name(), rule.englishName),
  country: rule.country,
  state: z.pipe(tidy(), rule.line),
  city: z.pipe(tidy(), rule.line),
  address: z.pipe(tidy(), rule.line),
  postalCode: z.pipe(tidy(), z.string().check(z.regex(/^[A-Za-z0-9 -]{2,12}$/, 'postalCode'))),
  areaCode: rule.areaCode,
  phone: rule.phone,
  birthday: z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/, 'date')),
}
