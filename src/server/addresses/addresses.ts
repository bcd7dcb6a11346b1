import type { saveAddress as saveCall } from '../../contract/address.ts'
import type { Input } from '../../contract/call.ts'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'
import type { MailingAddressRow } from './tables.ts'

/** How many addresses a customer may have at a time. */
export const addressesMax = 20

/** A mailing address as somebody writes it. */
export type AddressFields = Input<typeof saveCall>

/** The customer's address; undefined when it is not there or not theirs. */
export async function addressOf(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<MailingAddressRow | undefined> {
  return await mine(db, userId).where('id', '=', id).executeTakeFirst()
}

/** A page of the customer's addresses, the default one first, then the newest, and how many there are. */
export async function addressPage(
  db: Db,
  { userId, pageSize, page }: { userId: string; pageSize: number; page: number },
): Promise<{ rows: MailingAddressRow[]; total: number }> {
  const rows = await mine(db, userId).orderBy('is_default', 'desc').orderBy('id', 'desc').execute()
  return { rows: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length }
}

/**
 * Saves an address; the customer's first is the default one. One that is there already word for word is not doubled.
 * Gives undefined when the customer has too many. The caller has locked the customer.
 */
export async function saveAddress(
  db: Db,
  { userId, fields }: { userId: string; fields: AddressFields },
): Promise<MailingAddressRow | undefined> {
  const known = await mine(db, userId).execute()
  const values = columnsOf(fields)
  const same = known.find(row =>
    Object.entries(values).every(([name, value]) => row[name as 'city'] === value),
  )
  if (same) return fields.isDefault ? await makeDefault(db, same) : same
  if (known.length >= addressesMax) return undefined
  const row = await db
    .insertInto('mailing_addresses')
    .values({ id: newId(), user_id: userId, ...values, is_default: false })
    .returningAll()
    .executeTakeFirstOrThrow()
  return fields.isDefault || known.length === 0 ? await makeDefault(db, row) : row
}

/**
 * Changes an address. The default one stays it, whatever `isDefault` says: another is made it instead. Gives undefined
 * when it is not there or not this customer's. The caller has locked the customer.
 */
export async function changeAddress(
  db: Db,
  { userId, id, fields }: { userId: string; id: string; fields: AddressFields },
): Promise<MailingAddressRow | undefined> {
  const row = await db
    .updateTable('mailing_addresses')
    .set(columnsOf(fields))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  return row && fields.isDefault && !row.is_default ? await makeDefault(db, row) : row
}

/**
 * Removes an address; after the default one the newest becomes it. False when it is not there or not this customer's.
 * The caller has locked the customer.
 */
export async function removeAddress(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const removed = await db
    .deleteFrom('mailing_addresses')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('is_default')
    .executeTakeFirst()
  const newest = removed?.is_default
    ? await mine(db, userId).orderBy('id', 'desc').limit(1).executeTakeFirst()
    : undefined
  if (newest) await makeDefault(db, newest)
  return removed !== undefined
}

async function makeDefault(db: Db, row: MailingAddressRow): Promise<MailingAddressRow> {
  await db
    .updateTable('mailing_addresses')
    .set({ is_default: false })
    .where('user_id', '=', row.user_id)
    .where('is_default', '=', true)
    .execute()
  await db.updateTable('mailing_addresses').set({ is_default: true }).where('id', '=', row.id).execute()
  return { ...row, is_default: true }
}

function mine(db: Db, userId: string) {
  return db.selectFrom('mailing_addresses').selectAll().where('user_id', '=', userId)
}

function columnsOf({ zipCode, areaCode, isDefault: _isDefault, ...fields }: AddressFields) {
  return { ...fields, zip_code: zipCode, area_code: areaCode }
}
