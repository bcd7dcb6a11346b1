import type { Refusal } from '../../contract/refusal.ts'
import { whyOf } from '../../contract/why.ts'
import { currentUrl, link } from '../routing/hash-location.tsx'
import { refusalText, refusalWords } from '../send.ts'
import { hideAmounts, t } from '../state/locale.ts'
import { amountText } from '../ui/amount-text.ts'
import { ownAmount } from '../ui/own-amount.ts'
import { whenInside } from '../ui/when.ts'

/** What went wrong in words, and the way to mend it. */
export interface Trouble {
  text: string
  mend: { label: string; href: string } | null
  /** The question whose answer explains it. */
  why?: string | undefined
}

/** What the words and the way out need to know of any reply. */
export interface No {
  ok: boolean
  key?: Refusal | undefined
  status?: number | undefined
  details?: Record<string, unknown> | null | undefined
}

/** What the money is in, and how much of it the wallet lacks. */
interface Lack {
  currency?: string | undefined
  missing?: string | null | undefined
}

/**
 * Words and way out for what any area may be refused; null when the page itself called it off. Areas that know more
 * about a refusal word it themselves.
 */
export function plainTrouble(reply: No, lack: Lack = {}): Trouble | null {
  if (reply.ok || !reply.key) return null
  const details = reply.details ?? {}
  const missing = typeof details.missing === 'string' ? details.missing : lack.missing
  return {
    text: (reply.status && refusalText(reply)) || wordsFor(reply.key, details, lack.currency),
    mend: reply.key === 'debt_unpaid' ? repayOf(details) : mendingOf(reply.key, { ...lack, missing }),
    why: whyOf(reply.key, details),
  }
}

/** When somebody who asked too often may ask again, within a sentence; null of any other reply, or where none is told. */
export function againAt({ key, details }: No): string | null {
  const until = key === 'limit_exceeded' && details?.until
  return typeof until === 'string' ? whenInside(until) : null
}

/** Whether the answer leaves open what happened: it must be shown as processing, never as failed. */
export function isUnknown({ ok, key }: No): boolean {
  return !ok && (key === 'network' || key === 'request_in_progress')
}

function wordsFor(key: Refusal, details: Record<string, unknown>, currency = 'USDT'): string {
  const { until, min, max, owed } = details as Record<string, string | undefined>
  const { triesLeft } = details as { triesLeft?: number }
  const figure = (amount: string) => amountText({ amount, currency, exact: true })
  if (key === 'pin_incorrect' && triesLeft === 0) return t('pin.locked')
  if (key === 'pin_incorrect' && triesLeft) return t('pin.tries', { count: triesLeft })
  if (key === 'pin_locked' && until) return t('pin.until', { time: whenInside(until) })
  if (key === 'amount_out_of_range' && min && max)
    return t('trouble.range', { min: figure(min), max: figure(max) })
  if (key === 'debt_unpaid' && owed)
    return t('trouble.debt', { owed: ownAmount({ amount: owed, currency: 'USD', exact: true }) })
  return refusalWords(key)
}

function mendingOf(key: Refusal, { currency, missing }: Lack): Trouble['mend'] {
  switch (key) {
    case 'pin_unset':
      return { label: t('pin.set'), href: pinHref() }
    case 'pin_locked':
      return { label: t('pin.reset'), href: pinHref() }
    case 'balance_insufficient':
      return depositMend(missing, currency)
    case 'account_closing':
      return { label: t('mend.closing'), href: link('cannelAccount') }
    case 'account_frozen':
      return { label: t('mend.frozen'), href: link('safeCenter', { freeze: 1 }) }
    case 'limit_exceeded':
    case 'feature_unsupported':
    case 'currency_unsupported':
      return { label: t('mend.service'), href: link('service') }
    default:
      return null
  }
}

/** The way to repaying the card that a refusal names. */
function repayOf({ cardId }: Record<string, unknown>): Trouble['mend'] {
  return typeof cardId === 'string' ? repayMend(cardId) : null
}

/** The way to repaying what a card owes. */
export function repayMend(cardId: string): { label: string; href: string } {
  return { label: t('mend.repay'), href: repayHref(cardId) }
}

/** Where what a card owes is repaid. */
export function repayHref(cardId: string): string {
  return link('cardDetail', { id: cardId, open: 'repay' })
}

/** The way to more of a coin, with the sum that is missing; that tells what is there, and is hidden with it. */
export function depositMend(missing?: string | null, currency = 'USDT'): { label: string; href: string } {
  const amount = missing ?? undefined
  const label =
    amount && !hideAmounts.value
      ? t('mend.depositAmount', { amount: amountText({ amount, currency, exact: true }) })
      : t('mend.deposit')
  return { label, href: link('transferIn', { coin: currency, amount }) }
}

/** Where the fund PIN is set; it leads back here. */
export function pinHref(): string {
  return link('updatePinCode', { back: currentUrl.value })
}
