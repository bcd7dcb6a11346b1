import type { BillKind } from '../../../../../contract/bill.ts'

/** The filters of the specification in its order; without a kind: all. */
export const billKinds = [
  'deposit',
  'withdraw',
  'openCard',
  'topUp',
  'remittance',
  'transfer',
  'fee',
  'cardTransaction',
  'consume',
  'refund',
] as const satisfies readonly BillKind[]

/** Whether it is a kind of bill: it may come from a URL. */
export function isBillKind(kind: string | undefined): kind is BillKind {
  return billKinds.some(each => each === kind)
}
