import { hideAmounts } from '../state/locale.ts'
import { type Amount, amountText } from './amount-text.ts'

/** An amount of the customer's own inside a sentence: stars while amounts are hidden. Where it stands alone it is `Money`. */
export function ownAmount(amount: Amount): string {
  return hideAmounts.value ? '***' : amountText(amount)
}
