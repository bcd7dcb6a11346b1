import type { Db } from '../database.ts'
import { overdueHolds } from '../ledger/ledger.ts'

/** A purchase whose money is on hold beyond its time. */
export interface OverduePurchase {
  holdId: string
  purchaseId: string
  threadId: string
  cardId: string
  issuerCardId: string
}

/** Those that have waited longest; not more than so many. */
export async function overduePurchases(db: Db, limit: number): Promise<OverduePurchase[]> {
  const overdue = await overdueHolds(db, { reason: 'authorization', limit })
  if (overdue.length === 0) return []
  return await db
    .selectFrom('purchases')
    .innerJoin('cards', 'cards.id', 'purchases.card_id')
    .select([
      'purchases.hold_id as holdId',
      'purchases.id as purchaseId',
      'thread_id as threadId',
      'cards.id as cardId',
      'issuer_card_id as issuerCardId',
    ])
    .$narrowType<{ holdId: string }>()
    // By its card a purchase is found fast.
    .where(
      'cards.account_id',
      'in',
      overdue.map(({ accountId }) => accountId),
    )
    .where(
      'purchases.hold_id',
      'in',
      overdue.map(({ holdId }) => holdId),
    )
    .execute()
}
