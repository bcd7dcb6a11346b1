import { expect, test } from 'vitest'
import { setHideAmounts } from '../../../state/locale.ts'
import { veiled } from './kinds.ts'

test('while amounts are hidden a text tells neither a sum nor which way it went', () => {
  setHideAmounts(true)
  for (const sum of ['1,200.50', '+1,200.50', '-1,200.50', '−1,200.50'])
    expect(veiled(`余额调整 ${sum} USDT`)).toBe('余额调整 *** USDT')
})
