import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { whereItIs } from './deposit-list.tsx'
import { type Deposit, keyed } from './use-deposits.ts'

interface ArrivalsProps {
  list: readonly Deposit[]
  /** Of the card they were sent to. */
  last4?: string | undefined
  onClose: () => void
}

/** It has arrived: the seal, the sum, and the way to the bill. */
export function Arrivals({ list, last4, onClose }: ArrivalsProps) {
  const [last] = list
  if (!last) return null
  return (
    <Sheet isOpen title={t('wallet.in.arrivedTitle')} onClose={onClose}>
      {/* biome-ignore lint/a11y/noAutofocus: in a dialog the news comes first, not the cross that closes it */}
      <div tabIndex={-1} autoFocus style="outline:0">
        <Result state="done" title={t('wallet.in.arrived')}>
          {keyed(list).map(({ key, deposit }) => (
            <strong key={key} style="font-size:1.5rem;line-height:1.875rem">
              <Money sign amount={deposit.amount} currency={deposit.currency} />
            </strong>
          ))}
          <p>{whereItIs(last, last4)}</p>
        </Result>
      </div>
      {last.billId && <Button href={link('bill', { id: last.billId })}>{t('wallet.in.bill')}</Button>}
      <Button kind="quiet" onPress={onClose}>
        {t('wallet.in.more')}
      </Button>
    </Sheet>
  )
}
