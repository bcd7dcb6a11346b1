import { t } from '../../../state/locale.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import type { Quote } from './out-plan.ts'
import { duration } from './terms.tsx'

/** What holds for withdrawals now: what can leave, what it costs, what is left of the limits, how long it takes. */
export function OutTerms({ quote, currency }: { quote: Quote; currency: string }) {
  const { available, fee, min, max, day, month, reviewFrom, expectedSeconds } = quote
  const left = (limit: Quote['day']) =>
    t('wallet.out.leftOf', { left: figure(limit.left, currency), limit: bare(limit.limit, currency) })
  return (
    <Facts
      label={t('wallet.out.terms')}
      facts={[
        [t('wallet.available'), <Money key="available" amount={available} currency={currency} exact />],
        [t('wallet.out.fee'), figure(fee, currency)],
        [t('wallet.out.min'), figure(min, currency)],
        [t('wallet.out.max'), <Money key="max" amount={max} currency={currency} exact />],
        [t('wallet.out.day'), left(day)],
        [t('wallet.out.month'), left(month)],
        [t('wallet.out.review'), t('wallet.out.from', { amount: figure(reviewFrom, currency) })],
        [t('wallet.in.expected'), duration(expectedSeconds)],
      ]}
    />
  )
}

/** An amount of the coin that is no secret: a fee, a bound. */
export function figure(amount: string, currency: string): string {
  return amountText({ amount, currency, exact: true })
}

function bare(amount: string, currency: string): string {
  return amountText({ amount, currency, bare: true, exact: true })
}
