/**
 * Why a purchase was declined (decision D6): our own list, each with words and, where one exists, a way to mend it.
 * Details that would help a thief (security code, expiry date) are all `security_check`.
 */
export const declineReasons = [
  'no_money',
  'limit_single',
  'limit_issuer',
  'card_frozen',
  'card_closed',
  'card_expired',
  'not_activated',
  'pin_wrong',
  'pin_blocked',
  'currency_unsupported',
  'merchant_not_accepted',
  'security_check',
  'issuer_busy',
] as const

/** Why a purchase was declined. */
export type DeclineReason = (typeof declineReasons)[number]

const issuerWords: Record<string, DeclineReason> = {
  card_not_activated: 'not_activated',
  issuer_limit: 'limit_issuer',
  no_answer: 'issuer_busy',
}

/** Our word for the issuer's; what we do not know is told as a security check. */
export function reasonOf(issuerReason: string): DeclineReason {
  const own = declineReasons.find(reason => reason === issuerReason)
  return own ?? issuerWords[issuerReason] ?? 'security_check'
}

/** The page of the app where the reason can be mended, if there is one. */
export function mendingOf(reason: DeclineReason, { cardId }: { cardId: string }): string {
  switch (reason) {
    case 'no_money':
      return `/pages/rechargeCard2/rechargeCard2?cardId=${cardId}`
    case 'not_activated':
      return `/pages/activateCard/activateCard?id=${cardId}`
    default:
      return `/pages/cardDetail/cardDetail?id=${cardId}`
  }
}
