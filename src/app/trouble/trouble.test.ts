import { describe, expect, test } from 'vitest'
import { whenInside } from '../ui/when.ts'
import { againAt } from './trouble.ts'

describe('when somebody may ask again', () => {
  const until = new Date(Date.now() + 60_000).toISOString()

  test('is told of what was asked too often, as the clock of the reader has it', () => {
    expect(againAt({ ok: false, key: 'limit_exceeded', details: { until } })).toBe(whenInside(until))
  })

  test.each([
    ['a limit that no waiting helps', { ok: false, key: 'limit_exceeded', details: { limit: '20' } }],
    ['a limit with nothing said of it', { ok: false, key: 'limit_exceeded', details: null }],
    ['another refusal with a time', { ok: false, key: 'pin_locked', details: { until } }],
    ['silence', { ok: false, key: 'network', status: 0 }],
    ['what was done', { ok: true }],
  ] as const)('is not told of %s', (_, reply) => {
    expect(againAt(reply)).toBeNull()
  })
})
