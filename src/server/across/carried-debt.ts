import { format } from '../../contract/money.ts'
import { writeBill } from '../bills/bills.ts'
import type { Evened } from '../cards/money/stand-in.ts'
import type { CardTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { tell } from '../messages/messages.ts'

/** Shows and tells that a debt went from a lost card to the one that stands in for it, or what came back repaid of it. */
export async function showEvened(
  db: Db,
  lost: CardTable,
  { transferId, standIn, owesMinor }: Evened,
): Promise<void> {
  const what = owesMinor > 0n ? 'debtCarried' : 'debtRepaid'
  const [from, to] = owesMinor > 0n ? [standIn, lost] : [lost, standIn]
  const row = {
    userId: lost.user_id,
    kind: 'transfer',
    currency: 'USD',
    remark: { from: from.last4, to: to.last4 },
    status: 'done',
    transferId,
    step: { what },
  } as const
  const side = ({ id, last4 }: CardTable) => ({ account: last4, cardId: id })
  const { traceId } = await writeBill(db, { ...row, ...side(lost), amountMinor: owesMinor })
  await writeBill(db, { ...row, ...side(standIn), amountMinor: -owesMinor, traceId })
  const amount = format(owesMinor > 0n ? owesMinor : -owesMinor, 'USD')
  await tell(db, {
    userId: lost.user_id,
    kind: 'balance',
    noticeType: 'cardTransfer',
    params: { what, amount, currency: 'USD', last4: standIn.last4, lost: lost.last4 },
    action: `/pages/cardDetail/cardDetail?id=${standIn.id}`,
    eventKey: `debt-carried:${transferId}`,
  })
}
