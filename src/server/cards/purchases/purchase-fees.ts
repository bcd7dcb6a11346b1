import { kindOf, type PurchaseFee, purchaseFees } from '../kinds.ts'
import type { Change } from './purchase-change.ts'

/** Fees of a purchase as it stands: of what was cleared, or of what is held while nothing was; none of a declined one. */
export function feesNow({ card, sale, after }: Change): bigint {
  const standingMinor = after.state === 'pending' ? after.heldMinor : after.clearedMinor
  return totalOf(feesOf({ card, sale }, standingMinor))
}

/** The fees of so much of a purchase with its card. */
export function feesOf({ card, sale }: Pick<Change, 'card' | 'sale'>, amountMinor: bigint): PurchaseFee[] {
  return purchaseFees(kindOf(card), { amountMinor, country: sale.country })
}

/** What fees come to together. */
export function totalOf(fees: readonly PurchaseFee[]): bigint {
  return fees.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}
