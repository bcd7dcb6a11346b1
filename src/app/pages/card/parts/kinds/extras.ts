import type { CardType } from '../../../../../contract/card.ts'
import { isMore } from '../reckon.ts'

type Fees = Pick<CardType, 'openFee' | 'annualFee'>

/** What a physical card costs beside what stands in its kind: it is asked for from a virtual one, and mailed. */
export interface Extras {
  /** Where it would be mailed to. */
  country: string
  /** USDT; null where we do not mail, undefined while it is not known. */
  mailing: string | null | undefined
  /** What the virtual card costs that it would be asked for from; null where the customer has one or none can be had. */
  virtual: Fees | null
  hasVirtual: boolean
}

/** The virtual card that is cheapest to open and to keep. */
export function cheapestVirtual(kinds: CardType[]): Fees | null {
  const open = kinds.filter(({ type, status }) => type === 'virtual' && status === 'enable')
  return open.reduce<CardType | null>((best, kind) => (best && !isCheaper(kind, best) ? best : kind), null)
}

function isCheaper(one: Fees, other: Fees): boolean {
  return (
    isMore(other.openFee, one.openFee) ||
    (!isMore(one.openFee, other.openFee) && isMore(other.annualFee, one.annualFee))
  )
}

/**
 * What comes on top for one kind, in USDT: once, and each year after the first. Null while it is not known, and where we
 * do not mail.
 */
export function extraOf(
  { type }: Pick<CardType, 'type'>,
  { mailing, virtual }: Extras,
): { once: string[]; yearly: string } | null {
  if (type === 'virtual') return { once: [], yearly: '0' }
  if (!mailing) return null
  return { once: [mailing, virtual?.openFee ?? '0'], yearly: virtual?.annualFee ?? '0' }
}
