import { expect, test } from 'vitest'
import { maskEmail } from './mask.ts'

test.each([
  ['a@example.com', 'a*@example.com'],
  ['lin@example.com', 'l*@example.com'],
  ['four@example.com', 'f*@example.com'],
  ['lin.w@example.com', 'lin***w@example.com'],
  ['a-very_long.local-part@sub.example.com', 'a-v***t@sub.example.com'],
])('%s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test('the mask does not tell how long an address is', () => {
  expect(maskEmail('abcdef@x.com')).toBe(maskEmail('abcdddddddddddef@x.com'))
})

test('what is no address is left alone', () => {
  expect(maskEmail('')).toBe('')
  expect(maskEmail('@x.com')).toBe('@x.com')
})
