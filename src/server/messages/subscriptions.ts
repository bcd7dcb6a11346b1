import { sql } from 'kysely'
import type { Output } from '../../contract/call.ts'
import type { pushList } from '../../contract/message.ts'
import type { Db } from '../database/database.ts'
import { newId } from '../id.ts'
import type { PushSubscriptionTable } from './tables.ts'

/** More than anybody uses; whoever turns on yet another loses the first. */
const devicesMax = 10

/** Whose browser it is, and in which session. */
interface Here {
  userId: string
  sessionId: string
}

type Wanted = Pick<PushSubscriptionTable, 'endpoint' | 'p256dh' | 'auth' | 'has_amounts'>

/**
 * Has copies of messages go to the browser of this session from now on. A session has one, and a browser is one customer's:
 * what it showed for somebody else before ends. In a transaction of the caller's.
 */
export async function subscribe(db: Db, { userId, sessionId }: Here, wanted: Wanted): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${wanted.endpoint}, 0))`.execute(db)
  await sql`select from users where id = ${userId} for no key update`.execute(db)
  await sql`
    delete from push_subscriptions
    where (endpoint = ${wanted.endpoint}) <> (session_id = ${sessionId})`.execute(db)
  await db
    .insertInto('push_subscriptions')
    .values({ id: newId(), user_id: userId, session_id: sessionId, ...wanted })
    .onConflict(conflict => conflict.column('endpoint').doUpdateSet(wanted))
    .execute()
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} and session_id <> ${sessionId}
      order by created_at desc offset ${devicesMax - 1}
    )`.execute(db)
}

/** No more copies to the browser of this session. Where none go nothing changes. */
export async function unsubscribe(db: Db, { sessionId }: Pick<Here, 'sessionId'>): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute()
}

/** A push service says that this browser is there no more. One that was subscribed anew meanwhile has another name. */
export async function forgetSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Where copies go, this browser first, then the newest: only where the session lives. */
export async function subscriptionsOf(db: Db, { userId, sessionId }: Here): Promise<Output<typeof pushList>> {
  const { rows } = await sql<{ device: string; has_amounts: boolean; created_at: Date; current: boolean }>`
    select s.device, p.has_amounts, p.created_at, s.id = ${sessionId} as current
    from push_subscriptions p join sessions s on s.id = p.session_id
    where p.user_id = ${userId} and s.ended_at is null and s.expires_at > now()
    order by current desc, p.created_at desc`.execute(db)
  return rows.map(({ device, has_amounts, created_at, current }) => ({
    device,
    hasAmounts: has_amounts,
    createTime: created_at.toISOString(),
    current,
  }))
}
