import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Summary } from '../../../../ui/summary.tsx'
import { isZero, more } from '../reckon.ts'
import { regionName } from '../region.ts'
import type { Destination } from './apply-address.tsx'

/** Mailing first, by country, then making, then both. */
export function ApplyFees({
  making,
  destination: { address, cost },
}: {
  making: string
  destination: Destination
}) {
  const hasMaking = !isZero(making)
  return (
    <Summary
      items={[
        {
          label: address
            ? t('physical.mailingTo', { country: regionName(address.country) })
            : t('physical.mailing'),
          value: cost ? text(cost.cost) : '—',
          note: cost
            ? t('physical.days', { carrier: cost.carrier, min: cost.days[0], max: cost.days[1] })
            : !address && t('physical.mailing.unknown'),
        },
        hasMaking && { label: t('physical.making'), value: text(making) },
        !!cost && { label: t('card.total'), value: text(more(making, cost.cost)), isTotal: true },
      ]}
    />
  )
}

function text(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}
