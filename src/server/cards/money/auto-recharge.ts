import { sql } from 'kysely'
import type { AutoRechargeRule } from '../../../contract/card-control.ts'
import { format } from '../../../contract/money.ts'
import type { Db } from '../../database/database.ts'
import { least } from '../../least.ts'
import { kindOf } from '../kinds.ts'
import type { AutoRechargeTable } from '../tables.ts'
import type { MovedCard } from './card-money.ts'

/** How a card recharges itself; null while it never was told. */
export async function autoRechargeOf(db: Db, cardId: string): Promise<AutoRechargeTable | null> {
  const row = await db
    .selectFrom('auto_recharges')
    .selectAll()
    .where('card_id', '=', cardId)
    .executeTakeFirst()
  return row ?? null
}

/** Writes how a card recharges itself; it is told anew why it waits. The caller has locked the card. */
export async function setAutoRecharge(
  db: Db,
  row: Omit<AutoRechargeTable, 'paused_by' | 'updated_at'>,
): Promise<void> {
  const { card_id: _, ...rest } = row
  const changed = { ...rest, paused_by: null, updated_at: sql<Date>`now()` }
  await db
    .insertInto('auto_recharges')
    .values({ ...row, paused_by: null, updated_at: sql<Date>`now()` })
    .onConflict(conflict => conflict.column('card_id').doUpdateSet(changed))
    .execute()
}

/** Notes why an automatic recharge waits, or with null that it no longer does; true when that is new. */
export async function pauseAutoRecharge(
  db: Db,
  { cardId, by }: { cardId: string; by: AutoRechargeTable['paused_by'] },
): Promise<boolean> {
  const changed = await db
    .updateTable('auto_recharges')
    .set({ paused_by: by })
    .where('card_id', '=', cardId)
    .where('paused_by', 'is distinct from', by)
    .returning('card_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** What a card has recharged by itself within the last 24 hours and 30 days, by the database's clock; USD minor units. */
export async function autoUsed(db: Db, cardId: string): Promise<{ dayMinor: bigint; monthMinor: bigint }> {
  const { rows } = await sql<{ day: bigint; month: bigint }>`
    select coalesce(sum(amount_minor) filter (where created_at > now() - interval '24 hours'), 0)::bigint as day,
      coalesce(sum(amount_minor), 0)::bigint as month
    from recharges
    where card_id = ${cardId} and auto_cause is not null and created_at > now() - interval '30 days'`.execute(
    db,
  )
  return { dayMinor: rows[0]?.day ?? 0n, monthMinor: rows[0]?.month ?? 0n }
}

/** True when this cause has brought its recharge. */
export async function hasAutoRecharged(
  db: Db,
  { cardId, cause }: { cardId: string; cause: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('recharges')
    .select('id')
    .where('card_id', '=', cardId)
    .where('auto_cause', '=', cause)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * How much to recharge with that much free on the card, within the range of its kind and what the caps leave; null when
 * they leave too little for a recharge. USD minor units.
 */
export function autoAmount(
  row: AutoRechargeTable,
  {
    card,
    availableMinor,
    used,
  }: { card: MovedCard; availableMinor: bigint; used: { dayMinor: bigint; monthMinor: bigint } },
): bigint | null {
  const { rechargeMinMinor, rechargeMaxMinor } = kindOf(card)
  const wantedMinor = row.by === 'amount' ? row.amount_minor : row.amount_minor - availableMinor
  const leftMinor = least(row.day_max_minor - used.dayMinor, row.month_max_minor - used.monthMinor)
  const atLeastMinor = wantedMinor < rechargeMinMinor ? rechargeMinMinor : wantedMinor
  const minor = least(least(atLeastMinor, rechargeMaxMinor), leftMinor)
  return minor < rechargeMinMinor ? null : minor
}

/** A rule as it travels. */
export function shownRule(row: AutoRechargeTable): AutoRechargeRule {
  return {
    threshold: format(row.threshold_minor, 'USD'),
    by: row.by,
    amount: format(row.amount_minor, 'USD'),
    dayMax: format(row.day_max_minor, 'USD'),
    monthMax: format(row.month_max_minor, 'USD'),
  }
}
