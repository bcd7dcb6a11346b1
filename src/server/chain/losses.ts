import { sql } from 'kysely'
import { type Db, transaction } from '../database.ts'
import { houseAccount, post, reverse } from '../ledger/ledger.ts'
import { raiseAlarm, settleAlarm } from './alarms.ts'
import { change, type DepositBooks, type DepositRow, depositOf, detailOf } from './deposit.ts'

/** Undoes what lost blocks brought. What was credited stays credited, with an alarm: nothing is ever taken back unseen. */
export async function lose(
  db: Db,
  { network, above, books }: { network: string; above: bigint; books: DepositBooks },
): Promise<void> {
  await orphan(db, { network, above, books })
  const credited = await db
    .updateTable('deposits')
    .set({ lost_at: sql<Date>`now()` })
    .where('network', '=', network)
    .where('block_height', '>', above)
    .where('status', '=', 'credited')
    .where('lost_at', 'is', null)
    .returningAll()
    .execute()
  for (const row of credited) {
    await raiseAlarm(db, { kind: 'deposit_lost', subject: row.id, detail: detailOf(row) })
    await books.lost(db, depositOf(row))
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
export async function writeOff(db: Db, depositId: string): Promise<{ transferId: string }> {
  return await transaction(db, async db => {
    const row = await db
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', depositId)
      .forUpdate()
      .executeTakeFirst()
    if (!row?.lost_at) throw new Error('This deposit is not lost.')
    if (row.loss_transfer_id) throw new Error('This loss is in the books already.')
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
    await change(db, row, { loss_transfer_id: transferId })
    await settleAlarm(db, { kind: 'deposit_lost', subject: row.id })
    return { transferId }
  })
}

/** A credited deposit is in the chain again: the alarm is over, and a loss that was booked is booked back. */
export async function findLost(
  db: Db,
  {
    row,
    place,
    books,
  }: { row: DepositRow; place: Pick<DepositRow, 'block_height' | 'block_hash'>; books: DepositBooks },
): Promise<void> {
  const { loss_transfer_id: transferId } = row
  if (transferId) {
    await reverse(db, { transferId, idempotencyKey: `reorg-found:${transferId}`, reason: 'reorg-found' })
  }
  const found = await change(db, row, { ...place, lost_at: null, loss_transfer_id: null })
  await settleAlarm(db, { kind: 'deposit_lost', subject: row.id })
  if (row.lost_at) await books.found(db, depositOf(found))
}
