import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../../database/database.ts'
import { newId } from '../../id.ts'
import type { World } from '../../world.ts'
import { type Device, deviceHashOf } from '../devices.ts'
import type { PasskeyRow } from '../tables.ts'
import { dropPasses } from './passes.ts'
import { passkeysOf, refuseFull } from './passkeys.ts'

/** A customer and the key of the phone they hold. */
type Phone = Required<Pick<Device, 'userId' | 'deviceKey'>>

/**
 * Makes a token for Telegram's biometric storage on a phone, in place of one that was made there before: 256 random bits, of
 * which only a hash is kept. Refuses (`limit_exceeded`) where there is room for no more beside it. The caller has locked the
 * customer.
 */
export async function newBiometrics(
  world: World,
  db: Db,
  { userId, deviceKey, device, paysUnder }: Phone & { device: string; paysUnder: string },
): Promise<{ row: PasskeyRow; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const deviceHash = deviceHashOf(world, { userId, deviceKey })
  await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .execute()
  refuseFull(await passkeysOf(db, userId))
  const row = await db
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: userId,
      kind: 'telegram',
      credential_id: hash('sha256', token, 'hex'),
      public_key: null,
      counter: 0n,
      transports: [],
      is_synced: false,
      name: null,
      device,
      device_hash: deviceHash,
      pays_under: paysUnder,
      created_at: new Date(),
      used_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, token }
}

/** Notes that a token was used on its phone under this PIN; false when there is no such token, there and under it. */
export async function useBiometrics(
  world: World,
  db: Db,
  { userId, deviceKey, token, paysUnder }: Phone & { token: string; paysUnder: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ used_at: new Date() })
    .where('kind', '=', 'telegram')
    .where('user_id', '=', userId)
    .where('credential_id', '=', hash('sha256', token, 'hex'))
    .where('device_hash', '=', deviceHashOf(world, { userId, deviceKey }))
    .where('pays_under', '=', paysUnder)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Removes what Telegram keeps of a customer on any phone: whoever has their Telegram may be why. */
export async function dropBiometrics(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).where('kind', '=', 'telegram').execute()
  await dropPasses(db, userId)
}
