import { sql, type Updateable } from 'kysely'
import type { DelayHours } from '../../../contract/delay.ts'
import { type Coin, format } from '../../../contract/money.ts'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import type { Db } from '../../database/database.ts'
import { leftSeconds } from '../../http/left-seconds.ts'
import type { Treasury } from '../treasury.ts'
import type { WithdrawalRow, WithdrawalTable } from './withdrawal-tables.ts'

/** A withdrawal that was asked for and reserved. */
export interface NewWithdrawal {
  id: string
  userId: string
  network: string
  currency: Coin
  address: string
  label: string
  receiveMinor: bigint
  feeMinor: bigint
  holdId: string
  billId: string
  feeBillId: string
  isReviewed: boolean
  /** How long it can be taken back at leisure. */
  cancelSeconds: number
  /** How long the customer has chosen that theirs wait. */
  delayHours: DelayHours
}

/** Writes a withdrawal down, to be looked at first or to be paid when its turn comes. */
export async function addWithdrawal(db: Db, added: NewWithdrawal): Promise<WithdrawalRow> {
  const { receiveMinor, feeMinor, delayHours } = added
  const waitSeconds = leisureSeconds(added)
  return await db
    .insertInto('withdrawals')
    .values({
      id: added.id,
      user_id: added.userId,
      network: added.network,
      currency: added.currency,
      address: added.address,
      label: added.label,
      amount_minor: receiveMinor + feeMinor,
      fee_minor: feeMinor,
      receive_minor: receiveMinor,
      hold_id: added.holdId,
      bill_id: added.billId,
      fee_bill_id: added.feeBillId,
      status: added.isReviewed ? 'review' : 'queued',
      send_at: sql<Date>`now() + ${waitSeconds} * interval '1 second'`,
      delay_hours: delayHours,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Seconds from asking for a withdrawal until it may be sent: the longer of our wait and the customer's own. */
export function leisureSeconds({
  cancelSeconds,
  delayHours,
}: Pick<NewWithdrawal, 'cancelSeconds' | 'delayHours'>): number {
  return Math.max(cancelSeconds, delayHours * 3600)
}

/** A withdrawal, kept as it is until the commit; undefined when there is none. */
export async function lockWithdrawal(db: Db, id: string): Promise<WithdrawalRow | undefined> {
  return await db.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** What may change on a withdrawal as it goes on. */
export type Change = Pick<
  Updateable<WithdrawalTable>,
  | 'status'
  | 'reason'
  | 'note'
  | 'is_cleared'
  | 'nonce'
  | 'tx_hash'
  | 'block_height'
  | 'block_hash'
  | 'confirms'
  | 'gas_raw'
  | 'transfer_id'
> & { at?: 'sent_at' | 'dead_at' | 'ended_at' | 'undone_at'; dead_at?: null; undone_at?: null }

/** Carries a withdrawal on and gives it as it is then; `at` is the instant that is now. The caller has locked it. */
export async function moveWithdrawal(
  db: Db,
  { id }: Pick<WithdrawalRow, 'id'>,
  { at, ...changed }: Change,
): Promise<WithdrawalRow> {
  return await db
    .updateTable('withdrawals')
    .set({ ...changed, ...(at && { [at]: sql<Date>`now()` }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** True while nothing was signed. */
export function isCancellable({ status }: Pick<WithdrawalRow, 'status'>): boolean {
  return status === 'review' || status === 'queued' || status === 'held'
}

/** As it travels. */
export function withdrawalOf(
  row: WithdrawalRow,
  { confirmations }: Pick<Treasury, 'confirmations'>,
): Withdrawal {
  const { currency } = row
  return {
    id: row.id,
    currency,
    chain: row.network,
    address: row.address,
    label: row.label,
    amount: format(row.amount_minor, currency),
    fee: format(row.fee_minor, currency),
    receive: format(row.receive_minor, currency),
    status: row.status,
    reason: row.reason,
    txId: row.tx_hash,
    confirms: Math.min(row.confirms, confirmations),
    required: confirmations,
    sendTime: row.send_at.toISOString(),
    leftSeconds: leftSeconds(row.send_at),
    ...(row.delay_hours > 0 && { delayHours: row.delay_hours }),
    isCancellable: isCancellable(row),
    createTime: row.created_at.toISOString(),
    billId: row.bill_id,
  }
}
