import { type RawBuilder, sql } from 'kysely'
import { type CostKind, costKind } from '../../contract/bill.ts'
import { type Currency, scales } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { placeAmong } from '../database/place-among.ts'
import { idAt } from '../id.ts'
import { monthIn } from '../zone.ts'

// What bills cost: fees with rows of their own, the opening of a card, how far the rate of a conversion was below the
// reference rate, and what of it was given back. The time of a cost is that of its bill, where a list has it.

// An index leads to refunds and transfers that are costs; it knows them by these very words.
const conditions: Partial<Record<CostKind, RawBuilder<boolean>>> = {
  openFee: sql`kind = 'openCard'`,
  spread: sql`(kind = 'transfer' and remark ? 'referenceRate' and currency = 'USDT' and amount_minor > 0)`,
  // Only what an application for a card cost is given back by a refund of ours.
  returned: sql`
    (kind = 'refund' and remark ? 'cardType' or kind = 'transfer' and remark ->> 'adjusted' = 'fee_return')`,
  other: sql`(kind = 'fee' and coalesce(remark ->> 'fee', '') <> all(${named()}))`,
}

const kindOfCost = sql<CostKind>`
  case
    when kind = 'fee' and remark ->> 'fee' = any(${named()}) then remark ->> 'fee'
    when kind = 'fee' then 'other'
    when kind = 'openCard' then 'openFee'
    when kind = 'transfer' and remark ? 'referenceRate' then 'spread'
    else 'returned'
  end`

/** Below zero where something was given back. What the reference rate would have given is cut off, as money is. */
const costMinor = sql<bigint>`
  case
    when kind = 'transfer' and remark ? 'referenceRate' then
      trunc((remark ->> 'paid')::numeric * (remark ->> 'referenceRate')::numeric * ${10 ** scales.USDT})::bigint
    else 0
  end - amount_minor`

/** Rows that cost something of this kind, or anything, and are final. */
export function costing(kind: CostKind | 'all'): RawBuilder<boolean> {
  const any = (['openFee', 'spread', 'returned'] as const).map(conditionOf)
  const meant = kind === 'all' ? sql`(kind = 'fee' or ${sql.join(any, sql` or `)})` : conditionOf(kind)
  return sql<boolean>`status = 'done' and amount_minor <> 0 and ${meant}`
}

/** Costs of one currency: of all, or of one month, kind or card alone. */
export interface CostSum {
  month: string | null
  kind: CostKind | null
  /** Null beside `isByCard`: of no card. */
  cardId: string | null
  isByCard: boolean
  currency: Currency
  costMinor: bigint
  count: bigint
}

/** All sums of a year by the clock of a zone, read once: of everything, each month, each kind and each card. */
export async function costSumsOf(
  db: Db,
  { userId, year, timezone }: { userId: string; year: string; timezone: string },
): Promise<CostSum[]> {
  const months = monthsOf(year)
  const begins = months.map(month => monthIn({ month, timezone }).from)
  const costs = costsOf(db, { userId, ...yearIn({ year, timezone }) })
    .select(placeAmong(begins).as('place'))
    .select(['card_id', 'currency', kindOfCost.as('cost_kind'), costMinor.as('cost_minor')])
  const { rows } = await sql<Omit<CostSum, 'month'> & { place: number | null }>`
    select place, cost_kind as kind, card_id as "cardId", grouping(card_id) = 0 as "isByCard", currency,
      sum(cost_minor)::bigint as "costMinor", count(*) as count
    from (${costs}) as costs
    group by grouping sets ((currency), (currency, place), (currency, cost_kind), (currency, card_id))
    order by place, "costMinor" desc, currency, kind, "cardId"`.execute(db)
  return rows.map(({ place, ...sum }) => ({ ...sum, month: place ? (months[place - 1] as string) : null }))
}

/** One bill behind the costs of a year. */
export interface Cost {
  billId: string
  at: Date
  kind: CostKind
  cardId: string | null
  currency: Currency
  costMinor: bigint
  remark: Record<string, string>
  note: string | null
}

/** Every bill behind the costs of a year, the earliest first; null when there are more than the limit. */
export async function costListOf(
  db: Db,
  { limit, ...asked }: { userId: string; year: string; timezone: string; limit: number },
): Promise<Cost[] | null> {
  const rows = await costsOf(db, { userId: asked.userId, ...yearIn(asked) })
    .select(['id', 'created_at', 'card_id', 'currency', 'remark', 'note'])
    .select([kindOfCost.as('kind'), costMinor.as('costMinor')])
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  if (rows.length > limit) return null
  return rows.map(({ id, created_at, card_id, currency, ...row }) => ({
    ...row,
    billId: id,
    at: created_at,
    cardId: card_id,
    currency: currency as Currency,
  }))
}

/** The years in which a person has bills, by the clock of a zone, the latest first. */
export async function yearsWithBills(
  db: Db,
  { userId, timezone, now = new Date() }: { userId: string; timezone: string; now?: Date },
): Promise<string[]> {
  const mine = db.selectFrom('bills').where('user_id', '=', userId)
  const first = await mine.select('created_at').orderBy('id').limit(1).executeTakeFirst()
  if (!first) return []
  // A year more at each end: zones are up to a day away.
  const [from, until] = [first.created_at.getUTCFullYear() - 1, now.getUTCFullYear() + 1]
  const years = Array.from({ length: until - from + 1 }, (_, ahead) => String(until - ahead))
  const bounds = years.map(year => yearIn({ year, timezone }))
  const { rows } = await sql<{ year: string }>`
    select year from unnest(
      ${years}::text[], ${bounds.map(({ from }) => idAt(from))}::uuid[], ${bounds.map(({ until }) => idAt(until))}::uuid[]
    ) as y (year, first_id, end_id)
    where exists (select from bills where user_id = ${userId} and id >= first_id and id < end_id)
    order by year desc`.execute(db)
  return rows.map(({ year }) => year)
}

function costsOf(db: Db, { userId, from, until }: { userId: string; from: Date; until: Date }) {
  return db
    .selectFrom('bills')
    .where('user_id', '=', userId)
    .where('id', '>=', idAt(from))
    .where('id', '<', idAt(until))
    .where(costing('all'))
}

function conditionOf(kind: CostKind): RawBuilder<boolean> {
  return conditions[kind] ?? sql`(kind = 'fee' and remark ->> 'fee' = ${kind})`
}

/** Kinds that the row of a fee names itself. */
function named(): readonly string[] {
  const told: readonly CostKind[] = ['openFee', 'spread', 'returned', 'other']
  return costKind.options.filter(kind => !told.includes(kind))
}

function monthsOf(year: string): string[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
}

function yearIn({ year, timezone }: { year: string; timezone: string }): { from: Date; until: Date } {
  const [first, last] = [
    monthIn({ month: `${year}-01`, timezone }),
    monthIn({ month: `${year}-12`, timezone }),
  ]
  return { from: first.from, until: last.until }
}
