import type { Obstacle } from '../../contract/deletion.ts'
import { type Currency, parse } from '../../contract/money.ts'
import { continueBill, writeBill } from '../bills/bills.ts'
import type { Db } from '../database/database.ts'
import { capture, hold, holdOf, houseAccount, openAccount, release } from '../ledger/ledger.ts'

/**
 * Reserves what is given up with the account, under a hold of each coin: until the day nobody spends it, and a deletion
 * that is taken back gives it back. Each has a bill row from the beginning.
 */
export async function reserveWaived(
  db: Db,
  { userId, deletionId, obstacles }: { userId: string; deletionId: string; obstacles: readonly Obstacle[] },
): Promise<void> {
  for (const { state, amount, currency } of obstacles) {
    if (state !== 'waivable' || amount === null || currency === null) continue
    const amountMinor = parse(amount, currency)
    if (amountMinor === null) throw new Error(`${amount} ${currency} is no amount`)
    const accountId = await openAccount(db, { kind: 'wallet', ownerId: userId, currency })
    const { holdId } = await hold(db, {
      accountId,
      amountMinor,
      idempotencyKey: `waived:${deletionId}:${currency}`,
      reason: 'waived',
    })
    const { billId } = await writeBill(db, {
      userId,
      kind: 'fee',
      amountMinor: -amountMinor,
      currency,
      account: 'wallet',
      remark: { fee: 'waivedRest' },
      status: 'pending',
      step: { what: 'waived' },
    })
    await db
      .insertInto('deletion_waivers')
      .values({
        deletion_id: deletionId,
        currency,
        amount_minor: amountMinor,
        hold_id: holdId,
        bill_id: billId,
      })
      .execute()
  }
}

/** What was given up becomes ours: it goes to the house's account `waived`, and the bills say so. */
export async function keepWaived(db: Db, deletionId: string): Promise<void> {
  for (const { currency, amount_minor, hold_id, bill_id } of await waiversOf(db, deletionId)) {
    const { accountId } = await holdOf(db, hold_id)
    const houseId = await houseAccount(db, { code: 'waived', currency: currency as Currency })
    const { transferId } = await capture(db, {
      holdId: hold_id,
      idempotencyKey: `waived:${deletionId}:${currency}`,
      reason: 'waived',
      entries: [
        { accountId, amountMinor: -amount_minor },
        { accountId: houseId, amountMinor: amount_minor },
      ],
    })
    await continueBill(db, { billId: bill_id, status: 'done', transferId, step: { what: 'charged' } })
  }
}

/** What was given up is the customer's again. */
export async function freeWaived(db: Db, deletionId: string): Promise<void> {
  for (const { hold_id, bill_id } of await waiversOf(db, deletionId)) {
    await release(db, { holdId: hold_id })
    await continueBill(db, { billId: bill_id, status: 'reversed', step: { what: 'released' } })
  }
}

async function waiversOf(db: Db, deletionId: string) {
  return await db
    .selectFrom('deletion_waivers')
    .selectAll()
    .where('deletion_id', '=', deletionId)
    .orderBy('currency')
    .execute()
}
