import type { Card } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { Money } from '../../../../ui/money.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { isZero, less } from '../reckon.ts'

/** What of a card's money goes to the wallet at once, and what follows. */
export function EndSummary({ card }: { card: Card }) {
  return (
    <Summary
      items={[
        {
          label: t('card.end.returns'),
          value: <Money amount={less(card.available, '0')} currency="USDT" />,
          note: t('card.end.atOnce'),
          isTotal: true,
        },
        !isZero(card.frozenAmount) && {
          label: t('card.holds'),
          value: <Money amount={card.frozenAmount} currency="USD" />,
          note: t('card.end.follows'),
        },
      ]}
    />
  )
}
