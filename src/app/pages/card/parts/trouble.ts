import type { Refusal } from '../../../../contract/refusal.ts'
import { currentUrl, link } from '../../../hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { when } from '../../../ui/when.ts'

/** What went wrong in words, and the way to mend it. */
export interface Trouble {
  text: string
  mend: { label: string; href: string } | null
}

/** What the words and the way out need to know of the place. */
export interface Place {
  cardId?: string | undefined
  cardTypeId?: string | undefined
  /** USDT that the wallet lacks. */
  missing?: string | null
}

interface No {
  ok: boolean
  key?: Refusal | undefined
  status?: number | undefined
  details?: Record<string, unknown> | null | undefined
}

/** Words and way out for any answer that is not a success; null when the page itself called it off. */
export function troubleOf(reply: No, place: Place = {}): Trouble | null {
  if (reply.ok || !reply.key) return null
  const details = reply.details ?? {}
  const missing = typeof details.missing === 'string' ? details.missing : place.missing
  return { text: wordsFor(reply.key, details), mend: mendingOf(reply.key, { ...place, missing }) }
}

/** Whether the answer leaves open what happened: it must be shown as processing, never as failed. */
export function isUnknown({ ok, key }: No): boolean {
  return !ok && (key === 'network' || key === 'request_in_progress')
}

function wordsFor(key: Refusal, details: Record<string, unknown>): string {
  const { until, triesLeft, min, max, keep, limit } = details as Record<string, string | undefined> & {
    triesLeft?: number
  }
  switch (key) {
    case 'pin_incorrect':
      return triesLeft === undefined
        ? t('refusal.pin_incorrect')
        : t('card.trouble.pinTries', { count: triesLeft })
    case 'pin_locked':
      return until ? t('card.trouble.pinUntil', { time: when(until) }) : t('refusal.pin_locked')
    case 'balance_insufficient':
      return keep ? t('card.trouble.keep', { keep: figure(keep) }) : t('refusal.balance_insufficient')
    case 'amount_out_of_range':
      if (!min || !max) return t('refusal.amount_out_of_range')
      if (keep) return t('card.move.keepBroken', { keep: figure(keep), max: figure(max) })
      return t('card.trouble.range', { min: figure(min), max: figure(max) })
    case 'limit_exceeded':
      if (until) return t('card.trouble.views', { time: when(until) })
      return limit ? t('card.trouble.maxCards', { limit }) : t('refusal.limit_exceeded')
    case 'card_open_failed':
    case 'budget_failed':
      return t(`card.trouble.${key}`)
    default:
      return t(`refusal.${key}`)
  }
}

function figure(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}

function mendingOf(key: Refusal, { cardId, cardTypeId, missing }: Place): Trouble['mend'] {
  switch (key) {
    case 'not_certified':
      return { label: t('card.mend.verify'), href: verifyHref() }
    case 'kyc_missing':
      return { label: t('card.mend.verify'), href: link('idAuthNew', { back: currentUrl.value }) }
    case 'pin_unset':
      return { label: t('card.mend.setPin'), href: link('updatePinCode', { back: currentUrl.value }) }
    case 'pin_locked':
      return { label: t('card.mend.resetPin'), href: link('updatePinCode', { back: currentUrl.value }) }
    case 'balance_insufficient':
      return depositMend(missing)
    case 'balance_negative':
      return { label: t('card.mend.recharge'), href: link('rechargeCard2', { cardId }) }
    case 'card_frozen':
      return { label: t('card.mend.unfreeze'), href: link('cardDetail', { id: cardId }) }
    case 'card_closed':
      return { label: t('card.mend.cards'), href: link('cardList') }
    case 'card_type_missing':
    case 'card_type_disabled':
      return { label: t('card.mend.types'), href: link('cardTypeList') }
    case 'amount_out_of_range':
      return cardTypeId ? { label: t('card.mend.amount'), href: link('openCard', { cardTypeId }) } : null
    case 'card_open_failed':
    case 'budget_failed':
      return { label: t('card.mend.openAgain'), href: link('openCard', { cardTypeId }) }
    case 'limit_exceeded':
    case 'feature_unsupported':
    case 'currency_unsupported':
      return { label: t('card.mend.service'), href: link('service') }
    default:
      return null
  }
}

/** The way to more USDT, with the sum that is missing. */
export function depositMend(missing?: string | null): { label: string; href: string } {
  const amount = missing ?? undefined
  const label = amount
    ? t('card.mend.depositAmount', { amount: amountText({ amount, currency: 'USDT' }) })
    : t('card.mend.deposit')
  return { label, href: link('transferIn', { coin: 'USDT', amount }) }
}

/** Where verification begins, or goes on; it leads back here. */
export function verifyHref(): string {
  const page = session.value?.user.certStatus === 'none' ? 'idAuthNew' : 'kyc'
  return link(page, { back: currentUrl.value })
}

export function loginHref(): string {
  return link('login', { back: currentUrl.value })
}
