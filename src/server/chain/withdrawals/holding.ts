import { raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import type { Paying, WithdrawalBooks } from './bookkeeping.ts'
import type { WithdrawalReason, WithdrawalRow } from './withdrawal-tables.ts'
import { lockWithdrawal, moveWithdrawal } from './withdrawals.ts'

/** Has a withdrawal wait for two operators, with an alarm. The caller has locked it. */
export async function holdBack(
  db: Db,
  { books, row, reason }: { books: WithdrawalBooks; row: WithdrawalRow; reason: WithdrawalReason },
): Promise<void> {
  const held = await moveWithdrawal(db, row, { status: 'held', reason })
  await raiseAlarm(db, { kind: 'withdrawal_held', subject: row.id, detail: { reason } })
  await books.held(db, held)
}

/** Holds one that waits for its time now, if its customer's money is stopped: they need not wait to read of it. */
export async function holdStopped({ db, books }: Pick<Paying, 'db' | 'books'>, id: string): Promise<void> {
  await transaction(db, async db => {
    const row = await lockWithdrawal(db, id)
    if (row?.status !== 'queued') return
    const reason = await books.obstacle(db, row)
    if (reason === 'frozen') await holdBack(db, { books, row, reason })
  })
}
