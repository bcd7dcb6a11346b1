import { expect, test } from 'vitest'
import { isLookAlike, isSameAddress } from './look-alike.ts'

const hex = '0x52908400098527886E0F7030069857D2E4169EE7'
const tron = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'

test('hexadecimal digits are the same in either case', () => {
  expect(isSameAddress(hex, hex.toLowerCase())).toBe(true)
  expect(isSameAddress(hex, hex.toUpperCase())).toBe(true)
  expect(isLookAlike(hex, hex.toLowerCase())).toBe(false)
})

test('in base58 another case is another address, and one that is easily mistaken', () => {
  const other = `${tron.slice(0, 12)}${tron[12]?.toLowerCase()}${tron.slice(13)}`
  expect(other).not.toBe(tron)
  expect(isSameAddress(tron, other)).toBe(false)
  expect(isLookAlike(tron, other)).toBe(true)
})

test('four characters at each end make the likeness, the prefix aside', () => {
  const between = (begin: string, end: string) => `0x${begin}${'1'.repeat(32)}${end}`
  expect(isLookAlike(hex, between('5290', '9ee7'))).toBe(true)
  expect(isLookAlike(hex, between('5291', '9ee7'))).toBe(false)
  expect(isLookAlike(hex, between('5290', '9ee8'))).toBe(false)
})
