import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import { stoppedSince } from '../account/freezes.ts'
import { pausedUntil } from '../account/withdrawal-pause.ts'
import { continueBill } from '../bills/bills.ts'
import type { WithdrawalBooks } from '../chain/withdrawals/bookkeeping.ts'
import { forgetUse } from '../chain/withdrawals/saved-addresses.ts'
import type { WithdrawalRow } from '../chain/withdrawals/withdrawal-tables.ts'
import type { Db } from '../database/database.ts'
import { lockCustomer } from '../database/lock-customer.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { capture, release } from '../ledger/ledger.ts'
import { chargeAfterAll, tellCertain, tellUndone } from './undone-withdrawals.ts'
import { continueBillOf, tellOf, withdrawalTransfer } from './withdrawal-words.ts'

/**
 * What a withdrawal does to the books, the bills and the messages. What was reserved when it was asked for is charged when
 * it is paid for good, the fee as an entry of its own, or given back whole.
 */
export function withdrawalBooks({ confirmations }: { confirmations: number }): WithdrawalBooks {
  return {
    async obstacle(db, withdrawal) {
      const { user_id: userId, is_cleared } = withdrawal
      await lockCustomer(db, userId)
      if (await stoppedSince(db, { userId, since: await letGoAt(db, withdrawal) })) return 'frozen'
      if (is_cleared) return null
      return (await pausedUntil(db, userId)) ? 'security' : null
    },
    async held(db, withdrawal) {
      await forgetApprovals(db, withdrawal)
      await continueBillOf(db, withdrawal, {
        step: { what: 'held', detail: { reason: withdrawal.reason ?? '' } },
      })
      const state = withdrawal.reason === 'frozen' ? 'frozen' : 'held'
      await tellOf(db, withdrawal, { state })
      await askOperators(db, withdrawal, { at: await pausedUntil(db, withdrawal.user_id) })
    },
    async signed(db, withdrawal, { number }) {
      const txId = withdrawal.tx_hash ?? ''
      await continueBillOf(db, withdrawal, { remark: { txId }, step: { what: 'signed', detail: { txId } } })
      if (number === 1) await tellOf(db, withdrawal, { state: 'sent' })
    },
    async confirming(db, withdrawal) {
      const { tx_hash, confirms } = withdrawal
      const detail = { txId: tx_hash ?? '', confirms: `${confirms}`, required: `${confirmations}` }
      await continueBillOf(db, withdrawal, { step: { what: 'confirming', detail } })
    },
    async lost(db, withdrawal) {
      await continueBillOf(db, withdrawal, { step: { what: 'orphaned' } })
    },
    async done(db, withdrawal) {
      const transferId = await charge(db, withdrawal)
      const txId = withdrawal.tx_hash ?? ''
      const done = { status: 'done', transferId } as const
      const detail = { txId, confirms: `${confirmations}`, required: `${confirmations}` }
      await continueBillOf(db, withdrawal, { ...done, remark: { txId }, step: { what: 'done', detail } })
      await continueBill(db, { billId: withdrawal.fee_bill_id, ...done, step: { what: 'charged' } })
      await tellOf(db, withdrawal, { state: 'done' })
      return { transferId }
    },
    async failed(db, withdrawal) {
      await giveBack(db, withdrawal, 'failed')
    },
    undone: tellUndone,
    owed: chargeAfterAll,
    certain: tellCertain,
  }
}

/** Since when it may go as far as people are concerned: operators let it go on, or its customer asked for it. */
async function letGoAt(db: Db, { id, created_at }: WithdrawalRow): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from withdrawal_approvals where withdrawal_id = ${id}`.execute(db)
  return rows[0]?.at ?? created_at
}

/** Held again, it takes two operators again; who let it go before is in the audits. */
async function forgetApprovals(db: Db, { id }: WithdrawalRow): Promise<void> {
  await db
    .deleteFrom('withdrawal_approvals')
    .where('withdrawal_id', '=', id)
    .where('stage', '=', 'held')
    .execute()
}

/**
 * Gives back what was reserved for a withdrawal that has ended without being paid, and says so. Throws when there is
 * nothing to give back: then something is wrong, and nothing may go on.
 */
export async function giveBack(
  db: Db,
  withdrawal: WithdrawalRow,
  state: 'failed' | 'cancelled',
): Promise<void> {
  const { releasedMinor } = await release(db, { holdId: withdrawal.hold_id })
  if (releasedMinor !== withdrawal.amount_minor) throw new Error(`hold ${withdrawal.hold_id} is not whole`)
  const { currency, reason, note } = withdrawal
  const status = state === 'failed' ? 'failed' : 'reversed'
  const remark = { ...(reason && { reason }), ...(note && { note }) }
  const returned = {
    what: 'returned',
    detail: { returned: format(withdrawal.amount_minor, currency), currency },
  }
  await continueBillOf(db, withdrawal, { status, remark, step: { what: state, detail: remark } })
  await continueBillOf(db, withdrawal, { step: returned })
  await forgetUse(db, withdrawal)
  await continueBill(db, { billId: withdrawal.fee_bill_id, status, step: { what: 'returned' } })
  await tellOf(db, withdrawal, { state, ...remark })
}

/** Asks for two operators. In the sandbox a job plays them. */
export async function askOperators(
  db: Db,
  { id }: Pick<WithdrawalRow, 'id'>,
  { at = null }: { at?: Date | null } = {},
): Promise<void> {
  const when = at ? { key: `${id}:${at.getTime()}`, runAt: at } : { delayMs: 2000 }
  await enqueue(db, 'review-withdrawal', { withdrawalId: id }, when)
}

async function charge(db: Db, withdrawal: WithdrawalRow): Promise<string> {
  const { transferId } = await capture(db, {
    holdId: withdrawal.hold_id,
    ...(await withdrawalTransfer(db, withdrawal)),
  })
  return transferId
}
