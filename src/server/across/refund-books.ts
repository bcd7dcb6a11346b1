import { merchantKey } from '../cards/purchases/merchants.ts'
import type { Change } from '../cards/purchases/purchase-change.ts'
import type { PurchaseTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { atLeastZero } from '../least.ts'
import { changeWatch, endWatch, leftMinorOf, lockOpenWatch, openOfCard } from '../refunds/watches.ts'

/** A refund that its customer was waiting for has come, with what of it is still out in USD minor units, or may have. */
export type Awaited = { leftMinor: bigint } | { mayBeOf: string }

/**
 * Matches what a merchant gave back, or took back, with the watch of its purchase, once for each fact; null where nobody
 * waits. What names no purchase may be what is waited for of one at that merchant: its bill is told, and the customer says
 * whether it is. The credit of a dispute is no refund: it ends the watch. The caller has locked the card.
 */
export async function followAwaited(
  db: Db,
  { card, fact, before, after }: Change,
  { id, bill_id, merchant }: Pick<PurchaseTable, 'id' | 'bill_id' | 'merchant'>,
): Promise<Awaited | null> {
  // Below zero nothing has come: what was taken back before it was given is none when it is told of.
  const cameMinor = atLeastZero(after.refundedMinor) - atLeastZero(before.refundedMinor)
  if (cameMinor === 0n || (fact.kind !== 'refunded' && fact.kind !== 'withdrawn')) return null
  if (bill_id === null) {
    if (fact.isDispute || fact.kind === 'withdrawn') return null
    return await mayBeAwaited(db, { cardId: card.id, merchant, amountMinor: cameMinor })
  }
  const watch = await lockOpenWatch(db, id)
  if (!watch) return null
  if (fact.isDispute) {
    if (fact.kind === 'refunded') await endWatch(db, watch, 'disputed')
    return null
  }
  const arrived_minor = atLeastZero(watch.arrived_minor + cameMinor)
  await changeWatch(db, watch, { arrived_minor })
  const leftMinor = leftMinorOf({ ...watch, arrived_minor })
  if (leftMinor === 0n) await endWatch(db, watch, 'arrived')
  return fact.kind === 'refunded' ? { leftMinor } : null
}

/** What is waited for of that merchant with that card: of the same sum if there is one, else what is due first. */
async function mayBeAwaited(
  db: Db,
  { cardId, merchant, amountMinor }: { cardId: string; merchant: string; amountMinor: bigint },
): Promise<Awaited | null> {
  const open = await openOfCard(db, cardId)
  const alike = open.filter(watch => merchantKey(watch.merchant) === merchantKey(merchant))
  const found = alike.find(watch => leftMinorOf(watch) === amountMinor) ?? alike[0]
  return found ? { mayBeOf: found.bill_id } : null
}

/** A dispute takes the place of waiting. The caller has locked the card. */
export async function leaveToDispute(db: Db, purchaseId: string): Promise<void> {
  const watch = await lockOpenWatch(db, purchaseId)
  if (watch) await endWatch(db, watch, 'disputed')
}
