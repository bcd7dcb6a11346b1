import { type Selectable, type SelectQueryBuilder, sql, type UpdateObject } from 'kysely'
import type { ApplicationStatus } from '../../../contract/application.ts'
import type { Db } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { Denied } from '../../http/refused.ts'
import { isId, newId } from '../../id.ts'
import { openAccount } from '../../ledger/ledger.ts'
import type { PostalAddress } from '../issuer.ts'
import { kindOf } from '../kinds.ts'
import { ends, isEnd } from './application-states.ts'
import type { ApplicationRow, ApplicationTable, PaymentRow } from './application-tables.ts'

/** How long a quote of making and mailing holds. */
const quoteMinutes = 30

/** The caller's application; somebody else's and none at all are denied alike. */
export async function ownApplication(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<ApplicationRow> {
  const row = await rows(db).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  if (!row) throw new Denied()
  return row
}

/** As `ownApplication`, kept as it is until the transaction ends. Taken before any account is. */
export async function lockOwnApplication(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<ApplicationRow> {
  const row = await lockApplication(db, id)
  if (row?.user_id !== userId) throw new Denied()
  return row
}

/** An application as it is now, kept so until the transaction ends. */
export async function lockApplication(db: Db, id: string): Promise<ApplicationRow | undefined> {
  return await rows(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** As `lockApplication`, by the issuer's order. */
export async function lockOrdered(db: Db, issuerOrderId: string): Promise<ApplicationRow | undefined> {
  return await rows(db).where('issuer_order_id', '=', issuerOrderId).forUpdate().executeTakeFirst()
}

/** As `lockApplication`, by the card that was made, ours or the issuer's id of it. Taken before the card is. */
export async function lockMade(
  db: Db,
  made: { cardId: string } | { issuerCardId: string },
): Promise<ApplicationRow | undefined> {
  const found = 'cardId' in made ? made.cardId : made.issuerCardId
  return await rows(db)
    .where('cardId' in made ? 'physical_card_id' : 'issuer_card_id', '=', found)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * The application of that kind whose card was lost before it was activated and that none stands in for: another is made
 * for free. Once in a row: one that is free itself is not made again for free. The caller has locked the customer.
 */
export async function lostUnused(
  db: Db,
  { userId, cardTypeId, exceptId = null }: { userId: string; cardTypeId: string; exceptId?: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from applications lost
    where user_id = ${userId} and card_type_id = ${cardTypeId}
      and status = 'ended' and reason in ('lost', 'stolen') and replaces_id is null
      and not exists (
        select from applications where replaces_id = lost.id and status not in ('fail', 'cancelled')
          and id is distinct from ${exceptId}
      )
    order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** The application of a card that is on its way, else its newest, if there is any. */
export async function currentApplication(db: Db, parentCardId: string): Promise<ApplicationRow | undefined> {
  return await rows(db)
    .where('parent_card_id', '=', parentCardId)
    .orderBy(eb => eb('status', 'in', ends))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The customer's applications that are not over, the oldest first, and where they go. */
export async function underWay(
  db: Db,
  userId: string,
): Promise<Pick<ApplicationRow, 'id' | 'status' | 'address_id'>[]> {
  const all = await db
    .selectFrom('applications')
    .select(['id', 'status', 'address_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return all.filter(({ status }) => !isEnd(status))
}

/** What is filled in, and what it costs now in USDT minor units. */
export interface FilledIn {
  cardTypeId: string
  embossName: string
  address: MailedTo
  fees: ApplicationFees
  /** Whose lost card it stands in for. */
  replacesId: string | null
}

/** A mailing address as the issuer and the envelope need it. */
export interface MailedTo {
  addressId: string
  country: string
  postal: PostalAddress
  lines: string[]
}

/** What is to be paid, in USDT minor units. */
export interface ApplicationFees {
  makingFeeMinor: bigint
  mailingFeeMinor: bigint
}

/** Begins an application with what was filled in. The caller has locked the customer. */
export async function beginApplication(
  db: Db,
  {
    userId,
    parentCardId,
    status,
    filledIn,
  }: { userId: string; parentCardId: string; status: ApplicationStatus; filledIn: FilledIn },
): Promise<ApplicationRow> {
  const id = newId()
  await db
    .insertInto('applications')
    .values({ id, user_id: userId, parent_card_id: parentCardId, status, ...columnsOf(filledIn) })
    .execute()
  return await rows(db).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Writes what was filled in anew, with a new quote. The caller has locked the application. */
export async function refillApplication(
  db: Db,
  { id }: Pick<ApplicationRow, 'id'>,
  { status, filledIn }: { status: ApplicationStatus; filledIn: FilledIn },
): Promise<ApplicationRow> {
  return await change(db, id, { status, ...columnsOf(filledIn), quoted_at: sql<Date>`now()` })
}

/** Moves an application on, and writes what comes with it. The caller has locked it and asked the table of states. */
export async function moveApplication(
  db: Db,
  { id, status: before }: Pick<ApplicationRow, 'id' | 'status'>,
  status: ApplicationStatus,
  more: UpdateObject<Tables, 'applications'> = {},
): Promise<ApplicationRow> {
  const isNew = status !== before
  return await change(db, id, {
    status,
    ...(isNew && { ended_at: isEnd(status) ? sql<Date>`now()` : null }),
    ...more,
  })
}

/** What was paid for an application, oldest first. */
export async function paymentsOf(db: Db, applicationId: string): Promise<PaymentRow[]> {
  return await db
    .selectFrom('application_payments')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .execute()
}

/** A payment by its id, which is what the issuer calls it too; undefined when there is none. */
export async function paymentById(db: Db, id: string): Promise<PaymentRow | undefined> {
  // The issuer may say any word.
  if (!isId(id)) return undefined
  return await db.selectFrom('application_payments').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Writes the card that was made, not active yet, with an account of its own. The caller has locked the application and
 * charged for it.
 */
export async function keepPhysicalCard(db: Db, row: ApplicationRow): Promise<string> {
  const { issuer_card_id: issuerCardId, last4 } = row
  if (!issuerCardId || !last4) throw new Error(`the issuer has made no card for application ${row.id}`)
  const parent = await db
    .selectFrom('cards')
    .select(['phone', 'area_code'])
    .where('id', '=', row.parent_card_id)
    .executeTakeFirstOrThrow()
  const cardId = newId()
  const account = { kind: 'card', ownerId: row.user_id, code: cardId, currency: 'USD' } as const
  await db
    .insertInto('cards')
    .values({
      id: cardId,
      user_id: row.user_id,
      parent_card_id: row.parent_card_id,
      card_type_id: row.card_type_id,
      issuer_card_id: issuerCardId,
      account_id: await openAccount(db, account),
      last4,
      holder: row.emboss_name.toUpperCase(),
      phone: parent.phone,
      area_code: parent.area_code,
      status: 'inactive',
      is_activated: false,
      annual_fee_minor: kindOf(row).annualFeeMinor,
      created_at: new Date(),
    })
    .execute()
  await db.updateTable('applications').set({ physical_card_id: cardId }).where('id', '=', row.id).execute()
  return cardId
}

function columnsOf({ cardTypeId, embossName, address, fees, replacesId }: FilledIn) {
  return {
    card_type_id: cardTypeId,
    replaces_id: replacesId,
    emboss_name: embossName,
    ...addressColumns(address),
    making_fee_minor: fees.makingFeeMinor,
    mailing_fee_minor: fees.mailingFeeMinor,
  }
}

/** The columns of the copy of an address. */
export function addressColumns({ addressId, country, postal, lines }: MailedTo) {
  return {
    address_id: addressId,
    country,
    postal: JSON.stringify(postal),
    address_lines: JSON.stringify(lines),
  }
}

async function change(
  db: Db,
  id: string,
  set: UpdateObject<Tables, 'applications'>,
): Promise<ApplicationRow> {
  await db.updateTable('applications').set(set).where('id', '=', id).execute()
  return await rows(db).where('id', '=', id).executeTakeFirstOrThrow()
}

type Rows = SelectQueryBuilder<
  Tables,
  'applications',
  Selectable<ApplicationTable> & { is_quote_fresh: boolean }
>

function rows(db: Db): Rows {
  return db
    .selectFrom('applications')
    .selectAll()
    .select(sql<boolean>`quoted_at > now() - ${quoteMinutes} * interval '1 minute'`.as('is_quote_fresh'))
}
