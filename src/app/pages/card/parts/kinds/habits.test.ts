import { describe, expect, test } from 'vitest'
import type { CardType } from '../../../../../contract/card.ts'
import { celadon } from '../../testing/samples.ts'
import { cheapestVirtual, type Extras } from './extras.ts'
import { cheapest, yearlyCost } from './habits.ts'

const extras: Extras = { country: 'CN', mailing: '5', virtual: celadon, hasVirtual: false }
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
    expect(yearlyCost(habits, celadon, extras)).toEqual({ first: '131.72', later: '126.72' })
  })

  test('is opening alone when nothing is spent, and the annual fee afterwards', () => {
    expect(yearlyCost({ ...habits, monthly: '0' }, costly, extras)).toEqual({ first: '50', later: '10' })
  })

  describe('of a physical one', () => {
    const nothing = { ...habits, monthly: '0' }
    const physical = { ...celadon, type: 'physical', openFee: '15' } as const
    const virtual = { openFee: '5', annualFee: '3' }

    test('includes mailing, and the virtual card it is asked for from with its own annual fee', () => {
      expect(yearlyCost(nothing, physical, { ...extras, virtual })).toEqual({ first: '25', later: '3' })
    })

    test('includes no virtual card for who has one', () => {
      const have = { ...extras, virtual: null, hasVirtual: true }
      expect(yearlyCost(nothing, physical, have)).toEqual({ first: '20', later: '0' })
    })

    test.each([null, undefined])('is unknown where mailing costs %s, and never the cheapest', mailing => {
      const there = { ...extras, mailing }
      expect(yearlyCost(nothing, physical, there)).toBeNull()
      const cheap = { ...physical, id: 'cheap', openFee: '0' }
      expect(cheapest(nothing, [cheap, celadon, costly], there)).toBe('celadon')
    })
  })
})

describe('the cheapest kind', () => {
  test('depends on how much is spent', () => {
    expect(cheapest({ ...habits, monthly: '20' }, [costly, celadon], extras)).toBe('celadon')
    expect(cheapest({ ...habits, monthly: '2000' }, [costly, celadon], extras)).toBe('costly')
  })

  test('is none that cannot be opened, and none without a choice', () => {
    expect(cheapest(habits, [celadon, { ...costly, status: 'disable' }], extras)).toBeNull()
  })

  test('of virtual ones, to ask for a physical one from, is the cheapest to open, then to keep, of those offered', () => {
    const kinds: CardType[] = [
      { ...celadon, id: 'kept', openFee: '5', annualFee: '9' },
      { ...celadon, id: 'off', openFee: '1', status: 'disable' },
      { ...celadon, id: 'best', openFee: '5', annualFee: '2' },
      { ...celadon, id: 'dear', openFee: '10' },
      { ...celadon, id: 'card', openFee: '0', type: 'physical' },
    ]
    expect(cheapestVirtual(kinds)).toMatchObject({ id: 'best' })
    expect(cheapestVirtual([])).toBeNull()
  })
})
