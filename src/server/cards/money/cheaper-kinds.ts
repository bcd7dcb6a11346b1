import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { over } from '../cards.ts'
import { type CardKind, kindOf, purchaseFees } from '../kinds.ts'
import { kindsNow } from '../offers.ts'
import { totalOf } from '../purchases/purchase-fees.ts'
import type { AnnualFeeTable } from '../tables.ts'
import { dueMinor } from './annual-fees.ts'
import { sameInUsdt } from './bridge.ts'
import { rechargeFee } from './recharging.ts'

/** Less than this is not worth another card; USDT minor units. */
const worthwhileMinor = 5_000_000n

/** What a customer did with cards within twelve months: how often they recharged and paid the same. */
interface Use {
  /** Fees of it that were charged; USDT minor units. */
  paidMinor: bigint
  recharges: { usdMinor: bigint; count: bigint }[]
  purchases: { usdMinor: bigint; country: string; count: bigint }[]
  /** USD minor units: the largest purchase, and the most within 24 hours and 30 days. */
  largest: { single: bigint; day: bigint; month: bigint }
}

/** A kind of card that would have cost less; USDT minor units. */
export interface CheaperKind {
  kind: CardKind
  costMinor: bigint
  savesMinor: bigint
  /** Nothing where a card of it is in use already. */
  openFeeMinor: bigint
  isOwned: boolean
}

/**
 * Virtual kinds that would have cost a customer materially less for the same recharges and purchases since an instant of
 * twelve months ago, the cheapest first, by the rules that charge. Their side has the fee of opening one and that of a
 * year; what was paid is without opening. A kind whose limits would not have allowed all of it is none.
 */
export async function cheaperKinds(
  db: Db,
  { userId, since }: { userId: string; since: Date },
): Promise<{ paidMinor: bigint; kinds: CheaperKind[] }> {
  const use = await useOf(db, { userId, since })
  const owned = await kindsInUse(db, userId)
  const kinds = (await kindsNow(db))
    .filter(kind => kind.type === 'virtual' && (kind.status === 'enable' || owned.has(kind.id)))
    .filter(kind => allows(kind, use))
    .map(kind => compared(kind, { use, isOwned: owned.has(kind.id) }))
    .filter(({ savesMinor }) => savesMinor >= worthwhileMinor)
    .sort((one, other) => (one.costMinor < other.costMinor ? -1 : 1))
  return { paidMinor: use.paidMinor, kinds }
}

function compared(kind: CardKind, { use, isOwned }: { use: Use; isOwned: boolean }): CheaperKind {
  const openFeeMinor = isOwned ? 0n : kind.openFeeMinor
  let costMinor = openFeeMinor + kind.annualFeeMinor
  for (const { usdMinor, count } of use.recharges) costMinor += count * rechargeFee(kind, usdMinor)
  for (const { usdMinor: amountMinor, country, count } of use.purchases)
    costMinor += count * sameInUsdt(totalOf(purchaseFees(kind, { amountMinor, country })))
  return { kind, costMinor, savesMinor: use.paidMinor - costMinor, openFeeMinor, isOwned }
}

/** Whether one card of that kind could have done all of it. */
function allows(kind: CardKind, { recharges, largest }: Use): boolean {
  return (
    recharges.every(
      ({ usdMinor }) => usdMinor >= kind.rechargeMinMinor && usdMinor <= kind.rechargeMaxMinor,
    ) &&
    largest.single <= kind.consumeMaxMinor &&
    largest.day <= kind.dayMaxMinor &&
    largest.month <= kind.monthMaxMinor
  )
}

async function useOf(db: Db, asked: { userId: string; since: Date }): Promise<Use> {
  const recharges = await rechargesOf(db, asked)
  const purchases = await purchasesOf(db, asked)
  const feesMinor = recharges.reduce((sum, row) => sum + row.feeMinor, await annualFeesOf(db, asked))
  const paidMinor = purchases.reduce((sum, row) => sum + sameInUsdt(row.feeMinor), feesMinor)
  return { paidMinor, recharges, purchases, largest: await largestOf(db, asked) }
}

/** From the wallet and at opening. */
async function rechargesOf(db: Db, { userId, since }: { userId: string; since: Date }) {
  const { rows } = await sql<{ usdMinor: bigint; count: bigint; feeMinor: bigint }>`
    select usd_minor as "usdMinor", count(*) as count, sum(fee_minor)::bigint as "feeMinor"
    from (
      select amount_minor as usd_minor, fee_minor from recharges
      where user_id = ${userId} and created_at >= ${since}
      union all
      select recharge_minor / ${sameInUsdt(1n)}::bigint, fee_minor from card_orders
      where user_id = ${userId} and created_at >= ${since} and status = 'success' and recharge_minor > 0
    ) as r
    group by usd_minor`.execute(db)
  return rows
}

async function purchasesOf(db: Db, { userId, since }: { userId: string; since: Date }) {
  const { rows } = await sql<{ usdMinor: bigint; country: string; count: bigint; feeMinor: bigint }>`
    select cleared_minor as "usdMinor", country, count(*) as count, sum(fee_minor)::bigint as "feeMinor"
    from (${clearedOf(userId, since)}) as p
    group by cleared_minor, country`.execute(db)
  return rows
}

async function largestOf(
  db: Db,
  { userId, since }: { userId: string; since: Date },
): Promise<Use['largest']> {
  const { rows } = await sql<Use['largest']>`
    select coalesce(max(cleared_minor), 0)::bigint as single,
      coalesce(max(day), 0)::bigint as day, coalesce(max(month), 0)::bigint as month
    from (
      select cleared_minor,
        sum(cleared_minor) over (order by created_at range between '24 hours' preceding and current row) as day,
        sum(cleared_minor) over (order by created_at range between '30 days' preceding and current row) as month
      from (${clearedOf(userId, since)}) as p
    ) as p`.execute(db)
  return rows[0] ?? { single: 0n, day: 0n, month: 0n }
}

/** Purchases that were paid, of all cards. What still waits for its merchant has no fees yet. */
function clearedOf(userId: string, since: Date) {
  return sql`
    select cleared_minor, fee_minor, country, purchases.created_at
    from purchases join cards on cards.id = card_id
    where user_id = ${userId} and purchases.created_at >= ${since} and cleared_minor > 0
      and purchases.status in ('posted', 'refunded')`
}

async function annualFeesOf(db: Db, { userId, since }: { userId: string; since: Date }): Promise<bigint> {
  const { rows } = await sql<AnnualFeeTable & { card_type_id: string }>`
    select f.*, card_type_id from annual_fees f join cards on cards.id = f.card_id
    where user_id = ${userId} and charged_at >= ${since}`.execute(db)
  return rows.reduce((sum, row) => sum + dueMinor(row, row), 0n)
}

async function kindsInUse(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('cards')
    .select('card_type_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('status', 'not in', over)
    .execute()
  return new Set(rows.map(card => kindOf(card).id))
}
