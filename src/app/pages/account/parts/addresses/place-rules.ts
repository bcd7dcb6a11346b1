import * as z from 'zod/mini'
import * as rule from '../../../../../contract/field.ts'
import type { Rules } from './mailing-terms.ts'

const latin = /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u
const visible = /^[^\p{Cc}\p{Cf}\p{Cs}]*$/u

/** The rules of an address as somebody types it, by its country; the server has the last word. */
export function shapesOf(rules: Rules | null) {
  const needs = (part: Rules['required'][number]) => Number(rules?.required.includes(part) ?? false)
  const isLatin = rules?.isLatin ?? false
  const written = (needed: number, max = 100) =>
    z.pipe(
      tidy(),
      z
        .string()
        .check(
          z.minLength(needed, 'required'),
          z.maxLength(max, 'tooLong'),
          z.regex(visible, 'text'),
          z.regex(isLatin ? latin : /^/, 'latin'),
        ),
    )
  return {
    country: rule.country,
    state: written(needs('state')),
    city: written(needs('city')),
    address: written(1, 200),
    zipCode: z.pipe(
      z.string().check(z.normalize('NFKC'), z.trim(), z.toUpperCase()),
      z
        .string()
        .check(
          z.minLength(needs('zipCode'), 'required'),
          z.regex(
            new RegExp(rules?.zipPattern ? `^(?:${rules.zipPattern}|)$` : '^[A-Z0-9 -]{0,12}$'),
            'zipCode',
          ),
        ),
    ),
    recipient: written(1, 200),
    email: rule.email,
    areaCode: rule.areaCode,
    phone: rule.phone,
  }
}

export type Shapes = ReturnType<typeof shapesOf>
/** An address as it stands in the fields. */
export type PlaceTexts = Record<keyof Shapes, string>

/** Keyboards add blanks, Chinese ones write letters of full width. */
function tidy() {
  return z.string().check(z.normalize('NFKC'), z.trim())
}
