import { sql } from 'kysely'
import { type Db, transaction } from '../database/database.ts'
import type { Chain } from './chain.ts'
import type { StopReason } from './tables.ts'

/** Block hashes kept, besides the one where reading began: a deeper reorganisation needs a person. */
const keptBlocks = 256n

/** How far a network has been read, and the hash there. */
export interface Cursor {
  height: bigint
  hash: string
  stopped: StopReason | null
}

/** Somebody else has read on in the meantime: nothing was done, and nothing needs to be. */
export class Moved extends Error {}

/** How far we have come; null before the first block. */
export async function cursorOf(db: Db, network: string): Promise<Cursor | null> {
  const row = await db
    .selectFrom('chain_cursors')
    .select(['height', 'hash', 'stopped'])
    .where('network', '=', network)
    .executeTakeFirst()
  return row ?? null
}

/** Since when the reader has gone to no other block, if that is so many seconds and more; null otherwise. */
export async function stillSince(
  db: Db,
  { network, seconds }: { network: string; seconds: number },
): Promise<Date | null> {
  const row = await db
    .selectFrom('chain_cursors')
    .select('moved_at')
    .where('network', '=', network)
    .where('moved_at', '<=', sql<Date>`now() - ${seconds} * interval '1 second'`)
    .executeTakeFirst()
  return row?.moved_at ?? null
}

/** Begins before the chain's start block; the genesis block itself holds no transfers. Null when the chain is shorter. */
export async function beginAtStart(db: Db, chain: Chain): Promise<Cursor | null> {
  const height = chain.startBlock > 0n ? chain.startBlock - 1n : 0n
  const hash = await chain.hashAt(height)
  if (hash === null) return null
  await transaction(db, db => beginAt(db, { network: chain.network, height, hash }))
  return await cursorOf(db, chain.network)
}

/** Begins after this block, unless somebody has begun already. */
export async function beginAt(
  db: Db,
  { network, height, hash }: { network: string; height: bigint; hash: string },
): Promise<void> {
  const inserted = await db
    .insertInto('chain_cursors')
    .values({ network, height, hash })
    .onConflict(conflict => conflict.doNothing())
    .returning('network')
    .executeTakeFirst()
  if (inserted) await keepBlock(db, { network, height, hash })
}

/** Takes the reader's turn in the caller's transaction. Throws `Moved` when the cursor is not where it was expected. */
export async function lockCursor(
  db: Db,
  { network, expected }: { network: string; expected: Pick<Cursor, 'height' | 'hash'> },
): Promise<void> {
  const row = await db
    .selectFrom('chain_cursors')
    .select(['height', 'hash', 'stopped'])
    .where('network', '=', network)
    .forUpdate()
    .executeTakeFirst()
  const isExpected = row?.height === expected.height && row.hash === expected.hash && row.stopped === null
  if (!isExpected) throw new Moved()
}

/** Moves on to the next block and forgets hashes that are too old to matter. */
export async function advance(
  db: Db,
  { network, height, hash }: { network: string; height: bigint; hash: string },
): Promise<void> {
  await keepBlock(db, { network, height, hash })
  await db
    .deleteFrom('chain_blocks')
    .where('network', '=', network)
    .where('height', '<=', height - keptBlocks)
    .where('height', '>', eb =>
      eb
        .selectFrom('chain_blocks as first')
        .select(eb => eb.fn.min('first.height').as('height'))
        .where('first.network', '=', network),
    )
    .execute()
  await moveTo(db, { network, height, hash })
}

/** Goes back to a block we had read before. */
export async function goBack(
  db: Db,
  { network, height, hash }: { network: string; height: bigint; hash: string },
): Promise<void> {
  await db.deleteFrom('chain_blocks').where('network', '=', network).where('height', '>', height).execute()
  await moveTo(db, { network, height, hash })
}

/** Stays where it is until a person says otherwise. */
export async function stopAt(db: Db, { network, stopped }: { network: string; stopped: StopReason }) {
  await db.updateTable('chain_cursors').set({ stopped }).where('network', '=', network).execute()
}

/** Forgets the chain that was read; the next step begins at the start block. */
export async function forgetChain(db: Db, network: string): Promise<void> {
  await db.deleteFrom('chain_blocks').where('network', '=', network).execute()
  await db.deleteFrom('chain_cursors').where('network', '=', network).execute()
}

/** The blocks we remember, lowest first. */
export async function keptHashes(db: Db, network: string): Promise<{ height: bigint; hash: string }[]> {
  return await db
    .selectFrom('chain_blocks')
    .select(['height', 'hash'])
    .where('network', '=', network)
    .orderBy('height')
    .execute()
}

/** The hash of the block that we have read at this height; null when it is not read, or too old to be remembered. */
export async function keptHash(
  db: Db,
  { network, height }: { network: string; height: bigint },
): Promise<string | null> {
  const kept = await db
    .selectFrom('chain_blocks')
    .select('hash')
    .where('network', '=', network)
    .where('height', '=', height)
    .executeTakeFirst()
  return kept?.hash ?? null
}

async function keepBlock(
  db: Db,
  { network, height, hash }: { network: string; height: bigint; hash: string },
) {
  await db.insertInto('chain_blocks').values({ network, height, hash }).execute()
}

async function moveTo(db: Db, { network, height, hash }: { network: string; height: bigint; hash: string }) {
  await db
    .updateTable('chain_cursors')
    .set({ height, hash, moved_at: sql<Date>`now()` })
    .where('network', '=', network)
    .execute()
}
