import type { CardType } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Summary } from '../../../../ui/summary.tsx'
import { isZero } from '../reckon.ts'
import { regionName } from '../region.ts'

/** All fees and limits of a kind of card. */
export function KindSummary({ kind }: { kind: CardType }) {
  return (
    <Summary
      label={t('card.fees.title')}
      items={[
        { label: t('card.region'), value: regionName(kind.region) },
        { label: t('card.currency'), value: kind.currency },
        { label: t('card.rechargeCurrency'), value: kind.rechargeCurrency },
        { label: t('card.fees.open'), value: figure(kind.openFee), note: t('card.fees.once') },
        { label: t('card.fees.recharge'), value: percent(kind.rechargeFee) },
        { label: t('card.fees.consume'), value: percent(kind.consumeFee) },
        {
          label: t('card.fees.crossBorder'),
          value: percent(kind.crossBorderFee),
          note: t('card.fees.crossBorderNote', { region: regionName(kind.region) }),
        },
        {
          label: t('card.fees.annual'),
          value: figure(kind.annualFee),
          note: !isZero(kind.annualFee) && t('card.fees.annualNote'),
        },
        {
          label: t('card.fees.rechargeLimit'),
          value: `${bare(kind.singleRechargeMin)} – ${figure(kind.singleRechargeLimit)}`,
        },
        {
          label: t('card.fees.consumeLimit'),
          value: usd(kind.singleConsumeLimit),
        },
        { label: t('card.fees.dayLimit'), value: usd(kind.dayConsumeLimit) },
        { label: t('card.fees.monthLimit'), value: usd(kind.monthConsumeLimit) },
        { label: t('card.works'), value: t(`card.works.${kind.type}`) },
      ]}
    />
  )
}

function percent(share: string): string {
  return isZero(share) ? t('card.free') : `${share}%`
}

function figure(amount: string): string {
  return isZero(amount) ? t('card.free') : amountText({ amount, currency: 'USDT' })
}

function usd(amount: string): string {
  return amountText({ amount, currency: 'USD' })
}

function bare(amount: string): string {
  return amountText({ amount, currency: 'USDT', bare: true })
}
