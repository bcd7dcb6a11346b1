import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, prepared, transaction } from '../database/database.ts'
import { gathered } from '../database/gathering.ts'
import { newId } from '../id.ts'
import type { World } from '../world.ts'
import { deviceHashOf, forgetDevices } from './devices.ts'
import type { SignIn } from './sign-ins.ts'

/** Parallel requests may still carry the previous token for this long after the new one is first used. */
const graceSeconds = 10
/** A session nobody uses for so long is over. */
export const idleDays = 30

/** Who is behind a token. */
export interface LiveSession {
  userId: string
  sessionId: string
}

/**
 * The session of a token, or null. Using it keeps the session alive for another 30 days. A token from before the
 * last renewal ends its session: two people hold copies of it, and we cannot tell which one is the customer.
 */
export async function liveSession(world: World, token: string): Promise<LiveSession | null> {
  if (!/^[0-9a-f]{64}$/.test(token)) return null
  const hash = tokenHash(token)
  const found = await foundBy(world.db, hash)
  if (!found) return await endCopied(world, hash)
  if (found.is_expired) return null
  if (!found.is_current && !found.is_previous_good) {
    world.log.warn({ sessionId: found.id }, 'a replaced token was used: the session ends')
    await endSession(world.db, found.id)
    return null
  }
  if (found.is_current && found.is_stale) await markUsed(world.db, hash)
  return { userId: found.user_id, sessionId: found.id }
}

interface Found {
  id: string
  user_id: string
  is_current: boolean
  is_expired: boolean
  is_previous_good: boolean
  is_stale: boolean
}

const foundBy = gathered(sessionsOf)

async function sessionsOf(db: Db, hashes: readonly string[]): Promise<(Found | undefined)[]> {
  const { rows } = await sql<
    Omit<Found, 'is_current'> & { token_hash: string; previous_token_hash: string | null }
  >`${prepared}
    select id, user_id, token_hash, previous_token_hash, expires_at <= now() as is_expired,
      token_used_at is null or token_used_at > now() - ${graceSeconds} * interval '1 second' as is_previous_good,
      token_used_at is null or expires_at < now() + ${idleDays} * interval '1 day' - interval '1 hour' as is_stale
    from sessions
    where (token_hash = any (${hashes}::text[]) or previous_token_hash = any (${hashes}::text[]))
      and ended_at is null`.execute(db)
  return hashes.map(hash => {
    const found = rows.find(row => row.token_hash === hash || row.previous_token_hash === hash)
    return found && { ...found, is_current: found.token_hash === hash }
  })
}

async function markUsed(db: Db, hash: string): Promise<void> {
  await sql`
    update sessions
    set token_used_at = coalesce(token_used_at, now()), expires_at = now() + ${idleDays} * interval '1 day'
    where token_hash = ${hash}`.execute(db)
}

async function endCopied(world: World, hash: string): Promise<null> {
  const { rows } = await sql<{ id: string }>`
    update sessions s set ended_at = now() from spent_tokens t
    where t.token_hash = ${hash} and s.id = t.session_id and s.ended_at is null
    returning s.id`.execute(world.db)
  if (rows[0]) world.log.warn({ sessionId: rows[0].id }, 'an old token was used: the session ends')
  return null
}

/** Opens a session and gives its token: 256 bits that are kept nowhere. */
export async function openSession(
  world: World,
  db: Db,
  { userId, method = 'password', device, ip, deviceKey }: NewSession,
): Promise<{ token: string; sessionId: string }> {
  const sessionId = newId()
  const { token, nonce } = newToken(world.secrets)
  const deviceHash = deviceHashOf(world, { userId, deviceKey })
  await sql`
    insert into sessions (id, user_id, token_nonce, token_hash, rotated_at, method, device, device_hash, ip, created_at,
      expires_at)
    values (${sessionId}, ${userId}, ${nonce}, ${tokenHash(token)}, now(), ${method}, ${device}, ${deviceHash}, ${ip},
      now(), now() + ${idleDays} * interval '1 day')`.execute(db)
  return { token, sessionId }
}

interface NewSession {
  userId: string
  method?: SignIn['method']
  device: string
  ip: string
  deviceKey?: string | undefined
}

/**
 * Replaces the token of a session. The old one stays good until the new one is first used, so a lost answer locks
 * nobody out; asked again before that, or by several at once, it gives the same new token. Null: the session ended.
 */
export async function renewSession(world: World, sessionId: string): Promise<string | null> {
  return await transaction(world.db, async db => {
    const { rows } = await sql<{ token_nonce: string; is_renewed: boolean }>`
      select token_nonce, previous_token_hash is not null
        and (token_used_at is null or rotated_at > now() - ${graceSeconds} * interval '1 second') as is_renewed
      from sessions where id = ${sessionId} and ended_at is null for update`.execute(db)
    const session = rows[0]
    if (!session) return null
    if (session.is_renewed) return world.secrets.digest('session', session.token_nonce)
    const { token, nonce } = newToken(world.secrets)
    await sql`
      insert into spent_tokens (token_hash, session_id)
      select previous_token_hash, id from sessions where id = ${sessionId} and previous_token_hash is not null`.execute(
      db,
    )
    await sql`
      update sessions
      set previous_token_hash = token_hash, token_hash = ${tokenHash(token)}, token_nonce = ${nonce},
        rotated_at = now(), token_used_at = null
      where id = ${sessionId}`.execute(db)
    return token
  })
}

/** Ends a session; its tokens are worthless from the next request on. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await sql`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`.execute(db)
}

/** Ends every session of a customer, or every one but the one they are using, and forgets the devices of what has ended. */
export async function endSessions(
  db: Db,
  { userId, exceptId = null }: { userId: string; exceptId?: string | null },
): Promise<void> {
  await sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${exceptId}`.execute(db)
  await forgetDevices(db, { userId, exceptSessionId: exceptId })
}

function newToken({ digest }: World['secrets']) {
  const nonce = randomBytes(32).toString('base64url')
  return { nonce, token: digest('session', nonce) }
}

/** The hash under which a token is kept. Tokens are random, so one round without salt is enough. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex')
}
