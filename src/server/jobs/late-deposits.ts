import { isDeleted } from '../account/deletions.ts'
import { continueBill } from '../bills/bills.ts'
import { raiseAlarm } from '../chain/alarms.ts'
import type { Credit, Deposit, DepositBooks } from '../chain/deposit.ts'
import type { Db } from '../database.ts'
import { houseAccount, post } from '../ledger/ledger.ts'

/**
 * The same books, but for customers who were deleted: what comes to their old addresses goes to the house's account
 * `suspense` with an alarm, and nobody is told.
 */
export function sparingTheGone(books: DepositBooks): DepositBooks {
  return {
    ...books,
    async lost(db, deposit) {
      if (!(await isDeleted(db, deposit.userId))) await books.lost(db, deposit)
    },
    async strayed(db, stray) {
      if (!(await isDeleted(db, stray.userId))) await books.strayed(db, stray)
    },
    async credit(db, deposits) {
      const [theirs, late]: [Deposit[], Deposit[]] = [[], []]
      for (const deposit of deposits) ((await isDeleted(db, deposit.userId)) ? late : theirs).push(deposit)
      const credits = theirs.length > 0 ? await books.credit(db, theirs) : []
      for (const deposit of late) credits.push(await suspend(db, deposit))
      return credits
    },
  }
}

async function suspend(db: Db, deposit: Deposit): Promise<Credit> {
  const { id, userId, network, txHash, logIndex, currency, amountMinor, billId } = deposit
  if (!billId) throw new Error(`deposit ${id} of a deleted customer has no bill`)
  const { transferId } = await post(db, {
    idempotencyKey: `deposit:${network}:${txHash}:${logIndex}`,
    reason: 'late-deposit',
    entries: [
      { accountId: await houseAccount(db, { code: 'chain', currency }), amountMinor: -amountMinor },
      { accountId: await houseAccount(db, { code: 'suspense', currency }), amountMinor },
    ],
  })
  await continueBill(db, { billId, status: 'failed', transferId, step: { what: 'suspended' } })
  await raiseAlarm(db, {
    kind: 'deposit_after_deletion',
    subject: id,
    detail: { userId, network, txHash, currency, amountMinor: `${amountMinor}` },
  })
  return { depositId: id, transferId, billId }
}
