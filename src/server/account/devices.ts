import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { World } from '../world.ts'

/** Stands for a customer who does not exist: a question about them takes as long as one about somebody who does. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** A customer, and the key that the app keeps on their device, if it told one. */
export interface Device {
  userId: string
  deviceKey?: string | undefined
  /** Of a signed-in customer: the device that their session was opened on, where no key is told. */
  sessionId?: string | undefined
}

/** Differs from customer to customer, so that it does not tell whether two of them share a device. */
export function deviceHashOf({ secrets }: World, { userId, deviceKey }: Device): string | null {
  return deviceKey === undefined ? null : secrets.digest('device', `${userId}:${deviceKey}`)
}

/**
 * The digest of a device this customer has signed in with, or null. Asks the database without a customer or a key, too,
 * so that an unknown device takes as long.
 */
export async function knownDevice(
  world: World,
  db: Db,
  { userId = nobody, deviceKey, sessionId }: Omit<Device, 'userId'> & { userId?: string | undefined },
): Promise<string | null> {
  const hash = deviceHashOf(world, { userId, deviceKey })
  const { rows } = await sql<{ device_hash: string }>`
    select device_hash from known_devices
    where user_id = ${userId} and device_hash = coalesce(${hash}, (
      select s.device_hash from sessions s where s.id = ${sessionId ?? nobody} and s.user_id = ${userId}
    ))`.execute(db)
  return rows[0]?.device_hash ?? null
}

/**
 * Notes the device of a sign-in, before the sign-in is in the log. True when the customer has signed in before, but
 * never with it; a sign-in that tells no key is always one of those.
 */
export async function meetDevice(world: World, db: Db, device: Device): Promise<boolean> {
  const hash = deviceHashOf(world, device)
  const { rows } = await sql<{ has_signed_in: boolean }>`
    select exists (
      select from sign_ins where user_id = ${device.userId} and is_success
    ) as has_signed_in`.execute(db)
  const hasSignedIn = rows[0]?.has_signed_in === true
  if (hash === null) return hasSignedIn
  const met = await sql<{ is_first: boolean }>`
    insert into known_devices (user_id, device_hash, seen_at) values (${device.userId}, ${hash}, now())
    on conflict (user_id, device_hash) do update set seen_at = now()
    returning xmax = 0 as is_first`.execute(db)
  return hasSignedIn && met.rows[0]?.is_first === true
}

/** Forgets the devices of a customer; the one of the session they keep stays known. */
export async function forgetDevices(
  db: Db,
  { userId, exceptSessionId = null }: { userId: string; exceptSessionId?: string | null },
): Promise<void> {
  await sql`
    delete from known_devices
    where user_id = ${userId} and device_hash is distinct from (
      select device_hash from sessions where id = ${exceptSessionId}
    )`.execute(db)
}
