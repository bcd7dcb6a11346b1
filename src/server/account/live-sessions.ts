import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Denied } from '../http/refused.ts'
import { idleDays, type LiveSession } from './session.ts'

const shownMax = 100

/** The live sessions of a customer: the one that asks first, then the one used last. When it was used is known to the hour. */
export async function liveSessionsOf(db: Db, { userId, sessionId }: LiveSession) {
  const { rows } = await sql<LiveRow>`
    select id, device, ip, method, created_at, expires_at - ${idleDays} * interval '1 day' as used_at,
      id = ${sessionId} as is_current
    from sessions
    where user_id = ${userId} and ended_at is null and expires_at > now()
    order by is_current desc, used_at desc
    limit ${shownMax}`.execute(db)
  return rows.map(({ id, device, ip, method, created_at, used_at, is_current }) => ({
    id,
    device,
    ip,
    method,
    createTime: created_at.toISOString(),
    lastTime: used_at.toISOString(),
    current: is_current,
  }))
}

interface LiveRow {
  id: string
  device: string
  ip: string
  method: string
  created_at: Date
  used_at: Date
  is_current: boolean
}

/**
 * Ends the session of a customer with this id, or all `others` than the one that asks; gives how many that were. Their
 * devices are unknown again, but for the one that the asking session lives on. A session that is over already counts as
 * none; denies what is not the customer's.
 */
export async function revokeSessions(
  db: Db,
  { userId, sessionId }: LiveSession,
  which: string,
): Promise<number> {
  const wanted = which === 'others' ? sql`id <> ${sessionId}` : sql`id = ${which}`
  if (which !== 'others') await ownSession(db, { userId, sessionId: which })
  const { rows } = await sql`
    with ended as (
      update sessions set ended_at = now()
      where user_id = ${userId} and ended_at is null and expires_at > now() and ${wanted}
      returning id, device_hash
    ), forgotten as (
      delete from known_devices
      where user_id = ${userId} and device_hash in (select device_hash from ended)
        and device_hash is distinct from (
          select device_hash from sessions where id = ${sessionId} and id not in (select ended.id from ended)
        )
    )
    select from ended`.execute(db)
  return rows.length
}

async function ownSession(db: Db, { userId, sessionId }: LiveSession): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Denied()
}
