import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import type { World } from '../world.ts'
import { sourceOf, takeTry, windowEndsAt } from './attempts.ts'
import { deviceHashOf, knownDevice, nobody } from './devices.ts'

/** Who asks for a code, or brings one back, without being signed in. */
export interface Asker {
  ip: string
  deviceKey?: string | undefined
  /** Of the customer whose address it is, if it is somebody's. */
  userId?: string | undefined
}

/** Codes a day for a device of the customer, or a network they signed in from: nobody else uses these up. */
export const codesADay = 10
/** And for all of them together: a log-in by Telegram makes any number of devices known, and each code can be guessed at. */
const codesFromOwn = 100
/** Codes a day for an address from a network that its customer never signed in from, and from all of those together. */
export const codesFromSource = 5
const codesFromStrangers = 20
const dayMs = 24 * 60 * 60_000

/**
 * The names under which this asker's codes are kept, the best first: their device if they tell its key, then their
 * network, since the key may have been missing when the code was asked for.
 */
export function askersOf(
  world: World,
  { email, ip, deviceKey, userId = email }: Asker & { email: string },
): [string, ...string[]] {
  const device = deviceHashOf(world, { userId, deviceKey })
  return device === null ? [sourceOf(ip)] : [device, sourceOf(ip)]
}

/**
 * Takes one of the codes of a day. Strangers have few from one network and not many in all; what is left for the
 * customer's devices and networks is no matter of theirs. Refuses (`code_wait`) with the time of the next one.
 */
export async function takeCode(
  world: World,
  db: Db,
  { email, ip, deviceKey, userId }: Asker & { email: string },
): Promise<void> {
  const device = await knownDevice(world, db, { userId, deviceKey })
  const isOwn = (await isKnownSource(db, { userId, ip })) || device !== null
  const subject = `codes:${email}:${device ?? sourceOf(ip)}`
  const shares = isOwn
    ? [
        { subject, limit: codesADay },
        { subject: `codes:${email}:own`, limit: codesFromOwn },
      ]
    : [
        { subject, limit: codesFromSource },
        { subject: `codes:${email}`, limit: codesFromStrangers },
      ]
  for (const share of shares) {
    if ((await takeTry(db, { ...share, windowMs: dayMs })) !== null) continue
    throw new Refused('code_wait', { resendAt: (await windowEndsAt(db, share.subject))?.toISOString() })
  }
}

/** Whether the customer has signed in from this network within 90 days. Without a customer it takes as long. */
async function isKnownSource(
  db: Db,
  { userId = nobody, ip }: Pick<Asker, 'userId' | 'ip'>,
): Promise<boolean> {
  const { rows } = await sql<{ ip: string }>`
    select distinct ip from sign_ins
    where user_id = ${userId} and is_success and created_at > now() - interval '90 days'
    limit 1000`.execute(db)
  return rows.some(known => sourceOf(known.ip) === sourceOf(ip))
}
