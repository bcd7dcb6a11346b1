import { closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import type { Chain, ChainBlock } from '../chain.ts'
import {
  advance,
  beginAtStart,
  type Cursor,
  cursorOf,
  forgetChain,
  goBack,
  keptHashes,
  lockCursor,
  Moved,
  stillSince,
  stopAt,
} from '../cursor.ts'
import type { StopReason } from '../tables.ts'
import { ownersOf } from './addresses.ts'
import { confirm } from './crediting.ts'
import type { DepositBooks } from './deposit.ts'
import { takeTransfers } from './deposits.ts'
import { followLost, lose, orphan } from './losses.ts'
import { takeStrays } from './strays.ts'

/** What a reader of a chain works with. */
export interface Reading {
  db: Db
  chain: Chain
  books: DepositBooks
  /** In the sandbox a chain that was thrown away and made anew is read from its start; elsewhere that stops the reader. */
  isSandbox: boolean
}

/** What one step came to. */
export type Step = 'advanced' | 'idle' | 'went_back' | 'behind' | 'stopped'

const blocksPerStep = 200n
/** Blocks asked for at once while catching up. */
const blocksAhead = 4
/** Nodes behind one name are a few blocks apart; more than this is worth an alarm. */
const lagTolerated = 32n
/** No network of ours takes so long for a block, nor for a hundred of them. */
const stillSeconds = 1800
const stillBlocks = 100

/**
 * Reads on from where the last step ended, in order, up to 200 blocks. Each block is taken in by one commit: its hash, its
 * transfers, the credits it makes due and the cursor, so a crash leaves no gap and nothing twice. A block that does not
 * stand on the last one means that blocks were lost: then the step goes back to the last one that is still there, and the
 * next step reads on. Any number of readers may run at once; all but one find that the cursor has moved.
 */
export async function readOn(reading: Reading): Promise<Step> {
  const came = await step(reading).catch((error: unknown) => {
    if (error instanceof Moved) return 'idle' as const
    throw error
  })
  if (came !== 'stopped') await watchStill(reading, came)
  return came
}

/**
 * Calls a person when no block has come for long, whatever the node says of its height. The chain of the sandbox rests while
 * nothing happens.
 */
async function watchStill(
  { db, chain: { network, blockSeconds }, isSandbox }: Reading,
  came: Step,
): Promise<void> {
  const seconds = Math.max(stillSeconds, stillBlocks * blockSeconds)
  const since = isSandbox ? null : await stillSince(db, { network, seconds })
  const alarm = { kind: 'chain_still', subject: network } as const
  if (since) await raiseAlarm(db, { ...alarm, detail: { since } })
  else if (came === 'advanced') await closeAlarm(db, alarm)
}

async function step(reading: Reading): Promise<Step> {
  const { db, chain } = reading
  const cursor = (await cursorOf(db, chain.network)) ?? (await beginAtStart(db, chain))
  if (!cursor) return 'behind'
  if (cursor.stopped) return 'stopped'
  const head = await chain.head()
  if (head < cursor.height) return await meetShorter(reading, { cursor, head })
  if ((await hashBelow(chain, cursor.height)) !== cursor.hash)
    return await meetOther(reading, { cursor, head })
  await closeAlarm(db, { kind: 'chain_behind', subject: chain.network })
  return await takeBlocks(reading, { cursor, head })
}

async function takeBlocks(
  reading: Reading,
  { cursor, head }: { cursor: Cursor; head: bigint },
): Promise<Step> {
  const last = head < cursor.height + blocksPerStep ? head : cursor.height + blocksPerStep
  let at = cursor
  while (at.height < last) {
    const count = Math.min(blocksAhead, Number(last - at.height))
    const from = at.height + 1n
    const blocks = await Promise.all(
      Array.from({ length: count }, (_, i) => fetchBlock(reading, from + BigInt(i))),
    )
    for (const block of blocks) {
      // The chain has become shorter or another one while we looked: the next step will see how.
      if (block?.parentHash !== at.hash) return 'advanced'
      await takeBlock(reading, { cursor: at, block })
      at = { ...at, height: block.height, hash: block.hash }
    }
  }
  return at === cursor ? 'idle' : 'advanced'
}

function fetchBlock({ db, chain }: Reading, height: bigint): Promise<ChainBlock | null> {
  const { network } = chain
  return chain.block(height, async addresses => {
    return new Set((await ownersOf(db, { network, addresses })).keys())
  })
}

async function takeBlock(
  { db, chain, books }: Reading,
  { cursor, block }: { cursor: Cursor; block: ChainBlock },
) {
  const { network } = chain
  await transaction(db, async db => {
    await lockCursor(db, { network, expected: cursor })
    await takeTransfers(db, { chain, block, books })
    await takeStrays(db, { network, block, books })
    await confirm(db, { chain, height: block.height, books })
    await followLost(db, { chain, height: block.height, books })
    await advance(db, { network, height: block.height, hash: block.hash })
  })
}

/** The node knows fewer blocks than we have read: it lags behind, or blocks were lost, or it is another chain. */
async function meetShorter(
  reading: Reading,
  { cursor, head }: { cursor: Cursor; head: bigint },
): Promise<Step> {
  const { db, chain } = reading
  const kept = await keptHashes(db, chain.network)
  const highest = kept.findLast(({ height }) => height <= head)
  if (highest && (await chain.hashAt(highest.height)) !== highest.hash)
    return await meetOther(reading, { cursor, head })
  if (cursor.height - head > lagTolerated) {
    const detail = { head: `${head}`, read: `${cursor.height}` }
    await raiseAlarm(db, { kind: 'chain_behind', subject: chain.network, detail })
  }
  return 'behind'
}

/**
 * The newest block we know is not there any more. Goes back to the newest that is, and stops there when what was credited
 * is lost with what came after it: on a chain that undoes what was final nothing is credited until operators say so.
 */
async function meetOther(
  reading: Reading,
  { cursor, head }: { cursor: Cursor; head: bigint },
): Promise<Step> {
  const { db, chain, books } = reading
  const { network } = chain
  const kept = await keptHashes(db, network)
  const index = await lastCommon(chain, { kept, head })
  const common = kept[index]
  if (!common) return await halt(reading, { cursor, reason: 'chain_replaced' })
  // Between where reading began and the rest there may be blocks whose hashes we have forgotten.
  const next = kept[index + 1]
  if (next && next.height !== common.height + 1n) {
    return await halt(reading, { cursor, reason: 'reorganisation_too_deep' })
  }
  return await transaction(db, async db => {
    await lockCursor(db, { network, expected: cursor })
    const lost = await lose(db, { network, above: common.height, books })
    await goBack(db, { network, ...common })
    if (lost === 0) return 'went_back'
    await stop(db, { network, reason: 'credited_lost', at: common, deposits: lost })
    return 'stopped'
  })
}

/** Index of the highest block we keep that the chain still has, -1 for none: below it all agree, above it none. */
async function lastCommon(
  chain: Chain,
  { kept, head }: { kept: readonly { height: bigint; hash: string }[]; head: bigint },
): Promise<number> {
  let agreed = -1
  let lost = kept.length
  while (lost - agreed > 1) {
    const middle = (agreed + lost) >> 1
    const { height, hash } = kept[middle] as { height: bigint; hash: string }
    if (height <= head && (await hashBelow(chain, height)) === hash) agreed = middle
    else lost = middle
  }
  return agreed
}

/** The hash at a height that the node has just said it has: several nodes behind one name may contradict each other. */
async function hashBelow(chain: Chain, height: bigint): Promise<string> {
  const hash = await chain.hashAt(height)
  if (hash === null) throw new Error(`the node does not know block ${height}, which is below its own head`)
  return hash
}

async function halt(
  { db, chain, books, isSandbox }: Reading,
  { cursor, reason }: { cursor: Cursor; reason: StopReason },
): Promise<Step> {
  const { network } = chain
  await transaction(db, async db => {
    await lockCursor(db, { network, expected: cursor })
    if (!isSandbox) return await stop(db, { network, reason, at: cursor })
    await orphan(db, { network, above: -1n, books })
    await forgetChain(db, network)
    await closeAlarm(db, { kind: 'chain_stopped', subject: network })
  })
  return isSandbox ? 'went_back' : 'stopped'
}

/** Until a person says otherwise. `deposits`: how many credited ones are lost. */
async function stop(
  db: Db,
  {
    network,
    reason,
    at: { height, hash },
    ...more
  }: { network: string; reason: StopReason; at: Pick<Cursor, 'height' | 'hash'>; deposits?: number },
) {
  const detail = { reason, height: `${height}`, hash, ...more }
  await raiseAlarm(db, { kind: 'chain_stopped', subject: network, detail })
  await stopAt(db, { network, stopped: reason })
}
