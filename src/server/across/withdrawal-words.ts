import { format } from '../../contract/money.ts'
import { continueBill } from '../bills/bills.ts'
import { endsOf } from '../chain/withdrawals/address-ends.ts'
import type { WithdrawalRow } from '../chain/withdrawals/withdrawal-tables.ts'
import type { Db } from '../database/database.ts'
import { holdOf, houseAccount, type Transfer } from '../ledger/ledger.ts'
import { tell } from '../messages/messages.ts'

/** Tells a customer where a withdrawal stands, once for each state. */
export async function tellOf(
  db: Db,
  { id, user_id, currency, network, address, receive_minor }: WithdrawalRow,
  {
    state,
    hasLetter = false,
    ...more
  }: { state: string; reason?: string; note?: string; hours?: string; hasLetter?: boolean },
): Promise<void> {
  await tell(db, {
    userId: user_id,
    kind: 'balance',
    noticeType: 'withdraw',
    params: {
      state,
      amount: format(receive_minor, currency),
      currency,
      chain: network,
      address: endsOf(address),
      ...more,
    },
    action: `/pages/transferOut/transferOut?id=${id}`,
    eventKey: `withdrawal:${id}:${state}`,
    hasLetter,
  })
}

/** Continues the bill of a withdrawal. */
export async function continueBillOf(
  db: Db,
  { bill_id: billId }: Pick<WithdrawalRow, 'bill_id'>,
  change: Omit<Parameters<typeof continueBill>[1], 'billId'>,
): Promise<void> {
  await continueBill(db, { billId, ...change })
}

/** What a withdrawal moves in the books when it is paid, the fee as an entry of its own. Posted once. */
export async function withdrawalTransfer(
  db: Db,
  { id, hold_id, currency, amount_minor, receive_minor, fee_minor }: WithdrawalRow,
): Promise<Transfer> {
  const { accountId } = await holdOf(db, hold_id)
  const [chain, fees] = [
    await houseAccount(db, { code: 'chain', currency }),
    await houseAccount(db, { code: 'fees', currency }),
  ]
  return {
    idempotencyKey: `withdrawal:${id}`,
    reason: 'withdrawal',
    entries: [
      { accountId, amountMinor: -amount_minor },
      { accountId: chain, amountMinor: receive_minor },
      { accountId: fees, amountMinor: fee_minor },
    ],
  }
}
