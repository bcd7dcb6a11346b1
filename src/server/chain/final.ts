import { sql } from 'kysely'
import { type Db, transaction } from '../database/database.ts'
import { cursorOf, keptHash } from './cursor.ts'
import type { NonceUse, Treasury } from './treasury.ts'

/** Whose books rest on what the chain shows, and who is asked. */
interface Asking {
  db: Db
  treasury: Pick<Treasury, 'network' | 'confirmations' | 'head'>
}

/** A block that ends something. */
type Ending = Pick<NonceUse, 'height' | 'blockHash'>

/** Whether a block is deep enough now, and our reader has come as far. */
export async function isFinal(asking: Asking, at: Ending): Promise<boolean> {
  const depth = (await asking.treasury.head()) - at.height + 1n
  return depth >= asking.treasury.confirmations && (await isReadUpTo(asking, at))
}

/**
 * Whether our reader has come as far as this block. Throws when it has read another one there: a node left behind on another
 * branch is not believed.
 */
export async function isReadUpTo(
  { db, treasury: { network } }: Asking,
  { height, blockHash }: Ending,
): Promise<boolean> {
  const read = await keptHash(db, { network, height })
  if (read && read !== blockHash)
    throw new Error(`block ${height} is ${read} to the reader and ${blockHash} to the treasury`)
  if (read) return true
  // Of old blocks the reader keeps no hashes. One that stands still may have read another chain than the node has now.
  const cursor = await cursorOf(db, network)
  return cursor !== null && !cursor.stopped && cursor.height >= height
}

/**
 * Writes down in one transaction what has ended in a block, if our reader has that block still, and until the commit: had it
 * lost the block before, nobody would undo what is written here. Otherwise nothing is done. `work` asks no third party.
 */
export async function whileRead<T extends Asking>(
  asking: T,
  at: Ending,
  work: (asking: T) => Promise<unknown>,
): Promise<void> {
  const { db, treasury } = asking
  await transaction(db, async db => {
    // First of all locks, as the reader takes it: it waits here with nothing in its hand.
    await sql`select from chain_cursors where network = ${treasury.network} for share`.execute(db)
    if (await isReadUpTo({ db, treasury }, at)) await work({ ...asking, db })
  })
}
