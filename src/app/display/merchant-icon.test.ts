import { expect, test } from 'vitest'
import { merchantIcon } from './merchant-icon.ts'

test.each([
  ['5814', 'utensils'],
  ['5816', 'store'],
  ['5411', 'shopping-bag'],
  ['5942', 'shopping-bag'],
  ['5542', 'store'],
  ['4511', 'store'],
  ['', 'store'],
])('a merchant of category %s has the icon %s', (mcc, icon) => {
  expect(merchantIcon(mcc)).toBe(icon)
})
