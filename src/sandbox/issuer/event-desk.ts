import { Refusal } from '../refusal.ts'
import type { Store } from '../store.ts'
import type { CardDesk } from './cards.ts'
import { findCard } from './find-card.ts'
import { cents, dollars, openThread } from './purchases.ts'
import type { Merchant, Rows, Thread } from './rows.ts'
import type { Webhooks } from './webhooks.ts'

/** What a person may ask for after a purchase, or without one. */
export interface LaterEvent {
  threadId?: string | undefined
  cardId?: string | undefined
  last4?: string | undefined
  /** US dollars; left out it is all that is left. */
  amount?: string | undefined
  merchant?: Merchant | undefined
}

export interface EventDesk {
  store: Store
  rows: Rows
  webhooks: Webhooks
  cards: CardDesk
}

const someMerchant: Merchant = { name: 'Kiln & Co', city: 'Jingdezhen', country: 'CN', mcc: '5999' }

/** The purchase an event is about; refuses one that was never approved. */
export function threadOf({ rows }: EventDesk, threadId: string | undefined): Thread {
  if (threadId === undefined) throw new Refusal(400, 'invalid', 'threadId: which purchase?')
  return openThread(rows, threadId)
}

/** Card, merchant and amount of an event that belongs to no purchase. */
export function withoutThread({ rows }: EventDesk, event: LaterEvent) {
  if (event.amount === undefined) throw new Refusal(400, 'invalid', 'amount: how much?')
  return {
    card: findCard(rows, event),
    merchant: event.merchant ?? someMerchant,
    minor: cents(event.amount),
  }
}

/** Tells an event of a purchase; `id` in `more` names what happened. */
export function tell(
  { webhooks }: EventDesk,
  type: string,
  { id, cardId, merchant }: Thread,
  more: Record<string, unknown>,
) {
  const { id: ownId, ...rest } = more
  const own = ownId ? { id: ownId } : {}
  return webhooks.tell(type, { ...own, threadId: id, cardId, merchant, ...rest })
}

/** Tells a movement of money that belongs to no purchase. */
export function tellUnlinked(desk: EventDesk, type: string, event: LaterEvent & { id: string }) {
  const { card, merchant, minor } = withoutThread(desk, event)
  const told = { id: event.id, threadId: null, cardId: card.id, ...money(minor), merchant }
  return desk.webhooks.tell(type, type === 'clearing.posted' ? { ...told, final: true } : told)
}

export function money(minor: bigint) {
  return { amount: dollars(minor), currency: 'USD' }
}
