import { css } from 'goober'
import type { SavedAddress } from '../../../../../contract/address-book.ts'
import { duration } from '../../../../display/duration.ts'
import { t } from '../../../../state/locale.ts'
import { session } from '../../../../state/session.ts'
import { pinHref } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { paper } from '../../../../ui/paper.ts'
import { Summary } from '../../../../ui/summary.tsx'
import { OutAddress } from './out-address.tsx'
import type { Quote } from './out-plan.ts'
import { figure } from './out-terms.tsx'
import type { Planned } from './use-out-plan.ts'

interface OutConfirmProps {
  currency: string
  to: SavedAddress
  quote: Quote
  /** What stands now. */
  plan: Planned
  /** What was agreed to before. */
  agreed: Planned
  /** What stands is about to be told anew. */
  isRenewing: boolean
  onConfirm: () => void
}

/** From this share of what leaves on, a fee is said to be high: it is the same for a large sum. */
const heavyPercent = 5

/** All of it once more: to whom, in full, on which network, what leaves, what it costs, what arrives. */
export function OutConfirm({ currency, to, quote, plan, agreed, isRenewing, onConfirm }: OutConfirmProps) {
  const { delayHours } = quote
  const isLong = Number(plan.amount) >= Number(quote.reviewFrom)
  return (
    <>
      <Notice tone="warn" text={changeText(agreed, plan, currency)} />
      <Notice tone="warn" text={heavyText(plan, currency)} />
      <section class={`${paper} ${box}`}>
        <p class="cap">{t('wallet.out.toLabel', { label: to.label, chain: to.chain })}</p>
        <OutAddress address={to.address} />
      </section>
      <Summary
        label={t('wallet.out.confirm')}
        items={[
          { label: t('wallet.out.leaves'), value: figure(plan.amount, currency) },
          {
            label: t('wallet.out.fee'),
            value: t('wallet.out.feeShare', {
              fee: figure(plan.fee, currency),
              share: Number(plan.feePercent),
            }),
          },
          {
            label: t('wallet.out.arrives'),
            value: <strong>{figure(plan.receive, currency)}</strong>,
          },
          {
            label: t('wallet.in.expected'),
            value: isLong ? t('wallet.out.reviewFirst') : duration(quote.expectedSeconds),
          },
        ]}
      />
      <Notice tone="info" text={delayHours ? t('wallet.out.delayed', { hours: delayHours }) : null} />
      <p class="cap">{t('wallet.out.warning', { coin: currency, chain: to.chain })}</p>
      {to.lastUseTime === null && <p class="cap">{t('wallet.out.tryFirst')}</p>}
      {session.value?.user.pinSet ? (
        <Button isBusy={isRenewing} onPress={onConfirm}>
          {t('wallet.out.withPin')}
        </Button>
      ) : (
        <Button href={pinHref()}>{t('pin.set')}</Button>
      )}
    </>
  )
}

/** That much of the sum goes for its fee; null when it is little. */
function heavyText({ fee, feePercent }: Planned, currency: string): string | null {
  const share = Number(feePercent)
  return share < heavyPercent ? null : t('wallet.out.feeHeavy', { fee: figure(fee, currency), share })
}

/** What is different from what was agreed to; null when nothing is. */
function changeText(agreed: Planned, plan: Planned, currency: string): string | null {
  if (agreed.fee === plan.fee && agreed.receive === plan.receive && agreed.amount === plan.amount) return null
  return t('wallet.out.changed', {
    oldFee: figure(agreed.fee, currency),
    fee: figure(plan.fee, currency),
    oldReceive: figure(agreed.receive, currency),
    receive: figure(plan.receive, currency),
  })
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  padding: 12px 16px;
`
