import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { inTurn } from '../../in-turn.ts'
import { isFinal, whileRead } from '../final.ts'
import { haltOf } from '../halts.ts'
import { stopSigning } from '../nonces.ts'
import type { Fate, NonceUse, Treasury } from '../treasury.ts'
import { bookFee } from './fees.ts'
import { lockSweep, paymentOf } from './signing.ts'
import type { SweepRow } from './sweep-tables.ts'
import { type Sweeping, senderOf } from './sweeping.ts'

const stuckBlocks = 100

type Followed = SweepRow & { is_stuck: boolean }

/**
 * Looks what became of everything that is signed: it has ended once it is in a block that is final, moved or not, and its
 * fee is booked then. What another transaction has taken the nonce of for good has moved nothing.
 */
export async function followSweeps(sweeping: Sweeping): Promise<void> {
  const { db, treasury } = sweeping
  const { rows } = await sql<Followed>`
    select *, created_at <= now() - ${stuckBlocks * treasury.blockSeconds} * interval '1 second' as is_stuck
    from sweeps where network = ${treasury.network} and status = 'sent' order by created_at, id`.execute(db)
  await inTurn(rows, async row => {
    const sender = await senderOf(sweeping, row)
    if (sender) await followOne(sweeping, { row, sender })
  })
}

async function followOne(
  sweeping: Sweeping,
  { row, sender }: { row: Followed; sender: Treasury },
): Promise<void> {
  const { db } = sweeping
  const mined = await minedOf(db, { row, sender })
  if (mined) {
    const { height, blockHash } = mined.fate
    if (await isFinal(sweeping, mined.fate))
      return await whileRead(sweeping, mined.fate, ({ db }) => end(db, row, mined))
    if (row.block_hash !== blockHash) await place(db, row, { height, blockHash, txHash: mined.txHash })
    return
  }
  if (row.block_hash) return await lose(db, row)
  if (BigInt(await sender.minedCount()) > row.nonce) await lookInto(sweeping, { row, sender })
  const detail = { txHash: row.tx_hash, nonce: `${row.nonce}`, address: row.address }
  if (row.is_stuck) await raiseAlarm(db, { kind: 'sweep_stuck', subject: row.id, detail })
}

/** An attempt in a block. */
interface Mined {
  txHash: string
  fate: Fate
}

/** The attempt that is in a block. All carry one nonce, so there is one at most. */
async function minedOf(
  db: Db,
  { row, sender }: { row: SweepRow; sender: Treasury },
): Promise<Mined | undefined> {
  const attempts = await db
    .selectFrom('sweep_attempts')
    .select('tx_hash')
    .where('sweep_id', '=', row.id)
    .orderBy('number', 'desc')
    .execute()
  const fates = await Promise.all(
    attempts.map(async ({ tx_hash: txHash }) => ({ txHash, fate: await sender.fateOf(txHash) })),
  )
  return fates.find((found): found is Mined => found.fate !== null)
}

async function place(
  db: Db,
  row: SweepRow,
  { height, blockHash, txHash }: { height: bigint; blockHash: string; txHash: string },
): Promise<void> {
  const where = { block_height: height, block_hash: blockHash, tx_hash: txHash }
  await unlessMoved(db, row, db => change(db, row, where))
}

/** Final: moved, or failed in its block, which costs its fee all the same. */
async function end(db: Db, row: SweepRow, { txHash, fate }: Mined): Promise<void> {
  await unlessMoved(db, row, async db => {
    const status = fate.isSuccess ? 'done' : 'failed'
    const fee = await bookFee(db, { row, feeRaw: fate.feeRaw })
    await change(db, row, {
      ...fee,
      status,
      tx_hash: txHash,
      block_height: fate.height,
      block_hash: fate.blockHash,
      endings: row.endings + 1,
      ended_at: new Date(),
    })
    await closeAlarm(db, { kind: 'sweep_stuck', subject: row.id })
    if (status === 'failed') await tellFailed(db, row, { reason: 'reverted', txHash })
  })
}

/** Its block was lost before it was final: it is handed to the network again at once. */
async function lose(db: Db, row: SweepRow): Promise<void> {
  await unlessMoved(db, row, async db => {
    await change(db, row, { block_height: null, block_hash: null })
    await db
      .updateTable('sweep_attempts')
      .set({ broadcast_at: null, answer: null })
      .where('sweep_id', '=', row.id)
      .execute()
  })
}

/** Its nonce is used, and none of its attempts is said to be in a block. */
async function lookInto(
  sweeping: Sweeping,
  { row, sender }: { row: SweepRow; sender: Treasury },
): Promise<void> {
  const { db } = sweeping
  const use = await sender.useOf(row.nonce, paymentOf(row))
  if (!use) return
  if (use.carries) return await adoptAttempt(db, row, use)
  const own = db.selectFrom('sweep_attempts').select('number').where('tx_hash', '=', use.txHash)
  if ((await own.executeTakeFirst()) || !(await isFinal(sweeping, use))) return
  await whileRead(sweeping, use, ({ db }) => replace(db, row, use))
}

/** Another transaction has its nonce for good. */
async function replace(db: Db, row: SweepRow, use: NonceUse): Promise<void> {
  await unlessMoved(db, row, async db => {
    // In another life what used its nonce may be known there.
    if (await haltOf(db, row.network)) return
    await change(db, row, {
      status: 'failed',
      block_height: use.height,
      block_hash: use.blockHash,
      ended_at: new Date(),
    })
    await closeAlarm(db, { kind: 'sweep_stuck', subject: row.id })
    await tellFailed(db, row, { reason: 'replaced', txHash: row.tx_hash, usedBy: use.txHash })
    const detail = { mined: Number(row.nonce) + 1, usedBy: use.txHash }
    if (row.kind === 'gas') await stopSigning(db, row.network, detail)
  })
}

/** The same payment, signed with another price in a life that is lost: from now on it is one of its attempts. */
async function adoptAttempt(db: Db, { id }: SweepRow, { txHash }: NonceUse): Promise<void> {
  await sql`
    insert into sweep_attempts (sweep_id, number, nonce, tx_hash, raw, max_fee_raw, max_priority_raw, cost_raw)
    select sweep_id, number + 1, nonce, ${txHash}, '', max_fee_raw, max_priority_raw, cost_raw
    from sweep_attempts where sweep_id = ${id} order by number desc limit 1
    on conflict do nothing`.execute(db)
}

async function tellFailed(db: Db, row: SweepRow, why: Record<string, string>): Promise<void> {
  const detail = { ...why, address: row.address, nonce: `${row.nonce}` }
  await raiseAlarm(db, { kind: 'sweep_failed', subject: row.id, detail })
}

async function change(db: Db, { id }: SweepRow, changed: Partial<SweepRow>): Promise<void> {
  await db.updateTable('sweeps').set(changed).where('id', '=', id).execute()
}

/** Does this under the lock of a sweep, unless somebody else has moved it since it was looked at. */
async function unlessMoved(db: Db, row: SweepRow, work: (db: Db) => Promise<unknown>): Promise<void> {
  await transaction(db, async db => {
    const now = await lockSweep(db, row.id)
    const isSame =
      now?.status === row.status && now.block_hash === row.block_hash && now.endings === row.endings
    if (isSame) await work(db)
  })
}
