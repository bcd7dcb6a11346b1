import type { Bill } from '../../../../contract/bill.ts'

export const idOf = (index: number) => `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`

/** For tests: a purchase of so many minutes past midnight; change what matters. */
export function row(index: number, changes: Partial<Bill> = {}): Bill {
  return {
    id: idOf(index),
    type: 'consume',
    amount: '-1',
    currency: 'USD',
    fee: '0',
    account: '4821',
    remark: { merchant: `Shop ${index}` },
    status: 'done',
    createTime: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
    cardOutId: idOf(999),
    traceId: idOf(index),
    ...changes,
  }
}
