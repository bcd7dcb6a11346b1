import { describe, expect, test } from 'vitest'
import type { CardFlags, CardStatus } from '../tables.ts'
import { type CardCall, refuseCall } from './card-states.ts'

const plain: CardFlags & { status: CardStatus } = {
  status: 'active',
  frozen_by_customer: false,
  frozen_by_issuer: false,
  is_activated: true,
  is_pin_blocked: false,
}

/** The refusal that a call gets, and what goes with it. */
function refusalOf(call: CardCall, so: Partial<typeof plain>, balanceMinor = 0n) {
  try {
    refuseCall({ ...plain, ...so }, call, { balanceMinor })
    return null
  } catch (error) {
    return error
  }
}

describe('a card in several states at once', () => {
  test.each([
    ['activateCard', { is_activated: false, frozen_by_customer: true }],
    ['cardActivation', { is_activated: false, frozen_by_issuer: true, is_pin_blocked: true }],
    ['updateCardPIN', { is_pin_blocked: true, frozen_by_issuer: true }],
    ['freeze', { frozen_by_issuer: true }],
  ] as const)('allows %s when each of them does: %o', (call, so) => {
    expect(refusalOf(call, so)).toBeNull()
  })

  test.each([
    ['activateCard', { frozen_by_customer: true }, 'modify_failed', { reason: 'active' }],
    [
      'updateCardPIN',
      { is_activated: false, frozen_by_customer: true },
      'modify_failed',
      { reason: 'inactive' },
    ],
    ['unfreeze', { frozen_by_customer: true, frozen_by_issuer: true }, 'card_frozen', null],
    ['closeCard', { frozen_by_customer: true }, 'balance_negative', { missing: '0.05' }],
    ['closeCard', { frozen_by_issuer: true }, 'card_frozen', null],
    ['convertToMasterBalance', { status: 'closed' }, 'balance_negative', { missing: '0.05' }],
    ['closeCard', { status: 'closed', frozen_by_issuer: true }, 'card_closed', null],
  ] as const)('refuses %s when one of them does: %o', (call, so, key, details) => {
    expect(refusalOf(call, so, -5n)).toMatchObject({ key, details })
  })

  test('is in debt below zero, and where the balance is given', () => {
    expect(refusalOf('closeCard', {}, 0n)).toBeNull()
    expect(refusalOf('closeCard', {}, -1n)).toMatchObject({ details: { missing: '0.01' } })
    expect(() => refuseCall(plain, 'closeCard')).not.toThrow()
  })
})
