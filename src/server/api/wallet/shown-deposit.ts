import type { Output } from '../../../contract/call.ts'
import { format } from '../../../contract/money.ts'
import type { queryTransferIn } from '../../../contract/wallet.ts'
import type { Chain } from '../../chain/chain.ts'
import type { ShownDeposit } from '../../chain/deposits/incoming.ts'

/** A deposit as it travels; `waiting` has the message of each, by its bill, that waits for a yes. */
export function shownDeposit(
  { txHash, amountMinor, currency, confirms, status, seenAt, billId }: ShownDeposit,
  { chain, waiting }: { chain: Chain; waiting: ReadonlyMap<string, string> },
): Output<typeof queryTransferIn>['list'][number] {
  return {
    txId: txHash,
    amount: format(amountMinor, currency),
    currency,
    confirms,
    required: chain.confirmations,
    status,
    time: seenAt.toISOString(),
    billId,
    messageId: (billId && waiting.get(billId)) ?? null,
  }
}
