import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Shape, shapeText } from './shape-text.ts'

const textOf = (schema: z.ZodMiniType) => shapeText(z.toJSONSchema(schema) as Shape)

test('fields are one a line, those that may be left out with their mark', () => {
  const card = z.object({ id: z.uuid(), note: z.optional(z.string()), limit: z.object({ day: z.int() }) })
  expect(textOf(card)).toBe('{\n  id: uuid\n  note?: string\n  limit: {\n    day: integer\n  }\n}')
})

test.each([
  ['a word of few', z.enum(['on', 'off']), '"on" | "off"'],
  ['one value', z.literal(true), 'true'],
  ['what may be nothing', z.nullable(z.iso.datetime()), 'date-time | null'],
  ['a list', z.array(z.string()), 'string[]'],
  ['a list of either', z.array(z.nullable(z.boolean())), '(boolean | null)[]'],
  ['a list with an end', z.array(z.string()).check(z.maxLength(3)), 'string[] (at most 3 entries)'],
  ['so many of each', z.tuple([z.string(), z.boolean()]), '[string, boolean]'],
  ['names of all kinds', z.record(z.string(), z.boolean()), '{\n  [name]: boolean\n}'],
  ['nothing', z.object({}), '{}'],
  ['lengths', z.string().check(z.minLength(1), z.maxLength(32)), 'string (1 to 32 characters)'],
  ['a pattern', z.string().check(z.regex(/^\d{6}$/)), 'string like ^\\d{6}$'],
  ['a range', z.int().check(z.minimum(0), z.maximum(9)), 'integer (0 to 9)'],
  ['an open range', z.int().check(z.minimum(1)), 'integer (1 or more)'],
  ['whatever', z.unknown(), 'anything'],
])('%s', (_, schema, text) => {
  expect(textOf(schema)).toBe(text)
})

test('bytes and money have names of their own', () => {
  expect(shapeText({ type: 'string', contentMediaType: 'application/octet-stream' })).toBe('file')
  expect(shapeText({ type: 'string', format: 'decimal', pattern: '^\\d+$' })).toBe('amount')
})
