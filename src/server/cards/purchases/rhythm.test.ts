import { describe, expect, test } from 'vitest'
import { countUntil, rhythmOf } from './rhythm.ts'

const day = (text: string) => new Date(`2026-${text}T09:41:00Z`)
const paid = (...payments: [string, bigint][]) =>
  payments.map(([text, amountMinor]) => ({ at: day(text), amountMinor }))
const now = day('08-20')

describe('the rhythm of payments', () => {
  test('is none of what came once, irregularly, or has ended', () => {
    expect(rhythmOf([], now)).toBeNull()
    expect(rhythmOf(paid(['08-10', 999n]), now)).toBeNull()
    expect(rhythmOf(paid(['08-10', 999n], ['07-25', 999n]), now)).toBeNull()
    expect(rhythmOf(paid(['08-10', 999n], ['07-10', 999n], ['06-28', 999n]), now)).toBeNull()
    expect(rhythmOf(paid(['06-10', 999n], ['05-10', 999n], ['04-10', 999n]), now)).toBeNull()
  })

  test('takes two of about the same amount a month apart, and of others three', () => {
    expect(rhythmOf(paid(['08-10', 1000n], ['07-10', 800n]), now)).toMatchObject({ every: 'month' })
    expect(rhythmOf(paid(['08-10', 1000n], ['07-10', 799n]), now)).toBeNull()
    expect(rhythmOf(paid(['08-10', 1000n], ['07-10', 300n], ['06-09', 500n]), now)).toEqual({
      every: 'month',
      nextAt: day('09-10'),
      cheaperBeforeMinor: 300n,
    })
  })

  test('takes three a week apart, and two of one day as one', () => {
    expect(rhythmOf(paid(['08-19', 500n], ['08-12', 500n]), now)).toBeNull()
    const weekly = paid(['08-19', 500n], ['08-18', 500n], ['08-12', 500n], ['08-05', 500n])
    expect(rhythmOf(weekly, now)).toEqual({ every: 'week', nextAt: day('08-26'), cheaperBeforeMinor: null })
  })

  test('keeps to the last day of a short month, and waits for what is late', () => {
    const monthly = paid(['01-31', 500n], ['01-01', 500n])
    expect(rhythmOf(monthly, day('02-01'))?.nextAt).toEqual(day('02-28'))
    expect(rhythmOf(monthly, day('03-10'))?.nextAt).toEqual(day('02-28'))
    expect(rhythmOf(monthly, day('03-11'))).toBeNull()
  })

  test('brings as many payments as fall into the time', () => {
    expect(countUntil({ every: 'week', nextAt: day('08-21') }, day('09-19'))).toBe(5)
    expect(countUntil({ every: 'month', nextAt: day('08-15') }, day('09-15'))).toBe(2)
    expect(countUntil({ every: 'year', nextAt: day('10-01') }, day('09-19'))).toBe(0)
  })
})
