import { t } from '../../../../state/locale.ts'
import { repayHref } from '../../../../trouble/trouble.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import type { Quote } from './out-plan.ts'

/** What the cards owe, which stays in the wallet, and the way to repaying it. */
export function OutDebt({ debt: { owed, cardId } }: { debt: NonNullable<Quote['debt']> }) {
  return (
    <Notice
      tone="warn"
      text={t('wallet.out.debt', { owed: ownAmount({ amount: owed, currency: 'USD' }) })}
      action={<a href={repayHref(cardId)}>{t('mend.repay')}</a>}
    />
  )
}
