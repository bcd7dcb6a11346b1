import { css } from 'goober'
import type { Output } from '../../../../contract/call.ts'
import type { queryTransferIn } from '../../../../contract/wallet.ts'
import { link } from '../../../hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/section.tsx'
import { Progress } from '../../../ui/steps.tsx'
import { when } from '../../../ui/when.ts'

type Arrival = Output<typeof queryTransferIn>['list'][number]

const tones = {
  seen: 'info',
  confirming: 'info',
  credited: 'pos',
  below_min: 'warn',
  held: 'warn',
  orphaned: 'neg',
} as const

/** Payments to the address, as they come and are confirmed. */
export function Arrivals({ list }: { list: Arrival[] }) {
  return (
    <Section title={t('card.chain.list')}>
      <ul class={rows} aria-live="polite">
        {list.length === 0 && <li class="cap">{t('card.chain.waiting')}</li>}
        {list.map((arrival, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may bring several; new ones come first
          <li key={`${arrival.txId} ${list.length - index}`}>
            <p>
              <Money sign amount={arrival.amount} currency={arrival.currency} />
              <Chip tone={tones[arrival.status]}>{t(`card.arrival.${arrival.status}`)}</Chip>
            </p>
            {arrival.status === 'confirming' || arrival.status === 'seen' ? (
              <>
                <Progress
                  value={arrival.confirms}
                  max={arrival.required}
                  label={t('card.chain.confirmations')}
                />
                <p class="cap">{t('card.chain.confirmed', { n: arrival.confirms, all: arrival.required })}</p>
              </>
            ) : (
              <p class="cap">
                {arrival.status === 'credited' ? when(arrival.time) : t(`card.arrival.${arrival.status}Text`)}
              </p>
            )}
            {arrival.billId && <a href={link('bill', { id: arrival.billId })}>{t('card.arrival.bill')}</a>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const rows = css`
  padding: 0 16px;
  border-radius: 18px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & li {
    display: grid;
    gap: 6px;
    padding: 14px 0;
  }
  & li a {
    display: flex;
    align-items: center;
    min-height: 44px;
    margin: -8px 0;
    font-size: .875rem;
    font-weight: 600;
  }
  & li + li {
    border-top: 1px solid var(--line);
  }
  & li p:first-child {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    justify-content: space-between;
    font-weight: 500;
  }
`
