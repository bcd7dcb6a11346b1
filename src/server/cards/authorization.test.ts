import { describe, expect, test } from 'vitest'
import { type AuthorizationFacts, declineOf } from './authorization.ts'
import { purchaseFees } from './types.ts'

const fine: AuthorizationFacts = {
  status: 'active',
  kind: { consumeMaxMinor: 5000n },
  isIncrement: false,
  totalMinor: 1000n,
  neededMinor: 1020n,
  availableMinor: 1020n,
  currency: 'USD',
}

describe('the decision about a purchase', () => {
  const cases: [Partial<AuthorizationFacts>, ReturnType<typeof declineOf>][] = [
    [{ status: 'frozen_user' }, 'card_frozen'],
    [{ status: 'frozen_risk' }, 'card_frozen'],
    [{ status: 'inactive' }, 'not_activated'],
    [{ status: 'pin_blocked' }, 'pin_blocked'],
    [{ status: 'expired' }, 'card_expired'],
    [{ status: 'lost' }, 'card_closed'],
    [{ status: 'closed' }, 'card_closed'],
    [{ currency: 'EUR' }, 'currency_unsupported'],
    [{ totalMinor: 5001n }, 'limit_single'],
    // Both a limit and the balance stand in the way: the limit is told.
    [{ totalMinor: 5001n, neededMinor: 5001n, availableMinor: 0n }, 'limit_single'],
    [{ availableMinor: 1019n }, 'no_money'],
    [{ availableMinor: -1n }, 'no_money'],
    [{ isIncrement: true, status: 'frozen_risk' }, 'card_frozen'],
    [{ isIncrement: true, status: 'frozen_user' }, null],
    [{ totalMinor: 0n, neededMinor: 0n, availableMinor: -500n }, null],
    [{ totalMinor: 5000n, neededMinor: 1020n }, null],
    [{}, null],
  ]

  test('goes by state, currency, limit and balance, in this order', () => {
    for (const [facts, reason] of cases)
      expect({ facts, reason: declineOf({ ...fine, ...facts }) }).toEqual({ facts, reason })
  })

  test('fees are rounded up, and the cross-border fee is charged outside the region only', () => {
    const kind = { region: 'US', consumeFeeBps: 50, crossBorderFeeBps: 150 } as Parameters<
      typeof purchaseFees
    >[0]
    const feesIn = (country: string) =>
      purchaseFees(kind, { amountMinor: 101n, country }).map(({ amountMinor }) => amountMinor)
    expect(feesIn('US')).toEqual([1n, 0n])
    expect(feesIn('CN')).toEqual([1n, 2n])
  })
})
