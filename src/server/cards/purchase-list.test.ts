import { describe, expect, test } from 'vitest'
import { currentMonth, monthIn } from './purchase-list.ts'

describe('a month in a time zone', () => {
  test.each([
    ['2026-11', 'UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-11', 'Asia/Shanghai', '2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
    // The clock goes forward and back within these.
    ['2026-03', 'America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
    ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['2026-12', 'Asia/Kathmandu', '2026-11-30T18:15:00.000Z', '2026-12-31T18:15:00.000Z'],
    ['2026-12', 'Pacific/Auckland', '2026-11-30T11:00:00.000Z', '2026-12-31T11:00:00.000Z'],
  ])('%s in %s', (month, timezone, from, until) => {
    expect(monthIn({ month, timezone })).toEqual({ from: new Date(from), until: new Date(until) })
  })

  test('is the next one already east of here', () => {
    const now = new Date('2026-10-31T20:00:00Z')
    expect([currentMonth('UTC', now), currentMonth('Asia/Shanghai', now)]).toEqual(['2026-10', '2026-11'])
  })
})
