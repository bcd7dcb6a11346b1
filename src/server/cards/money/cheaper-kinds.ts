import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { over } from '../cards.ts'
import { type CardKind, kindOf } from '../kinds.ts'
import { kindsNow } from '../offers.ts'
import type { AnnualFeeTable } from '../tables.ts'
import { dueMinor } from './annual-fees.ts'
import { sameInUsdt } from './bridge.ts'
import { rechargeFee } from './recharging.ts'

/** Less than this is not worth another card; USDT minor units. */
const worthwhileMinor = 5_000_000n

/** What a customer did with cards within twelve months: how often they recharged the same, and what they bought. */
interface Use {
  /** Fees of it that were charged; USDT minor units. */
  paidMinor: bigint
  recharges: { usdMinor: bigint; count: bigint }[]
  purchases: Purchases
}

/** Purchases of a year; USD minor units. */
interface Purchases {
  feeMinor: bigint
  /** The largest one, and the most within 24 hours and 30 days. */
  largest: { single: bigint; day: bigint; month: bigint }
  /** What all of them cost with each of the kinds, in their order. */
  feesMinor: bigint[]
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
  const owned = await kindsInUse(db, userId)
  const offered = (await kindsNow(db)).filter(
    kind => kind.type === 'virtual' && (kind.status === 'enable' || owned.has(kind.id)),
  )
  const use = await useOf(db, { userId, since, kinds: offered })
  const kinds = offered
    .map((kind, place) => compared(kind, { use, place, isOwned: owned.has(kind.id) }))
    .filter(({ kind }) => allows(kind, use))
    .filter(({ savesMinor }) => savesMinor >= worthwhileMinor)
    .sort((one, other) => (one.costMinor < other.costMinor ? -1 : 1))
  return { paidMinor: use.paidMinor, kinds }
}

function compared(
  kind: CardKind,
  { use, place, isOwned }: { use: Use; place: number; isOwned: boolean },
): CheaperKind {
  const openFeeMinor = isOwned ? 0n : kind.openFeeMinor
  let costMinor = openFeeMinor + kind.annualFeeMinor + sameInUsdt(use.purchases.feesMinor[place] ?? 0n)
  for (const { usdMinor, count } of use.recharges) costMinor += count * rechargeFee(kind, usdMinor)
  return { kind, costMinor, savesMinor: use.paidMinor - costMinor, openFeeMinor, isOwned }
}

/** Whether one card of that kind could have done all of it. */
function allows(kind: CardKind, { recharges, purchases: { largest } }: Use): boolean {
  return (
    recharges.every(
      ({ usdMinor }) => usdMinor >= kind.rechargeMinMinor && usdMinor <= kind.rechargeMaxMinor,
    ) &&
    largest.single <= kind.consumeMaxMinor &&
    largest.day <= kind.dayMaxMinor &&
    largest.month <= kind.monthMaxMinor
  )
}

interface Asked {
  userId: string
  since: Date
}

async function useOf(db: Db, { kinds, ...asked }: Asked & { kinds: readonly CardKind[] }): Promise<Use> {
  const recharges = await rechargesOf(db, asked)
  const purchases = await purchasesOf(db, { ...asked, kinds })
  const feesMinor = recharges.reduce((sum, row) => sum + row.feeMinor, await annualFeesOf(db, asked))
  return { paidMinor: feesMinor + sameInUsdt(purchases.feeMinor), recharges, purchases }
}

/** From the wallet and at opening. */
async function rechargesOf(db: Db, { userId, since }: Asked) {
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

/**
 * Purchases that were paid, of all cards; what still waits for its merchant has no fees yet. They are read once, and all
 * sums are made where they are: of tens of thousands that is what takes long.
 */
async function purchasesOf(
  db: Db,
  { userId, since, kinds }: Asked & { kinds: readonly CardKind[] },
): Promise<Purchases> {
  const fees = kinds.map(kind => sql`coalesce(sum(${feesIn(kind)}), 0)::bigint`)
  const { rows } = await sql<Purchases['largest'] & Pick<Purchases, 'feeMinor'> & { feesMinor: string[] }>`
    select coalesce(sum(fee_minor), 0)::bigint as "feeMinor", coalesce(max(cleared_minor), 0)::bigint as single,
      coalesce(max(day), 0)::bigint as day, coalesce(max(month), 0)::bigint as month,
      array[${sql.join(fees)}]::text[] as "feesMinor"
    from (
      select cleared_minor, fee_minor, country,
        sum(cleared_minor) over (order by p.created_at range between '24 hours' preceding and current row) as day,
        sum(cleared_minor) over (order by p.created_at range between '30 days' preceding and current row) as month
      from purchases p join cards on cards.id = card_id
      where user_id = ${userId} and p.created_at >= ${since} and cleared_minor > 0
        and p.status in ('posted', 'refunded')
    ) as p`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum has one row')
  const { feeMinor, feesMinor, ...largest } = row
  return { feeMinor, largest, feesMinor: feesMinor.map(BigInt) }
}

/** What `purchaseFees` takes of a purchase with a card of that kind, in the words of the database. */
function feesIn({ region, consumeFeeBps, crossBorderFeeBps }: CardKind) {
  const share = (bps: number) => sql`(cleared_minor * ${bps}::integer + 9999) / 10000`
  return sql`${share(consumeFeeBps)} + case when country in ('', ${region}) then 0 else ${share(crossBorderFeeBps)} end`
}

async function annualFeesOf(db: Db, { userId, since }: Asked): Promise<bigint> {
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
