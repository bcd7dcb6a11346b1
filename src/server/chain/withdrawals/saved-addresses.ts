import { type Selectable, sql } from 'kysely'
import type { AddressProblem, SavedAddress } from '../../../contract/address-book.ts'
import { isLookAlike } from '../../../contract/look-alike.ts'
import type { Db } from '../../database/database.ts'
import { leftSeconds } from '../../http/left-seconds.ts'
import { newId } from '../../id.ts'
import type { Treasury } from '../treasury.ts'
import type { SavedAddressTable, WithdrawalRow } from './withdrawal-tables.ts'

/** How many addresses a customer may have saved at a time. */
export const savedMax = 50

/** A saved address, and by the database's clock whether it may be used. */
export type SavedRow = Selectable<SavedAddressTable> & { is_usable: boolean }

/** An address as its network writes it, and what is wrong with it. */
export interface CheckedAddress {
  address: string
  problem: Exclude<AddressProblem, 'look_alike' | 'unsaved'> | null
  /** The network whose address it seems to be, with `other_network`. */
  looksLike: string | null
}

/** What an address is that somebody typed: readable, of this network, of somebody, and not one of ours. */
export async function checkAddress(
  db: Db,
  { treasury, typed }: { treasury: Treasury; typed: string },
): Promise<CheckedAddress> {
  const read = treasury.read(typed)
  if (read.problem !== null) return read
  const { address } = read
  const isOurs = address === treasury.address || (await isDepositAddress(db, address))
  return { address, problem: isOurs ? 'ours' : null, looksLike: null }
}

/** The customer's saved address, if it is saved. */
export async function savedAddress(
  db: Db,
  { userId, network, address }: { userId: string; network: string; address: string },
): Promise<SavedRow | undefined> {
  return await live(db, userId)
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst()
}

/** The customer's saved addresses, those used last first. */
export async function savedAddresses(
  db: Db,
  { userId, network }: { userId: string; network?: string | undefined },
): Promise<SavedRow[]> {
  const rows = live(db, userId).orderBy(sql`last_used_at desc nulls last`).orderBy('id', 'desc')
  return await (network === undefined ? rows : rows.where('network', '=', network)).execute()
}

/** An address that the customer has or had saved, and that this one could be taken for. */
export async function resembled(
  db: Db,
  { userId, address }: { userId: string; address: string },
): Promise<{ address: string; label: string } | undefined> {
  const known = await db
    .selectFrom('saved_addresses')
    .select(['address', 'label'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return known.find(other => isLookAlike(other.address, address))
}

/**
 * Saves an address, to be used when `waitSeconds` have passed. One that is saved already gets the new label and waits no
 * longer for it. Gives undefined when the customer has too many. The caller has locked the customer.
 */
export async function saveToAddressBook(
  db: Db,
  {
    waitSeconds,
    label,
    ...place
  }: { userId: string; network: string; address: string; label: string; waitSeconds: number },
): Promise<SavedRow | undefined> {
  const { userId, network, address } = place
  const saved = await savedAddress(db, place)
  if (saved) {
    await db.updateTable('saved_addresses').set({ label }).where('id', '=', saved.id).execute()
    return { ...saved, label }
  }
  if ((await savedAddresses(db, { userId })).length >= savedMax) return undefined
  await db
    .insertInto('saved_addresses')
    .values({
      id: newId(),
      user_id: userId,
      network,
      address,
      label,
      usable_at: sql<Date>`now() + ${waitSeconds} * interval '1 second'`,
    })
    .execute()
  return await savedAddress(db, place)
}

/** Gives a saved address another name; undefined when it is not there or not this customer's. */
export async function renameInAddressBook(
  db: Db,
  { userId, id, label }: { userId: string; id: string; label: string },
): Promise<SavedRow | undefined> {
  const renamed = await db
    .updateTable('saved_addresses')
    .set({ label })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return renamed && (await live(db, userId).where('id', '=', id).executeTakeFirst())
}

/** Takes an address out of the book; false when it is not there or not this customer's. */
export async function removeFromAddressBook(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_addresses')
    .set({ removed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Remembers that money went there. */
export async function touchAddress(db: Db, id: string): Promise<void> {
  await db
    .updateTable('saved_addresses')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Remembers that nothing went there after all with this withdrawal: its last use is that of the newest other one that has
 * not failed or been taken back, if there is one.
 */
export async function forgetUse(
  db: Db,
  { id, user_id, network, address }: Pick<WithdrawalRow, 'id' | 'user_id' | 'network' | 'address'>,
): Promise<void> {
  const last = db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('user_id', '=', user_id)
    .where('network', '=', network)
    .where('address', '=', address)
    .where('status', 'not in', ['failed', 'cancelled'])
    .where('id', '!=', id)
  await db
    .updateTable('saved_addresses')
    .set({ last_used_at: last })
    .where('user_id', '=', user_id)
    .where('network', '=', network)
    .where('address', '=', address)
    .execute()
}

/** As it travels. */
export function savedAddressOf(row: SavedRow): SavedAddress {
  return {
    id: row.id,
    chain: row.network,
    address: row.address,
    label: row.label,
    usableTime: row.usable_at.toISOString(),
    leftSeconds: row.is_usable ? 0 : leftSeconds(row.usable_at),
    isUsable: row.is_usable,
    lastUseTime: row.last_used_at?.toISOString() ?? null,
    createTime: row.created_at.toISOString(),
  }
}

function live(db: Db, userId: string) {
  return db
    .selectFrom('saved_addresses')
    .selectAll()
    .select(sql<boolean>`usable_at <= now()`.as('is_usable'))
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
}

async function isDepositAddress(db: Db, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_addresses')
    .select('address')
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}
