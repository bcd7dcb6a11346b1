import { sql } from 'kysely'
import type { DisputeTrouble } from '../../../contract/dispute.ts'
import { disputeDays } from '../../../contract/promises.ts'
import type { BillStep } from '../../bills/tables.ts'
import type { PurchaseTable } from '../../cards/tables.ts'
import type { Db } from '../../database/database.ts'
import { Denied } from '../../http/refused.ts'
import { atLeastZero } from '../../least.ts'

/** A card purchase as a dispute sees it; `bill` is its own row, whichever row of it was asked about. */
export interface Contested {
  purchase: PurchaseTable
  bill: { id: string; account: string; remark: Record<string, string>; steps: BillStep[] }
}

/** What of a purchase can be disputed. */
interface DisputeTerms {
  /** Cleared and not come back; USD minor units. */
  maxMinor: bigint
  until: Date | null
  trouble: DisputeTrouble | null
}

/** The purchase behind a bill row of the customer's own; null when the row is of something else. */
export async function contestedBy(
  db: Db,
  { userId, billId }: { userId: string; billId: string },
): Promise<Contested | null> {
  const asked = await db
    .selectFrom('bills')
    .select('trace_id')
    .where('id', '=', billId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!asked) throw new Denied()
  const purchase = await db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', asked.trace_id)
    .executeTakeFirst()
  if (!purchase?.bill_id) return null
  const bill = await db
    .selectFrom('bills')
    .select(['id', 'account', 'remark', 'steps'])
    .where('id', '=', purchase.bill_id)
    .executeTakeFirstOrThrow()
  return { purchase, bill }
}

/** What of it can be disputed now, by the database's clock. It stays so while the caller holds the lock of its card. */
export async function disputeTermsOf(db: Db, { purchase, bill }: Contested): Promise<DisputeTerms> {
  const maxMinor = purchase.cleared_minor - purchase.refunded_minor
  const clearedAt = bill.steps.findLast(({ what }) => what === 'cleared')?.at ?? null
  const { rows } = await sql<{ until: Date | null; isLate: boolean | null }>`
    select u.until, u.until <= now() as "isLate"
    from (select ${clearedAt}::timestamptz + ${disputeDays} * interval '1 day' as until) u`.execute(db)
  const { until = null, isLate = null } = rows[0] ?? {}
  const earlier = await db.selectFrom('disputes').select('status').where('bill_id', '=', bill.id).execute()
  const has = (...states: string[]) => earlier.some(({ status }) => states.includes(status))
  const trouble = () => {
    if (has('opened', 'sent', 'evidence')) return 'open'
    if (has('won', 'lost')) return 'decided'
    if (purchase.cleared_minor <= 0n || until === null) return 'not_cleared'
    if (maxMinor <= 0n) return 'refunded'
    return isLate ? 'too_late' : null
  }
  return { maxMinor: atLeastZero(maxMinor), until, trouble: trouble() }
}
