/**
 * Why a purchase was declined (decision D6): our own list, each with words on both sides and, where one exists, a way
 * to mend it. Details that would help a thief (security code, expiry date) are all `security_check`.
 */
export const declineReasons = [
  'no_money',
  'limit_single',
  'limit_day',
  'limit_month',
  'limit_merchant',
  'limit_issuer',
  'channel_online',
  'channel_contactless',
  'channel_atm',
  'country_not_allowed',
  'merchant_stopped',
  'merchant_not_listed',
  'category_stopped',
  'velocity',
  'card_frozen',
  'card_held',
  'account_frozen',
  'card_closed',
  'card_expired',
  'not_activated',
  'pin_wrong',
  'pin_blocked',
  'currency_unsupported',
  'merchant_not_accepted',
  'category_blocked',
  'three_ds_missing',
  'three_ds_failed',
  'three_ds_denied',
  'three_ds_expired',
  'security_check',
  'issuer_busy',
] as const

/** Why a purchase was declined. */
export type DeclineReason = (typeof declineReasons)[number]

/** What mends a decline. */
type DeclineMend =
  | 'recharge'
  | 'limits'
  | 'rules'
  | 'merchants'
  | 'shops'
  | 'freeze'
  | 'unfreeze'
  | 'account'
  | 'activate'
  | 'pin'
  | 'phone'
  | 'reveal'
  | 'types'
  | 'service'

/** The word as one of ours; one that we do not know counts as a security check. */
export function declineReason(word: string | null | undefined): DeclineReason {
  return declineReasons.find(reason => reason === word) ?? 'security_check'
}

/** What mends a decline for that reason; null when only trying again does. */
export function declineMend(reason: DeclineReason): DeclineMend | null {
  return mends[reason]
}

/** The route of the app where a decline of that card is mended; the card itself when nothing is to be mended. */
export function declineRoute(reason: DeclineReason, { cardId }: { cardId: string }): string {
  const card = `/pages/cardDetail/cardDetail?id=${cardId}`
  switch (mends[reason]) {
    case 'recharge':
      return `/pages/rechargeCard2/rechargeCard2?cardId=${cardId}`
    case 'limits':
    case 'rules':
    case 'merchants':
    case 'shops':
    case 'pin':
    case 'reveal':
      return `${card}&open=${mends[reason]}`
    case 'freeze':
    case 'unfreeze':
      return `${card}&open=freeze`
    case 'activate':
      return `/pages/activateCard/activateCard?id=${cardId}`
    case 'phone':
      return `/pages/motifyCardPhone/motifyCardPhone?id=${cardId}`
    case 'account':
      return '/pages/safeCenter/safeCenter?freeze=1'
    case 'types':
      return '/pages/cardTypeList/cardTypeList'
    case 'service':
      return '/pages/service/service'
    default:
      return card
  }
}

const mends: Record<DeclineReason, DeclineMend | null> = {
  no_money: 'recharge',
  limit_single: 'limits',
  limit_day: 'limits',
  limit_month: 'limits',
  limit_merchant: 'merchants',
  limit_issuer: 'service',
  channel_online: 'rules',
  channel_contactless: 'rules',
  channel_atm: 'rules',
  country_not_allowed: 'rules',
  merchant_stopped: 'merchants',
  merchant_not_listed: 'merchants',
  category_stopped: 'shops',
  velocity: 'freeze',
  card_frozen: 'unfreeze',
  card_held: 'service',
  account_frozen: 'account',
  card_closed: 'types',
  card_expired: 'types',
  not_activated: 'activate',
  pin_wrong: 'pin',
  pin_blocked: 'pin',
  currency_unsupported: null,
  merchant_not_accepted: null,
  category_blocked: 'service',
  three_ds_missing: 'service',
  three_ds_failed: 'phone',
  three_ds_denied: 'freeze',
  three_ds_expired: null,
  security_check: 'reveal',
  issuer_busy: null,
}
