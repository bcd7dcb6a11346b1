import { format, parse } from '../../../../../contract/money.ts'
import type { Purchase } from './purchase-parts.tsx'

const groups = [
  ['dining', /^581[1-4]/],
  ['groceries', /^54/],
  ['transport', /^(41|554|7523)/],
  ['travel', /^(3|4[457]|7011|751)/],
  ['digital', /^(48|5734|581|737)/],
  ['health', /^(80|5912)/],
  ['leisure', /^7[89]/],
  ['cash', /^601/],
  ['shopping', /^5/],
  ['other', /^/],
] as const

export type SpendingGroup = (typeof groups)[number][0]

/** What a merchant sells, by its category code. */
export function groupOf(mcc: string): SpendingGroup {
  return groups.find(([, codes]) => codes.test(mcc))?.[0] ?? 'other'
}

export interface Spending {
  total: string
  /** The largest first; `share` of the whole in percent, for the eye. */
  parts: { group: SpendingGroup; amount: string; share: number }[]
}

/** What was spent or is about to be, net of refunds, by group. What did not go through is no spending. */
export function spendingOf(list: Pick<Purchase, 'mcc' | 'amount' | 'status'>[]): Spending {
  const sums = new Map<SpendingGroup, bigint>()
  for (const { mcc, amount, status } of list) {
    if ((status !== 'posted' && status !== 'pending') || !amount.startsWith('-')) continue
    const group = groupOf(mcc)
    sums.set(group, (sums.get(group) ?? 0n) + (parse(amount.slice(1), 'USD') ?? 0n))
  }
  const whole = [...sums.values()].reduce((sum, minor) => sum + minor, 0n)
  return {
    total: format(whole, 'USD'),
    parts: [...sums]
      .filter(([, minor]) => minor > 0n)
      .sort(([, one], [, other]) => (one < other ? 1 : -1))
      .map(([group, minor]) => ({
        group,
        amount: format(minor, 'USD'),
        share: Number((minor * 1000n) / whole) / 10,
      })),
  }
}
