import { css } from 'goober'
import { useState } from 'react'
import type { Coin } from '../../../../../contract/money.ts'
import { type Offer, standsSeconds } from '../../../../decision/use-quote.ts'
import { RateAge } from '../../../../display/rate-age.tsx'
import { rateText } from '../../../../display/rate-text.ts'
import { t } from '../../../../state/locale.ts'
import { type No, plainTrouble } from '../../../../trouble/trouble.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { CountdownRing } from '../../../../ui/countdown-ring.tsx'
import { Summary, type SummaryItem } from '../../../../ui/summary.tsx'
import { isMore, less } from '../reckon.ts'

/** What arrives for sure, or other words where that is said already; for how much longer; how it differs from the offer before. */
export function OfferLine({ offer, children }: { offer: Offer; children?: string }) {
  return (
    <div class={line}>
      <Ring key={offer.quoteId} endsAt={offer.endsAt} />
      <p role="status">
        {children ?? <b class="num">{t('card.convert.get', { amount: usdt(offer.receive) })}</b>}
        <Difference offer={offer} />
      </p>
    </div>
  )
}

function Ring({ endsAt }: { endsAt: number }) {
  const [seconds] = useState(() => Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)))
  return <CountdownRing seconds={seconds} of={standsSeconds} onEnd={() => {}} size={36} />
}

function Difference({ offer: { receive, before } }: { offer: Offer }) {
  if (before === null || before === receive) return null
  const isUp = isMore(receive, before)
  const diff = usdt(isUp ? less(receive, before) : less(before, receive))
  return (
    <span class="num" data-up={isUp}>
      {isUp ? '↑ ' : '↓ '}
      {t(isUp ? 'card.convert.up' : 'card.convert.down', { diff })}
    </span>
  )
}

/** The live words under the figure: what stands against it, or what is offered. */
export function OfferWords({
  coin,
  offer,
  no,
  isAsking,
  isOver,
}: {
  coin: Coin
  offer: Offer | null
  no: No | null
  isAsking: boolean
  isOver: boolean
}) {
  if (isOver) {
    return <p class="bad">{t('card.convert.over', { coin })}</p>
  }
  if (no) {
    const text =
      no.key === 'rate_unavailable' ? t('card.convert.noRate') : plainTrouble(no, { currency: coin })?.text
    return <p class="bad">{text}</p>
  }
  if (offer) {
    return (
      <>
        <OfferLine offer={offer} />
        <p>{t('card.convert.rate', { coin, rate: rateText(offer.rate) })}</p>
      </>
    )
  }
  return <p>{t(isAsking ? 'card.convert.asking' : 'card.convert.about')}</p>
}

/** What is agreed to, before the PIN. */
export function OfferSummary({ offer }: { offer: Offer }) {
  const { from: coin, amount, rate, referenceRate, spreadPercent, fee, feePercent, receive, rateTime } = offer
  const told = (rate: string) => t('card.convert.rate', { coin, rate: rateText(rate) })
  const items: SummaryItem[] = [
    { label: t('card.convert.give'), value: amountText({ amount, currency: coin, exact: true }) },
    {
      label: t('card.convert.reference'),
      value: told(referenceRate),
      note: (
        <RateAge of={{ masterCurrency: coin, slaveCurrency: 'USDT', rate, time: rateTime, state: 'good' }} />
      ),
    },
    {
      label: t('card.convert.ours'),
      value: told(rate),
      note: t('card.convert.spread', { share: spreadPercent }),
    },
    { label: t('card.fee'), value: usdt(fee), note: `${feePercent}%` },
    { label: t('card.convert.yours'), value: usdt(receive), isTotal: true },
  ]
  return <Summary items={items} />
}

/** To the last digit: it is what was promised. */
export function usdt(amount: string): string {
  return amountText({ amount, currency: 'USDT', exact: true })
}

const line = css`
  display: flex;
  gap: 10px;
  align-items: center;
  justify-content: center;
  text-align: start;
  & svg {
    flex: none;
    color: var(--accent);
  }
  & b {
    color: var(--text);
    font-weight: 600;
  }
  & [data-up] {
    display: block;
    color: var(--neg);
    font-weight: 500;
  }
  & [data-up="true"] {
    color: var(--pos);
  }
`
