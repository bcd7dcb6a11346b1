import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { overdueHolds } from '../../ledger/ledger.ts'
import { longestDays } from './claim-time.ts'

/** A purchase of which something is on hold. */
export interface HeldPurchase {
  holdId: string
  purchaseId: string
  threadId: string
  cardId: string
  issuerCardId: string
}

/** Those whose money is on hold beyond its time and that have waited longest; not more than so many. */
export async function overduePurchases(db: Db, limit: number): Promise<HeldPurchase[]> {
  const overdue = await overdueHolds(db, { reason: 'authorization', limit, longestDays })
  if (overdue.length === 0) return []
  const [holdIds, accountIds] = [overdue.map(({ holdId }) => holdId), overdue.map(hold => hold.accountId)]
  // By its card a purchase is found fast.
  return await purchases(db)
    .where('cards.account_id', 'in', accountIds)
    .where('purchases.hold_id', 'in', holdIds)
    .execute()
}

/** The purchase of that id, if something of it is on hold. */
export async function heldPurchase(db: Db, purchaseId: string): Promise<HeldPurchase | undefined> {
  return await purchases(db)
    .innerJoin('holds', 'holds.id', 'purchases.hold_id')
    .where('purchases.id', '=', purchaseId)
    .where('holds.state', '=', 'open')
    .executeTakeFirst()
}

/** Notes that the issuer did not say what became of a purchase; true once it has not for three days. */
export async function noteUnanswered(db: Db, purchaseId: string): Promise<boolean> {
  const { rows } = await sql<{ isLong: boolean }>`
    update purchases set unanswered_since = coalesce(unanswered_since, now()) where id = ${purchaseId}
    returning unanswered_since < now() - interval '3 days' as "isLong"`.execute(db)
  return rows[0]?.isLong ?? false
}

/** Notes that it did. */
export async function noteAnswered(db: Db, purchaseId: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ unanswered_since: null })
    .where('id', '=', purchaseId)
    .where('unanswered_since', 'is not', null)
    .execute()
}

function purchases(db: Db) {
  return db
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
}
