import { t } from '../../../state/locale.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { Summary } from '../../../ui/summary.tsx'
import type { TransferIn } from './deposit/use-deposits.ts'

/** What holds for deposits: the smallest, the most that goes on a card at once, how many confirmations, how long it takes. */
export function Terms({ of, coin }: { of: TransferIn; coin: string }) {
  return (
    <Summary
      label={t('wallet.in.terms')}
      items={[
        { label: t('wallet.in.min'), value: amountText({ amount: of.min, currency: coin }) },
        !!of.max && {
          label: t('wallet.in.most'),
          value: amountText({ amount: of.max, currency: coin }),
          note: t('wallet.in.mostNote'),
        },
        { label: t('wallet.in.confirmations'), value: t('wallet.in.times', { count: of.confirmations }) },
        { label: t('wallet.in.expected'), value: duration(of.expectedSeconds) },
        { label: t('wallet.in.fee'), value: t('wallet.in.free') },
      ]}
    />
  )
}

/** About how long, as one would say it: in fives from a quarter of an hour on, from 53 minutes on in half hours. */
export function duration(seconds: number): string {
  if (seconds < 60) return t('wallet.in.seconds', { count: Math.max(1, seconds) })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 15) return t('wallet.in.minutes', { count: minutes })
  if (minutes < 53) return t('wallet.in.minutes', { count: Math.round(minutes / 5) * 5 })
  const halves = Math.round(minutes / 30)
  return t('wallet.in.hours', { count: halves < 10 ? halves / 2 : Math.round(halves / 2) })
}
