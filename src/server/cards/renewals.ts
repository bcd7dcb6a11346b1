import { type Selectable, sql } from 'kysely'
import type { Renewal } from '../../contract/card-renewal.ts'
import type { Db } from '../database/database.ts'
import { isId, newId } from '../id.ts'
import { isOver } from './cards.ts'
import type { Expiry } from './issuer.ts'
import type { CardRenewalTable, CardTable } from './tables.ts'

/** A row of `card_renewals` as it is read. */
export type RenewalRow = Selectable<CardRenewalTable>

/** True of a card that is renewed before it expires: one that goes on, and was taken into use. */
export function isRenewable(card: Pick<CardTable, 'status' | 'is_activated'>): boolean {
  return !isOver(card) && card.is_activated
}

/** Of the time that customers have to say no, as much as is left where we hear of it late. */
const lateSeconds = 3 * 86_400

/**
 * Writes that a card whose expiry nears is to be renewed: after `noticeSeconds`, sooner where it is due already. Undefined
 * where that was done within half a year: a card expires once in years. The caller has locked the card.
 */
export async function planRenewal(
  db: Db,
  { cardId, expires, noticeSeconds }: { cardId: string; expires: Expiry; noticeSeconds: number },
): Promise<RenewalRow | undefined> {
  if (expires === 'later') return undefined
  await endOld(db, cardId)
  const seconds = expires === 'due' ? Math.min(noticeSeconds, lateSeconds) : noticeSeconds
  const { rows } = await sql<RenewalRow>`
    insert into card_renewals (id, card_id, renew_at)
    select ${newId()}::uuid, ${cardId}::uuid, now() + ${seconds} * interval '1 second'
    where not exists (select from card_renewals where card_id = ${cardId} and told_at > now() - interval '6 months')
    on conflict do nothing returning *`.execute(db)
  return rows[0]
}

/**
 * Ends a renewal of long ago that was left open: the expiry of a card would not near again had it not come to an end, as where
 * a new plastic was activated with the issuer and never here.
 */
async function endOld(db: Db, cardId: string): Promise<void> {
  await sql`
    update card_renewals set state = case state when 'mailed' then 'renewed' else 'dropped' end, ended_at = now()
    where card_id = ${cardId} and state in ('planned', 'unwanted', 'mailed')
      and told_at <= now() - interval '6 months'`.execute(db)
}

/** Plans a renewal anew, for now, after the issuer refused one: under another name, since a no holds for its name. */
export async function planAgain(db: Db, cardId: string): Promise<void> {
  const renew_at = sql<Date>`now()`
  await db.insertInto('card_renewals').values({ id: newId(), card_id: cardId, renew_at }).execute()
}

/** Those of these cards for which no renewal was planned within half a year. */
export async function unplanned(db: Db, cardIds: readonly string[]): Promise<string[]> {
  if (cardIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${cardIds}::uuid[]) as id where not exists (
      select from card_renewals where card_id = id and told_at > now() - interval '6 months'
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** The newest renewal of a card, kept as it is until the transaction ends; undefined when there never was one. */
export async function lockRenewal(db: Db, cardId: string): Promise<RenewalRow | undefined> {
  return await newestOf(db, cardId).forUpdate().executeTakeFirst()
}

/** Renewals whose time has come, from after the given one; in the order of their ids. */
export async function dueRenewals(
  db: Db,
  { after, size }: { after: string; size: number },
): Promise<{ id: string; cardId: string }[]> {
  return await db
    .selectFrom('card_renewals')
    .select(['id', 'card_id as cardId'])
    .where('state', '=', 'planned')
    .where('renew_at', '<=', sql<Date>`now()`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(size)
    .execute()
}

/** Has a renewal that is planned begin now. */
export async function hasten(db: Db, { id }: RenewalRow): Promise<void> {
  await db.updateTable('card_renewals').set({ renew_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Puts a renewal off until tomorrow. */
export async function putOff(db: Db, { id }: RenewalRow): Promise<void> {
  const renew_at = sql<Date>`now() + interval '1 day'`
  await db.updateTable('card_renewals').set({ renew_at }).where('id', '=', id).execute()
}

/** Moves a renewal on. The caller has locked it. */
export async function moveRenewal(
  db: Db,
  { id }: RenewalRow,
  state: Exclude<RenewalRow['state'], 'refused' | 'renewed' | 'dropped'>,
): Promise<RenewalRow> {
  return await db
    .updateTable('card_renewals')
    .set({ state, ...(state === 'asked' && { asked_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Writes how a renewal ended. The caller has locked it. */
export async function endRenewal(
  db: Db,
  { id }: RenewalRow,
  state: 'renewed' | 'refused' | 'dropped',
): Promise<void> {
  await db
    .updateTable('card_renewals')
    .set({ state, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Where the parcel with a new plastic is. */
export type Parcel = 'shipped' | 'delivered' | 'returned'

/** The card of a renewal, by what the issuer knows that by; undefined of every other name. */
export async function cardToRenew(db: Db, reference: string): Promise<string | undefined> {
  if (!isId(reference)) return undefined
  const row = await db
    .selectFrom('card_renewals')
    .select('card_id')
    .where('id', '=', reference)
    .executeTakeFirst()
  return row?.card_id
}

/** Writes where the parcel of a renewal is since when, or that it is none yet; its tracking stays known. The caller has locked it. */
export async function keepParcel(
  db: Db,
  { id }: RenewalRow,
  {
    version,
    parcel,
    at,
    tracking,
  }: {
    version: number
    parcel: Parcel | null
    at: Date
    tracking: { carrier: string; number: string } | null
  },
): Promise<void> {
  await db
    .updateTable('card_renewals')
    .set({
      order_version: version,
      parcel,
      parcel_at: parcel && at,
      ...(tracking && { carrier: tracking.carrier, tracking_number: tracking.number }),
    })
    .where('id', '=', id)
    .execute()
}

/** The renewal of a card that its owner is told of, as it travels: none of a card that is over, nor one of long ago. */
export async function shownRenewal(db: Db, card: CardTable): Promise<Renewal | null> {
  if (isOver(card)) return null
  const newest = await newestOf(db, card.id).executeTakeFirst()
  if (!newest || (newest.state === 'renewed' && isOld(newest))) return null
  return renewalOf(newest)
}

/** Whoever stored the card has had a month to hear of it. */
function isOld({ ended_at }: RenewalRow): boolean {
  return ended_at !== null && Date.now() - ended_at.getTime() > 30 * 86_400_000
}

/** A renewal as it travels; null of one that came to nothing. */
export function renewalOf(renewal: RenewalRow): Renewal | null {
  const { state, renew_at, asked_at, ended_at } = renewal
  if (state === 'dropped') return null
  const isAsked = state === 'asked' || state === 'mailed'
  const time = ended_at ?? (isAsked ? asked_at : null) ?? renew_at
  const parcel = state === 'mailed' ? parcelOf(renewal) : null
  return { state, time: time.toISOString(), ...(parcel && { parcel }) }
}

function parcelOf({
  parcel,
  parcel_at,
  carrier,
  tracking_number: number,
}: RenewalRow): Renewal['parcel'] | null {
  if (!parcel || !parcel_at) return null
  const tracking = number === null ? null : { carrier: carrier ?? '', number }
  return { state: parcel, time: parcel_at.toISOString(), tracking }
}

/**
 * The card as the activation of its plastic finds it: while a new one is on its way, as one that is not activated yet. The
 * old one goes on meanwhile.
 */
export async function asUnopened(db: Db, card: CardTable): Promise<CardTable> {
  const newest = await newestOf(db, card.id).executeTakeFirst()
  return newest?.state === 'mailed' ? { ...card, is_activated: false } : card
}

function newestOf(db: Db, cardId: string) {
  return (
    db
      .selectFrom('card_renewals')
      .selectAll()
      .where('card_id', '=', cardId)
      // What is open goes on, also where a clock that ran ahead wrote an earlier one as if it were of later.
      .orderBy(({ eb }) => eb('ended_at', 'is', null), 'desc')
      .orderBy('told_at', 'desc')
      .limit(1)
  )
}
