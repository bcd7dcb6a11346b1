import type { Db } from '../../database/database.ts'
import { isHeld, isOver } from '../cards.ts'
import type { KnownCard } from '../issuer.ts'
import type { CardTable } from '../tables.ts'

/** How a card with the issuer may differ from ours, and what an operator is told of it. */
export const differenceWords = {
  unknown_here: 'the issuer has a card that we do not have; an order that waits for it takes it over',
  unknown_there: 'we have a card that the issuer does not have',
  over_there: 'the issuer has ended a card that goes on here; its word is taken',
  over_here: 'a card has ended here that goes on with the issuer; it is told again',
  frozen_there:
    'the issuer froze a card that we did not (take), or has not heard that we let go of it (tell); done where it says whose freeze it is',
  frozen_here: 'a card is frozen here that the issuer has not; whose freeze it is, is told again or let go',
  activated: 'a physical card is activated on one side only',
} as const
/** How a card with the issuer differs from ours. */
export type Difference = keyof typeof differenceWords

/** A card that is not the same on both sides; one of the two may lack it. */
export interface DifferentCard {
  difference: Difference
  ours: OurCard | null
  theirs: KnownCard | null
}

/** As much of a card of ours as is compared. */
export type OurCard = Pick<
  CardTable,
  'id' | 'issuer_card_id' | 'status' | 'frozen_by_customer' | 'frozen_by_issuer' | 'is_activated'
>

/** What we know of one customer's cards. */
export interface OurCards {
  cards: OurCard[]
  /** Cards that were ordered and are not made yet, by the issuer's ids. */
  ordered: ReadonlySet<string>
  /** References under which the issuer was asked for a card and has not answered, and who asks on. */
  waiting: ReadonlyMap<string, 'open-card' | 'order-card'>
}

/** Reads what we know of a customer's cards. */
export async function ourCards(db: Db, userId: string): Promise<OurCards> {
  const cards = await db
    .selectFrom('cards')
    .select(['id', 'issuer_card_id', 'status', 'frozen_by_customer', 'frozen_by_issuer', 'is_activated'])
    .where('user_id', '=', userId)
    .execute()
  const openings = await db
    .selectFrom('card_orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'opening')
    .execute()
  const payments = await db
    .selectFrom('applications')
    .innerJoin('application_payments', 'application_id', 'applications.id')
    .select(['application_payments.id', 'issuer_card_id as issuerCardId'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'making')
    .where('state', '=', 'held')
    .execute()
  return {
    cards,
    ordered: new Set(payments.flatMap(({ issuerCardId }) => issuerCardId ?? [])),
    waiting: new Map([
      ...openings.map(({ id }) => [id, 'open-card'] as const),
      ...payments.flatMap(({ id, issuerCardId }) => (issuerCardId ? [] : [[id, 'order-card'] as const])),
    ]),
  }
}

/**
 * What differs. `before` is what we had when the issuer was asked: only that can be missing there. A card that the issuer
 * has ended and we never had is no loss of anybody's.
 */
export function differencesOf(
  theirs: readonly KnownCard[],
  { before, now }: { before: OurCards; now: OurCards },
): DifferentCard[] {
  const known = new Map(theirs.map(card => [card.issuerCardId, card]))
  const asked = new Set(before.cards.map(({ id }) => id))
  const ours = now.cards.flatMap(ours => {
    const theirs = known.get(ours.issuer_card_id) ?? null
    known.delete(ours.issuer_card_id)
    if (!theirs && (isOver(ours) || !asked.has(ours.id))) return []
    const difference = theirs ? between(ours, theirs) : 'unknown_there'
    return difference ? [{ difference, ours, theirs }] : []
  })
  const strangers = [...known.values()].filter(card => !isEnded(card) && !now.ordered.has(card.issuerCardId))
  return [...ours, ...strangers.map(theirs => ({ difference: 'unknown_here' as const, ours: null, theirs }))]
}

/** Names a difference of one card: the same name twice in a row is the same difference. */
export function subjectOf({ difference, ours, theirs }: DifferentCard): string {
  return `${difference}:${ours?.id ?? theirs?.issuerCardId}`
}

function between(ours: OurCard, theirs: KnownCard): Difference | null {
  if (isOver(ours)) {
    // A freeze of theirs keeps what is on an expired card until they close it.
    if (isHeld(ours) && theirs.state === 'closed') return 'over_there'
    return isEnded(theirs) ? null : 'over_here'
  }
  if (isEnded(theirs)) return 'over_there'
  const isFrozen = ours.frozen_by_customer || ours.frozen_by_issuer
  if (isFrozen !== (theirs.state === 'frozen')) return isFrozen ? 'frozen_here' : 'frozen_there'
  return byOthers(ours, theirs) ?? (ours.is_activated === theirs.isActivated ? null : 'activated')
}

/** Frozen on both sides, but by whom. What we let go of beside a freeze of theirs is told when that ends. */
function byOthers(ours: OurCard, { frozenBy }: KnownCard): Difference | null {
  if (frozenBy === null || frozenBy.length === 0) return null
  const isTheirs = frozenBy.includes('issuer')
  if (isTheirs !== ours.frozen_by_issuer) return isTheirs ? 'frozen_there' : 'frozen_here'
  return ours.frozen_by_customer && !frozenBy.includes('us') ? 'frozen_here' : null
}

function isEnded({ state }: KnownCard): boolean {
  return state === 'closed' || state === 'expired'
}
