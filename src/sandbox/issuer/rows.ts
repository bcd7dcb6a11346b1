import type { Store, Table } from '../store.ts'
import type { Form } from './products.ts'

// What the issuer remembers. Amounts are US cents in decimal, since JSON has no big integers.

export interface Cardholder {
  firstName: string
  lastName: string
  country: string
  city: string
  address: string
  postalCode: string
  phone: string
  email: string
}

/** Who freezes cards. */
export type Freezer = 'program' | 'issuer'

/**
 * How near the month is in which a card expires: `near` from two months before it, `due` from one month before. Whoever asks
 * is told this and never the date.
 */
export type Nearness = 'later' | 'near' | 'due'

export interface Card {
  id: string
  reference: string
  budgetId: string
  productId: string
  form: Form
  state: 'active' | 'frozen' | 'expired' | 'closed'
  /** When it became so; left out, when it was made. */
  changedAt?: string
  /**
   * Who has frozen it, the program it is issued for or the issuer; left out where nobody knows. It is one freeze all the
   * same.
   */
  frozenBy?: Freezer[]
  number: string
  last4: string
  /** The month, as it is printed: 09/29. */
  expiry: string
  securityCode: string
  /** How near its expiry was told to be. */
  toldNearness?: Nearness
  /** Under what references it was renewed. */
  renewals?: string[]
  /**
   * Of a renewed physical card: what its new plastic has printed on it, until that is activated or the old one has expired.
   */
  next?: { expiry: string; securityCode: string }
  cardholder: Cardholder
  /** Null: nobody has set one. */
  pin: string | null
  isActivated: boolean
  createdAt: string
  /** Of a physical card: the virtual one it was made from. */
  parentCardId?: string
  embossName?: string
  /** Whose data was given on the issuer's own page. */
  cardholderId?: string
  replacesCardId?: string
  reportedAs?: 'lost' | 'stolen'
  /** PINs typed wrong one after another; three block the PIN until a new one is set. */
  wrongPins?: number
  /** When wrong activation codes were tried. */
  wrongCodesAt?: number[]
}

/** Where a card is mailed to. */
export interface Address {
  recipient: string
  phone: string
  country: string
  state: string
  city: string
  address: string
  postalCode: string
}

export type OrderState =
  | 'received'
  | 'approved'
  | 'printing'
  | 'shipped'
  | 'delivered'
  | 'returned'
  | 'refused'
  | 'cancelled'

/** The order of a physical card. */
export interface Order {
  id: string
  cardId: string
  state: OrderState
  /** One more with each change: of two tellings the one with the higher version is newer. */
  version: number
  address: Address
  /** Why it was refused. */
  reason: string | null
  tracking: { carrier: string; number: string } | null
  /** It carries the new plastic of a card that goes on: the reference of that renewal, under which it is told of. */
  renewal?: string
  /** Printed on the letter that carries the card; null before. */
  activationCode: string | null
  changedAt: string
}

/** Somebody who is asked for their data on the issuer's own page. */
export interface HostedCardholder {
  id: string
  /** The caller's own name for it, given back with the browser. */
  reference: string
  productId: string
  returnUrl: string
  state: 'pending' | 'confirmed' | 'refused'
  /** In the address of the page; nobody else can guess it. */
  token: string
  expiresAt: number
  firstName?: string
  lastName?: string
}

export interface Merchant {
  name: string
  city: string
  country: string
  mcc: string
}

export const channels = ['online', 'contactless', 'chip', 'atm', 'moto'] as const
export type Channel = (typeof channels)[number]

/** One purchase over its life. */
export interface Thread {
  id: string
  cardId: string
  state: 'asking' | 'approved' | 'declined' | 'reversed' | 'expired' | 'cleared'
  merchant: Merchant
  channel: Channel
  authorizedMinor: string
  reversedMinor: string
  clearedMinor: string
  refundedMinor: string
  /** Credited while a dispute is open. */
  disputedMinor?: string
  /** The questions that were answered with yes and still count. */
  approvals?: { id: string; amountMinor: string }[]
  pinPresent?: boolean
  reason: string | null
  at: string
  /** When something happened to it after its authorization. */
  changedAt?: string
  /** Its last clearing left nothing open. */
  isFinal?: boolean
}

export type DisputeState = 'received' | 'evidence_wanted' | 'won' | 'lost' | 'withdrawn'

/** A purchase that its cardholder contests. */
export interface Dispute {
  id: string
  /** The caller's own name for it. */
  reference: string
  cardId: string
  threadId: string
  amountMinor: string
  /** Given back ahead of the decision, or by it. */
  creditedMinor: string
  reason: string
  state: DisputeState
  /** One more with each change: of two tellings the one with the higher version is newer. */
  version: number
  /** What is still wanted, and by when. */
  note: string | null
  evidenceBy: string | null
  /** What the cardholder said, and SHA-256 prints of the pictures. */
  evidence: { reference: string; text: string; pictures: string[] }[]
  at: string
}

/** A purchase that its cardholder has to confirm before the server is asked: 3-D Secure. */
export interface Challenge {
  id: string
  cardId: string
  threadId: string
  state: 'waiting' | 'approved' | 'denied' | 'expired' | 'cancelled'
  expiresAt: number
  /** How the purchase goes on once it is confirmed. */
  kind: 'purchase' | 'authorization'
  clearingMs?: number | undefined
}

/** A question that the server has not answered yet. */
export interface Ask {
  id: string
  threadId: string
  amountMinor: string
}

/** A clearing that was promised and is not due yet. */
interface DueClearing {
  id: string
  threadId: string
  dueAt: number
}

export interface Answer {
  hash: string
  status: number
  body: unknown
  at: number
}

/** One event on its way to the server. */
export interface Delivery {
  id: string
  type: string
  body: string
  attempts: number
  copies: number
  nextAt: number
  lastError: string | null
}

/** An event as the log keeps it: the body that is delivered, too, and when it was told. */
export interface ToldEvent {
  id: string
  body: string
  toldAt: string
}

interface RevealToken {
  cardId: string
  /** Which page it counts for: where it stands, and the SHA-256 of what it alone knows. */
  origin: string
  proofHash: string
  expiresAt: number
}

/** The issuer's tables. */
export interface Rows {
  budgets: Table<{ id: string; reference: string }>
  cards: Table<Card>
  orders: Table<Order>
  cardholders: Table<HostedCardholder>
  disputes: Table<Dispute>
  threads: Table<Thread>
  challenges: Table<Challenge>
  asks: Table<Ask>
  clearings: Table<DueClearing>
  answers: Table<Answer>
  deliveries: Table<Delivery>
  told: Table<ToldEvent>
  tokens: Table<RevealToken>
}

export function rowsOf(store: Store): Rows {
  return {
    budgets: store.table('budgets'),
    cards: store.table('cards'),
    orders: store.table('card-orders'),
    cardholders: store.table('cardholders'),
    disputes: store.table('disputes'),
    threads: store.table('threads'),
    challenges: store.table('challenges'),
    asks: store.table('asks'),
    clearings: store.table('clearings'),
    answers: store.table('answers'),
    deliveries: store.table('deliveries'),
    told: store.table('told-events'),
    tokens: store.table('tokens'),
  }
}

/** A new id with its noun in front: `card_…`. */
export function newId(noun: string): string {
  return `${noun}_${crypto.randomUUID().replaceAll('-', '')}`
}

/** The card in that state, and since when. */
export function inState(card: Card, state: Card['state']): Card {
  return card.state === state ? card : { ...card, state, changedAt: new Date().toISOString() }
}
