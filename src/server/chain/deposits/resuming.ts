import { closeAlarm } from '../../alarms.ts'
import type { Db } from '../../database/database.ts'
import { PlainError } from '../../plain-error.ts'
import { beginAt, forgetChain } from '../cursor.ts'
import type { DepositBooks } from './deposit.ts'
import { markLost } from './losses.ts'

/**
 * Lets a stopped reader look again from where it stopped: right when the node was wrong and is right again; if not, it
 * stops again. One that stopped because it had lost what was credited reads on from the last block that is still there.
 * Throws when the reader has not stopped.
 */
export async function goOn(db: Db, network: string): Promise<void> {
  const resumed = await db
    .updateTable('chain_cursors')
    .set({ stopped: null })
    .where('network', '=', network)
    .where('stopped', 'is not', null)
    .returning('network')
    .executeTakeFirst()
  if (!resumed) throw new PlainError('The reader of this network has not stopped.')
  await closeAlarm(db, { kind: 'chain_stopped', subject: network })
}

/**
 * Has a stopped reader begin anew after this block, as the chain is now: what we read above it counts as lost until it
 * is found again, each deposit is known again by its transaction, and nothing is credited twice. Throws when the reader
 * has not stopped, or has never come that far.
 */
export async function resumeFrom(
  db: Db,
  { network, height, hash, books }: { network: string; height: bigint; hash: string; books: DepositBooks },
): Promise<void> {
  const cursor = await db
    .selectFrom('chain_cursors')
    .selectAll()
    .where('network', '=', network)
    .forUpdate()
    .executeTakeFirst()
  if (!cursor?.stopped) throw new PlainError('The reader of this network has not stopped.')
  if (height > cursor.height)
    throw new PlainError('The reader has not come that far: deposits would be missed.')
  // Nobody's payment was undone yet: most are found again as soon as the reader goes on.
  await markLost(db, { network, above: height, books, dueHeight: cursor.height })
  await forgetChain(db, network)
  await beginAt(db, { network, height, hash })
  await closeAlarm(db, { kind: 'chain_stopped', subject: network })
}
