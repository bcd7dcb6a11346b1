import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Passkey } from '../../../contract/passkey.ts'
import { type Db, isUniqueViolation } from '../../database/database.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import type { PasskeyRow, UserRow } from '../tables.ts'
import { dropPasses } from './passes.ts'
import type { KeyUse, NewKey } from './verify.ts'

/** Of one customer at most. */
export const passkeysMax = 10

/** A customer to an authenticator: their id, which says nothing of them. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The passkeys of a customer, oldest first. */
export async function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** True of a customer whom a passkey signs in. */
export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from passkeys where user_id = ${userId} and kind = 'passkey' limit 1`.execute(db)
  return rows.length > 0
}

/** The passkey that an authenticator knows by this name, whoever's it is. */
export async function passkeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('kind', '=', 'passkey')
    .executeTakeFirst()
}

/** What a passkey notes of the fund PIN that it stands for: with another one it stands for none. */
export function paysUnder(pinHash: string | null): string | null {
  return pinHash === null ? null : hash('sha256', pinHash, 'hex')
}

/** A passkey as its customer sees it. */
export function shownPasskey(
  { id, kind, name, device, is_synced, pays_under, created_at, used_at }: PasskeyRow,
  { pin_hash }: Pick<UserRow, 'pin_hash'>,
): Passkey {
  return {
    id,
    kind,
    name,
    device,
    createTime: created_at.toISOString(),
    lastTime: used_at?.toISOString() ?? null,
    synced: is_synced,
    pays: pays_under !== null && pays_under === paysUnder(pin_hash),
  }
}

/** Refuses (`limit_exceeded`) where there is room for no more. */
export function refuseFull({ length }: readonly PasskeyRow[]): void {
  if (length >= passkeysMax) throw new Refused('limit_exceeded', { limit: passkeysMax })
}

/** Keeps a new passkey. Refuses (`passkey_refused`) one that is somebody's already. The caller has locked the customer. */
export async function keepPasskey(
  db: Db,
  { userId, key, device }: { userId: string; key: NewKey; device: string },
): Promise<PasskeyRow> {
  try {
    return await db
      .insertInto('passkeys')
      .values({
        id: newId(),
        user_id: userId,
        ...key,
        device,
        kind: 'passkey',
        device_hash: null,
        name: null,
        pays_under: null,
        created_at: new Date(),
        used_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refused('passkey_refused')
    throw error
  }
}

/**
 * Notes that a passkey was used, in the caller's transaction; it stays there until that ends. False when it is gone, or has
 * counted as far by another use meanwhile, or no longer stands for this PIN, where one is named. Many count nothing: they say
 * 0 for ever.
 */
export async function noteUse(
  db: Db,
  { id, counter, is_synced, under = null }: Pick<PasskeyRow, 'id'> & KeyUse & { under?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, is_synced = ${is_synced}, used_at = now()
    where id = ${id} and (counter < ${counter} or ${counter} = 0 and counter = 0)
      and (${under}::text is null or pays_under = ${under})
    returning id`.execute(db)
  return rows.length > 0
}

/** Gives a passkey another name, or another PIN to stand for. Denies what is not the customer's. */
export async function changePasskey(
  db: Db,
  {
    userId,
    id,
    change,
  }: { userId: string; id: string; change: Partial<Pick<PasskeyRow, 'name' | 'pays_under'>> },
): Promise<PasskeyRow> {
  const row = await db
    .updateTable('passkeys')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Denied()
  return row
}

/**
 * Removes a passkey, and ends the sessions that passkeys have opened, but the one that asks; what Telegram keeps has opened
 * none. Gives what it was; denies what is not the customer's.
 */
export async function removePasskey(
  db: Db,
  { userId, id, sessionId }: { userId: string; id: string; sessionId: string },
): Promise<PasskeyRow> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Denied()
  await dropPasses(db, userId)
  if (row.kind === 'telegram') return row
  await sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and method = 'passkey' and ended_at is null and id <> ${sessionId}`.execute(db)
  return row
}

/**
 * Removes every passkey of a customer, and what Telegram keeps on their phones: whoever added one may be why. Gives how many
 * passkeys there were.
 */
export async function dropPasskeys(db: Db, userId: string): Promise<number> {
  const rows = await db.deleteFrom('passkeys').where('user_id', '=', userId).returning('kind').execute()
  await dropPasses(db, userId)
  return rows.filter(({ kind }) => kind === 'passkey').length
}
