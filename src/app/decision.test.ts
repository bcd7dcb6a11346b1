import { beforeEach, describe, expect, test, vi } from 'vitest'
import { convertToCardBalance } from '../contract/wallet.ts'
import { decide, isUndecided } from './decision.ts'
import { done, signedInAs, stubApi } from './testing.tsx'

const path = convertToCardBalance.path
const input = { cardId: 'card', amount: '100', currency: 'USDT' as const, pin: '123456' }

const refused = (key: string) => ({ code: 1401, key, msg: '', data: null })

beforeEach(() => signedInAs())

function sentIds(sent: { body: Record<string, unknown> }[]): Set<unknown> {
  return new Set(sent.map(({ body }) => body.requestId))
}

describe('decide', () => {
  test.each([
    ['silence', { status: 504 }],
    ['a server error', { status: 500 }],
    ['a request in progress', refused('request_in_progress')],
  ])('keeps the key over %s', async (_name, answer) => {
    const sent = stubApi({ [path]: answer })
    await decide(convertToCardBalance, input)
    expect(isUndecided(convertToCardBalance, input)).toBe(true)
    await decide(convertToCardBalance, { ...input, pin: '654321' })
    expect(sent).toHaveLength(2)
    expect(sentIds(sent).size).toBe(1)
  })

  test.each([
    ['a refusal', refused('balance_insufficient')],
    ['success', done({})],
  ])('drops the key after %s', async (_name, answer) => {
    const sent = stubApi({ [path]: answer })
    await decide(convertToCardBalance, input)
    expect(isUndecided(convertToCardBalance, input)).toBe(false)
    expect(localStorage.getItem('decisions')).toBeNull()
    await decide(convertToCardBalance, input)
    expect(sentIds(sent).size).toBe(2)
  })

  test('another sum is another decision, and the first one stays open', async () => {
    const sent = stubApi({ [path]: { status: 504 } })
    await decide(convertToCardBalance, input)
    await decide(convertToCardBalance, { ...input, amount: '200' })
    expect(sentIds(sent).size).toBe(2)
    expect(isUndecided(convertToCardBalance, input)).toBe(true)
  })

  test('stores the key before sending, and never the PIN', async () => {
    let stored: string | null = null
    stubApi({
      [path]: () => {
        stored = localStorage.getItem('decisions')
        return { status: 504 }
      },
    })
    await decide(convertToCardBalance, input)
    expect(stored).toContain('requestId')
    expect(stored).not.toContain('123456')
  })

  test('works where storage is blocked', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('SecurityError')
      },
      setItem: () => {
        throw new Error('SecurityError')
      },
      removeItem: () => {},
      clear: () => {},
    })
    const sent = stubApi({ [path]: { status: 504 } })
    await decide(convertToCardBalance, { ...input, amount: '7' })
    await decide(convertToCardBalance, { ...input, amount: '7' })
    expect(sentIds(sent).size).toBe(1)
  })
})
