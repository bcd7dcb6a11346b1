import { sql } from 'kysely'
import type { DelayHours } from '../../contract/delay.ts'
import { type Db, prepared } from '../database/database.ts'
import { gathered } from '../database/gathering.ts'
import { Refused, SignedOut } from '../http/refused.ts'
import type { World } from '../world.ts'
import { forgetTries, windowEndsAt } from './attempts.ts'
import { hashSecret, isSecret } from './hashing.ts'
import { pinMemory } from './pin-memory.ts'
import { forgetBegun } from './second-factor/factor.ts'
import { keepDelay } from './withdrawal-delay.ts'
import { pauseHours } from './withdrawal-pause.ts'

export const triesPerLock = 5

/** A PIN, and in which session it is given; null where the server itself asks. */
export interface GivenPin {
  userId: string
  sessionId: string | null
  pin: string
}

/**
 * Compares the fund PIN. One counter for all places, taken from before comparing: after five wrong ones in a row
 * nothing is compared for an hour, after each further five for 24 hours. A PIN that was right a moment ago is known
 * without hashing while no try is counted. Refuses with `pin_unset`, `pin_locked` (`until`) or `pin_incorrect`
 * (`triesLeft`, and `until` when none is left). A session that ends while it waits is answered as none (`SignedOut`).
 */
export async function comparePin(world: World, { userId, sessionId, pin }: GivenPin): Promise<void> {
  const recalled = recallPin({ userId, pin })
  if (recalled !== null && (await stillStands(world.db, { userId, pinHash: recalled }))) return
  await inLine(userId, async () => {
    const pinHash = await pinHashFor(world.db, { userId, sessionId })
    if (pinHash === null) throw new Refused('pin_unset')
    const { triesLeft, until } = await takePinTry(world.db, userId)
    const fits = await isSecret(pepper(world, { userId, pin }), pinHash, 'customers')
    // Comparing takes its time: a PIN that was changed meanwhile opens nothing any more.
    if (!fits || (await pinHashFor(world.db, { userId, sessionId })) !== pinHash) {
      throw new Refused('pin_incorrect', { triesLeft, ...(triesLeft === 0 && { until }) })
    }
    await forgetTries(world.db, subjectOf(userId))
    memory.remember({ userId, pin, pinHash })
  })
}

/**
 * Refuses as `comparePin` does where nothing would be compared: without a PIN (`pin_unset`), while it is locked
 * (`pin_locked`), in a session that is over. Gives the hash of the PIN.
 */
export async function usablePin(db: Db, owned: Omit<GivenPin, 'pin'>): Promise<string> {
  const pinHash = await pinHashFor(db, owned)
  if (pinHash === null) throw new Refused('pin_unset')
  const { rows } = await sql<{ until: Date }>`
    select window_ends_at as until from attempts
    where subject = ${subjectOf(owned.userId)} and count > 0 and count % ${triesPerLock} = 0 and window_ends_at > now()`.execute(
    db,
  )
  if (rows[0]) throw new Refused('pin_locked', { until: rows[0].until.toISOString() })
  return pinHash
}

const memory = pinMemory()

/** The hash that this PIN fitted a moment ago, null when nobody remembers. It counts only while it `stillStands`. */
export function recallPin(owned: { userId: string; pin: string }): string | null {
  return memory.recall(owned)
}

/** Whose PIN was found to fit which hash. */
export interface RecalledPin {
  userId: string
  pinHash: string
}

/**
 * True of each whose PIN still has that hash, while no try is counted and the account neither waits for its deletion nor
 * is frozen. False only means that the PIN must be compared.
 */
export async function pinsStillStand(db: Db, recalled: readonly RecalledPin[]): Promise<boolean[]> {
  if (recalled.length === 0) return []
  const userIds = recalled.map(({ userId }) => userId)
  const { rows } = await sql<{ stands: boolean }>`${prepared}
    select u.pin_hash is not distinct from asked.pin_hash
      and not exists (select from attempts a where a.subject = asked.subject)
      and not exists (select from deletions d where d.user_id = u.id and d.state = 'waiting')
      and not exists (select from freezes f where f.user_id = u.id and f.lifted_at is null) as stands
    from unnest(${userIds}::uuid[], ${userIds.map(subjectOf)}::text[], ${recalled.map(({ pinHash }) => pinHash)}::text[])
      with ordinality as asked (id, subject, pin_hash, number)
      join users u using (id)
    order by asked.number`.execute(db)
  if (rows.length !== recalled.length) throw new Error('a session of nobody')
  return rows.map(({ stands }) => stands)
}

/** As `pinsStillStand`, of one. */
export const stillStands = gathered(pinsStillStand)

/** What their PIN is now. */
async function pinHashFor(db: Db, { userId, sessionId }: Omit<GivenPin, 'pin'>): Promise<string | null> {
  const { rows } = await sql<{ pin_hash: string | null; is_over: boolean }>`
    select pin_hash, exists (
      select from sessions s where s.id = ${sessionId}::uuid and s.ended_at is not null
    ) as is_over
    from users where id = ${userId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a session of nobody')
  if (row.is_over) throw new SignedOut()
  return row.pin_hash
}

const lines = new Map<string, Promise<void>>()

/**
 * One comparison after another for each customer on this node: right PINs that arrive together would take each other's
 * tries. The counter in the database stays the limit, on any number of nodes.
 */
async function inLine(userId: string, compare: () => Promise<void>): Promise<void> {
  const before = lines.get(userId) ?? Promise.resolve()
  const turn = before.catch(() => {}).then(compare)
  lines.set(userId, turn)
  try {
    await turn
  } finally {
    if (lines.get(userId) === turn) lines.delete(userId)
  }
}

/**
 * Sets the fund PIN, lifts its lock and forgets an authenticator that the one before has begun. Replacing one pauses
 * withdrawals; gives what `pauseWithdrawals` does.
 */
export async function setPin(
  db: Db,
  { userId, pinHash }: { userId: string; pinHash: string },
): Promise<DelayHours | null> {
  await sql`
    update users
    set pin_hash = ${pinHash},
      hold_until = case when pin_hash is null then hold_until
        else greatest(hold_until, now() + ${pauseHours} * interval '1 hour') end
    where id = ${userId}`.execute(db)
  await forgetTries(db, subjectOf(userId))
  await forgetBegun(db, userId)
  return await keepDelay(db, userId)
}

/** What is stored of a PIN: argon2id over a digest whose key is not in the database. */
export async function hashPin(world: World, owned: { userId: string; pin: string }): Promise<string> {
  return await hashSecret(pepper(world, owned), 'customers')
}

async function takePinTry(db: Db, userId: string): Promise<{ triesLeft: number; until: string }> {
  const subject = subjectOf(userId)
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    insert into attempts as a (subject, count, window_ends_at) values (${subject}, 1, now())
    on conflict (subject) do update
    set count = a.count + 1,
      window_ends_at = case
        when a.count + 1 = ${triesPerLock} then now() + interval '1 hour'
        when (a.count + 1) % ${triesPerLock} = 0 then now() + interval '24 hours'
        else a.window_ends_at
      end
    where a.count % ${triesPerLock} <> 0 or a.window_ends_at <= now()
    returning count, window_ends_at`.execute(db)
  const taken = rows[0]
  if (!taken) {
    const until = (await windowEndsAt(db, subject)) ?? new Date()
    throw new Refused('pin_locked', { until: until.toISOString() })
  }
  const used = taken.count % triesPerLock
  return { triesLeft: used === 0 ? 0 : triesPerLock - used, until: taken.window_ends_at.toISOString() }
}

function pepper({ secrets }: World, { userId, pin }: { userId: string; pin: string }): string {
  return secrets.digest('pin', `${userId}:${pin}`)
}

function subjectOf(userId: string): string {
  return `pin:${userId}`
}
