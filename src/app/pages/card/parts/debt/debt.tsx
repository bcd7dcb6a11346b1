import type { Card } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { repayHref } from '../../../../trouble/trouble.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { owedOn } from './owed.ts'

/** What a card owes that is over, and the way to repaying it. */
export function Debt({ of: card }: { of: Card }) {
  const { id, last4 } = card
  const amount = owedOn(card)
  return (
    amount && (
      <Notice
        tone="warn"
        text={t('card.debt', { last4, owed: ownAmount({ amount, currency: 'USD' }) })}
        action={<a href={repayHref(id)}>{t('mend.repay')}</a>}
      />
    )
  )
}
