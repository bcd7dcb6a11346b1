import { beforeEach, describe, expect, test } from 'vitest'
import { signedInAs } from '../../../../testing/testing.tsx'
import { dropSent, keyed } from './keyed.ts'

const keyOf = (wanted: { text: string; images?: string[] }) => keyed('form', wanted).requestId

beforeEach(() => signedInAs())

describe('the key of what is said', () => {
  test('is another for other words, and for a picture that did not go with it', () => {
    const key = keyOf({ text: 'no code' })
    expect(keyOf({ text: 'no code' })).toBe(key)
    const pictured = keyOf({ text: 'no code', images: ['a', 'b'] })
    expect(pictured).not.toBe(key)
    expect(keyOf({ text: 'no code!', images: ['a', 'b'] })).not.toBe(pictured)
  })

  test('is the same when a picture is missing: a reload loses them', () => {
    const key = keyOf({ text: 'no code', images: ['a', 'b'] })
    expect(keyOf({ text: 'no code', images: ['b'] })).toBe(key)
    expect(keyOf({ text: 'no code' })).toBe(key)
  })

  test("ends when it has arrived, and is never another customer's", () => {
    const key = keyOf({ text: 'no code' })
    signedInAs({ id: 'another' })
    expect(keyOf({ text: 'no code' })).not.toBe(key)
    signedInAs()
    const mine = keyOf({ text: 'no code' })
    dropSent('form')
    expect(keyOf({ text: 'no code' })).not.toBe(mine)
  })
})
