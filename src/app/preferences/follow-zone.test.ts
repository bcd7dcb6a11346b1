import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { dateTime, dayOf, monthBy, startOf, weekday } from '../display/calendar.ts'
import { boundsOf, monthsSince } from '../display/months.ts'
import { dayName } from '../pages/wallet/parts/bills/month.ts'
import { loadWords } from '../state/locale.ts'
import { signOut } from '../state/session.ts'
import { signedInAs } from '../testing/testing.tsx'
import { when } from '../ui/when.ts'
import { followZone } from './follow-zone.ts'

followZone()
beforeAll(async () => {
  await Promise.all([loadWords('forms'), loadWords('wallet')])
})
const chosen = (timezone: string) => signedInAs({ timezone, timezoneFixed: true })
const at = (time: string) => vi.setSystemTime(new Date(time))

afterEach(() => {
  signOut()
  vi.useRealTimers()
})

describe('times', () => {
  test('go by the zone that was chosen, and by the phone’s clock again afterwards', () => {
    const noon = new Date(2026, 10, 22, 12)
    chosen('Asia/Tokyo')
    expect(dateTime('2026-11-30T15:30:00Z')).toBe('2026年12月1日 00:30')
    expect(dayOf('2026-11-30T14:59:59Z')).toBe('2026-11-30')
    signedInAs({ timezone: 'Asia/Tokyo' })
    expect(dateTime(noon)).toBe('2026年11月22日 12:00')
  })

  test('say today and yesterday where the customer is', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    at('2026-11-22T03:40:00Z')
    chosen('America/St_Johns')
    expect(when('2026-11-22T03:20:00Z')).toBe('昨天 23:50')
    expect([dayName('2026-11-22'), dayName('2026-11-21')]).toEqual(['今天', '昨天'])
    chosen('Asia/Shanghai')
    expect(when('2026-11-22T03:20:00Z')).toBe('今天 11:20')
  })

  test('go by the phone’s clock where it does not know the zone', () => {
    const noon = new Date(2026, 10, 22, 12)
    chosen('Mars/Base')
    expect(dateTime(noon)).toBe('2026年11月22日 12:00')
  })
})

describe('days and months', () => {
  test('begin and end by the clock, over its changes too', () => {
    chosen('America/New_York')
    expect(boundsOf('2026-11')).toEqual({
      startTime: '2026-11-01T04:00:00.000Z',
      endTime: '2026-12-01T04:59:59.999Z',
    })
    expect(startOf('2026-03-09').toISOString()).toBe('2026-03-09T04:00:00.000Z')
    expect(weekday('2026-03-08')).toBe('3月8日周日')
  })

  test.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['Pacific/Kiritimati', '2028-02-29', '2028-02-28T10:00:00.000Z'],
  ])(
    'begin with the leap where the clock leaps over midnight, and with the first of two: %s',
    (zone, day, start) => {
      chosen(zone)
      expect(startOf(day).toISOString()).toBe(start)
      expect(weekday(day)).toMatch(`${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`)
    },
  )

  test('are counted over the end of a year', () => {
    expect([monthBy('2026-01', -3), monthBy('2026-11', 2)]).toEqual(['2025-10', '2027-01'])
    vi.useFakeTimers({ toFake: ['Date'] })
    at('2026-02-28T23:30:00Z')
    chosen('Asia/Shanghai')
    expect(monthsSince('2025-11-30T16:00:00Z')).toEqual([
      ['2026', ['2026-03', '2026-02', '2026-01']],
      ['2025', ['2025-12']],
    ])
  })
})
