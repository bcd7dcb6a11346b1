import type { Rate } from '../../contract/exchange.ts'
import { t } from '../state/locale.ts'
import { isDoubtful } from '../state/worth.ts'
import { whenInside } from '../ui/when.ts'

/** How old the rate behind a worth is, and whether it is to be relied on. Renders nothing without one. */
export function RateAge({ of: rate }: { of: Rate | undefined }) {
  return (
    rate && (
      <span style={isDoubtful(rate) ? 'color:var(--warn)' : ''}>
        {t(`rate.${rate.state}`, { time: whenInside(rate.time) })}
      </span>
    )
  )
}
