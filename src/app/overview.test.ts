import { describe, expect, test } from 'vitest'
import { sum } from './overview.ts'
import { amountText } from './ui/amount-text.ts'

const shown = (...amounts: string[]) => amountText({ amount: sum(amounts), currency: 'USDT', bare: true })

describe('a total', () => {
  test('is cut off as its parts are, never rounded up', () => {
    expect(shown('10.005', '0.004')).toBe('10.00')
    expect(shown('0.1', '0.2')).toBe('0.30')
  })

  test('of next to nothing is not shown as nothing', () => {
    expect(shown('0.0004', '0.0008')).toBe('0.0012')
  })

  test('without a figure is none', () => {
    expect(shown('NAN', '1')).toBe('—')
  })
})
