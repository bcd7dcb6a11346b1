import { dateTime } from '../../../calendar.ts'
import { link } from '../../../hash-location.tsx'
import { Receipt } from '../../../receipt.tsx'
import { t } from '../../../state/locale.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { Page } from '../../../ui/page.tsx'
import { Result } from '../../../ui/seal.tsx'
import type { Direction } from './move-plan.ts'

/** What the server answered to either move. */
export interface Moved {
  amount: string
  fee: string
  cardAvailable: string | null
  walletAvailable: string
}

/** It is done: the seal, what moved, and what is where now. */
export function MoveDone({
  moved,
  direction,
  cardId,
  onAgain,
}: {
  moved: Moved
  direction: Direction
  cardId: string
  onAgain: () => void
}) {
  const isToCard = direction === 'toCard'
  const title = t(isToCard ? 'card.move.doneCard' : 'card.move.doneWallet')
  const currency = isToCard ? 'USD' : 'USDT'
  const fee = amountText({ amount: moved.fee, currency: 'USDT' })
  return (
    <Page
      title={t(isToCard ? 'card.move.toCard' : 'card.move.toWallet')}
      footer={
        <>
          <Button href={link('cardDetail', { id: cardId })}>{t('card.seeCard')}</Button>
          <Button kind="quiet" onPress={onAgain}>
            {t('card.again')}
          </Button>
        </>
      }
    >
      <Result state="done" title={title} amount={<Money amount={moved.amount} currency={currency} />} />
      <Facts
        facts={[
          { label: t('card.fee'), value: fee },
          {
            label: t('card.move.cardNow'),
            value: <Money amount={moved.cardAvailable ?? '0'} currency="USD" />,
          },
          {
            label: t('card.move.walletNow'),
            value: <Money amount={moved.walletAvailable} currency="USDT" />,
          },
        ]}
      />
      <Receipt
        title={title}
        lines={[
          [t('card.amount'), amountText({ amount: moved.amount, currency })],
          [t('card.fee'), fee],
          [t('card.time'), dateTime(new Date().toISOString())],
        ]}
      />
    </Page>
  )
}
