import type { CardType } from '../../../../../contract/card.ts'
import { feeOf, format, parse, sameValue } from '../../../../../contract/money.ts'
import { bpsOf, isMore, more } from '../reckon.ts'
import { type Extras, extraOf } from './extras.ts'

interface Habits {
  /** USD spent in a month. */
  monthly: string
  /** Of every hundred, how much is spent outside the region of the card. */
  abroadPercent: number
}

interface YearlyCost {
  /** USDT: the opening fee, what a physical card needs beside it, and all fees of twelve months. */
  first: string
  /** USDT: the annual fee and all fees of twelve months. */
  later: string
}

type Fees = Pick<CardType, 'type' | 'openFee' | 'annualFee' | 'rechargeFee' | 'consumeFee' | 'crossBorderFee'>

/**
 * What a kind of card costs in a year of such spending. How often it is recharged changes nothing: the fee is a share. Null
 * while it is not known what mailing costs, and where we do not mail.
 */
export function yearlyCost(
  { monthly, abroadPercent }: Habits,
  kind: Fees,
  extras: Extras,
): YearlyCost | null {
  const extra = extraOf(kind, extras)
  if (!extra) return null
  const spentMinor = parse(monthly, 'USD') ?? 0n
  const abroadMinor = (spentMinor * BigInt(abroadPercent)) / 100n
  const purchaseFees =
    feeOf({ amountMinor: spentMinor, feeBps: bpsOf(kind.consumeFee) }) +
    feeOf({ amountMinor: abroadMinor, feeBps: bpsOf(kind.crossBorderFee) })
  const rechargeFee = feeOf({ amountMinor: spentMinor + purchaseFees, feeBps: bpsOf(kind.rechargeFee) })
  const yearMinor = sameValue({ minor: (purchaseFees + rechargeFee) * 12n, from: 'USD', to: 'USDT' }) ?? 0n
  const year = format(yearMinor, 'USDT')
  return {
    first: [kind.openFee, ...extra.once].reduce(more, year),
    later: [kind.annualFee, extra.yearly].reduce(more, year),
  }
}

/** The kind that costs least over two years among those that can be opened; null when there is no choice. */
export function cheapest(
  habits: Habits,
  kinds: (Fees & Pick<CardType, 'id' | 'status'>)[],
  extras: Extras,
): string | null {
  const open = kinds.flatMap(kind => {
    const cost = kind.status === 'enable' && yearlyCost(habits, kind, extras)
    return cost ? [{ id: kind.id, cost: twoYears(cost) }] : []
  })
  if (open.length < 2) return null
  const [first, ...others] = open
  return others.reduce((best, other) => (isMore(best.cost, other.cost) ? other : best), first as Costed).id
}

interface Costed {
  id: string
  cost: string
}

function twoYears({ first, later }: YearlyCost): string {
  return format((parse(first, 'USDT') ?? 0n) + (parse(later, 'USDT') ?? 0n), 'USDT')
}
