import { expect, test } from 'vitest'
import { setHideAmounts } from '../../../state/locale.ts'
import { readable } from './kinds.ts'

test('while amounts are hidden a text tells neither a sum nor which way it went', () => {
  setHideAmounts(true)
  for (const sum of ['1,200.50', '+1,200.50', '-1,200.50', '−1,200.50'])
    expect(readable(`余额调整 ${sum} USDT`)).toBe('余额调整 ***\u00a0USDT')
})

test('a sum stays in one line with its currency, and an address with its ends', () => {
  expect(readable('提现 119.00 USDT 到 0x12…ab')).toBe('提现 119.00\u00a0USDT 到 0x12\u2060…\u2060ab')
})
