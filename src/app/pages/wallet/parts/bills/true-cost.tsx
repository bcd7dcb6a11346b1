import type { Bill } from '../../../../../contract/bill.ts'
import { trueCostOf } from '../../../../../contract/true-cost.ts'
import { InLine } from '../../../../display/in-line.tsx'
import { hideAmounts, t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'

/** What a movement cost all included, in one line; nothing where that cannot be told. */
export function TrueCost({ of: { bill, related } }: { of: { bill: Bill; related: Bill[] } }) {
  const cost = trueCostOf(bill, related)
  if (!cost) return null
  const { percent, amount, currency, hasSpread } = cost
  return (
    <p class="cap">
      <InLine
        of={[
          t('wallet.trail.cost', { percent }),
          !hideAmounts.value && amountText({ amount, currency, exact: true }),
          hasSpread && t('wallet.trail.costWithSpread'),
        ]}
      />
    </p>
  )
}
