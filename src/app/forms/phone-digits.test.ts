import { expect, test } from 'vitest'
import { phoneDigits } from './phone-digits.ts'

test.each([
  ['+86 138 0013 8000', '+86', '13800138000'],
  ['＋８６１３８００１３８０００', '+86', '13800138000'],
  [' 138-0013-8000 ', '+86', '13800138000'],
  ['+1 415 555 0100', '', '14155550100'],
  ['12345678901234567', '+86', '123456789012345'],
])('of %j with the area code %j the digits are %s', (typed, areaCode, digits) => {
  expect(phoneDigits(typed, areaCode)).toBe(digits)
})
