import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/** What came along to a card from the lost one that it stands in for. */
export interface Carried {
  /** Whether the lost card recharged itself, which the new one does not before its owner says so. */
  wasAuto: boolean
}

/**
 * Gives a new card what the owner of a lost one had set there: its limits, where it pays, the merchants and kinds of shops
 * it refuses, who alone may charge it and how much, whether it pays once at a time, the balance to hear of. How it
 * recharged itself comes along switched off: the yes to that was given for the one card. Null where nothing had been set. A
 * card that is lost is changed no more, so it needs no lock.
 */
export async function carrySettings(
  db: Db,
  { fromCardId, toCardId }: { fromCardId: string; toCardId: string },
): Promise<Carried | null> {
  const { rows: settings } = await sql`
    update cards set
      limit_single_minor = lost.limit_single_minor, limit_day_minor = lost.limit_day_minor,
      limit_month_minor = lost.limit_month_minor, stops = lost.stops, countries = lost.countries,
      stopped_merchants = lost.stopped_merchants, only_merchants = lost.only_merchants, stopped_shops = lost.stopped_shops,
      gambling_from = lost.gambling_from, is_single_use = lost.is_single_use,
      low_balance_minor = lost.low_balance_minor
    from cards lost
    where cards.id = ${toCardId} and lost.id = ${fromCardId} and (lost.is_single_use or num_nonnulls(
      lost.limit_single_minor, lost.limit_day_minor, lost.limit_month_minor, lost.stops, lost.countries,
      lost.stopped_merchants, lost.only_merchants, lost.stopped_shops, lost.low_balance_minor) > 0)
    returning cards.id`.execute(db)
  const { rows: rules } = await sql<{ wasAuto: boolean }>`
    with lost as (select * from auto_recharges where card_id = ${fromCardId}),
    carried as (
      insert into auto_recharges
        (card_id, user_id, is_on, threshold_minor, by, amount_minor, day_max_minor, month_max_minor, updated_at)
      select ${toCardId}, user_id, false, threshold_minor, by, amount_minor, day_max_minor, month_max_minor, now()
      from lost
    )
    select is_on as "wasAuto" from lost`.execute(db)
  const { rows: caps } = await sql`
    insert into merchant_caps (card_id, merchant, cap_minor)
    select ${toCardId}, merchant, cap_minor from merchant_caps where card_id = ${fromCardId}
    returning merchant`.execute(db)
  const wasAuto = rules[0]?.wasAuto ?? false
  return settings.length > 0 || caps.length > 0 || wasAuto ? { wasAuto } : null
}

/** Writes down that a new card stands in for a lost one. */
export async function keepStandIn(
  db: Db,
  { fromCardId, toCardId }: { fromCardId: string; toCardId: string },
): Promise<void> {
  await db.updateTable('cards').set({ stands_in_for: fromCardId }).where('id', '=', toCardId).execute()
}

/**
 * The lost card that a physical one stands in for: that of the application it replaces, else the one made before it from the
 * same virtual card, if that was lost.
 */
export async function lostBefore(db: Db, cardId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      select c.id, c.parent_card_id, lost.physical_card_id as replaced_id
      from cards c
        join applications a on a.physical_card_id = c.id
        left join applications lost on lost.id = a.replaces_id
      where c.id = ${cardId}
    )
    select earlier.id from made join cards earlier on earlier.id = coalesce(made.replaced_id, (
      select id from cards where parent_card_id = made.parent_card_id and id < made.id order by id desc limit 1
    ))
    where earlier.status = 'lost'`.execute(db)
  return rows[0]?.id
}
