import { type RawBuilder, sql } from 'kysely'
import { raiseAlarm } from '../alarms.ts'
import { type Db, transaction } from '../database/database.ts'
import { enqueue } from '../jobs/queue/outbox.ts'

/**
 * Keeps an event of the issuer, once, whichever way it came. The event and the job that handles it are one commit: what
 * was taken is never lost. False when we had it.
 */
export async function keepEvent(
  db: Db,
  { id, type, payload }: { id: string; type: string; payload: object },
): Promise<boolean> {
  return await transaction(db, async db => {
    const stored = await db
      .insertInto('issuer_events')
      .values({ id, type, payload: JSON.stringify(payload), received_at: sql`now()` })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored) await enqueue(db, 'issuer-event', { eventId: id }, { key: id })
    return stored !== undefined
  })
}

/**
 * Calls a person when an event that we had is told with other words: the first ones stand. What is not kept of an event for
 * ever does not count, nor when it happened.
 */
export async function raiseIfOther(
  db: Db,
  { id, type, payload }: { id: string; type: string; payload: object },
): Promise<void> {
  const { rows } = await sql<{ kept: string }>`
    select type as kept from issuer_events
    where id = ${id} and (type <> ${type} or ${lasting(sql`payload`)}
      is distinct from ${lasting(sql`${JSON.stringify(payload)}::jsonb`)})`.execute(db)
  const [first] = rows
  if (first)
    await raiseAlarm(db, { kind: 'issuer_contradicts', subject: id, detail: { type, first: first.kept } })
}

function lasting(payload: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${payload} -> 'data') #- '{reason}' #- '{note}' #- '{tracking}')`
}
