import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { inTurn } from '../../in-turn.ts'
import { houseAccount, post } from '../../ledger/ledger.ts'
import { PlainError } from '../../plain-error.ts'
import { cursorOf } from '../cursor.ts'
import { isFinal, whileRead } from '../final.ts'
import { haltOf } from '../halts.ts'
import type { NonceUse, Treasury } from '../treasury.ts'
import type { Paying } from './bookkeeping.ts'
import { againSeconds, patienceBlocks, pricesMax, raisedOver } from './broadcasting.ts'
import { type Mined, minedOf, unlessMoved } from './following.ts'
import { proofOf } from './proof.ts'
import { nothing, signed } from './signing.ts'
import type { WithdrawalRow } from './withdrawal-tables.ts'
import { lockWithdrawal, moveWithdrawal } from './withdrawals.ts'

/**
 * Follows withdrawals that had failed for good and are not known to be dead any more: the block that ended them is lost, or
 * two operators have given them up. A transaction that pays nobody uses up the nonce, so that the withdrawal stays dead and
 * those after it are not stuck. One that is paid all the same is charged now, or its customer stands still until it is.
 */
export async function followFailed(paying: Paying): Promise<void> {
  const { db, treasury } = paying
  const { rows } = await sql<WithdrawalRow>`
    select * from withdrawals
    where network = ${treasury.network} and status = 'failed' and nonce is not null
      and (block_height is null or undone_at is not null)
    order by nonce`.execute(db)
  await inTurn(rows, row => followOne(paying, row))
}

/** Notes that a failed withdrawal might be paid now: it raises an alarm and stops its customer's money. */
export async function undo(
  db: Db,
  { row, books }: { row: WithdrawalRow; books: Pick<Paying['books'], 'undone'> },
): Promise<void> {
  const undone = await moveWithdrawal(db, row, { at: 'undone_at' })
  const detail = { txHash: row.tx_hash, nonce: `${row.nonce}` }
  await raiseAlarm(db, { kind: 'withdrawal_undone', subject: row.id, detail })
  await books.undone(db, undone)
}

async function followOne(paying: Paying, row: WithdrawalRow): Promise<void> {
  const { db, treasury, books } = paying
  const mined = await minedOf(paying, row)
  if (mined) {
    const { fate } = mined
    if (!(await isFinal(paying, fate))) return
    const isPaid = fate.isSuccess && !mined.isNothing
    return await whileRead(paying, fate, paying =>
      isPaid ? charge(paying, row, mined) : bury(paying, row, fate),
    )
  }
  if (BigInt(await treasury.minedCount()) > (row.nonce as bigint)) {
    const proof = await proofOf(paying, row)
    if (proof.is === 'replaced') await whileRead(paying, proof.by, paying => bury(paying, row, proof.by))
    return
  }
  // While our reader stands still nothing is signed, and a node that is behind it knows less than we do.
  const read = await cursorOf(db, treasury.network)
  if (!read || read.stopped || (await treasury.head()) < read.height) return
  if (!row.undone_at) await unlessMoved(paying, row, db => undo(db, { row, books }))
  await useUp(paying, row)
}

/** Its nonce is used for good, and not by a payment of it. */
async function bury(
  paying: Paying,
  row: WithdrawalRow,
  { height, blockHash }: Pick<NonceUse, 'height' | 'blockHash'>,
): Promise<void> {
  await unlessMoved(paying, row, async db => {
    if (await haltOf(db, row.network)) return
    const place = { block_height: height, block_hash: blockHash, gas_raw: null }
    const dead = await moveWithdrawal(db, row, { ...place, undone_at: null })
    await closeAlarms(db, row)
    if (row.undone_at) await paying.books.certain(db, dead)
  })
}

/** Paid for good after what was reserved was given back. Tried anew each time while too little is left. */
async function charge(paying: Paying, row: WithdrawalRow, { txHash, fate }: Mined): Promise<void> {
  const { treasury, books } = paying
  const { height, blockHash, feeRaw } = fate
  const where = { tx_hash: txHash, block_height: height, block_hash: blockHash, gas_raw: `${feeRaw}` }
  const confirms = treasury.confirmations
  await unlessMoved(paying, row, async db => {
    const charged = await books.owed(db, { ...row, ...where, confirms })
    if (!charged) {
      if (row.undone_at && row.block_hash === blockHash) return
      await moveWithdrawal(db, row, {
        ...where,
        confirms,
        ...(!row.undone_at && ({ at: 'undone_at' } as const)),
      })
      return await raiseAlarm(db, { kind: 'withdrawal_owed', subject: row.id, detail: { txHash } })
    }
    const { transferId } = charged
    await books.certain(db, await finish(db, { row, transferId, where: { ...where, confirms } }))
  })
}

async function finish(
  db: Db,
  {
    row,
    transferId,
    where = {},
  }: {
    row: WithdrawalRow
    transferId: string
    where?: Partial<Pick<WithdrawalRow, 'tx_hash' | 'block_height' | 'block_hash' | 'confirms' | 'gas_raw'>>
  },
): Promise<WithdrawalRow> {
  const paid = { status: 'done', reason: null, transfer_id: transferId, undone_at: null } as const
  const done = await moveWithdrawal(db, row, { ...where, ...paid })
  await closeAlarms(db, row)
  return done
}

async function closeAlarms(db: Db, { id: subject }: WithdrawalRow) {
  for (const kind of ['withdrawal_undone', 'withdrawal_owed'] as const)
    await closeAlarm(db, { kind, subject })
}

/**
 * Books a payment that was made after its money was given back, and that its customer has not enough left for, as our
 * loss. Throws when there is no such payment.
 */
export async function writeOffPayment(
  db: Db,
  withdrawalId: string,
): Promise<{ transferId: string; withdrawal: WithdrawalRow }> {
  return await transaction(db, async db => {
    const row = await lockWithdrawal(db, withdrawalId)
    if (row?.status !== 'failed' || !row.undone_at || row.block_height === null)
      throw new PlainError('This withdrawal was not paid after its money was given back.')
    const { id, currency, receive_minor: amountMinor } = row
    const { transferId } = await post(db, {
      idempotencyKey: `withdrawal:${id}`,
      reason: 'reorg-loss',
      entries: [
        { accountId: await houseAccount(db, { code: 'reorg_loss', currency }), amountMinor: -amountMinor },
        { accountId: await houseAccount(db, { code: 'chain', currency }), amountMinor },
      ],
    })
    return { transferId, withdrawal: await finish(db, { row, transferId }) }
  })
}

interface Filler {
  number: number
  raw: string
  isDue: boolean
}

/** Hands the network a transaction that pays nobody and carries the nonce, dearer than all that carried it before. */
async function useUp(paying: Paying, row: WithdrawalRow): Promise<void> {
  const { db, treasury } = paying
  const filler = await fillerOf(paying, row)
  if (!filler?.isDue) return
  const answer = await treasury.broadcast(filler.raw)
  await db
    .updateTable('withdrawal_attempts')
    .set({ answer, broadcast_at: sql<Date>`now()` })
    .where('withdrawal_id', '=', row.id)
    .where('number', '=', filler.number)
    .execute()
}

/** The newest of them, signed now when there is none, or none that the network takes. */
async function fillerOf(paying: Paying, { id }: WithdrawalRow): Promise<Filler | undefined> {
  const { db, treasury } = paying
  const market = await treasury.prices()
  return await transaction(db, async db => {
    const row = await lockWithdrawal(db, id)
    if (row?.status !== 'failed' || (await haltOf(db, row.network))) return
    const last = await lastAttempt(db, { id, treasury })
    if (last.pays_nothing && !last.is_stale) return { ...last, isDue: last.is_due }
    const prices = raisedOver(last, market)
    if (last.pays_nothing && prices.maxFeePerGas > market.maxFeePerGas * pricesMax)
      return { ...last, isDue: last.is_due }
    const number = last.number + 1
    const attempt = { number, nonce: Number(row.nonce), prices }
    const { raw, keep } = await signed({ treasury, payment: nothing(treasury), attempt, paysNothing: true })
    await keep(db, id)
    return { number, raw, isDue: true }
  })
}

async function lastAttempt(db: Db, { id, treasury }: { id: string; treasury: Treasury }) {
  const { rows } = await sql<{
    number: number
    raw: string
    max_fee_raw: string
    max_priority_raw: string
    pays_nothing: boolean
    is_stale: boolean
    is_due: boolean
  }>`
    select number, raw, max_fee_raw::text, max_priority_raw::text, pays_nothing,
      created_at <= now() - ${patienceBlocks * treasury.blockSeconds} * interval '1 second'
        or (answer is not distinct from 'refused' and created_at <= now() - ${againSeconds} * interval '1 second') as is_stale,
      coalesce(broadcast_at <= now() - ${againSeconds} * interval '1 second', true) as is_due
    from withdrawal_attempts where withdrawal_id = ${id} order by number desc limit 1`.execute(db)
  const [last] = rows
  if (!last) throw new Error(`withdrawal ${id} was never signed`)
  return last
}
