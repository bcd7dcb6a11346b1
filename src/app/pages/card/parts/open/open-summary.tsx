import type { CardType } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Money } from '../../../../ui/money.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { isMore, isZero, less } from '../reckon.ts'
import type { OpenPlan } from './open-plan.ts'

/** What will be paid for a card, and what stays in the wallet. */
export function OpenSummary({
  kind,
  plan,
  wallet,
  feeBefore = kind.openFee,
}: {
  kind: CardType
  plan: OpenPlan
  wallet: string | null
  /** The opening fee that was shown before this one. */
  feeBefore?: string | undefined
}) {
  const hasRecharge = !isZero(plan.amount)
  return (
    <Summary
      label={t('card.pay.summary')}
      items={[
        {
          label: t('card.fees.open'),
          value: text(kind.openFee),
          note: feeBefore !== kind.openFee && t('card.pay.was', { amount: text(feeBefore) }),
        },
        hasRecharge && {
          label: t('card.pay.first'),
          value: text(plan.amount),
          note: t('card.pay.firstNote', { amount: amountText({ amount: plan.amount, currency: 'USD' }) }),
        },
        hasRecharge && {
          label: t('card.fees.recharge'),
          value: text(plan.rechargeFee),
          note: `${kind.rechargeFee}%`,
        },
        {
          label: t('card.total'),
          value: text(plan.total),
          note: hasRecharge && t('card.pay.share', { fee: text(plan.fee), share: plan.share }),
          isTotal: true,
        },
        wallet !== null &&
          !isMore(plan.total, wallet) && {
            label: t('card.move.walletLeft'),
            value: <Money amount={less(wallet, plan.total)} currency="USDT" />,
          },
      ]}
    />
  )
}

function text(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}
