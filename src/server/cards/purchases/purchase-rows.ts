import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import type { PurchaseTable } from '../tables.ts'
import type { Change } from './purchase-change.ts'

/** Writes how a purchase stands. */
export async function writePurchase(
  db: Db,
  change: Change & { holdId: string | null; feeMinor: bigint },
): Promise<PurchaseTable> {
  const { card, threadId, purchase, sale, after, holdId, feeMinor } = change
  const now = new Date()
  const state = {
    channel: sale.channel,
    asked_minor: after.askedMinor,
    fee_minor: feeMinor,
    hold_id: holdId,
    cleared_minor: after.clearedMinor,
    refunded_minor: after.refundedMinor,
    status: after.status,
    reason: after.reason,
    updated_at: now,
  }
  if (purchase) {
    await db.updateTable('purchases').set(state).where('id', '=', purchase.id).execute()
    return { ...purchase, ...state }
  }
  const { merchant, city, mcc, country } = sale
  const row = {
    id: newId(),
    card_id: card.id,
    thread_id: threadId,
    merchant,
    city,
    mcc,
    country,
    bill_id: null,
    // The database's time: how many there were within a minute is told by it.
    created_at: sql<Date>`now()`,
    ...state,
  }
  return await db.insertInto('purchases').values(row).returningAll().executeTakeFirstOrThrow()
}

/** What counts against the limits, where this changed it; when it began to count stays. */
export async function writeCounted(db: Db, { card, before, after }: Change): Promise<void> {
  const known = new Map(before.counted.map(({ factId, amountMinor }) => [factId, amountMinor]))
  const changed = after.counted.filter(({ factId, amountMinor }) => known.get(factId) !== amountMinor)
  for (const { factId } of after.counted) known.delete(factId)
  if (known.size > 0) {
    await db
      .deleteFrom('card_uses')
      .where('card_id', '=', card.id)
      .where('fact_id', 'in', [...known.keys()])
      .execute()
  }
  if (changed.length === 0) return
  const rows = changed.map(({ factId, amountMinor }) => ({
    card_id: card.id,
    fact_id: factId,
    amount_minor: amountMinor,
    created_at: sql<Date>`now()`,
  }))
  await db
    .insertInto('card_uses')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['card_id', 'fact_id'])
        .doUpdateSet(({ ref }) => ({ amount_minor: ref('excluded.amount_minor') })),
    )
    .execute()
}
