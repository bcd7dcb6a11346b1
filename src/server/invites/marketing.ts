import type { Db } from '../database/database.ts'
import { balanceOf, houseAccount, openAccount, post } from '../ledger/ledger.ts'

/**
 * What rewards are paid from. It is kept like a customer's wallet, of an owner that no user can be, and not as a house
 * account: those may go below zero, this one the database refuses to overdraw.
 */
export async function marketingAccount(db: Db): Promise<string> {
  return await openAccount(db, { kind: 'wallet', ownerId: us, currency: 'USDT', code: 'marketing' })
}

const us = '00000000-0000-0000-0000-000000000001'

/** What is left for rewards, in minor units of USDT. */
export async function marketingBalance(db: Db): Promise<bigint> {
  return (await balanceOf(db, await marketingAccount(db))).availableMinor
}

/** Sets aside own money for rewards, once for each key; minor units of USDT. */
export async function fundMarketing(
  db: Db,
  { amountMinor, key }: { amountMinor: bigint; key: string },
): Promise<{ transferId: string }> {
  const { transferId } = await post(db, {
    idempotencyKey: `marketing:${key}`,
    reason: 'marketing',
    entries: [
      { accountId: await houseAccount(db, { code: 'equity', currency: 'USDT' }), amountMinor: -amountMinor },
      { accountId: await marketingAccount(db), amountMinor },
    ],
  })
  return { transferId }
}

/** What was set aside under a key, in minor units of USDT. */
export async function fundedUnder(
  db: Db,
  key: string,
): Promise<{ transferId: string; amountMinor: bigint } | undefined> {
  return await db
    .selectFrom('transfers')
    .innerJoin('entries', 'entries.transfer_id', 'transfers.id')
    .select(['transfers.id as transferId', 'amount_minor as amountMinor'])
    .where('idempotency_key', '=', `marketing:${key}`)
    .where('account_id', '=', await marketingAccount(db))
    .executeTakeFirst()
}
