import type { NewBill } from '../bills/bills.ts'
import type { Deposit } from '../chain/deposits/deposit.ts'

/** The bill of what a deposit brings to the wallet of its coin. */
export function walletBill(
  { userId, currency, network, txHash }: Deposit,
  amountMinor: bigint,
): Pick<NewBill, 'userId' | 'kind' | 'amountMinor' | 'currency' | 'account' | 'remark'> {
  const remark = { network, txId: txHash }
  return { userId, kind: 'deposit', amountMinor, currency, account: 'wallet', remark }
}
