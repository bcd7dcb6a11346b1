import { userBill } from '../../../../contract/bill.ts'
import { go } from '../../../hash-location.tsx'
import { send } from '../../../send.ts'

const keywordMax = 64

/** Goes to the bill of a transaction on chain; to the deposits where it cannot be found. */
export async function openBillOf(txId: string) {
  const reply = await send(userBill, { pageSize: 1, page: 1, keyword: txId.slice(0, keywordMax) })
  const id = reply.ok ? reply.data.list[0]?.id : undefined
  go('bill', id ? { id } : { type: 'deposit' })
}
