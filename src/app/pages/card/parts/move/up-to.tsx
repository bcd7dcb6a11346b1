import type { Card } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { amountOf, isZero, less, more } from '../reckon.ts'
import { type Plan, quickSums } from './move-plan.ts'

type Target = Pick<Card, 'available'>

/** The recharge that brings a card up to the balance that was typed; empty while nothing was. */
export function upTo(typed: string, { available }: Target): string {
  return typed && less(amountOf(typed), available)
}

/** Balances that one recharge can reach. */
export function offeredUpTo({ min, max }: Pick<Plan, 'min' | 'max'>, { available }: Target) {
  const reach = { min: more(available, min), max: more(available, max) }
  return { sums: quickSums(reach), max: isZero(max) ? '0' : reach.max }
}

/** What the target means: the sum that is recharged for it, or that it is there already. */
export function UpToWords({ typed, plan, card }: { typed: string; plan: Plan; card: Target }) {
  const now = ownAmount({ amount: card.available, currency: 'USD' })
  if (plan.problem !== 'empty')
    return <p>{t('card.upTo.sum', { amount: amountText({ amount: plan.amount, currency: 'USDT' }) })}</p>
  return <p>{t(typed ? 'card.upTo.there' : 'card.upTo.about', { now })}</p>
}
