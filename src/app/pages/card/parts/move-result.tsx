import { link } from '../../../hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { Page } from '../../../ui/page.tsx'
import { Result } from '../../../ui/seal.tsx'
import { Facts } from './facts.tsx'
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
      <Result state="done" title={t(isToCard ? 'card.move.doneCard' : 'card.move.doneWallet')}>
        <p>{amountText({ amount: moved.amount, currency: isToCard ? 'USD' : 'USDT' })}</p>
      </Result>
      <Facts
        facts={[
          { label: t('card.fee'), value: amountText({ amount: moved.fee, currency: 'USDT' }) },
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
    </Page>
  )
}
