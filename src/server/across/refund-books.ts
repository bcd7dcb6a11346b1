import type { Change } from '../cards/purchases/purchase-change.ts'
import type { PurchaseTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { changeWatch, endWatch, leftMinorOf, lockOpenWatch } from '../refunds/watches.ts'

/** A refund that its customer was waiting for has come; what of it is still out, in USD minor units. */
export interface Awaited {
  leftMinor: bigint
}

/**
 * Matches what a merchant gave back, or took back, with the watch of its purchase, once for each fact; null where nobody
 * waits. The credit of a dispute is none: it ends the watch. The caller has locked the card.
 */
export async function followAwaited(
  db: Db,
  { fact, before, after }: Change,
  { id }: Pick<PurchaseTable, 'id'>,
): Promise<Awaited | null> {
  const cameMinor = after.refundedMinor - before.refundedMinor
  if (cameMinor === 0n || (fact.kind !== 'refunded' && fact.kind !== 'withdrawn')) return null
  const watch = await lockOpenWatch(db, id)
  if (!watch) return null
  if (fact.isDispute) {
    if (fact.kind === 'refunded') await endWatch(db, watch, 'disputed')
    return null
  }
  const sumMinor = watch.arrived_minor + cameMinor
  const arrived_minor = sumMinor > 0n ? sumMinor : 0n
  await changeWatch(db, watch, { arrived_minor })
  const leftMinor = leftMinorOf({ ...watch, arrived_minor })
  if (leftMinor === 0n) await endWatch(db, watch, 'arrived')
  return fact.kind === 'refunded' ? { leftMinor } : null
}

/** A dispute takes the place of waiting. The caller has locked the card. */
export async function leaveToDispute(db: Db, purchaseId: string): Promise<void> {
  const watch = await lockOpenWatch(db, purchaseId)
  if (watch) await endWatch(db, watch, 'disputed')
}
