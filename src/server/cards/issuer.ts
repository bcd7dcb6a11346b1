import type { DisputeReason } from '../../contract/dispute.ts'

/** Who the card is made out to; the phone with its country's code. */
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

/** Where a physical card is mailed to; the phone with its country's code. */
export interface PostalAddress {
  recipient: string
  phone: string
  country: string
  /** Empty where the country has none. */
  state: string
  city: string
  address: string
  postalCode: string
}

/** A card at the issuer. */
export interface IssuedCard {
  issuerCardId: string
  last4: string
}

/**
 * How near the month is in which a card expires: `near` from two months before it, `due` from one month before. The date
 * itself stays with the issuer (decision D12).
 */
export const expiries = ['later', 'near', 'due'] as const
/** How near a card's expiry is. */
export type Expiry = (typeof expiries)[number]

/** A card as the issuer knows it, to be compared with what we know. */
export interface KnownCard extends IssuedCard {
  /** Our own name for it, from when it was asked for. */
  reference: string
  state: 'active' | 'frozen' | 'expired' | 'closed'
  /** Since when it is in that state, by the issuer's clock. */
  since: Date
  /** Who has frozen it; nobody where it is not frozen, null where the issuer does not say. */
  frozenBy: readonly ('us' | 'issuer')[] | null
  form: 'virtual' | 'physical'
  isActivated: boolean
  /** Null where the issuer does not say. */
  expires: Expiry | null
  /** Of a physical card. */
  issuerOrderId: string | null
}

/** Where the order of a physical card is. `returned` goes on with `remail`; the last two, and `delivered`, are ends. */
export const orderStates = [
  'received',
  'approved',
  'printing',
  'shipped',
  'delivered',
  'returned',
  'refused',
  'cancelled',
] as const
/** Where the order of a physical card is. */
export type OrderState = (typeof orderStates)[number]

/** How an order stands, read or told: the higher `version` is the newer one, whatever the order of arrival. */
export interface OrderStanding {
  state: OrderState
  version: number
  /** Why it was refused: a key for words, or the issuer's own. */
  reason: string | null
  tracking: { carrier: string; number: string } | null
  changedAt: Date
}

/** Where a dispute is; the last three are ends. */
export const disputeStates = ['received', 'evidence_wanted', 'won', 'lost', 'withdrawn'] as const

/** How a dispute stands: the higher `version` is the newer one, whatever the order of arrival. */
export interface DisputeStanding {
  state: (typeof disputeStates)[number]
  version: number
  /** What the issuer still wants to see, in its words, and by when. */
  note: string | null
  evidenceBy: Date | null
}

/** An event as the issuer's own log keeps it. */
export interface LoggedEvent {
  /** What its hook carries. */
  event: Record<string, unknown>
  /** When it was told, by the issuer's clock. */
  toldAt: Date
}

/** Where an authorization is: `open` while the merchant may still claim some of it. */
export const authorizationStates = ['open', 'cleared', 'reversed', 'expired', 'declined'] as const

/** An authorization as the issuer has it. */
export interface KnownAuthorization {
  state: (typeof authorizationStates)[number]
  /** Since when, by the issuer's clock. */
  since: Date
  /** All that was told of its purchase, whether hooks reached us or not: what they carry, oldest first. */
  events: Record<string, unknown>[]
}

/** Why the issuer said no, where a customer is told apart; everything else is `other`. */
const issuerRefusals = [
  'code_incorrect',
  'too_many_tries',
  'card_closed',
  'cardholder_fixed',
  'cardholder_needed',
  'phone_invalid',
  'pin_weak',
  'order_in_making',
  'order_not_returned',
  'challenge_over',
  'other',
] as const
/** Why the issuer said no. */
export type IssuerRefusal = (typeof issuerRefusals)[number]

/** `declined` is a no for good. `unknown` is an answer too: it may have been done. Ask again with the same key. */
export type IssuerAnswer<T> =
  | ({ outcome: 'done' } & T)
  | { outcome: 'declined'; reason: IssuerRefusal }
  | { outcome: 'unknown' }

/** What any new card is asked for with. */
interface CardRequest {
  /** Our name for it: the same reference gives the same card, however often it is asked. */
  reference: string
  /** The issuer's name for the kind of card (`cards/kinds.ts`). */
  productId: string
  /** A cardholder whom the issuer confirmed on its own page, for products that need one. */
  issuerCardholderId?: string | undefined
  /** A closed card that this one stands in for. */
  replacesIssuerCardId?: string | undefined
}

/** What we need of any card issuer, and no more (decisions D11, D12). Nothing here ever throws. */
export interface Issuer {
  /**
   * The customer's funding record, which every card hangs on; it holds no money (decision D11). The same reference gives
   * the same budget. A refusal holds for its attempt only.
   */
  createBudget(request: {
    reference: string
    attempt: string
  }): Promise<IssuerAnswer<{ issuerBudgetId: string }>>
  /** A virtual card for an order, active at once. */
  createCard(
    request: CardRequest & { issuerBudgetId: string; cardholder: Cardholder },
  ): Promise<IssuerAnswer<IssuedCard>>
  /** A physical card from a virtual one, not active yet, and the order that makes and mails it. */
  createPhysicalCard(
    request: CardRequest & { parentIssuerCardId: string; embossName: string; address: PostalAddress },
  ): Promise<IssuerAnswer<IssuedCard & { issuerOrderId: string }>>
  /** Every card of a customer's budget. No balances: those are ours alone (decision D11). */
  cardsOf(request: { issuerBudgetId: string }): Promise<IssuerAnswer<{ cards: KnownCard[] }>>

  /** How an order stands now. */
  orderOf(request: { issuerOrderId: string }): Promise<IssuerAnswer<{ order: OrderStanding }>>
  /** Takes an order back before printing (else `order_in_making`). A repeat is `done`, too. */
  cancelOrder(request: { issuerOrderId: string }): Promise<IssuerAnswer<object>>
  /** Mails a returned card again (else `order_not_returned`); the same reference does it once. */
  remail(request: {
    reference: string
    issuerOrderId: string
    address: PostalAddress
  }): Promise<IssuerAnswer<object>>

  /**
   * Checks the six digits that came with a physical card and activates it: else `code_incorrect`, and `too_many_tries`
   * while the issuer compares none. A repeat with the right code is `done`, too.
   */
  activate(request: { issuerCardId: string; code: string }): Promise<IssuerAnswer<object>>
  /** Sets the PIN of a physical card and unblocks it; `pin_weak` for one that is easily guessed. We keep the PIN nowhere. */
  setPin(request: { issuerCardId: string; cardPin: string }): Promise<IssuerAnswer<object>>
  /**
   * Changes a card's phone, given with its country's code; `cardholder_fixed` where the product does not allow it,
   * `phone_invalid` where the issuer takes it for none.
   */
  changePhone(request: { issuerCardId: string; phone: string }): Promise<IssuerAnswer<object>>
  /** Tells the issuer of a freeze we already enforce ourselves, or of its end. */
  setFrozen(request: { issuerCardId: string; isFrozen: boolean }): Promise<IssuerAnswer<object>>
  /** Closes a card for good. A repeat is `done`, too. */
  close(request: { issuerCardId: string }): Promise<IssuerAnswer<object>>
  /** Closes a card for good because it is lost or stolen; a closed one too. A repeat is `done`, too. */
  reportLost(request: { issuerCardId: string; why: 'lost' | 'stolen' }): Promise<IssuerAnswer<object>>
  /**
   * Renews a card whose expiry is near or due: it gets another date and another code, while its number, its id, its state
   * and whoever froze it stay. A virtual one has them at once. Of a physical one they come with a new plastic, mailed where
   * the last one went: the old one works until the new one is activated (`activate`, with the code of its letter) or has
   * expired, and the PIN stays. Its parcel is told of as that of any order (`order.…`), under the reference of the renewal. The
   * same reference renews once, however often it is asked. `card_closed` of one that is
   * over; a physical one that was never activated is not renewed. Any no holds for its reference only.
   */
  renew(request: { reference: string; issuerCardId: string }): Promise<IssuerAnswer<object>>
  /**
   * A one-time token with which the phone reads the full card from `url`, the issuer's own origin. It is given to a page of
   * `origin` alone, and only with the proof whose SHA-256 (hex) `proofHash` is.
   */
  createRevealToken(request: {
    issuerCardId: string
    origin: string
    proofHash: string
  }): Promise<IssuerAnswer<{ token: string; url: string; expiresAt: Date }>>

  /**
   * A page of the issuer's own that asks for the cardholder's data and then leads to `returnUrl`, adding
   * `cardHolderId` (the reference) and `result` (`success`, `cancel`) to the route in its hash. What the browser
   * brings back is no proof: ask `cardholderOf`.
   */
  createCardholderSession(request: {
    reference: string
    productId: string
    returnUrl: string
  }): Promise<IssuerAnswer<{ issuerCardholderId: string; url: string; expiresAt: Date }>>
  /** What became of a cardholder. */
  cardholderOf(request: {
    issuerCardholderId: string
  }): Promise<IssuerAnswer<{ state: 'pending' | 'confirmed' | 'refused' }>>

  /** Contests what was cleared of a purchase, up to an amount in USD minor units; the same reference is one dispute. */
  openDispute(request: {
    reference: string
    issuerCardId: string
    threadId: string
    amountMinor: bigint
    reason: DisputeReason
  }): Promise<IssuerAnswer<{ issuerDisputeId: string; standing: DisputeStanding }>>
  /** Adds words and pictures (as we re-encoded them) to a dispute that has not ended; the same reference adds them once. */
  addEvidence(request: {
    reference: string
    issuerDisputeId: string
    text: string
    pictures: readonly Buffer[]
  }): Promise<IssuerAnswer<{ standing: DisputeStanding }>>
  /** Takes a dispute back that has not ended. A repeat is `done`, too. */
  withdrawDispute(request: { issuerDisputeId: string }): Promise<IssuerAnswer<{ standing: DisputeStanding }>>

  /**
   * Carries a cardholder's word on an online purchase that waits for it (3-D Secure), which is heard of by an event; after a
   * yes we are asked about the purchase itself. The same word again is `done`, too. `challenge_over` once nobody waits any
   * more, or another word was taken.
   */
  answerChallenge(request: { issuerChallengeId: string; isApproved: boolean }): Promise<IssuerAnswer<object>>

  /** How the authorization of a purchase stands now; declined when the issuer knows none. */
  authorizationOf(request: { threadId: string }): Promise<IssuerAnswer<KnownAuthorization>>
  /**
   * What the issuer has told since `from` (null: ever), oldest first, whether its hooks reached us or not. It comes in
   * pages: `next` names the one after, null after the last. An event may appear in the log a little after it was told.
   */
  eventsSince(request: {
    from: Date | null
    page: string | null
  }): Promise<IssuerAnswer<{ events: LoggedEvent[]; next: string | null }>>
}
