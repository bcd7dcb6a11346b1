import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { decided, own, specified } from './agreed-calls.ts'
import { type Call, pathFields } from './call.ts'
import { everyCall } from './index.ts'
import { refusals } from './refusal.ts'

const calls = everyCall()

describe('the list of calls', () => {
  const ours = calls.map(({ call }) => `${call.method} ${call.path} ${call.who}`)

  test.each([...specified, ...decided])('has %s', line => {
    expect(ours).toContain(line)
  })

  test('has none beyond those but our own', () => {
    expect(ours.filter(line => !specified.includes(line) && !decided.includes(line)).sort()).toEqual(
      own.sort(),
    )
  })

  test('has one call for each method and path', () => {
    const keys = calls.map(({ call }) => `${call.method} ${call.path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  const moving = (how: Call['movesMoney']) => calls.filter(({ call }) => call.movesMoney === how)
  const shapeOf = ({ input }: Call) => (input as unknown as { shape: Record<string, z.ZodMiniType> }).shape
  const fieldsOf = (call: Call) => Object.keys(shapeOf(call))

  test('asks for requestId and pin wherever money moves by a key', () => {
    expect(moving('byKey').length).toBeGreaterThan(5)
    for (const { name, call } of moving('byKey')) {
      expect(fieldsOf(call), name).toEqual(expect.arrayContaining(['requestId', 'pin']))
      expect(call.refuses, name).toEqual(expect.arrayContaining(['request_in_progress', 'request_changed']))
    }
  })

  test('needs no key where a state says whether it was done', () => {
    for (const { name, call } of moving('byState')) {
      const { requestId } = shapeOf(call)
      if (requestId) expect(requestId.safeParse(undefined).success, name).toBe(true)
    }
  })

  test('refuses unknown keys in every call', () => {
    for (const { name, call } of calls) {
      const wrong = call.input.safeParse({ isAdmin: true })
      const codes = wrong.success ? [] : wrong.error.issues.map(issue => issue.code)
      expect(codes, name).toContain('unrecognized_keys')
    }
  })

  // A field that begins anew at each place takes minutes for these, and never gets to the end.
  test('reads every field to its end, whatever fills the largest body', () => {
    const texts = ['x', '1', ' ', '!', '.', '@a', 'a.', "a'"].flatMap(part => {
      const text = part.repeat(60_000 / part.length)
      return [text, `${text}a`, `${text}1`, `a@${text}!`]
    })
    const fields = new Set(calls.flatMap(({ call }) => partsOf(call.input)))
    expect(fields.size).toBeGreaterThan(20)
    for (const field of fields) for (const text of texts) field.safeParse(text)
  })

  test('lists known refusals only, each with a code of its own', () => {
    for (const { call } of calls) for (const key of call.refuses) expect(refusals).toHaveProperty(key)
    const codes = Object.values(refusals).map(([code]) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('keeps customers’ calls under /api/customer and open ones under /api/common', () => {
    for (const { call } of calls)
      expect(call.path).toMatch(call.who === 'customer' ? /^\/api\/customer\// : /^\/api\/common\//)
  })
})

test('pathFields names the fields of a template in order', () => {
  expect(pathFields('/a/{pageSize}/{page}')).toEqual(['pageSize', 'page'])
})

/** A shape and all that is within it. */
function partsOf(schema: z.ZodMiniType): z.ZodMiniType[] {
  const { shape = {}, innerType, element, in: read, options = [] } = schema._zod.def as unknown as Within
  const within = [...Object.values(shape), ...options, innerType, element, read].filter(
    part => part !== undefined,
  )
  return [schema, ...within.flatMap(partsOf)]
}

interface Within {
  shape?: Record<string, z.ZodMiniType>
  options?: z.ZodMiniType[]
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  in?: z.ZodMiniType
}
