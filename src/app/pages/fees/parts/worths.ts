import type { Output } from '../../../../contract/call.ts'
import type { fees } from '../../../../contract/cost.ts'
import { decimal, rateScale, scaled } from '../../../../contract/money.ts'
import { worth } from '../../../state/worth.ts'

export type Fees = Output<typeof fees>
/** What something came to in one currency. */
export type Sum = Fees['total'][number]

/** What sums are worth together in the pricing currency; those without a rate are left out. */
export function worthOf(sums: readonly Sum[]): string {
  const all = sums.reduce(
    (whole, { amount, currency }) => whole + (scaled(worth(amount, currency)) ?? 0n),
    0n,
  )
  return decimal(all, rateScale)
}

/** The currencies whose worth is not known. */
export function unratedOf(sums: readonly Sum[]): string[] {
  return sums
    .filter(({ amount, currency }) => worth(amount, currency) === 'NAN')
    .map(({ currency }) => currency)
}

/** The months of a year that had fees, with what they were worth. */
export function monthsOf({ months }: Fees): { month: string; amount: string }[] {
  return [...new Set(months.map(({ month }) => month))]
    .sort()
    .map(month => ({ month, amount: worthOf(months.filter(each => each.month === month)) }))
}

/** Sums that belong together, one group for each name, what is worth most first. */
export function grouped<S extends Sum>(sums: readonly S[], nameOf: (sum: S) => string): S[][] {
  const groups = new Map<string, S[]>()
  for (const sum of sums) groups.set(nameOf(sum), [...(groups.get(nameOf(sum)) ?? []), sum])
  const worthOfGroup = (group: S[]) => scaled(worthOf(group)) ?? 0n
  return [...groups.values()].sort((one, other) => (worthOfGroup(one) < worthOfGroup(other) ? 1 : -1))
}
