import { sql } from 'kysely'
import { format } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { placeAmong } from '../../database/place-among.ts'
import { monthIn } from '../../zone.ts'
import { factsOf } from './facts.ts'
import { threadOf } from './thread.ts'

/** What was spent in one month; USD, a decimal string without a sign. */
export interface MonthSpending {
  month: string
  amount: string
}

/**
 * What a card spent or is about to in each of the months given, which follow each other, net of refunds, as its list of
 * purchases has it: what did not go through and what came back altogether is no spending. A month without is zero.
 */
export async function spendingOf(
  db: Db,
  { cardId, months, timezone }: { cardId: string; months: readonly string[]; timezone: string },
): Promise<MonthSpending[]> {
  const bounds = months.map(month => monthIn({ month, timezone }))
  const [first, last] = [bounds[0], bounds.at(-1)]
  if (!first || !last) return []
  const purchases = db
    .selectFrom('purchases')
    .select(placeAmong(bounds.map(({ from }) => from)).as('place'))
    .where('card_id', '=', cardId)
    .where('created_at', '>=', first.from)
    .where('created_at', '<', last.until)
  const posted = await purchases
    .select(sql<bigint>`sum(greatest(cleared_minor - refunded_minor, 0))::bigint`.as('minor'))
    .where('status', '=', 'posted')
    .groupBy('place')
    .execute()
  const pending = await purchases.select('thread_id').where('status', '=', 'pending').execute()
  const facts = await factsOf(
    db,
    pending.map(({ thread_id }) => thread_id),
  )
  const sums = new Map(posted.map(({ place, minor }) => [place, minor]))
  for (const { place, thread_id } of pending) {
    const { heldMinor } = threadOf(facts.get(thread_id) ?? [])
    sums.set(place, (sums.get(place) ?? 0n) + heldMinor)
  }
  return months.map((month, index) => ({ month, amount: format(sums.get(index + 1) ?? 0n, 'USD') }))
}
