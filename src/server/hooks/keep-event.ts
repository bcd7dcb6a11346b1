import { sql } from 'kysely'
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
