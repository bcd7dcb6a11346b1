import { describe, expect, test } from 'vitest'
import { purchaseFees } from '../kinds.ts'
import type { CardTable } from '../tables.ts'
import { type AuthorizationBasis, declineOf, limitMet } from './authorization.ts'

// Celadon: issued in the US; at most 5,000 a purchase, 10,000 a day and 50,000 a month.
const card = {
  card_type_id: 'celadon',
  status: 'active',
  frozen_by_customer: false,
  frozen_by_issuer: false,
  is_activated: true,
  is_pin_blocked: false,
  limit_single_minor: null,
  limit_day_minor: null,
  limit_month_minor: null,
  stops: null,
  countries: null,
  stopped_merchants: null,
  only_merchants: null,
  stopped_shops: null,
  gambling_from: null,
  is_single_use: false,
} as CardTable

const fine: AuthorizationBasis = {
  card,
  isAccountFrozen: false,
  isIncrement: false,
  totalMinor: 1000n,
  addedMinor: 1000n,
  neededMinor: 1005n,
  availableMinor: 1005n,
  currency: 'USD',
  channel: 'online',
  country: 'US',
  merchant: 'Kiln & Co',
  cap: null,
  shop: null,
  at: new Date('2026-11-20T10:00:00Z'),
  used: { day: 0n, month: 0n },
  recentCount: 0,
}

type Case = [Partial<AuthorizationBasis> & { on?: Partial<CardTable> }, ReturnType<typeof declineOf>]

function decideAll(cases: Case[]) {
  for (const [{ on, ...basis }, reason] of cases) {
    const all = { ...fine, ...basis, card: { ...card, ...on } }
    expect({ basis, on, reason: declineOf(all) }).toEqual({ basis, on, reason })
  }
}

/** Stopped, and to be let through from then on. */
const gambles = (from: string | null): Partial<CardTable> => ({
  stopped_shops: ['gambling', 'games'],
  gambling_from: from === null ? null : new Date(from),
})

describe('the decision about a purchase', () => {
  test('goes by the state of the card first', () => {
    const poor = { availableMinor: 0n, totalMinor: 9_000_00n, addedMinor: 9_000_00n, channel: 'atm' }
    decideAll([
      [{ ...poor, on: { status: 'frozen_user' } }, 'card_frozen'],
      [{ ...poor, on: { status: 'frozen_risk' } }, 'card_held'],
      [{ ...poor, on: { status: 'inactive' } }, 'not_activated'],
      [{ ...poor, on: { status: 'pin_blocked' } }, 'pin_blocked'],
      [{ ...poor, on: { status: 'expired' } }, 'card_expired'],
      [{ ...poor, on: { status: 'lost' } }, 'card_closed'],
      [{ ...poor, on: { status: 'closed' } }, 'card_closed'],
      [{ isIncrement: true, on: { status: 'frozen_risk', frozen_by_issuer: true } }, 'card_held'],
      [{ isIncrement: true, on: { status: 'closed' } }, 'card_closed'],
      [{ isIncrement: true, on: { status: 'frozen_user', frozen_by_customer: true } }, null],
      [
        { isIncrement: true, on: { status: 'frozen_user', frozen_by_customer: true, is_pin_blocked: true } },
        'pin_blocked',
      ],
      [{ ...poor, isAccountFrozen: true }, 'account_frozen'],
      [{ isAccountFrozen: true, isIncrement: true }, 'account_frozen'],
      [{ isAccountFrozen: true, on: { status: 'closed' } }, 'card_closed'],
      [{ currency: 'EUR' }, 'currency_unsupported'],
      [{}, null],
    ])
  })

  test('then by how and where the owner lets it pay', () => {
    decideAll([
      [{ on: { stops: ['online'] } }, 'channel_online'],
      [{ on: { stops: ['online'] }, channel: 'moto' }, 'channel_online'],
      [{ on: { stops: ['online'] }, channel: 'by pigeon' }, 'channel_online'],
      [{ on: { stops: ['online'] }, channel: 'contactless' }, null],
      [{ on: { stops: ['contactless'] }, channel: 'contactless' }, 'channel_contactless'],
      [{ on: { stops: ['atm'] }, channel: 'atm' }, 'channel_atm'],
      [{ on: { stops: ['online', 'contactless', 'atm'] }, channel: 'chip' }, null],
      [{ on: { stops: ['abroad'] }, country: 'CN' }, 'country_not_allowed'],
      [{ on: { stops: ['abroad'] }, country: 'CN', channel: 'chip' }, 'country_not_allowed'],
      [{ on: { stops: ['abroad'] } }, null],
      [{ on: { countries: ['CN'] } }, 'country_not_allowed'],
      [{ on: { countries: ['CN', 'US'] } }, null],
      [{ on: { countries: ['CN'], stops: ['abroad'] }, country: 'CN' }, 'country_not_allowed'],
      [{ on: { stopped_merchants: ['KILN  & Co'] } }, 'merchant_stopped'],
      [{ on: { stopped_merchants: ['KILN  & Co'] }, isIncrement: true }, null],
      [{ on: { stopped_merchants: ['Tea House', 'Kiln & Co 8004251234'] } }, 'merchant_stopped'],
      [{ on: { stopped_merchants: ['Kiln'] } }, null],
      [{ on: { stopped_merchants: ['Studio 54'] }, merchant: 'Studio 12' }, null],
      [{ on: { stopped_merchants: ['10000001'] }, merchant: '10000002' }, null],
      [{ on: { stopped_merchants: ['10000001'] }, merchant: '' }, null],
      [{ on: { stopped_shops: ['games'] }, shop: 'games' }, 'category_stopped'],
      [{ on: { stopped_shops: ['games'] }, shop: 'games', isIncrement: true }, null],
      [{ on: { stopped_shops: ['games'] }, shop: 'travel' }, null],
      [{ on: { stopped_shops: ['games'] } }, null],
      [{ on: gambles(null), shop: 'gambling' }, 'category_stopped'],
      [{ on: gambles('2026-11-20T10:00:01Z'), shop: 'gambling' }, 'category_stopped'],
      [{ on: gambles('2026-11-20T10:00:00Z'), shop: 'gambling' }, null],
      [{ on: gambles('2026-11-20T10:00:00Z'), shop: 'games' }, 'category_stopped'],
      [{ on: { only_merchants: ['KILN & co 8004251234'] } }, null],
      [{ on: { only_merchants: ['Tea House'] } }, 'merchant_not_listed'],
      [{ on: { only_merchants: [] } }, 'merchant_not_listed'],
      [{ on: { only_merchants: ['Tea House'] }, isIncrement: true }, null],
      [{ on: { only_merchants: ['Tea House'] }, merchant: '' }, 'merchant_not_listed'],
      [{ on: { only_merchants: ['Tea House'] }, merchant: null }, null],
      [{ on: { only_merchants: ['Kiln & Co'], stopped_merchants: ['Kiln & Co'] } }, 'merchant_stopped'],
      // What is on hold already may grow, whatever its owner has forbidden since.
      [{ on: { stops: ['online'], countries: [] }, isIncrement: true, recentCount: 99 }, null],
      [{ recentCount: 9 }, null],
      [{ recentCount: 10 }, 'velocity'],
    ])
  })

  test('then by the limits, the own one and the most, each told by its name', () => {
    const limited = { limit_single_minor: 100n, limit_day_minor: 200n, limit_month_minor: 300n }
    const of = (minor: bigint) => ({ totalMinor: minor, addedMinor: minor, neededMinor: 0n })
    decideAll([
      [of(5_000_00n), null],
      [of(5_000_01n), 'limit_single'],
      [{ ...of(5_000_00n), used: { day: 5_000_00n, month: 0n } }, null],
      [{ ...of(5_000_00n), used: { day: 5_000_01n, month: 0n } }, 'limit_day'],
      [{ ...of(5_000_00n), used: { day: 0n, month: 45_000_00n } }, null],
      [{ ...of(5_000_00n), used: { day: 0n, month: 45_000_01n } }, 'limit_month'],
      [{ ...of(1n), on: { limit_single_minor: 0n } }, 'limit_single'],
      [{ ...of(100n), on: limited }, null],
      [{ ...of(101n), on: limited }, 'limit_single'],
      [{ ...of(100n), on: limited, used: { day: 101n, month: 101n } }, 'limit_day'],
      [{ ...of(100n), on: limited, used: { day: 0n, month: 201n } }, 'limit_month'],
      // An own limit above the most of the kind does not lift it.
      [{ ...of(5_000_01n), on: { limit_single_minor: 9_000_00n } }, 'limit_single'],
      // Of a raise only the raise is new to the day, but the purchase is one.
      [
        {
          totalMinor: 100n,
          addedMinor: 10n,
          on: limited,
          isIncrement: true,
          used: { day: 190n, month: 190n },
        },
        null,
      ],
      [{ totalMinor: 101n, addedMinor: 10n, on: limited, isIncrement: true }, 'limit_single'],
    ])
  })

  test('then by what its owner lets the merchant take', () => {
    const cap = { limitMinor: 1500n, usedMinor: 500n }
    const of = (minor: bigint) => ({ totalMinor: minor, addedMinor: minor, neededMinor: 0n, cap })
    decideAll([
      [of(1000n), null],
      [of(1001n), 'limit_merchant'],
      [{ ...of(1001n), isIncrement: true }, 'limit_merchant'],
      [{ ...of(1001n), addedMinor: 0n }, null],
      [{ ...of(1001n), on: { limit_single_minor: 900n } }, 'limit_single'],
    ])
    expect(limitMet({ ...fine, cap }, 'limit_merchant')).toEqual(cap)
  })

  test('names the limit that was met, and what was used of it', () => {
    const own = { ...card, limit_day_minor: 200n }
    const basis = { ...fine, card: own, used: { day: 101n, month: 102n } }
    expect(limitMet(basis, 'limit_single')).toEqual({ limitMinor: 5_000_00n, usedMinor: null })
    expect(limitMet(basis, 'limit_day')).toEqual({ limitMinor: 200n, usedMinor: 101n })
    expect(limitMet(basis, 'limit_month')).toEqual({ limitMinor: 50_000_00n, usedMinor: 102n })
    expect(limitMet(basis, 'no_money')).toBeNull()
  })

  test('then by the balance: a limit is never told as no money', () => {
    decideAll([
      [{ availableMinor: 1004n }, 'no_money'],
      [{ availableMinor: -1n }, 'no_money'],
      [{ neededMinor: 1n, availableMinor: 0n }, 'no_money'],
      [{ availableMinor: 0n, on: { limit_single_minor: 999n } }, 'limit_single'],
      [{ availableMinor: 0n, used: { day: 9_999_00n, month: 0n } }, 'limit_day'],
    ])
  })

  test('lets a check of nothing pass whatever the balance and the limits, but not the state and the rules', () => {
    const check = { totalMinor: 0n, addedMinor: 0n, neededMinor: 0n, availableMinor: -500n }
    const full = { day: 10_000_00n, month: 50_000_00n }
    decideAll([
      [{ ...check, used: full, on: { limit_day_minor: 0n, limit_single_minor: 0n } }, null],
      [{ ...check, on: { status: 'frozen_user' } }, 'card_frozen'],
      [{ ...check, on: { stops: ['online'] } }, 'channel_online'],
      [{ ...check, recentCount: 10 }, 'velocity'],
    ])
  })

  test('fees are rounded up, and the cross-border fee is charged outside the region only', () => {
    const kind = { region: 'US', consumeFeeBps: 50, crossBorderFeeBps: 150 } as Parameters<
      typeof purchaseFees
    >[0]
    const feesIn = (country: string) =>
      purchaseFees(kind, { amountMinor: 101n, country }).map(({ amountMinor }) => amountMinor)
    expect(feesIn('US')).toEqual([1n, 0n])
    expect(feesIn('CN')).toEqual([1n, 2n])
    // Where it is nobody has said.
    expect(feesIn('')).toEqual([1n, 0n])
  })
})
