import type { Bill } from '../../contract/bill.ts'
import { t } from '../state/locale.ts'

interface Stands extends Pick<Bill, 'type' | 'remark'> {
  status: Exclude<Bill['status'], 'done'>
}

/**
 * Where a bill stands that has not come to its end, in a word. What its customer took back is called as it is where it was
 * taken back; `reversed` is for what a merchant does.
 */
export function stateWord({ type, status, remark }: Stands): string {
  if (status !== 'reversed') return t(`billStatus.${status}`)
  if (type === 'withdraw' || remark.fee === 'withdrawFee') return t('billStatus.takenBack')
  return t(type === 'openCard' ? 'billStatus.cancelled' : 'billStatus.reversed')
}
