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

export interface Card {
  id: string
  reference: string
  budgetId: string
  productId: string
  form: Form
  state: 'active' | 'frozen' | 'closed'
  number: string
  last4: string
  expiry: string
  securityCode: string
  cardholder: Cardholder
  /** Null: nobody has set one. */
  pin: string | null
  isActivated: boolean
  createdAt: string
}

export interface Order {
  id: string
  cardId: string
  state: 'printing' | 'shipped' | 'delivered' | 'returned'
  tracking: string | null
  /** Printed on the letter that carries the card. */
  activationCode: string
  changedAt: string
}

export interface Merchant {
  name: string
  city: string
  country: string
  mcc: string
}

export type Channel = 'online' | 'contactless' | 'chip' | 'atm'

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
  reason: string | null
  at: string
}

/** A question that the server has not answered yet. */
export interface Ask {
  id: string
  threadId: string
  amountMinor: string
}

/** A clearing that was promised and is not due yet. */
export interface DueClearing {
  id: string
  threadId: string
  amountMinor: string
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

export interface RevealToken {
  cardId: string
  expiresAt: number
}

/** The issuer's tables. */
export interface Rows {
  budgets: Table<{ id: string; reference: string }>
  cards: Table<Card>
  orders: Table<Order>
  threads: Table<Thread>
  asks: Table<Ask>
  clearings: Table<DueClearing>
  answers: Table<Answer>
  deliveries: Table<Delivery>
  tokens: Table<RevealToken>
}

export function rowsOf(store: Store): Rows {
  return {
    budgets: store.table('budgets'),
    cards: store.table('cards'),
    orders: store.table('orders'),
    threads: store.table('threads'),
    asks: store.table('asks'),
    clearings: store.table('clearings'),
    answers: store.table('answers'),
    deliveries: store.table('deliveries'),
    tokens: store.table('tokens'),
  }
}

/** A new id with its noun in front: `card_…`. */
export function newId(noun: string): string {
  return `${noun}_${crypto.randomUUID().replaceAll('-', '')}`
}
