/** Who the card is made out to. */
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

/** A card at the issuer. */
export interface IssuedCard {
  issuerCardId: string
  last4: string
}

/** `declined` is a no for good. `unknown` is an answer too: it may have been done. Ask again with the same key. */
export type IssuerAnswer<T> = ({ outcome: 'done' } & T) | { outcome: 'declined' } | { outcome: 'unknown' }

/** What we need of any card issuer, and no more (decisions D11, D12). Nothing here ever throws. */
export interface Issuer {
  /** The customer's funding record; the same reference gives the same budget. */
  createBudget(request: { reference: string }): Promise<IssuerAnswer<{ issuerBudgetId: string }>>
  /** A card for an order; the same reference gives the same card, however often it is asked. */
  createCard(request: {
    reference: string
    issuerBudgetId: string
    productId: string
    cardholder: Cardholder
  }): Promise<IssuerAnswer<IssuedCard>>
  /** Tells the issuer of a freeze we already enforce ourselves, or of its end. */
  setFrozen(request: { issuerCardId: string; isFrozen: boolean }): Promise<IssuerAnswer<object>>
  /** A one-time token with which the phone reads the full card from `url`, the issuer's own origin. */
  createRevealToken(request: {
    issuerCardId: string
  }): Promise<IssuerAnswer<{ token: string; url: string; expiresAt: Date }>>
}
