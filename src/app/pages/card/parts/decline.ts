import { link } from '../../../hash-location.tsx'
import { t } from '../../../state/locale.ts'

const reasons = [
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

type Reason = (typeof reasons)[number]

/** Why a purchase was declined, short and in full; a reason we do not know is told as a security check. */
export function declineWords(reason: string | null): { short: string; text: string } {
  const known = knownReason(reason)
  return { short: t(`card.decline.${known}`), text: t(`card.decline.${known}Text`) }
}

/** The way to mend it, where there is one. */
export function declineMend(reason: string | null, cardId: string): { label: string; href: string } | null {
  switch (knownReason(reason)) {
    case 'no_money':
      return { label: t('card.mend.recharge'), href: link('rechargeCard2', { cardId }) }
    case 'card_frozen':
      return { label: t('card.mend.unfreeze'), href: link('cardDetail', { id: cardId }) }
    case 'not_activated':
      return { label: t('card.mend.activate'), href: link('activateCard', { id: cardId }) }
    case 'security_check':
      return { label: t('card.mend.reveal'), href: link('cardDetail', { id: cardId }) }
    case 'limit_single':
    case 'card_closed':
    case 'card_expired':
      return { label: t('card.mend.types'), href: link('cardTypeList') }
    case 'limit_issuer':
    case 'pin_blocked':
      return { label: t('card.mend.service'), href: link('service') }
    default:
      return null
  }
}

function knownReason(reason: string | null): Reason {
  return reasons.find(each => each === reason) ?? 'security_check'
}
