import { describe, expect, test } from 'vitest'
import { countUntil, rhythmOf } from './rhythm.ts'

const day = (text: string) => new Date(`2026-${text}T09:41:00Z`)
const paid = (...payments: [string, bigint][]) =>
  payments.map(([text, amountMinor]) => ({ at: day(text), amountMinor }))
const later = (at: Date, days: number) => new Date(+at + days * 24 * 60 * 60 * 1000)
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

  test.each([
    [5, null],
    [6, 'week'],
    [8, 'week'],
    [9, null],
    [25, null],
    [26, 'month'],
    [35, 'month'],
    [36, null],
    [354, null],
    [355, 'year'],
    [376, 'year'],
    [377, null],
  ])('of three payments %i days apart is %j', (days, every) => {
    const three = [0, 1, 2].map(place => ({ at: later(now, -days * place), amountMinor: 500n }))
    expect(rhythmOf(three, now)?.every ?? null).toBe(every)
  })

  test.each([
    ['week', 7, 3],
    ['year', 365, 30],
  ])('of every %s has ended %i days and %i more after the last payment', (every, days, late) => {
    const three = [0, 1, 2].map(place => ({ at: later(now, -days * place), amountMinor: 500n }))
    const end = later(now, days + late)
    expect(rhythmOf(three, end)?.every).toBe(every)
    expect(rhythmOf(three, new Date(+end + 1))).toBeNull()
  })

  test('takes what comes twice within two days as one', () => {
    const weekly = paid(['08-19', 500n], ['08-12', 500n], ['08-05', 500n])
    const twice = (at: Date) => weekly.toSpliced(1, 0, { at, amountMinor: 500n })
    expect(rhythmOf(twice(new Date(+day('08-17') + 1)), now)?.every).toBe('week')
    expect(rhythmOf(twice(day('08-17')), now)).toBeNull()
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
