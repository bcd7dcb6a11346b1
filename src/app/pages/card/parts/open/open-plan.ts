import type { CardType } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { session } from '../../../../state/session.ts'
import { depositMend, pinHref, repayMend } from '../../../../trouble/trouble.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { amountOf, type Cost, isMore, isZero, less, openCost } from '../reckon.ts'
import { loginHref, missingText, verifyHref } from '../trouble.ts'
import type { Wallet } from './use-opening.ts'

/** What may go on a card at its opening: dollars, to the cent. */
const shape = /^(0|[1-9]\d{0,6})(\.\d{1,2})?$/

export interface OpenPlan extends Cost {
  amount: string
  rechargeFee: string
  /** What is wrong with the recharge at opening, in words. */
  error: string | null
  /** What stands between the customer and the card, and the way there. */
  gate: { text: string; mend: { label: string; href: string } } | null
}

/** What opening this card costs with this recharge, and whether it can be done now. */
export function openPlanOf(
  kind: CardType,
  { typed, wallet }: { typed: string; wallet: Wallet | null },
): OpenPlan {
  const given = amountOf(typed)
  const error = errorOf(kind, given)
  const amount = shape.test(given) ? given : '0'
  const cost = openCost(amount, kind)
  // Nobody is sent to deposit for an amount that cannot be had.
  const gate = gateOf({ total: error === null ? cost.total : '0', wallet })
  return { ...cost, amount, error, gate }
}

function errorOf({ singleRechargeMin, singleRechargeLimit }: CardType, amount: string): string | null {
  if (!shape.test(amount)) return t('field.amount')
  if (isZero(amount)) return null
  if (isMore(singleRechargeMin, amount)) return t('card.move.min', { min: text(singleRechargeMin) })
  return isMore(amount, singleRechargeLimit) ? t('card.move.limit', { max: text(singleRechargeLimit) }) : null
}

function gateOf({ total, wallet }: { total: string; wallet: Wallet | null }): OpenPlan['gate'] {
  const user = session.value?.user
  if (!user) return { text: t('card.gate.login'), mend: { label: t('card.steps.login'), href: loginHref() } }
  if (!user.certified) {
    const isWaiting = user.certStatus === 'pending'
    const text = t(isWaiting ? 'card.gate.waiting' : 'card.gate.verify')
    return {
      text,
      mend: { label: t(isWaiting ? 'card.gate.seeState' : 'card.mend.verify'), href: verifyHref() },
    }
  }
  if (!user.pinSet) {
    return { text: t('card.gate.pin'), mend: { label: t('pin.set'), href: pinHref() } }
  }
  if (wallet?.debt) {
    const owed = ownAmount({ amount: wallet.debt.owed, currency: 'USD' })
    return { text: t('card.gate.debt', { owed }), mend: repayMend(wallet.debt.cardId) }
  }
  if (wallet === null || !isMore(total, wallet.available)) return null
  const missing = less(total, wallet.available)
  return { text: missingText(missing), mend: depositMend(missing) }
}

function text(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}

/** A recharge at opening as it came in a URL; nothing for what is no amount. */
export function amountIn(query: string | undefined): string {
  return shape.test(query ?? '') ? (query as string) : ''
}
