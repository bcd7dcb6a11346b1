import { sql } from 'kysely'
import type { BillKind } from '../../contract/bill.ts'
import { type Currency, format } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { placeAmong } from '../database/place-among.ts'
import { idAt } from '../id.ts'
import { monthIn } from '../zone.ts'

/** What came in and went out in one month, in one currency; decimal strings without a sign. */
interface MonthSum {
  month: string
  currency: Currency
  in: string
  out: string
}

/** Between the wallet and the cards, and from coin to coin: it belongs to nobody else before or after. */
const inside: readonly BillKind[] = ['topUp', 'transfer']
/** What is named so in a remark came from us, or went to us. */
const ours = ['reward', 'adjusted']

/**
 * Sums of the months given, which follow each other, as the clock of the zone has them. Only what is done counts, and
 * nothing that stayed inside; fees count as what they are, money gone. A month without movement is left out.
 */
export async function sumsOf(
  db: Db,
  filter: {
    userId: string
    months: readonly string[]
    timezone: string
    kind?: BillKind | undefined
    cardId?: string | undefined
  },
): Promise<MonthSum[]> {
  const { userId, months, timezone, kind, cardId } = filter
  const bounds = months.map(month => monthIn({ month, timezone }))
  const [first, last] = [bounds[0], bounds.at(-1)]
  if (!first || !last) return []
  let done = db
    .selectFrom('bills')
    .select([
      placeAmong(bounds.map(({ from }) => from)).as('place'),
      'currency',
      sql<bigint>`coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::bigint`.as('in'),
      sql<bigint>`coalesce(sum(-amount_minor) filter (where amount_minor < 0), 0)::bigint`.as('out'),
    ])
    .where('user_id', '=', userId)
    .where('id', '>=', idAt(first.from))
    .where('id', '<', idAt(last.until))
    .where('status', '=', 'done')
    .where(({ eb, or }) => or([eb('kind', 'not in', inside), sql<boolean>`remark ?| ${ours}::text[]`]))
    .where('amount_minor', '<>', 0n)
  if (kind) done = done.where('kind', '=', kind)
  if (cardId) done = done.where('card_id', '=', cardId)
  const rows = await done
    .groupBy(['place', 'currency'])
    .orderBy('place', 'desc')
    .orderBy('currency')
    .execute()
  return rows.map(({ place, currency, ...sums }) => ({
    month: months[place - 1] as string,
    currency: currency as Currency,
    in: format(sums.in, currency as Currency),
    out: format(sums.out, currency as Currency),
  }))
}
