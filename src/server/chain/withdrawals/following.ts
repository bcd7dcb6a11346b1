import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { inTurn } from '../../in-turn.ts'
import { least } from '../../least.ts'
import { isReadUpTo, whileRead } from '../final.ts'
import { haltOf } from '../halts.ts'
import { stopSigning } from '../nonces.ts'
import type { Fate, NonceUse } from '../treasury.ts'
import type { Paying } from './bookkeeping.ts'
import { proofOf } from './proof.ts'
import type { WithdrawalReason, WithdrawalRow } from './withdrawal-tables.ts'
import { lockWithdrawal, moveWithdrawal } from './withdrawals.ts'

const stuckBlocks = 100

type Followed = WithdrawalRow & { is_stuck: boolean; is_surely_dead: boolean }

/**
 * Looks what became of everything that is signed: in a block, deep enough, lost again, or dead for good. Dead is what
 * another transaction with its nonce has made impossible, seen in a block that is final; that no node knows of a payment
 * proves nothing. What was final and is lost after all is looked for, too.
 */
export async function follow(paying: Paying): Promise<void> {
  const { db, treasury } = paying
  await findAgain(paying)
  const rows = await underWay(paying)
  if (rows.length === 0) return
  // Read before the fates: unless blocks are lost both only grow, so what they prove is still true then.
  const usedForGood = await treasury.minedCount(treasury.confirmations)
  const head = await treasury.head()
  await inTurn(rows, async row => {
    const mined = await minedOf(paying, row)
    if (mined) return await place(paying, { row, mined, head: least(head, await treasury.head()) })
    if (row.status === 'confirming') await lose(paying, row)
    if (BigInt(usedForGood) > (row.nonce as bigint)) return await bury(paying, row)
    if (row.dead_at) await revive(paying, row)
    if (row.is_stuck) await alarmOf(db, row, 'withdrawal_stuck')
  })
}

async function underWay({ db, treasury }: Paying): Promise<Followed[]> {
  const { network, blockSeconds, confirmations } = treasury
  const { rows } = await sql<Followed>`
    select w.*,
      sent_at <= now() - ${stuckBlocks * blockSeconds} * interval '1 second' as is_stuck,
      coalesce(dead_at <= now() - ${confirmations * blockSeconds} * interval '1 second', false) as is_surely_dead
    from withdrawals w where network = ${network} and status in ('sent', 'confirming') order by nonce`.execute(
    db,
  )
  return rows
}

/** Those that are done and in no block any more; their customers have what they paid for as soon as they are. */
async function findAgain(paying: Paying): Promise<void> {
  const rows = await paying.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('network', '=', paying.treasury.network)
    .where('status', '=', 'done')
    .where('block_height', 'is', null)
    .orderBy('nonce')
    .execute()
  await inTurn(rows, async row => {
    const mined = await minedOf(paying, row)
    // One that comes to nothing on its way back is not found: a person looks at it.
    if (!mined?.fate.isSuccess || mined.isNothing) return
    await whileRead(paying, mined.fate, paying => stay(paying, row, mined))
  })
}

async function stay(
  paying: Paying,
  row: WithdrawalRow,
  { txHash, fate: { height, blockHash, feeRaw } }: Mined,
): Promise<void> {
  await unlessMoved(paying, row, async db => {
    const where = { tx_hash: txHash, block_height: height, block_hash: blockHash }
    await moveWithdrawal(db, row, { ...where, gas_raw: `${feeRaw}` })
    await closeAlarm(db, { kind: 'withdrawal_lost', subject: row.id })
  })
}

/** An attempt in a block. */
export interface Mined {
  txHash: string
  /** It only uses the nonce up. */
  isNothing: boolean
  fate: Fate
}

/** The attempt that is in a block. All carry one nonce, so there is one at most. */
export async function minedOf({ db, treasury }: Paying, { id }: WithdrawalRow): Promise<Mined | undefined> {
  const attempts = await db
    .selectFrom('withdrawal_attempts')
    .select(['tx_hash', 'pays_nothing'])
    .where('withdrawal_id', '=', id)
    .orderBy('number', 'desc')
    .execute()
  const fates = await Promise.all(
    attempts.map(async ({ tx_hash: txHash, pays_nothing: isNothing }) => {
      return { txHash, isNothing, fate: await treasury.fateOf(txHash) }
    }),
  )
  return fates.find((found): found is Mined => found.fate !== null)
}

/** In a block: counted, and ended when it is deep enough. */
async function place(
  paying: Paying,
  { row, mined: { txHash, fate }, head }: { row: WithdrawalRow; mined: Mined; head: bigint },
): Promise<void> {
  const { treasury, books } = paying
  const confirms = Number(head >= fate.height ? head - fate.height + 1n : 1n)
  const where = { tx_hash: txHash, block_height: fate.height, block_hash: fate.blockHash, confirms }
  const isKnown = row.status === 'confirming' && row.block_hash === fate.blockHash
  if (confirms >= treasury.confirmations && (await isReadUpTo(paying, fate))) {
    const finish = fate.isSuccess ? end : fail
    return await whileRead(paying, fate, paying => finish(paying, row, { where, fate }))
  }
  if (isKnown && row.confirms === confirms) return
  await unlessMoved(paying, row, async db => {
    const placed = await moveWithdrawal(db, row, { ...where, status: 'confirming', dead_at: null })
    await closeAlarms(db, row)
    if (!isKnown) await books.confirming(db, placed)
  })
}

type Where = Pick<WithdrawalRow, 'tx_hash' | 'block_height' | 'block_hash' | 'confirms'>

async function end(
  paying: Paying,
  row: WithdrawalRow,
  { where, fate }: { where: Where; fate: Fate },
): Promise<void> {
  await unlessMoved(paying, row, async db => {
    const { transferId } = await paying.books.done(db, { ...row, ...where })
    await moveWithdrawal(db, row, {
      ...where,
      status: 'done',
      transfer_id: transferId,
      gas_raw: `${fate.feeRaw}`,
      at: 'ended_at',
    })
    await closeAlarms(db, row)
  })
}

async function fail(
  paying: Paying,
  row: WithdrawalRow,
  { where, fate, usedBy }: { where?: Where; fate?: Fate; usedBy?: NonceUse },
): Promise<void> {
  const reason: WithdrawalReason = fate ? 'reverted' : 'replaced'
  await unlessMoved(paying, row, async db => {
    if (await haltOf(db, row.network)) return
    const failed = await moveWithdrawal(db, row, {
      ...where,
      // The block that ended it: if that block is lost, it has not ended.
      ...(usedBy && { block_height: usedBy.height, block_hash: usedBy.blockHash }),
      status: 'failed',
      reason,
      gas_raw: fate ? `${fate.feeRaw}` : null,
      at: 'ended_at',
    })
    await closeAlarms(db, row)
    const detail = {
      reason,
      txHash: failed.tx_hash,
      nonce: `${failed.nonce}`,
      ...(usedBy && { usedBy: usedBy.txHash }),
    }
    await raiseAlarm(db, { kind: 'withdrawal_failed', subject: row.id, detail })
    if (usedBy) await stop(db, row, usedBy.txHash)
    await paying.books.failed(db, failed)
  })
}

/** Its block was lost before it was final: it is on its way again, and the network is handed it at once. */
async function lose(paying: Paying, row: WithdrawalRow): Promise<void> {
  await unlessMoved(paying, row, async db => {
    const lost = await moveWithdrawal(db, row, {
      status: 'sent',
      block_height: null,
      block_hash: null,
      confirms: 0,
    })
    await db
      .updateTable('withdrawal_attempts')
      .set({ broadcast_at: null, answer: null })
      .where('withdrawal_id', '=', row.id)
      .execute()
    await paying.books.lost(db, lost)
  })
}

/** Its nonce is used for good and none of its attempts is said to be in the chain, now and some blocks ago. */
async function bury(paying: Paying, row: Followed): Promise<void> {
  const { db } = paying
  // In another life it may have been signed anew, and what used its nonce proves nothing.
  if (await haltOf(db, row.network)) return
  if (!row.dead_at) await unlessMoved(paying, row, db => moveWithdrawal(db, row, { at: 'dead_at' }))
  if (!row.is_surely_dead) return
  const proof = await proofOf(paying, row)
  if (proof.is === 'replaced') {
    const { by: usedBy } = proof
    return await whileRead(paying, usedBy, paying => fail(paying, row, { usedBy }))
  }
  if (proof.is === 'found') return await stop(db, row, proof.usedBy)
  await unlessMoved(paying, row, async db => {
    if (proof.is === 'missing') return await alarmOf(db, row, 'withdrawal_unproven', { why: proof.why })
    await closeAlarm(db, { kind: 'withdrawal_unproven', subject: row.id })
    if (proof.is === 'ours' || row.is_stuck) await alarmOf(db, row, 'withdrawal_stuck', proof)
  })
}

/** The wallet has paid what the books do not know: they may be those of a copy. */
async function stop(db: Db, { network, nonce }: WithdrawalRow, usedBy: string) {
  await stopSigning(db, network, { mined: Number(nonce) + 1, usedBy })
}

async function alarmOf(
  db: Db,
  { id, tx_hash, nonce }: WithdrawalRow,
  kind: 'withdrawal_stuck' | 'withdrawal_unproven',
  found: object = {},
) {
  await raiseAlarm(db, { kind, subject: id, detail: { txHash: tx_hash, nonce: `${nonce}`, ...found } })
}

/** Its nonce is free again: the block with what had used it is lost. */
async function revive(paying: Paying, row: WithdrawalRow): Promise<void> {
  await unlessMoved(paying, row, async db => {
    await moveWithdrawal(db, row, { dead_at: null })
    await closeAlarms(db, row)
  })
}

async function closeAlarms(db: Db, { id: subject }: WithdrawalRow) {
  for (const kind of ['withdrawal_stuck', 'withdrawal_unproven'] as const)
    await closeAlarm(db, { kind, subject })
}

/** Does this under the lock of a withdrawal, unless somebody else has moved it since it was looked at. */
export async function unlessMoved(
  { db }: Pick<Paying, 'db'>,
  { id, status, block_hash, tx_hash }: WithdrawalRow,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  await transaction(db, async db => {
    const now = await lockWithdrawal(db, id)
    const isSame = now?.status === status && now.block_hash === block_hash && now.tx_hash === tx_hash
    if (isSame) await work(db)
  })
}
