import { randomInt } from 'node:crypto'
import type {
  DisputeStanding,
  Issuer,
  IssuerAnswer,
  IssuerRefusal,
  KnownAuthorization,
  KnownCard,
  LoggedEvent,
  OrderStanding,
  PostalAddress,
} from '../../src/server/cards/issuer.ts'

/** A card as the stand-in keeps it. */
export interface StandInCard extends KnownCard {
  issuerBudgetId: string
  productId: string
  isFrozen: boolean
  phone: string
  /** Set by `setPin`. */
  cardPin: string | null
  reportedAs: 'lost' | 'stolen' | null
  replacesIssuerCardId: string | null
}

/** The order of a physical card as the stand-in keeps it. */
export interface StandInOrder extends OrderStanding {
  issuerOrderId: string
  issuerCardId: string
  reference: string
  address: PostalAddress
  embossName: string
  /** What would be on the letter. */
  activationCode: string
}

/** A dispute as the stand-in keeps it. */
export interface StandInDispute extends DisputeStanding {
  issuerDisputeId: string
  reference: string
  threadId: string
  amountMinor: bigint
  reason: string
  /** What was said, by the name of the line. */
  evidence: Map<string, { text: string; pictures: number }>
}

/** What the stand-in remembers. */
export interface Kept {
  /** Its log; a test writes it. */
  log: LoggedEvent[]
  /** How authorizations stand, by their threads; a test writes it. */
  authorizations: Map<string, KnownAuthorization>
  /** Cards it has made, by our reference. */
  cards: Map<string, StandInCard>
  budgets: Map<string, string>
  /** Disputes, by our reference. */
  disputes: Map<string, StandInDispute>
  /** Orders of physical cards, by the card's reference. */
  orders: Map<string, StandInOrder>
  /** What the tokens that it gave to look at a card are bound to. */
  reveals: { token: string; origin: string; proofHash: string }[]
  /** Cardholders on its own page, by our reference; a test writes `state`. */
  cardholders: Map<
    string,
    { issuerCardholderId: string; productId: string; state: 'pending' | 'confirmed' | 'refused' }
  >
}

/** Products whose phone is fixed and whose cardholders are asked on the issuer's page. */
export const strictProducts: readonly string[] = ['oxblood-virtual', 'tenmoku-metal']

export const no = (reason: IssuerRefusal = 'other') => ({ outcome: 'declined', reason }) as const
export const done = { outcome: 'done' } as const

export type Answer = <T extends object>(
  call: keyof Issuer,
  reference: string,
  work: () => IssuerAnswer<T>,
) => Promise<IssuerAnswer<T>>

export function move(
  { orders, cards }: Kept,
  reference: string,
  { state, reason }: Pick<OrderStanding, 'state' | 'reason'>,
): StandInOrder {
  const order = orders.get(reference)
  const card = cards.get(reference)
  if (!order || !card) throw new Error(`no order of ${reference}`)
  const isSent = state === 'shipped' || state === 'delivered' || state === 'returned'
  const tracking = isSent ? (order.tracking ?? { carrier: 'SF Express', number: `GL${digits(9)}HK` }) : null
  Object.assign(order, { state, reason, tracking, version: order.version + 1, changedAt: new Date() })
  if (state === 'refused' || state === 'cancelled')
    Object.assign(card, { state: 'closed', since: new Date() })
  return order
}

export function newOrder() {
  const standing = { state: 'received' as const, version: 1, reason: null, tracking: null }
  return { ...standing, changedAt: new Date(), activationCode: digits(6) }
}

export function byId(cards: Kept['cards'], issuerCardId: string): StandInCard | undefined {
  return [...cards.values()].find(card => card.issuerCardId === issuerCardId)
}

export function known(cards: Kept['cards'], isAsked: (card: StandInCard) => boolean): KnownCard[] {
  return [...cards.values()]
    .filter(isAsked)
    .map(({ issuerCardId, last4, reference, state, since, form, isActivated, issuerOrderId, isFrozen }) => {
      const frozenBy = isFrozen && state === 'frozen' ? (['us'] as const) : []
      return { issuerCardId, last4, reference, state, since, frozenBy, form, isActivated, issuerOrderId }
    })
}

export function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}
