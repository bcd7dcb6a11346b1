import { Receipt } from '../../../../decision/receipt.tsx'
import { dateTime } from '../../../../display/calendar.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import type { Direction } from './move-plan.ts'

/** What the server answered to either move. */
export interface Moved {
  amount: string
  fee: string
  cardAvailable: string | null
  walletAvailable: string
}

/** What is where now, as far as it is known. */
export type Now = { [money in 'cardAvailable' | 'walletAvailable']: Moved[money] | undefined }

interface MoveDoneProps {
  moved: Moved
  direction: Direction
  cardId: string
  /** For an answer to what was sent before: it says neither when that was nor what is there since. */
  now?: Now
  onAgain: () => void
}

/** It is done: the seal, what moved, and what is where now. */
export function MoveDone({ moved, direction, cardId, now, onAgain }: MoveDoneProps) {
  const { cardAvailable, walletAvailable } = now ?? moved
  const isToCard = direction === 'toCard'
  const title = t(isToCard ? 'card.move.doneCard' : 'card.move.doneWallet')
  const currency = isToCard ? 'USD' : 'USDT'
  const feeName = t(isToCard ? 'card.fees.recharge' : 'card.fee')
  const fee = isToCard ? amountText({ amount: moved.fee, currency: 'USDT' }) : t('card.free')
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
      <Summary
        items={[
          { label: feeName, value: isToCard ? <Money amount={moved.fee} currency="USDT" /> : fee },
          {
            label: t('card.move.cardNow'),
            value: cardAvailable && <Money amount={cardAvailable} currency="USD" />,
          },
          {
            label: t('card.move.walletNow'),
            value: walletAvailable && <Money amount={walletAvailable} currency="USDT" />,
          },
        ]}
      />
      <Receipt
        title={title}
        lines={[
          [t('card.amount'), amountText({ amount: moved.amount, currency })],
          [feeName, fee],
          [t('card.time'), !now && dateTime(new Date().toISOString())],
        ]}
      />
    </Page>
  )
}
