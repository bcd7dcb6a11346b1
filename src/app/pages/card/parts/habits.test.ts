import { describe, expect, test } from 'vitest'
import { cheapest, yearlyCost } from './habits.ts'
import { celadon } from './samples.ts'

const habits = { monthly: '500', abroadPercent: 40 }
const costly = {
  ...celadon,
  id: 'costly',
  openFee: '50',
  rechargeFee: '0.2',
  consumeFee: '0',
  annualFee: '10',
}

describe('what a card costs in a year', () => {
  test('is every fee of twelve months: of purchases, of those abroad, and of the recharges for all of it', () => {
    // A month: 2.50 + 3.00 of purchases, and 1 % of the 505.50 that are recharged, rounded up to 5.06.
    expect(yearlyCost(habits, celadon)).toEqual({ first: '131.72', later: '126.72' })
  })

  test('is opening alone when nothing is spent, and the annual fee afterwards', () => {
    expect(yearlyCost({ ...habits, monthly: '0' }, costly)).toEqual({ first: '50', later: '10' })
  })
})

describe('the cheapest kind', () => {
  test('depends on how much is spent', () => {
    expect(cheapest({ ...habits, monthly: '20' }, [costly, celadon])).toBe('celadon')
    expect(cheapest({ ...habits, monthly: '2000' }, [costly, celadon])).toBe('costly')
  })

  test('is none that cannot be opened, and none without a choice', () => {
    expect(cheapest(habits, [celadon, { ...costly, status: 'disable' }])).toBeNull()
  })
})
