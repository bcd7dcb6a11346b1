import { Refusal } from '../refusal.ts'
import type { Store } from '../store.ts'
import type { CardDesk } from './cards.ts'
import { findCard } from './find-card.ts'
import { cents, dollars, openThread } from './purchases.ts'
import { type Card, type Merchant, newId, type Rows, type Thread } from './rows.ts'
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

const someMerchant: Merchant = { name: 'Kiln & Co', city: 'Jingdezhen', country: 'CN', mcc: '5999' }

interface Desk {
  store: Store
  rows: Rows
  webhooks: Webhooks
  cards: CardDesk
}

/** Everything that happens to a purchase after its authorization. Each call tells the server one event. */
export function lifecycle(desk: Desk) {
  // What the issuer remembers and what it tells are kept together.
  const kept =
    <Event>(work: (desk: Desk, event: Event) => string) =>
    (event: Event) =>
      desk.store.write(() => work(desk, event))
  return {
    reverse: kept(reverse),
    expire: kept(expire),
    clear: kept(clear),
    refund: kept(refund),
    reverseRefund: kept(reverseRefund),
    declineByIssuer: kept(declineByIssuer),
    updateCard: kept(updateCard),
    clearDue: () => clearDue(desk),
  }
}

function reverse(desk: Desk, { threadId, amount }: LaterEvent) {
  const thread = threadOf(desk, threadId)
  const minor = amount === undefined ? openMinor(thread) : cents(amount)
  if (minor <= 0n || minor > openMinor(thread)) {
    throw new Refusal(409, 'nothing_to_reverse', 'There is not that much left on hold.')
  }
  const reversedMinor = String(BigInt(thread.reversedMinor) + minor)
  keep(desk, { ...thread, reversedMinor, state: minor === openMinor(thread) ? 'reversed' : thread.state })
  dropPromises(desk, thread.id)
  return tell(desk, 'authorization.reversed', thread, { amount: dollars(minor) })
}

function expire(desk: Desk, { threadId }: LaterEvent) {
  const thread = threadOf(desk, threadId)
  keep(desk, { ...thread, state: 'expired' })
  dropPromises(desk, thread.id)
  return tell(desk, 'authorization.expired', thread, {})
}

function clear(desk: Desk, event: LaterEvent & { final?: boolean | undefined }) {
  if (event.threadId === undefined) return forcePost(desk, event)
  const thread = threadOf(desk, event.threadId)
  const left = openMinor(thread)
  const minor = event.amount === undefined ? left : cents(event.amount)
  if (minor <= 0n) throw new Refusal(409, 'nothing_to_clear', 'Nothing is left on hold: name an amount.')
  keep(desk, { ...thread, state: 'cleared', clearedMinor: String(BigInt(thread.clearedMinor) + minor) })
  dropPromises(desk, thread.id)
  const final = event.final ?? minor >= left
  return tell(desk, 'clearing.posted', thread, { id: newId('clr'), ...money(minor), final })
}

function forcePost(desk: Desk, event: LaterEvent) {
  const { card, merchant, minor } = withoutThread(desk, event)
  return desk.webhooks.tell('clearing.posted', {
    id: newId('clr'),
    threadId: null,
    cardId: card.id,
    ...money(minor),
    merchant,
    final: true,
  })
}

function refund(desk: Desk, event: LaterEvent) {
  if (event.threadId === undefined) {
    const { card, merchant, minor } = withoutThread(desk, event)
    const id = newId('rfd')
    return desk.webhooks.tell('refund.posted', {
      id,
      threadId: null,
      cardId: card.id,
      ...money(minor),
      merchant,
    })
  }
  const thread = threadOf(desk, event.threadId)
  const minor =
    event.amount === undefined
      ? BigInt(thread.clearedMinor) - BigInt(thread.refundedMinor)
      : cents(event.amount)
  if (minor <= 0n)
    throw new Refusal(409, 'nothing_to_refund', 'Nothing of this purchase was charged: name an amount.')
  keep(desk, { ...thread, refundedMinor: String(BigInt(thread.refundedMinor) + minor) })
  return tell(desk, 'refund.posted', thread, { id: newId('rfd'), ...money(minor) })
}

function reverseRefund(desk: Desk, { threadId, amount }: LaterEvent) {
  const thread = threadOf(desk, threadId)
  const minor = amount === undefined ? BigInt(thread.refundedMinor) : cents(amount)
  if (minor <= 0n || minor > BigInt(thread.refundedMinor)) {
    throw new Refusal(409, 'nothing_to_reverse', 'Not that much was refunded.')
  }
  keep(desk, { ...thread, refundedMinor: String(BigInt(thread.refundedMinor) - minor) })
  return tell(desk, 'refund.reversed', thread, { id: newId('rrv'), ...money(minor) })
}

function declineByIssuer(desk: Desk, event: LaterEvent & { reason?: string | undefined }) {
  const { card, merchant, minor } = withoutThread(desk, event)
  const reason = event.reason ?? 'issuer_declined'
  return desk.webhooks.tell('authorization.declined_by_issuer', {
    threadId: newId('thr'),
    cardId: card.id,
    ...money(minor),
    merchant,
    reason,
  })
}

function updateCard(desk: Desk, event: LaterEvent & { state: Card['state'] }) {
  const card = findCard(desk.rows, event)
  desk.cards.setState(card.id, event.state)
  return desk.webhooks.tell('card.updated', { cardId: card.id, state: event.state })
}

/** Clears what was promised and is due; answers when the next one is, if any. */
function clearDue(desk: Desk): number | null {
  for (const due of desk.rows.clearings.all()) {
    if (due.dueAt > Date.now()) continue
    desk.store.write(() => {
      desk.rows.clearings.drop(due.id)
      const thread = desk.rows.threads.get(due.threadId)
      if (thread?.state === 'approved' && openMinor(thread) > 0n) clear(desk, { threadId: thread.id })
    })
  }
  const waiting = desk.rows.clearings.all().map(({ dueAt }) => dueAt)
  return waiting.length > 0 ? Math.min(...waiting) : null
}

function threadOf(desk: Desk, threadId: string | undefined): Thread {
  if (threadId === undefined) throw new Refusal(400, 'invalid', 'threadId: which purchase?')
  return openThread(desk.rows, threadId)
}

function withoutThread(desk: Desk, event: LaterEvent) {
  if (event.amount === undefined) throw new Refusal(400, 'invalid', 'amount: how much?')
  return {
    card: findCard(desk.rows, event),
    merchant: event.merchant ?? someMerchant,
    minor: cents(event.amount),
  }
}

function keep(desk: Desk, thread: Thread) {
  desk.rows.threads.put(thread.id, thread)
}

function dropPromises(desk: Desk, threadId: string) {
  for (const due of desk.rows.clearings.all()) if (due.threadId === threadId) desk.rows.clearings.drop(due.id)
}

function tell(desk: Desk, type: string, { id, cardId, merchant }: Thread, more: Record<string, unknown>) {
  const { id: ownId, ...rest } = more
  return desk.webhooks.tell(type, {
    ...(ownId ? { id: ownId } : {}),
    threadId: id,
    cardId,
    merchant,
    ...rest,
  })
}

function openMinor({ authorizedMinor, reversedMinor, clearedMinor }: Thread): bigint {
  const left = BigInt(authorizedMinor) - BigInt(reversedMinor) - BigInt(clearedMinor)
  return left > 0n ? left : 0n
}

function money(minor: bigint) {
  return { amount: dollars(minor), currency: 'USD' }
}
