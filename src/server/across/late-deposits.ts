import { isDeleted } from '../account/deletions.ts'
import { raiseAlarm } from '../alarms.ts'
import { continueBill, writeBill } from '../bills/bills.ts'
import type { Credit, Deposit, DepositBooks } from '../chain/deposits/deposit.ts'
import type { Db } from '../database/database.ts'
import { houseAccount, post } from '../ledger/ledger.ts'
import { walletBill } from './deposit-bill.ts'

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
    async found(db, deposit) {
      if (!(await isDeleted(db, deposit.userId))) await books.found(db, deposit)
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
  const { id, userId, network, txHash, logIndex, currency, amountMinor } = deposit
  const { transferId } = await post(db, {
    idempotencyKey: `deposit:${network}:${txHash}:${logIndex}`,
    reason: 'late-deposit',
    entries: [
      { accountId: await houseAccount(db, { code: 'chain', currency }), amountMinor: -amountMinor },
      { accountId: await houseAccount(db, { code: 'suspense', currency }), amountMinor },
    ],
  })
  const billId = await endBill(db, { deposit, transferId })
  await raiseAlarm(db, {
    kind: 'deposit_after_deletion',
    subject: id,
    detail: { userId, network, txHash, currency, amountMinor: `${amountMinor}` },
  })
  return { depositId: id, transferId, billId }
}

/** Crumbs that have added up to the minimum have no bill yet: the transfer in the books is to be found from one. */
async function endBill(db: Db, { deposit, transferId }: { deposit: Deposit; transferId: string }) {
  const ended = { status: 'failed' as const, transferId, step: { what: 'suspended' } }
  if (!deposit.billId)
    return (await writeBill(db, { ...walletBill(deposit, deposit.amountMinor), ...ended })).billId
  await continueBill(db, { billId: deposit.billId, ...ended })
  return deposit.billId
}
