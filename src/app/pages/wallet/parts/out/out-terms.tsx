import { duration } from '../../../../display/duration.ts'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Money } from '../../../../ui/money.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Summary } from '../../../../ui/summary.tsx'
import type { Quote } from './out-plan.ts'

/** What holds for withdrawals now: what can leave, what it costs, what is left of the limits, how long it takes. */
export function OutTerms({ quote, currency }: { quote: Quote; currency: string }) {
  const { available, fee, min, max, day, month, reviewFrom, delayHours, expectedSeconds } = quote
  const left = (limit: Quote['day']) =>
    t('wallet.out.leftOf', {
      left: ownAmount({ amount: limit.left, currency, bare: true, exact: true }),
      limit: figure(limit.limit, currency),
    })
  return (
    <Summary
      label={t('wallet.out.terms')}
      items={[
        {
          label: t('wallet.available'),
          value: <Money amount={available} currency={currency} exact />,
        },
        { label: t('wallet.out.fee'), value: figure(fee, currency) },
        { label: t('wallet.out.min'), value: figure(min, currency) },
        { label: t('wallet.out.max'), value: <Money amount={max} currency={currency} exact /> },
        { label: t('wallet.out.day'), value: left(day) },
        { label: t('wallet.out.month'), value: left(month) },
        {
          label: t('wallet.out.review'),
          value: t('wallet.out.from', { amount: ownFigure(reviewFrom, currency) }),
        },
        !!delayHours && {
          label: t('wallet.out.delay'),
          value: t('wallet.out.delayIs', { hours: delayHours }),
        },
        { label: t('wallet.in.expected'), value: duration(expectedSeconds) },
      ]}
    />
  )
}

/** An amount of the coin that is no secret: a fee, a bound. */
export function figure(amount: string, currency: string): string {
  return amountText({ amount, currency, exact: true })
}

/** An amount of the coin that tells what the customer has, or moved. */
export function ownFigure(amount: string, currency: string): string {
  return ownAmount({ amount, currency, exact: true })
}
