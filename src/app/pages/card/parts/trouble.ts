import type { Refusal } from '../../../../contract/refusal.ts'
import { currentUrl, link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'
import { type No, plainTrouble, repayMend, type Trouble } from '../../../trouble/trouble.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { ownAmount } from '../../../ui/own-amount.ts'
import { whenInside } from '../../../ui/when.ts'
import type { Direction } from './move/move-plan.ts'

/** What the words and the way out need to know of the place. */
export interface Place {
  cardId?: string | undefined
  cardTypeId?: string | undefined
  /** What goes on the card at opening. */
  amount?: string | undefined
  /** USDT that the wallet lacks. */
  missing?: string | null
}

/** Words and way out for any answer that is not a success; null when the page itself called it off. */
export function troubleOf(reply: No, place: Place = {}): Trouble | null {
  const plain = plainTrouble(reply, place)
  if (!plain || !reply.key) return plain
  if (reply.details?.cardHolder) return holderTrouble(String(reply.details.cardHolder), place)
  return {
    ...plain,
    text: wordsFor(reply.key, reply.details ?? {}) ?? plain.text,
    mend: mendingOf(reply.key, place, reply.details ?? {}) ?? plain.mend,
  }
}

/** The issuer has not taken the cardholder whom it asks for on its own page: that is where it goes on. */
function holderTrouble(state: string, { cardTypeId, amount }: Place): Trouble {
  return {
    text: t(state === 'refused' ? 'card.hosted.refused' : 'card.hosted.text'),
    mend: { label: t('card.hosted.go'), href: link('openCardKyc', { cardTypeId, amount }) },
  }
}

/** What the wallet lacks, to the last digit. */
export function missingText(missing: string): string {
  return t('card.gate.missing', { amount: ownAmount({ amount: missing, currency: 'USDT', exact: true }) })
}

/** What a card lacks cannot be deposited: only what the wallet lacks can. */
export function moveTrouble(
  reply: No,
  { direction, cardId }: { direction: Direction; cardId: string },
): Trouble | null {
  const isOver = direction === 'toWallet' && !reply.ok && reply.key === 'balance_insufficient'
  return isOver ? { text: t('card.move.over'), mend: null } : troubleOf(reply, { cardId })
}

/** What a refusal means for cards in particular. */
function wordsFor(key: Refusal, details: Record<string, unknown>): string | null {
  const { until, min, max, keep, limit, total } = details as Record<string, string | undefined>
  switch (key) {
    case 'quote_expired':
      return total ? t('card.trouble.costs', { total: figure(total) }) : null
    case 'balance_insufficient':
      return keep ? t('card.trouble.keep', { keep: figure(keep) }) : null
    case 'amount_out_of_range':
      return min && max && keep
        ? t('card.move.keepBroken', { keep: figure(keep), max: ownAmount({ amount: max, currency: 'USDT' }) })
        : null
    case 'limit_exceeded':
      if (until) return t('card.trouble.views', { time: whenInside(until) })
      return limit ? t('card.trouble.maxCards', { limit }) : null
    case 'card_frozen':
    case 'card_open_failed':
    case 'budget_failed':
      return t(`card.trouble.${key}`)
    default:
      return null
  }
}

function figure(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}

function mendingOf(
  key: Refusal,
  { cardId, cardTypeId }: Place,
  { limit, until, reason }: Record<string, unknown>,
): Trouble['mend'] {
  switch (key) {
    case 'not_certified':
      return { label: t('card.mend.verify'), href: verifyHref() }
    case 'kyc_missing':
      return { label: t('card.mend.verify'), href: link('idAuthNew', { back: currentUrl.value }) }
    case 'balance_negative':
      return cardId ? repayMend(cardId) : null
    case 'card_frozen':
      return { label: t('mend.service'), href: link('feedback', { refType: 'card', refId: cardId }) }
    case 'modify_failed':
      if (!cardId) return { label: t('mend.service'), href: link('service') }
      return reason === 'inactive'
        ? { label: t('card.mend.activate'), href: link('activateCard', { id: cardId }) }
        : { label: t('mend.service'), href: link('feedback', { refType: 'card', refId: cardId }) }
    case 'card_closed':
      return { label: t('card.list'), href: link('cardList') }
    case 'limit_exceeded':
      return limit && !until ? { label: t('card.list'), href: link('cardList') } : null
    case 'card_type_missing':
    case 'card_type_disabled':
      return { label: t('card.mend.types'), href: link('cardTypeList') }
    case 'amount_out_of_range':
      return cardTypeId ? { label: t('card.mend.amount'), href: link('openCard', { cardTypeId }) } : null
    case 'card_open_failed':
    case 'budget_failed':
      return { label: t('card.mend.openAgain'), href: link('openCard', { cardTypeId }) }
    default:
      return null
  }
}

/** Where verification begins, or goes on; it leads back here. */
export function verifyHref(): string {
  const page = session.value?.user.certStatus === 'none' ? 'idAuthNew' : 'kyc'
  return link(page, { back: currentUrl.value })
}

export function loginHref(): string {
  return link('login', { back: currentUrl.value })
}
