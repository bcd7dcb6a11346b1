import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { format } from '../../../contract/money.ts'
import type { cardLimits } from '../../../contract/usage.ts'
import type { Db } from '../../database/database.ts'
import { kindOf } from '../kinds.ts'
import type { CardTable } from '../tables.ts'
import { lineOf } from './card-line.ts'

/** The windows of limits: one purchase, the last 24 hours, the last 30 days. */
export const limitWindows = ['single', 'day', 'month'] as const
/** A window of a limit. */
export type LimitWindow = (typeof limitWindows)[number]
/** A limit for each window; USD minor units. */
export type CardLimits = Record<LimitWindow, bigint>
/** What counts against the windows that roll; USD minor units. */
export type Used = Record<'day' | 'month', bigint>

/** A limit that a purchase did not fit under, and what counted against it already; USD minor units. */
export interface LimitMet {
  limitMinor: bigint
  /** Null of the limit of one purchase, but for one that is raised. */
  usedMinor: bigint | null
}

/** What of a card its limits are read from. */
export type LimitedCard = Pick<
  CardTable,
  'card_type_id' | 'limit_single_minor' | 'limit_day_minor' | 'limit_month_minor'
>

/** The most that the kind of a card allows. */
export function mostOf(card: LimitedCard): CardLimits {
  const { consumeMaxMinor, dayMaxMinor, monthMaxMinor } = kindOf(card)
  return { single: consumeMaxMinor, day: dayMaxMinor, month: monthMaxMinor }
}

/** What the owner has set; null for the most. */
export function ownLimitsOf(card: LimitedCard): Record<LimitWindow, bigint | null> {
  return { single: card.limit_single_minor, day: card.limit_day_minor, month: card.limit_month_minor }
}

/** The limits that hold: the owner's, but never above the most. */
export function limitsOf(card: LimitedCard): CardLimits {
  const [most, own] = [mostOf(card), ownLimitsOf(card)]
  const narrower = (window: LimitWindow) => {
    const minor = own[window]
    return minor !== null && minor < most[window] ? minor : most[window]
  }
  return { single: narrower('single'), day: narrower('day'), month: narrower('month') }
}

/**
 * What counts against the limits of a card now, with what the lost ones in whose place it is paid; and how many purchases
 * it was asked for within a minute.
 */
export async function usedOf(db: Db, cardId: string): Promise<Used & { recentCount: number }> {
  const { rows } = await sql<{ day: bigint; month: bigint; recentCount: bigint }>`
    select
      coalesce(sum(amount_minor) filter (where created_at > now() - interval '24 hours'), 0)::bigint as day,
      coalesce(sum(amount_minor), 0)::bigint as month,
      (
        select count(*) from purchases where card_id = ${cardId} and created_at > now() - interval '1 minute'
      ) as "recentCount"
    from card_uses where card_id in ${lineOf(cardId)} and created_at > now() - interval '30 days'`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum has one row')
  return { day: row.day, month: row.month, recentCount: Number(row.recentCount) }
}

/** What an owner sets; windows left out stay. */
export type OwnLimits = Partial<Record<LimitWindow, bigint | null>>

/** A card's row once its owner has set these. */
export function withLimits<Card extends LimitedCard>(card: Card, own: OwnLimits): Card {
  const { single = card.limit_single_minor, day = card.limit_day_minor, month = card.limit_month_minor } = own
  return { ...card, limit_single_minor: single, limit_day_minor: day, limit_month_minor: month }
}

/** Writes what the owner sets. The caller has locked the card. */
export async function setLimits(db: Db, card: CardTable, own: OwnLimits): Promise<void> {
  const { limit_single_minor, limit_day_minor, limit_month_minor } = withLimits(card, own)
  await db
    .updateTable('cards')
    .set({ limit_single_minor, limit_day_minor, limit_month_minor })
    .where('id', '=', card.id)
    .execute()
}

/** The limits of a card as they travel. */
export async function shownLimits(db: Db, card: CardTable): Promise<z.output<typeof cardLimits>> {
  const [own, most, used] = [ownLimitsOf(card), mostOf(card), await usedOf(db, card.id)]
  return limitWindows.map(window => {
    const minor = own[window]
    return {
      window,
      own: minor === null ? null : format(minor, 'USD'),
      most: format(most[window], 'USD'),
      used: window === 'single' ? '0' : format(used[window], 'USD'),
    }
  })
}
