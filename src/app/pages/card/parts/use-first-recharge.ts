import { userBill } from '../../../../contract/bill.ts'
import { session } from '../../../state/session.ts'
import { useLoad } from '../../../use-load.ts'

const pageSize = 100

/**
 * Whether the account has never recharged a card from the wallet: for the words before an amount is typed, the server
 * decides. The recharge that opening a card brings does not count; its row carries no fee of its own.
 */
export function useFirstRecharge(): boolean {
  const startTime = session.value?.user.createTime
  const { data } = useLoad(userBill, { pageSize, page: 1, type: 'topUp', ...(startTime && { startTime }) })
  return data !== null && data.total <= pageSize && !data.list.some(({ remark }) => remark.fee !== undefined)
}
