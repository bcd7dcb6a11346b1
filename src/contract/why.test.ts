import { describe, expect, test } from 'vitest'
import { whyOf } from './why.ts'

describe('the question that explains a refusal', () => {
  test.each([
    ['balance_insufficient', { missing: '3' }, 'hold'],
    ['balance_insufficient', { missing: '3', keep: '10' }, 'keep'],
    ['amount_out_of_range', { min: '10', max: '80', keep: '10' }, 'keep'],
    ['amount_out_of_range', { min: '10', max: '80' }, undefined],
    ['limit_exceeded', { which: 'day', limit: '5000', left: '0' }, 'withdraw'],
    ['limit_exceeded', { which: 'addresses', limit: '20' }, undefined],
    ['pin_change_failed', { reason: 'like_password' }, 'passwords'],
    ['withdrawals_on_hold', null, 'withdraw'],
    ['network', undefined, undefined],
  ] as const)('of %s with %j is %s', (key, details, id) => {
    expect(whyOf(key, details)).toBe(id)
  })
})
