import { found, Refusal } from '../refusal.ts'
import { type CardDesk, type CardView, isOver, newSecurityCode, refuseOver } from './cards.ts'
import { expiresOf, isPast, monthAhead, yearsAfter } from './expiry.ts'
import type { OrderDesk } from './orders.ts'
import { withNext } from './plastic.ts'
import { productOf } from './products.ts'
import { inState, type Rows } from './rows.ts'
import type { Webhooks } from './webhooks.ts'

interface Desk {
  rows: Rows
  cards: CardDesk
  orders: OrderDesk
  webhooks: Webhooks
}

/** Cards that expire, and those that are renewed before. Every call runs inside one write of the store. */
export function renewalDesk(desk: Desk) {
  return {
    renew: (id: string, reference: string) => renew(desk, id, reference),
    bringNear: (id: string, months: number) => bringNear(desk, id, months),
    tellDue: () => tellDue(desk),
  }
}

export type RenewalDesk = ReturnType<typeof renewalDesk>

/**
 * Another date and another code under the same number, once for each reference; its state stays. Of a physical card they come
 * with a new plastic, and the old one works until that is activated or its own month is over.
 */
function renew({ rows, cards, orders }: Desk, id: string, reference: string): CardView {
  const card = found(rows.cards.get(id), 'card')
  if (card.renewals?.includes(reference)) return cards.view(card)
  refuseOver(card)
  if (!card.isActivated || card.next)
    throw new Refusal(422, 'renewal_unused', 'Its letter was not opened yet.')
  if (expiresOf(card) === 'later') throw new Refusal(422, 'renewal_early', 'It does not expire yet.')
  const { toldNearness: _, ...kept } = card
  const next = {
    expiry: yearsAfter(card.expiry, productOf(card.productId).years),
    securityCode: newSecurityCode(card.securityCode),
  }
  const isPlastic = card.form === 'physical'
  const renewed = {
    ...kept,
    ...(isPlastic ? { next } : next),
    renewals: [...(card.renewals ?? []), reference],
  }
  rows.cards.put(id, renewed)
  if (isPlastic) orders.placeRenewal(renewed, reference)
  return cards.view(renewed)
}

/** Has a card expire in the month that lies so many months ahead; 0 is this one, and -1 has it expire at once. */
function bringNear(desk: Desk, id: string, months: number): CardView {
  const card = found(desk.rows.cards.get(id), 'card')
  refuseOver(card)
  desk.rows.cards.put(id, { ...card, expiry: monthAhead(months) })
  tellDue(desk)
  return desk.cards.view(found(desk.rows.cards.get(id), 'card'))
}

/** Tells once of each card that its expiry is nearer than it was, and ends those whose month is over. */
function tellDue({ rows, webhooks }: Desk) {
  for (const card of rows.cards.all()) {
    if (isOver(card)) continue
    if (isPast(card) && card.next) {
      rows.cards.put(card.id, { ...withNext(card), isActivated: false })
      webhooks.tell('card.plastic_expired', { cardId: card.id })
      continue
    }
    if (isPast(card)) {
      rows.cards.put(card.id, inState(card, 'expired'))
      webhooks.tell('card.updated', { cardId: card.id, state: 'expired' })
      continue
    }
    const expires = expiresOf(card)
    if (expires === (card.toldNearness ?? 'later')) continue
    rows.cards.put(card.id, { ...card, toldNearness: expires })
    if (expires !== 'later') webhooks.tell('card.expiring', { cardId: card.id, expires })
  }
}
