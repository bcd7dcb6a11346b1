import type { DeclineReason } from './reasons.ts'
import type { CardStatus } from './tables.ts'
import type { CardKind } from './types.ts'

/** Everything an authorization is decided on. Amounts in USD minor units. */
export interface AuthorizationFacts {
  status: CardStatus
  kind: Pick<CardKind, 'consumeMaxMinor'>
  /** A raise of a purchase that is on hold already. */
  isIncrement: boolean
  /** The whole purchase, with what was approved for it before. */
  totalMinor: bigint
  /** What must be reserved now, fees included. */
  neededMinor: bigint
  availableMinor: bigint
  currency: string
}

/** The one place where a purchase is approved or declined. Null is a yes. */
export function declineOf(facts: AuthorizationFacts): DeclineReason | null {
  const { status, kind, isIncrement, totalMinor, neededMinor, availableMinor, currency } = facts
  const state = stateReasons[status]
  // What a hotel or a pump already holds may grow on a card that its owner has frozen since.
  if (state && !(isIncrement && status === 'frozen_user')) return state
  if (currency !== 'USD') return 'currency_unsupported'
  // Before the balance: a limit that is too low is never told as no money.
  if (totalMinor > kind.consumeMaxMinor) return 'limit_single'
  if (neededMinor > 0n && neededMinor > availableMinor) return 'no_money'
  return null
}

const stateReasons: Record<CardStatus, DeclineReason | null> = {
  active: null,
  frozen_user: 'card_frozen',
  frozen_risk: 'card_frozen',
  inactive: 'not_activated',
  pin_blocked: 'pin_blocked',
  expired: 'card_expired',
  lost: 'card_closed',
  closed: 'card_closed',
}
