import { expect, test } from 'vitest'
import { authenticatorLink, isAstray, newFactorSecret, secretText, stepOf } from './authenticator.ts'

// RFC 6238, appendix B, SHA-1: the last six of eight digits.
const rfc = Buffer.from('12345678901234567890')
const vectors = [
  [59, '287082', 1n],
  [1_111_111_109, '081804', 37_037_036n],
  [1_111_111_111, '050471', 37_037_037n],
  [1_234_567_890, '005924', 41_152_263n],
  [2_000_000_000, '279037', 66_666_666n],
  [20_000_000_000, '353130', 666_666_666n],
] as const

test.each(vectors)('at %i seconds %s is the code of step %i', (seconds, code, step) => {
  expect(stepOf(rfc, { code, at: new Date(seconds * 1000) })).toBe(step)
})

test('a code counts one step before and after its own, by the step it is of, and no further', () => {
  const at = (seconds: number) => stepOf(rfc, { code: '081804', at: new Date(seconds * 1000) })
  const begins = 37_037_036 * 30
  expect(at(begins - 31)).toBeNull()
  expect(at(begins - 30)).toBe(37_037_036n)
  expect(at(begins)).toBe(37_037_036n)
  expect(at(begins + 59)).toBe(37_037_036n)
  expect(at(begins + 60)).toBeNull()
})

test('a code is of a clock that is wrong within twenty minutes before and after its own', () => {
  const isLate = (code: string, seconds: number) => isAstray(rfc, { code, at: new Date(seconds * 1000) })
  const begins = 37_037_036 * 30
  expect([isLate('081804', begins - 1_201), isLate('081804', begins - 1_200)]).toEqual([false, true])
  expect([isLate('081804', begins + 1_229), isLate('081804', begins + 1_230)]).toEqual([true, false])
})

test('a secret is 160 bits, another one each time, in base32', () => {
  const secret = newFactorSecret()
  expect(secret).toHaveLength(20)
  expect(secret.equals(newFactorSecret())).toBe(false)
  expect(secretText(rfc)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

test('the link says whose it is, and nothing that an authenticator would have to guess', () => {
  const link = new URL(authenticatorLink(rfc, 'lin+a@example.com'))
  expect(link.protocol).toBe('otpauth:')
  expect(decodeURIComponent(link.pathname)).toMatch(/Glaze:lin\+a@example\.com$/)
  expect(Object.fromEntries(link.searchParams)).toEqual({
    issuer: 'Glaze',
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
