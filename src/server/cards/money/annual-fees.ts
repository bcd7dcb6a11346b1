import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { houseAccount, post } from '../../ledger/ledger.ts'
import { isOver, lockCard, over } from '../cards.ts'
import { kindOf } from '../kinds.ts'
import type { AnnualFeeTable, CardTable } from '../tables.ts'
import { feeEntries, sameInUsdt } from './bridge.ts'
import type { CardMoney } from './card-money.ts'

/** The fee of a card for one of its years; the first is charged a year after it, or the lost one it stands in for, was opened. */
export interface FeeOfYear {
  cardId: string
  year: number
}

// A day more than the thirty we promise: a round that comes late is still in time.
const toldDays = 31
const promisedDays = 30
/** Before every card. */
const first: FeeOfYear = { cardId: '00000000-0000-0000-0000-000000000000', year: 0 }

/** A part of what is to be done, in the order of cards and their years. */
export interface Page {
  /** The last of the page before. */
  after: FeeOfYear | undefined
  size: number
}

/**
 * Cards whose next year begins in a month and that have not been told what it costs. A year that began while a lost card had
 * nothing in its place costs nothing.
 */
export async function feesToTell(db: Db, { after = first, size }: Page): Promise<FeeOfYear[]> {
  const { rows } = await sql<FeeOfYear>`
    select c.id as "cardId", y.year from cards c
    cross join lateral (select extract(year from age(
      now() at time zone 'UTC' + make_interval(days => ${toldDays}),
      coalesce(c.years_from, c.created_at) at time zone 'UTC'
    ))::integer as year) y
    where c.annual_fee_minor > 0 and c.status <> all(${over}) and y.year >= 1
      and ${beginsOf(sql`y.year`)} >= c.created_at
      and not exists (select from annual_fees f where f.card_id = c.id and f.year = y.year)
      and c.id > ${after.cardId}
    order by c.id limit ${size}`.execute(db)
  return rows
}

/** When that year of a card begins, which the statement calls `c`. */
function beginsOf(year: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`(
    (coalesce(c.years_from, c.created_at) at time zone 'UTC' + make_interval(years => ${year})) at time zone 'UTC'
  )`
}

/**
 * A fee is tried once a day from the day it is due: a later time was set by a clock that ran ahead. The day itself stays as
 * it was told.
 */
const isTime = sql<boolean>`(next_at <= now() or due_at <= now() and next_at > now() + interval '25 hours')`

/** Fees that are due and may be paid now. */
export async function annualFeesDue(db: Db, { after = first, size }: Page): Promise<FeeOfYear[]> {
  const { rows } = await sql<FeeOfYear>`
    select f.card_id as "cardId", f.year from annual_fees f join cards c on c.id = f.card_id
    where f.charged_at is null and ${isTime} and f.amount_minor > 0
      and c.status <> all(${over}) and (f.card_id, f.year) > (${after.cardId}::uuid, ${after.year}::integer)
    order by f.card_id, f.year limit ${size}`.execute(db)
  return rows
}

/**
 * Fixes what a year will cost and when: the lower of what was promised with the card and what its kind costs now, on the
 * anniversary but never sooner than thirty days from now. Null when that was done, and for a card that has ended.
 */
export async function fixFee(
  db: Db,
  { cardId, year }: FeeOfYear,
): Promise<{ card: CardTable; amountMinor: bigint; dueAt: Date } | null> {
  const card = await lockCard(db, cardId)
  if (isOver(card)) return null
  const amountMinor = lower(card.annual_fee_minor, kindOf(card).annualFeeMinor)
  const { rows } = await sql<{ due_at: Date }>`
    insert into annual_fees (card_id, year, amount_minor, due_at, next_at)
    select id, ${year}::integer, ${amountMinor}::bigint, d.due_at, d.due_at from cards c
    cross join lateral (select greatest(
      ${beginsOf(sql`${year}::integer`)},
      now() + make_interval(days => ${promisedDays})
    ) as due_at) d
    where id = ${cardId}
    on conflict do nothing returning due_at`.execute(db)
  const dueAt = rows[0]?.due_at
  return dueAt ? { card, amountMinor, dueAt } : null
}

/**
 * Has a card that was given for nothing in place of a lost one go on with its years: at the price promised with that one, or
 * less where its kind has become cheaper, and with what was told, is due or was charged. A lost card is charged no more, so it
 * needs no lock.
 */
export async function carryYears(
  db: Db,
  { fromCardId, toCardId }: { fromCardId: string; toCardId: string },
): Promise<void> {
  await sql`
    update cards set years_from = coalesce(lost.years_from, lost.created_at),
      annual_fee_minor = least(cards.annual_fee_minor, lost.annual_fee_minor)
    from cards lost where cards.id = ${toCardId} and lost.id = ${fromCardId}`.execute(db)
  await db.updateTable('annual_fees').set({ card_id: toCardId }).where('card_id', '=', fromCardId).execute()
}

/** A fee that can be tried now, kept so until the transaction ends; undefined when it was charged or has to wait. */
export async function lockFee(db: Db, { cardId, year }: FeeOfYear): Promise<AnnualFeeTable | undefined> {
  return await db
    .selectFrom('annual_fees')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('year', '=', year)
    .where('charged_at', 'is', null)
    .where(isTime)
    .forUpdate()
    .executeTakeFirst()
}

/** An annual fee that was charged. */
export interface ChargedFee {
  transferId: string
  from: 'card' | 'wallet'
  amountMinor: bigint
  currency: 'USD' | 'USDT'
}

/** What of a fee is due: as it was told, or less where the kind became cheaper; USDT minor units. */
export function dueMinor(fee: AnnualFeeTable, card: { card_type_id: string }): bigint {
  return lower(fee.amount_minor, kindOf(card).annualFeeMinor)
}

/**
 * Takes a fee from what is free on the card, or else in the wallet; null when neither has enough. The caller holds the
 * locks of the fee and of both balances.
 */
export async function chargeFee(
  db: Db,
  { fee, feeMinor, money }: { fee: AnnualFeeTable; feeMinor: bigint; money: CardMoney },
): Promise<ChargedFee | null> {
  const { card, onCard, inWallet } = money
  // Parts of a cent are ours to lose.
  const usdMinor = feeMinor / sameInUsdt(1n)
  const from =
    onCard.availableMinor >= usdMinor ? 'card' : inWallet.availableMinor >= feeMinor ? 'wallet' : null
  if (from === null) return null
  const { transferId } = await post(db, {
    idempotencyKey: `annual-fee:${fee.card_id}:${fee.year}`,
    reason: 'annual-fee',
    entries:
      from === 'card'
        ? [
            { accountId: card.account_id, amountMinor: -usdMinor },
            { accountId: await houseAccount(db, { code: 'fees', currency: 'USD' }), amountMinor: usdMinor },
          ]
        : feeEntries(money.house, { walletAccountId: money.walletAccountId, feeMinor }),
  })
  await setFee(db, fee, { charged_at: sql<Date>`now()`, paid_from: from, transfer_id: transferId })
  return from === 'card'
    ? { transferId, from, amountMinor: usdMinor, currency: 'USD' }
    : { transferId, from, amountMinor: feeMinor, currency: 'USDT' }
}

/** Tries a fee again tomorrow. */
export async function tryTomorrow(db: Db, fee: AnnualFeeTable): Promise<void> {
  await setFee(db, fee, { next_at: sql<Date>`now() + interval '1 day'` })
}

async function setFee(
  db: Db,
  { card_id, year }: AnnualFeeTable,
  change: UpdateObject<Tables, 'annual_fees'>,
): Promise<void> {
  await db
    .updateTable('annual_fees')
    .set(change)
    .where('card_id', '=', card_id)
    .where('year', '=', year)
    .execute()
}

function lower(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
