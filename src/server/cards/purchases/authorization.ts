import type { DeclineReason } from '../../../contract/decline.ts'
import type { ShopKind } from '../../../contract/shops.ts'
import { kindOf } from '../kinds.ts'
import { statusOf } from '../states/status.ts'
import type { CardStatus, CardStop, CardTable } from '../tables.ts'
import { type CardLimits, type LimitMet, limitsOf, type Used } from './limits.ts'
import type { Cap } from './merchant-caps.ts'
import { isStoppedMerchant, isUnlistedMerchant } from './merchants.ts'
import { isStoppedShop } from './rules.ts'

/** Everything an authorization is decided on. Amounts in USD minor units. */
export interface AuthorizationBasis {
  card: CardTable
  /** Its owner's money is stopped as a whole. */
  isAccountFrozen: boolean
  /** A raise of a purchase that is on hold already. */
  isIncrement: boolean
  /** The whole purchase, with what stands of it already. */
  totalMinor: bigint
  /** What this adds to what counts against the limits; nothing for a check of the card. */
  addedMinor: bigint
  /** What must be reserved now, fees included. */
  neededMinor: bigint
  availableMinor: bigint
  currency: string
  channel: string
  /** Where the merchant is, ISO 3166-1 alpha-2. */
  country: string
  /** Null where it is not known and not looked at. */
  merchant: string | null
  /** What its owner lets this merchant take, and what that has taken; null for all there is. */
  cap: Cap | null
  /** What it sells; null of any other shop. */
  shop: ShopKind | null
  /** When it is decided. */
  at: Date
  /** What counts already, this not included. */
  used: Used
  /** Purchases asked for within the last minute, this one not included. */
  recentCount: number
}

/**
 * The one place where a purchase is approved or declined. Null is a yes. A limit is looked at before the balance: too low
 * a limit is never told as no money. What adds nothing, such as a check of a new card at a shop, meets neither.
 */
export function declineOf(basis: AuthorizationBasis): DeclineReason | null {
  const { card, isAccountFrozen, isIncrement, neededMinor, availableMinor, currency } = basis
  // What a hotel or a pump already holds may grow on a card that its owner has frozen since.
  const status = isIncrement ? statusOf({ ...card, frozen_by_customer: false }) : card.status
  const state = stateReasons[status]
  if (state) return state
  if (isAccountFrozen) return 'account_frozen'
  if (currency !== 'USD') return 'currency_unsupported'
  if (!isIncrement) {
    const place = placeReason(basis)
    if (place) return place
    if (basis.recentCount >= minuteMax) return 'velocity'
  }
  const limit = limitReason(basis, limitsOf(card))
  if (limit) return limit
  if (neededMinor > 0n && neededMinor > availableMinor) return 'no_money'
  return null
}

/** The limit of the card behind a decline; null of one for another reason. Of a raise, what its purchase holds already counts. */
export function limitMet(basis: AuthorizationBasis, reason: DeclineReason): LimitMet | null {
  const { card, used, cap, totalMinor, addedMinor } = basis
  const { single, day, month } = limitsOf(card)
  const earlierMinor = totalMinor - addedMinor
  switch (reason) {
    case 'limit_single':
      return { limitMinor: single, usedMinor: earlierMinor > 0n ? earlierMinor : null }
    case 'limit_day':
      return { limitMinor: day, usedMinor: used.day }
    case 'limit_month':
      return { limitMinor: month, usedMinor: used.month }
    case 'limit_merchant':
      return cap && { ...cap, usedMinor: cap.usedMinor + earlierMinor }
    default:
      return null
  }
}

const minuteMax = 10

const stateReasons: Record<CardStatus, DeclineReason | null> = {
  active: null,
  frozen_user: 'card_frozen',
  frozen_risk: 'card_held',
  inactive: 'not_activated',
  pin_blocked: 'pin_blocked',
  expired: 'card_expired',
  lost: 'card_closed',
  closed: 'card_closed',
}

/** Against the owner's rules: how it is paid, where, and to whom. */
function placeReason({
  card,
  channel,
  country,
  merchant,
  shop,
  at,
}: AuthorizationBasis): DeclineReason | null {
  const isStopped = (stop: CardStop) => card.stops?.includes(stop) ?? false
  const way = wayOf(channel)
  if (way !== 'chip' && isStopped(way)) return `channel_${way}`
  if (isStopped('abroad') && country !== kindOf(card).region) return 'country_not_allowed'
  if (card.countries && !card.countries.includes(country)) return 'country_not_allowed'
  if (shop && isStoppedShop(card, { shop, at })) return 'category_stopped'
  if (merchant !== null && isStoppedMerchant(card, merchant)) return 'merchant_stopped'
  // Cash is from none of them, whatever name the machine bears.
  const isUnlisted =
    way === 'atm' ? card.only_merchants !== null : merchant !== null && isUnlistedMerchant(card, merchant)
  return isUnlisted ? 'merchant_not_listed' : null
}

/** Payments by chip cannot be stopped but by freezing; what is not done with the card in hand is done online. */
function wayOf(channel: string): 'online' | 'contactless' | 'atm' | 'chip' {
  return channel === 'contactless' || channel === 'atm' || channel === 'chip' ? channel : 'online'
}

function limitReason(
  { totalMinor, addedMinor, used, cap }: AuthorizationBasis,
  limits: CardLimits,
): DeclineReason | null {
  if (addedMinor <= 0n) return null
  if (totalMinor > limits.single) return 'limit_single'
  if (used.day + addedMinor > limits.day) return 'limit_day'
  if (used.month + addedMinor > limits.month) return 'limit_month'
  if (cap && cap.usedMinor + totalMinor > cap.limitMinor) return 'limit_merchant'
  return null
}
