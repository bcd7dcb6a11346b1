import type { Card } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { repayHref } from '../../../../trouble/trouble.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { isOver } from '../order.ts'
import { owedOn } from './owed.ts'

/** What is owed on cards that are over, which nothing else on the card tab shows. */
export function Debts({ all }: { all: Card[] }) {
  return all.filter(isOver).map(card => {
    const amount = owedOn(card)
    if (!amount) return null
    const { id, last4 } = card
    return (
      <Notice
        key={id}
        tone="warn"
        text={t('card.debt', { last4, owed: ownAmount({ amount, currency: 'USD' }) })}
        action={<a href={repayHref(id)}>{t('mend.repay')}</a>}
      />
    )
  })
}
