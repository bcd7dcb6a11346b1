import { describe, expect, test } from 'vitest'
import {
  clockIn,
  currentMonth,
  dayAfter,
  daysBetween,
  daysIn,
  endOfDay,
  monthIn,
  monthsBack,
  monthsBetween,
} from './zone.ts'

describe('a month in a time zone', () => {
  test.each([
    ['2026-11', 'UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-11', 'Asia/Shanghai', '2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
    // The clock goes forward and back within these.
    ['2026-03', 'America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
    ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['2026-12', 'Asia/Kathmandu', '2026-11-30T18:15:00.000Z', '2026-12-31T18:15:00.000Z'],
    ['2026-12', 'Pacific/Auckland', '2026-11-30T11:00:00.000Z', '2026-12-31T11:00:00.000Z'],
    ['2026-12', '+08:00', '2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'],
    // The first of October begins at one: the clock leaps over its midnight.
    ['2017-10', 'America/Asuncion', '2017-10-01T04:00:00.000Z', '2017-11-01T03:00:00.000Z'],
    // And here midnight is shown, taken back at once and shown again an hour later.
    ['2020-11', 'America/Havana', '2020-11-01T04:00:00.000Z', '2020-12-01T05:00:00.000Z'],
  ])('%s in %s', (month, timezone, from, until) => {
    expect(monthIn({ month, timezone })).toEqual({ from: new Date(from), until: new Date(until) })
  })

  test('is the next one already east of here', () => {
    const now = new Date('2026-10-31T20:00:00Z')
    expect([currentMonth('UTC', now), currentMonth('Asia/Shanghai', now)]).toEqual(['2026-10', '2026-11'])
  })

  test('joins the next without a gap or an overlap', () => {
    for (const timezone of ['America/Asuncion', 'America/Havana', 'Asia/Beirut', 'Pacific/Tongatapu']) {
      for (const month of monthsBetween({ from: '2016-01', until: '2018-12' })) {
        const next = monthsBetween({ from: month, until: '2019-01' })[1] ?? ''
        expect(monthIn({ month, timezone }).until).toEqual(monthIn({ month: next, timezone }).from)
      }
    }
  })

  test('lists months over a turn of the year, none backwards', () => {
    expect(monthsBetween({ from: '2026-11', until: '2027-01' })).toEqual(['2026-11', '2026-12', '2027-01'])
    expect(monthsBetween({ from: '2026-11', until: '2026-10' })).toEqual([])
  })
})

describe('the clock of a zone', () => {
  test.each([
    ['Pacific/Tongatapu', '2026-11-20 23:02:11', '+13:00'],
    ['America/St_Johns', '2026-11-20 06:32:11', '-03:30'],
    ['UTC', '2026-11-20 10:02:11', '+00:00'],
  ])('%s', (timezone, time, offset) => {
    expect(clockIn(timezone)(new Date('2026-11-20T10:02:11.900Z'))).toEqual({ time, offset })
  })
})

test.each([
  ['2026-05-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['2028-05-29T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['2026-05-28T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', '2025-10-31T10:00:00.000Z'],
])('three months before %s is %s', (at, then) => {
  expect(monthsBack(new Date(at), 3)).toEqual(new Date(then))
})

describe('the days of a period', () => {
  test.each([
    ['America/New_York', '2025-11-02T04:00:00Z', '2026-11-03T05:00:00Z', 366],
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', 1],
    ['Asia/Shanghai', '2025-11-01T16:00:00Z', '2026-11-02T16:00:00Z', 366],
    ['UTC', '2026-11-01T00:00:00Z', '2026-11-01T12:00:00Z', 0.5],
  ])('are as long in %s as its clock says', (timezone, from, until, days) => {
    expect(daysIn({ from: new Date(from), until: new Date(until), timezone })).toBe(days)
  })
})

describe('a day of a calendar', () => {
  test.each([
    ['2026-11-20', 'Asia/Shanghai', '2026-11-20T16:00:00.000Z'],
    // The clock goes back on the first, and leaps over midnight at the end of the second.
    ['2026-11-01', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    ['2017-09-30', 'America/Asuncion', '2017-10-01T04:00:00.000Z'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
  ])('%s is over in %s', (day, timezone, at) => {
    expect(endOfDay({ day, timezone })).toEqual(new Date(at))
  })

  test('is counted on and back over months and leap years', () => {
    expect(dayAfter('2028-02-28', 2)).toBe('2028-03-01')
    expect(dayAfter('2027-01-03', -7)).toBe('2026-12-27')
    expect(daysBetween('2026-12-27', '2027-01-03')).toBe(7)
    expect(daysBetween('2027-01-03', '2027-01-02')).toBe(-1)
  })
})
