import type { Output } from '../../../../../contract/call.ts'
import type { convertToMasterBalance } from '../../../../../contract/wallet.ts'
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
import type { Now } from './move-result.tsx'
import { usdt } from './offer-words.tsx'

export type Converted = Output<typeof convertToMasterBalance>

interface ConvertDoneProps {
  coin: string
  converted: Converted
  /** As with `MoveDone`. */
  now?: Now
  onAgain: () => void
}

/** It is done: the seal, what became of what, and the bill. */
export function ConvertDone({ coin, converted, now, onAgain }: ConvertDoneProps) {
  const { amount, received, fee, billId } = converted
  const { walletAvailable } = now ?? converted
  return (
    <Page
      title={t('card.convert.title')}
      footer={
        <>
          <Button href={link('bill', { id: billId })}>{t('card.convert.bill')}</Button>
          <Button kind="quiet" onPress={onAgain}>
            {t('card.again')}
          </Button>
        </>
      }
    >
      <Result
        state="done"
        title={t('card.convert.done')}
        amount={<Money exact amount={received} currency="USDT" />}
      />
      <Summary
        items={[
          { label: t('card.convert.give'), value: <Money exact amount={amount} currency={coin} /> },
          { label: t('card.fee'), value: <Money exact amount={fee} currency="USDT" /> },
          {
            label: t('card.move.walletNow'),
            value: walletAvailable && <Money exact amount={walletAvailable} currency="USDT" />,
          },
        ]}
      />
      <Receipt
        title={t('card.convert.done')}
        lines={[
          [t('card.convert.give'), amountText({ amount, currency: coin, exact: true })],
          [t('card.fee'), usdt(fee)],
          [t('card.move.arrives'), usdt(received)],
          [t('card.time'), !now && dateTime(new Date().toISOString())],
        ]}
      />
    </Page>
  )
}
