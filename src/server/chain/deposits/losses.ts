import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { houseAccount, post, reverse } from '../../ledger/ledger.ts'
import { PlainError } from '../../plain-error.ts'
import type { Chain } from '../chain.ts'
import { loseNonceFees } from '../nonce-fees.ts'
import { loseSweeps } from '../sweeps/fees.ts'
import { undo } from '../withdrawals/undone.ts'
import {
  changeDeposit,
  type DepositBooks,
  type DepositRow,
  depositOf,
  detailOf,
  lockDeposit,
} from './deposit.ts'

/**
 * Undoes what lost blocks brought. What was credited stays credited, with an alarm, and its customers are told and stand
 * still. Gives how many deposits were lost that finality was to keep.
 */
export async function lose(
  db: Db,
  lost: { network: string; above: bigint; books: DepositBooks },
): Promise<number> {
  const news = (await markLost(db, lost)).filter(row => row.loss_told_at === null)
  await tellLost(db, { rows: news, books: lost.books })
  return news.length
}

/** As `lose`, but customers are told only past `dueHeight`, of what is not back by then (`followLost`). */
export async function markLost(
  db: Db,
  {
    network,
    above,
    books,
    dueHeight = null,
  }: { network: string; above: bigint; books: DepositBooks; dueHeight?: bigint | null },
): Promise<DepositRow[]> {
  await orphan(db, { network, above, books })
  await losePayments(db, { network, above, books: dueHeight === null ? books : null })
  await loseSweeps(db, { network, above })
  await loseNonceFees(db, { network, above })
  const credited = await db
    .updateTable('deposits')
    .set({ lost_at: sql<Date>`now()`, loss_due_height: dueHeight })
    .where('network', '=', network)
    .where('block_height', '>', above)
    .where('status', '=', 'credited')
    .where('lost_at', 'is', null)
    .returningAll()
    .execute()
  for (const row of credited)
    await raiseAlarm(db, { kind: 'deposit_lost', subject: row.id, detail: detailOf(row) })
  return credited
}

/**
 * What was paid for good is in no block any more: it is broadcast until it is (`following.ts`). What had failed for good
 * might be paid now (`undone.ts`): with `books` its customers stand still from this commit on.
 */
async function losePayments(
  db: Db,
  { network, above, books }: { network: string; above: bigint; books: DepositBooks | null },
): Promise<void> {
  const ended = await db
    .updateTable('withdrawals')
    .set({ block_height: null, block_hash: null })
    .where('network', '=', network)
    .where('status', 'in', ['done', 'failed'])
    .where('block_height', '>', above)
    .returningAll()
    .execute()
  for (const row of ended.toSorted((a, b) => (`${a.user_id} ${a.id}` < `${b.user_id} ${b.id}` ? -1 : 1))) {
    const { id: subject, tx_hash: txHash, nonce, status } = row
    if (status === 'done')
      await raiseAlarm(db, { kind: 'withdrawal_lost', subject, detail: { txHash, nonce: `${nonce}` } })
    else if (books && !row.undone_at) await undo(db, { row, books })
  }
}

/** Customers are locked in the order of their ids. */
async function tellLost(db: Db, { rows, books }: { rows: readonly DepositRow[]; books: DepositBooks }) {
  const inOrder = rows.toSorted((a, b) => (`${a.user_id} ${a.id}` < `${b.user_id} ${b.id}` ? -1 : 1))
  for (const row of inOrder) {
    await books.lost(db, depositOf(row))
    await sql`
      update deposits set loss_told_at = now(), loss_due_height = null, confirms = 0
      where id = ${row.id}`.execute(db)
  }
}

/** Marks deposits of lost blocks that were not credited; they come back when they are found in another block. */
export async function orphan(
  db: Db,
  { network, above, books }: { network: string; above: bigint; books: DepositBooks },
): Promise<void> {
  const orphans = await db
    .updateTable('deposits')
    .set({ status: 'orphaned', confirms: 0 })
    .where('network', '=', network)
    .where('block_height', '>', above)
    .where('status', 'in', ['seen', 'confirming', 'below_min', 'held'])
    .returningAll()
    .execute()
  for (const row of orphans) if (row.bill_id) await books.orphaned(db, depositOf(row))
}

/**
 * Books a credited deposit that the chain has lost as our loss: the books' account of the chain agrees with the chain
 * again, and the customer keeps what they were given. Throws when there is no such loss, or when it is booked already.
 */
export async function writeOff(db: Db, depositId: string): Promise<{ transferId: string; userId: string }> {
  return await transaction(db, async db => {
    const row = await lockDeposit(db, depositId)
    if (!row?.lost_at) throw new PlainError('This deposit is not lost.')
    if (row.loss_transfer_id) throw new PlainError('This loss is in the books already.')
    const { currency, amount_minor: amountMinor } = row
    const { transferId } = await post(db, {
      // Found again and lost again, it is another loss, of another block.
      idempotencyKey: `reorg-loss:${row.id}:${row.block_hash}`,
      reason: 'reorg-loss',
      entries: [
        { accountId: await houseAccount(db, { code: 'reorg_loss', currency }), amountMinor: -amountMinor },
        { accountId: await houseAccount(db, { code: 'chain', currency }), amountMinor },
      ],
    })
    await changeDeposit(db, row, { loss_transfer_id: transferId })
    await closeAlarm(db, { kind: 'deposit_lost', subject: row.id })
    return { transferId, userId: row.user_id }
  })
}

/**
 * A credited deposit is in the chain again: the alarm is over, and a loss that was booked is booked back. Its customer
 * goes on when it is as deep as any other (`followLost`).
 */
export async function findLost(
  db: Db,
  { row, place }: { row: DepositRow; place: Pick<DepositRow, 'block_height' | 'block_hash'> },
): Promise<void> {
  const { loss_transfer_id: transferId } = row
  if (transferId) {
    await reverse(db, { transferId, idempotencyKey: `reorg-found:${transferId}`, reason: 'reorg-found' })
  }
  const counted = row.loss_told_at && { confirms: 1 }
  const isBack = { lost_at: null, loss_transfer_id: null, loss_due_height: null }
  await changeDeposit(db, row, { ...place, ...counted, ...isBack })
  await closeAlarm(db, { kind: 'deposit_lost', subject: row.id })
}

/**
 * Follows at this height what was lost after its credit: what is found again and as deep as any other is over; what was
 * marked lost and is not back that deep below the height it was due at is told.
 */
export async function followLost(
  db: Db,
  {
    chain: { network, confirmations },
    height,
    books,
  }: { chain: Pick<Chain, 'network' | 'confirmations'>; height: bigint; books: DepositBooks },
): Promise<void> {
  const { rows } = await sql<DepositRow>`
    update deposits set confirms = case
      when loss_told_at is null then confirms
      when lost_at is null then least(${height} - block_height + 1, ${confirmations})::integer
      else 0
    end
    where network = ${network} and (lost_at is not null or loss_told_at is not null) and loss_transfer_id is null
    returning *`.execute(db)
  const finalAt = height - BigInt(confirmations) + 1n
  const found = rows.filter(row => row.lost_at === null && row.block_height <= finalAt)
  for (const row of found) {
    await changeDeposit(db, row, { loss_told_at: null })
    await books.found(db, depositOf(row))
  }
  const overdue = rows.filter(({ loss_due_height: due }) => due !== null && due < finalAt)
  await tellLost(db, { rows: overdue, books })
}
