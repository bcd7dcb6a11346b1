import { duration } from '../../../display/duration.ts'
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
