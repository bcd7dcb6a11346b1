import { sql } from 'kysely'
import { refundSpareDays } from '../../../contract/promises.ts'
import type { RefundTrouble } from '../../../contract/refund.ts'
import type { Db } from '../../database/database.ts'
import { dayAfter, dayIn } from '../../zone.ts'
import { type Contested, disputeTermsOf } from '../help/dispute-terms.ts'

/** How long after today a refund is expected at first. */
const offeredDays = 14

/** What of a purchase can be expected back, and by what day. */
export interface RefundTerms {
  /** Charged and not come back; USD minor units. */
  leftMinor: bigint
  from: string
  offered: string | null
  latest: string | null
  trouble: RefundTrouble | null
}

/** As the purchase is now, by the clock of the database. It stays so while the caller holds the lock of its card. */
export async function refundTermsOf(db: Db, contested: Contested, timezone: string): Promise<RefundTerms> {
  const { maxMinor, until, trouble } = await disputeTermsOf(db, contested)
  const { rows } = await sql<{ now: Date; isWatched: boolean }>`
    select now(), exists (
      select from refund_watches where purchase_id = ${contested.purchase.id} and ended_at is null
    ) as "isWatched"`.execute(db)
  const { now = new Date(), isWatched = false } = rows[0] ?? {}
  const from = dayIn(timezone, now)
  const latest = until && dayAfter(dayIn(timezone, until), -refundSpareDays)
  const isOver = latest === null || latest < from
  return {
    leftMinor: maxMinor,
    from,
    offered: isOver ? null : earlier(dayAfter(from, offeredDays), latest),
    latest: isOver ? null : latest,
    trouble: troubleOf(contested, {
      isDisputed: trouble === 'open',
      isWatched,
      isOver,
      leftMinor: maxMinor,
    }),
  }
}

function troubleOf(
  { purchase: { cleared_minor, status } }: Contested,
  {
    isDisputed,
    isWatched,
    isOver,
    leftMinor,
  }: { isDisputed: boolean; isWatched: boolean; isOver: boolean; leftMinor: bigint },
): RefundTrouble | null {
  if (isWatched) return 'open'
  if (isDisputed) return 'disputed'
  if (cleared_minor <= 0n) return status === 'pending' ? 'pending' : 'not_charged'
  if (leftMinor <= 0n) return 'refunded'
  return isOver ? 'too_late' : null
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}
