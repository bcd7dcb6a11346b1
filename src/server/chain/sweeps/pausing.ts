import type { Db } from '../../database/database.ts'
import { PlainError } from '../../plain-error.ts'
import { markAll } from './known.ts'

/** Who has sweeping wait on a network; null when it goes on. */
export async function pausedBy(db: Db, network: string): Promise<string | null> {
  const row = await db
    .selectFrom('sweep_pauses')
    .select('paused_by')
    .where('network', '=', network)
    .executeTakeFirst()
  return row?.paused_by ?? null
}

/** Has sweeping wait: nothing new is signed, what was signed goes its way. Throws when it waits already. */
export async function pause(
  db: Db,
  { network, operator }: { network: string; operator: string },
): Promise<void> {
  const row = await db
    .insertInto('sweep_pauses')
    .values({ network, paused_by: operator })
    .onConflict(conflict => conflict.doNothing())
    .returning('network')
    .executeTakeFirst()
  if (!row) throw new PlainError('Sweeping is paused there already.')
}

/** Lets sweeping go on, with a look at every address: thresholds may be others. Throws when nobody has paused it. */
export async function resume(db: Db, network: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sweep_pauses')
    .where('network', '=', network)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new PlainError('Nobody has paused sweeping there.')
  await markAll(db, network)
}
