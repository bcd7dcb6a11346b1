import { isDeleted } from '../account/deletions.ts'
import { beginFreeze, liftFreeze } from '../account/freezes.ts'
import { continueBill } from '../bills/bills.ts'
import type { WithdrawalRow } from '../chain/withdrawals/withdrawal-tables.ts'
import type { Db } from '../database/database.ts'
import { lockCustomer } from '../database/lock-customer.ts'
import { Overdrawn, post } from '../ledger/ledger.ts'
import { isWaiting } from './lost-deposits.ts'
import { continueBillOf, tellOf, withdrawalTransfer } from './withdrawal-words.ts'

/**
 * The customer has the money of a withdrawal back that might be paid now: nothing of theirs moves until the chain has
 * proved it dead again, or it is charged. The freeze is in the commit that finds the loss.
 */
export async function tellUndone(db: Db, withdrawal: WithdrawalRow): Promise<void> {
  const { user_id: userId } = withdrawal
  if (await isDeleted(db, userId)) return
  await lockCustomer(db, userId)
  await beginFreeze(db, { userId, by: 'loss' })
  await continueBillOf(db, withdrawal, { step: { what: 'orphaned' } })
  await tellOf(db, withdrawal, { state: 'undone', hasLetter: true })
}

/** Takes back what was given back, as it is paid; null, and the customer stands still, when they have less than that. */
export async function chargeAfterAll(
  db: Db,
  withdrawal: WithdrawalRow,
): Promise<{ transferId: string } | null> {
  const { user_id: userId } = withdrawal
  await lockCustomer(db, userId)
  try {
    return await post(db, await withdrawalTransfer(db, withdrawal))
  } catch (error) {
    if (!(error instanceof Overdrawn)) throw error
    if (await isDeleted(db, userId)) return null
    // Since it was undone they stand still, unless operators have let them go on.
    if (!withdrawal.undone_at) await beginFreeze(db, { userId, by: 'loss' })
    await tellOf(db, withdrawal, { state: 'owed', hasLetter: true })
    return null
  }
}

/** It is dead again, or charged: what is told, and the customer goes on unless something else of theirs waits. */
export async function tellCertain(db: Db, withdrawal: WithdrawalRow): Promise<void> {
  const { user_id: userId, status, reason, tx_hash, transfer_id: transferId } = withdrawal
  if (await isDeleted(db, userId)) return
  await lockCustomer(db, userId)
  if (status === 'done') {
    const txId = tx_hash ?? ''
    const done = { status: 'done', ...(transferId && { transferId }) } as const
    await continueBillOf(db, withdrawal, {
      ...done,
      remark: { txId },
      step: { what: 'done', detail: { txId } },
    })
    await continueBill(db, { billId: withdrawal.fee_bill_id, ...done, step: { what: 'charged' } })
  } else await continueBillOf(db, withdrawal, { step: { what: 'failed', detail: { reason: reason ?? '' } } })
  if (!(await isWaiting(db, userId))) await liftFreeze(db, { userId, by: 'loss' })
  await tellOf(db, withdrawal, { state: status === 'done' ? 'paid' : 'dead', hasLetter: true })
}
