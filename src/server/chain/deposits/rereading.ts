import { closeAlarm } from '../../alarms.ts'
import type { Db } from '../../database/database.ts'
import { PlainError } from '../../plain-error.ts'
import type { Chain, ChainBlock, ChainTransfer } from '../chain.ts'
import { type Cursor, cursorOf, keptHash, lockCursor, Moved } from '../cursor.ts'
import { ownersOf } from './addresses.ts'
import type { DepositBooks, DepositRow } from './deposit.ts'
import { takeTransfers } from './deposits.ts'
import { takeStrays } from './strays.ts'

/** A block as the chain has it now, and how far our reader was when it was asked. */
export interface Reread {
  block: ChainBlock
  cursor: Cursor
}

/**
 * Asks for one block anew that was read before. Throws when the reader has not come that far, has stopped, or has read another
 * block there, and when the node is on another branch.
 */
export async function readAnew(db: Db, { chain, height }: { chain: Chain; height: bigint }): Promise<Reread> {
  const { network } = chain
  const cursor = await cursorOf(db, network)
  if (!cursor || cursor.stopped || cursor.height < height || height < chain.startBlock)
    throw new PlainError('The reader has not read this block, or has stopped.')
  const block = await chain.block(height, async addresses => {
    return new Set((await ownersOf(db, { network, addresses })).keys())
  })
  const kept = await keptHash(db, { network, height })
  // Asked last: what was answered before is of this branch.
  const isSame = (await chain.hashAt(cursor.height)) === cursor.hash
  if (!block || !isSame || (kept && kept !== block.hash))
    throw new PlainError('The node has another block than the reader has read: ask again later.')
  return { block, cursor }
}

/**
 * Writes down what the books do not have of a block, as the reader would have, in the caller's transaction: each transfer once,
 * whoever asks how often. It is credited with the next block that is read, if this one is deep enough. Closes the alarms of
 * those (`deposit_missed`). Throws when the reader has gone on since it was asked for.
 */
export async function takeMissed(
  db: Db,
  { chain, books, block, cursor }: Reread & { chain: Chain; books: DepositBooks },
): Promise<DepositRow[]> {
  const { network } = chain
  await lockCursor(db, { network, expected: cursor }).catch(error => {
    if (!(error instanceof Moved)) throw error
    throw new PlainError('The reader has gone on meanwhile, or has stopped: ask again.')
  })
  const before = await standing(db, { network, block })
  const isMissed = ({ txHash, logIndex }: Pick<ChainTransfer, 'txHash' | 'logIndex'>) =>
    !before.some(row => row.tx_hash === txHash && row.log_index === logIndex)
  await takeTransfers(db, { chain, block: { ...block, transfers: block.transfers.filter(isMissed) }, books })
  await takeStrays(db, { network, block, books })
  const after = await standing(db, { network, block })
  const found = after.filter(row => isMissed({ txHash: row.tx_hash, logIndex: row.log_index }))
  for (const row of found) await closeAlarm(db, { kind: 'deposit_missed', subject: row.tx_hash })
  return found
}

/** What the books have in that very block, and have not lost. */
async function standing(
  db: Db,
  { network, block: { hash, height } }: { network: string; block: ChainBlock },
): Promise<DepositRow[]> {
  return await db
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', network)
    .where('block_height', '=', height)
    .where('block_hash', '=', hash)
    .where('status', '<>', 'orphaned')
    .where('lost_at', 'is', null)
    .orderBy('id')
    .execute()
}
