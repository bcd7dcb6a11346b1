import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { World } from '../../world.ts'
import { newFactorSecret } from './authenticator.ts'
import { recoveryLeft } from './recovery.ts'
import { waitingRemoval } from './removal.ts'

/** How long a secret that was shown waits for its first code. */
const confirmMinutes = 60
/** A device on which a code was given is asked for none at sign-in for so long. */
const trustDays = 30

/** A second factor as it is compared, by the database's clock. */
export interface Factor {
  userId: string
  secret: Buffer
  lastStep: bigint | null
  now: Date
}

/** The second factor of a customer; null unless a code has confirmed it. */
export async function factorOf(world: World, userId: string): Promise<Factor | null> {
  return await found(world, userId, sql`confirmed_at is not null`)
}

/** What a customer has begun within the hour and not confirmed yet. */
export async function begunFactor(world: World, userId: string): Promise<Factor | null> {
  const isYoung = sql`confirmed_at is null and started_at > now() - ${confirmMinutes} * interval '1 minute'`
  return await found(world, userId, isYoung)
}

async function found({ db, secrets }: World, userId: string, which: ReturnType<typeof sql>) {
  const { rows } = await sql<{ secret: Buffer; last_step: bigint | null; now: Date }>`
    select secret, last_step, now() as now from second_factors where user_id = ${userId} and ${which}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return null
  return { userId, secret: secrets.open(purpose, row.secret, userId), lastStep: row.last_step, now: row.now }
}

const purpose = 'second-factor'

/** Begins one with a new secret, in place of what was begun before. Null when the customer has one already. */
export async function beginFactor({ secrets }: World, db: Db, userId: string): Promise<Buffer | null> {
  const secret = newFactorSecret()
  const { rows } = await sql`
    insert into second_factors as f (user_id, secret) values (${userId}, ${secrets.seal(purpose, secret, userId)})
    on conflict (user_id) do update set secret = excluded.secret, started_at = now()
    where f.confirmed_at is null
    returning user_id`.execute(db)
  return rows.length > 0 ? secret : null
}

/**
 * Has what was begun count from now on, by the step of its first code. The device of the session is one where a code was
 * given, and no other is. False when it was begun anew or confirmed meanwhile.
 */
export async function confirmFactor(
  { secrets }: World,
  db: Db,
  { factor, step, sessionId }: { factor: Factor; step: bigint; sessionId: string },
): Promise<boolean> {
  const { userId, secret } = factor
  const row = await db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.confirmed_at !== null || !secrets.open(purpose, row.secret, userId).equals(secret))
    return false
  await sql`update second_factors set confirmed_at = now(), last_step = ${step} where user_id = ${userId}`.execute(
    db,
  )
  await sql`
    update known_devices set proved_at = case when device_hash = (
      select device_hash from sessions where id = ${sessionId}
    ) then now() end where user_id = ${userId}`.execute(db)
  return true
}

/** Forgets what was begun and is not confirmed: the PIN that began it is no more. */
export async function forgetBegun(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Takes a second factor away with its recovery codes. */
export async function dropFactor(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await sql`update known_devices set proved_at = null where user_id = ${userId}`.execute(db)
}

/** Notes that a code was given on a device that is known by now. */
export async function trustDevice(
  db: Db,
  device: { userId: string; deviceHash: string | null },
): Promise<void> {
  await sql`
    update known_devices set proved_at = now()
    where user_id = ${device.userId} and device_hash = ${device.deviceHash}`.execute(db)
}

/** True of a device on which a code was given within 30 days. */
export async function isTrusted(
  db: Db,
  { userId, deviceHash }: { userId: string; deviceHash: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from known_devices
    where user_id = ${userId} and device_hash = ${deviceHash}
      and proved_at > now() - ${trustDays} * interval '1 day'`.execute(db)
  return rows.length > 0
}

/** True of a device on which a code was given since the second factor is on, however long ago. */
export async function hasProved(
  db: Db,
  { userId, deviceHash }: { userId: string; deviceHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from known_devices
    where user_id = ${userId} and device_hash = ${deviceHash} and proved_at is not null`.execute(db)
  return rows.length > 0
}

/** What a customer sees of their second factor: since when, how many recovery codes are left, and when it is to go. */
export async function factorShown(db: Db, userId: string) {
  const row = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row?.confirmed_at) return null
  const removal = await waitingRemoval(db, userId)
  return {
    since: row.confirmed_at.toISOString(),
    recoveryLeft: await recoveryLeft(db, userId),
    ...(removal && { removeAt: removal.due_at.toISOString() }),
  }
}
