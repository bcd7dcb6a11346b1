import { describe, expect, test } from 'vitest'
import type { CardFlags } from '../tables.ts'
import { statusOf } from './status.ts'

const flags: CardFlags = {
  frozen_by_customer: false,
  frozen_by_issuer: false,
  is_activated: true,
  is_pin_blocked: false,
}

/** Every mixture of flags there can be. */
const mixtures = (Object.keys(flags) as (keyof CardFlags)[]).reduce<CardFlags[]>(
  (all, flag) => all.flatMap(each => [each, { ...each, [flag]: !each[flag] }]),
  [flags],
)

describe('the state of a card', () => {
  test.each(['closed', 'lost', 'expired'] as const)('that is %s stays so, whatever else is so', status => {
    expect(mixtures).toHaveLength(16)
    for (const mixture of mixtures) expect(statusOf({ ...mixture, status })).toBe(status)
  })

  test.each([
    ['active', {}],
    ['pin_blocked', { is_pin_blocked: true }],
    ['inactive', { is_activated: false }],
    ['inactive', { is_activated: false, is_pin_blocked: true }],
    ['frozen_user', { frozen_by_customer: true }],
    ['frozen_user', { frozen_by_customer: true, is_pin_blocked: true }],
    ['frozen_user', { frozen_by_customer: true, is_activated: false }],
    ['frozen_user', { frozen_by_customer: true, is_activated: false, is_pin_blocked: true }],
    ['frozen_risk', { frozen_by_issuer: true }],
    ['frozen_risk', { frozen_by_issuer: true, is_pin_blocked: true }],
    ['frozen_risk', { frozen_by_issuer: true, is_activated: false }],
    ['frozen_risk', { frozen_by_issuer: true, frozen_by_customer: true }],
    [
      'frozen_risk',
      { frozen_by_issuer: true, frozen_by_customer: true, is_activated: false, is_pin_blocked: true },
    ],
  ] as const)('is %s when this is so: %o', (status, so) => {
    expect(statusOf({ ...flags, ...so, status: 'active' })).toBe(status)
  })

  test('does not depend on the one before', () => {
    const before = ['active', 'frozen_user', 'frozen_risk', 'inactive', 'pin_blocked'] as const
    for (const mixture of mixtures) {
      const states = new Set(before.map(status => statusOf({ ...mixture, status })))
      expect(states.size).toBe(1)
    }
  })
})
