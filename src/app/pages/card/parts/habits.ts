import type { CardType } from '../../../../contract/card.ts'
import { feeOf, format, parse, sameValue } from '../../../../contract/money.ts'
import { bpsOf, isMore } from './reckon.ts'

export interface Habits {
  /** USD spent in a month. */
  monthly: string
  /** Of every hundred, how much is spent outside the region of the card. */
  abroadPercent: number
}

export interface YearlyCost {
  /** USDT: the opening fee and all fees of twelve months. */
  first: string
  /** USDT: the annual fee and all fees of twelve months. */
  later: string
}

type Fees = Pick<CardType, 'openFee' | 'annualFee' | 'rechargeFee' | 'consumeFee' | 'crossBorderFee'>

/** What a kind of card costs in a year of such spending. How often it is recharged changes nothing: the fee is a share. */
export function yearlyCost({ monthly, abroadPercent }: Habits, kind: Fees): YearlyCost {
  const spentMinor = parse(monthly, 'USD') ?? 0n
  const abroadMinor = (spentMinor * BigInt(abroadPercent)) / 100n
  const purchaseFees =
    feeOf({ amountMinor: spentMinor, feeBps: bpsOf(kind.consumeFee) }) +
    feeOf({ amountMinor: abroadMinor, feeBps: bpsOf(kind.crossBorderFee) })
  const rechargeFee = feeOf({ amountMinor: spentMinor + purchaseFees, feeBps: bpsOf(kind.rechargeFee) })
  const yearMinor = sameValue({ minor: (purchaseFees + rechargeFee) * 12n, from: 'USD', to: 'USDT' }) ?? 0n
  return {
    first: format(yearMinor + (parse(kind.openFee, 'USDT') ?? 0n), 'USDT'),
    later: format(yearMinor + (parse(kind.annualFee, 'USDT') ?? 0n), 'USDT'),
  }
}

/** The kind that costs least over two years among those that can be opened; null when there is no choice. */
export function cheapest(habits: Habits, kinds: (Fees & Pick<CardType, 'id' | 'status'>)[]): string | null {
  const open = kinds.filter(({ status }) => status === 'enable')
  if (open.length < 2) return null
  const [first, ...others] = open.map(kind => ({ id: kind.id, cost: twoYears(yearlyCost(habits, kind)) }))
  return others.reduce((best, other) => (isMore(best.cost, other.cost) ? other : best), first as Costed).id
}

interface Costed {
  id: string
  cost: string
}

function twoYears({ first, later }: YearlyCost): string {
  return format((parse(first, 'USDT') ?? 0n) + (parse(later, 'USDT') ?? 0n), 'USDT')
}
