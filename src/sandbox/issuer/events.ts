import { Refusal } from '../refusal.ts'
import { creditDispute, refund, reverseDispute, reverseRefund } from './credits.ts'
import {
  type EventDesk,
  type LaterEvent,
  money,
  tell,
  tellUnlinked,
  threadOf,
  withoutThread,
} from './event-desk.ts'
import { findCard } from './find-card.ts'
import { cents, dollars } from './purchases.ts'
import { type Card, newId, type Thread } from './rows.ts'

/** Everything that happens to a purchase after its authorization. Each call tells the server one event. */
export function lifecycle(desk: EventDesk) {
  // What the issuer remembers and what it tells are kept together.
  const kept =
    <Event>(work: (desk: EventDesk, event: Event) => string) =>
    (event: Event) =>
      desk.store.write(() => work(desk, event))
  return {
    reverse: kept(reverse),
    expire: kept(expire),
    clear: kept(clear),
    refund: kept(refund),
    reverseRefund: kept(reverseRefund),
    creditDispute: kept(creditDispute),
    reverseDispute: kept(reverseDispute),
    declineByIssuer: kept(declineByIssuer),
    updateCard: kept(updateCard),
    clearDue: () => clearDue(desk),
  }
}

function reverse(desk: EventDesk, { threadId, amount }: LaterEvent) {
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

function expire(desk: EventDesk, { threadId }: LaterEvent) {
  const thread = threadOf(desk, threadId)
  keep(desk, { ...thread, state: 'expired' })
  dropPromises(desk, thread.id)
  return tell(desk, 'authorization.expired', thread, {})
}

function clear(desk: EventDesk, event: LaterEvent & { final?: boolean | undefined }) {
  if (event.threadId === undefined) return clearUnlinked(desk, { ...event, id: newId('clr') })
  const thread = threadOf(desk, event.threadId)
  const left = openMinor(thread)
  const minor = event.amount === undefined ? left : cents(event.amount)
  if (minor <= 0n) throw new Refusal(409, 'nothing_to_clear', 'Nothing is left on hold: name an amount.')
  const final = event.final ?? minor >= left
  const clearedMinor = String(BigInt(thread.clearedMinor) + minor)
  keep(desk, { ...thread, state: 'cleared', clearedMinor, isFinal: final })
  dropPromises(desk, thread.id)
  return tell(desk, 'clearing.posted', thread, { id: newId('clr'), ...money(minor), final })
}

/** A charge that nobody was asked about: it is a purchase from now on, named by its clearing, and can be contested. */
function clearUnlinked(desk: EventDesk, event: LaterEvent & { id: string }) {
  const { card, merchant, minor } = withoutThread(desk, event)
  keep(desk, {
    id: event.id,
    cardId: card.id,
    state: 'cleared',
    isFinal: true,
    merchant,
    channel: 'moto',
    authorizedMinor: '0',
    reversedMinor: '0',
    clearedMinor: String(minor),
    refundedMinor: '0',
    reason: null,
    at: new Date().toISOString(),
  })
  return tellUnlinked(desk, 'clearing.posted', event)
}

/** A no of the issuer's own: to a purchase the server never heard of, or after the server's yes. */
function declineByIssuer(desk: EventDesk, event: LaterEvent & { reason?: string | undefined }) {
  const reason = event.reason ?? 'issuer_declined'
  if (event.threadId !== undefined) return takeBack(desk, threadOf(desk, event.threadId), reason)
  const { card, merchant, minor } = withoutThread(desk, event)
  const told = { threadId: newId('thr'), cardId: card.id, ...money(minor), merchant, reason }
  return desk.webhooks.tell('authorization.declined_by_issuer', told)
}

/** The latest approval does not count after all. */
function takeBack(desk: EventDesk, thread: Thread, reason: string) {
  const approvals = [...(thread.approvals ?? [])]
  const last = approvals.pop()
  if (!last || thread.state !== 'approved') {
    throw new Refusal(409, 'nothing_to_decline', 'No approval of this purchase is left.')
  }
  const minor = BigInt(last.amountMinor)
  const authorizedMinor = String(BigInt(thread.authorizedMinor) - minor)
  const state = approvals.length > 0 ? thread.state : 'declined'
  keep(desk, { ...thread, approvals, authorizedMinor, state, reason: state === 'declined' ? reason : null })
  dropPromises(desk, thread.id)
  const more = { ...money(minor), reason, authorizationId: last.id }
  return tell(desk, 'authorization.declined_by_issuer', thread, more)
}

function updateCard(desk: EventDesk, event: LaterEvent & { state: Card['state'] }) {
  const card = findCard(desk.rows, event)
  desk.cards.setState(card.id, event.state, 'issuer')
  return desk.webhooks.tell('card.updated', { cardId: card.id, state: event.state })
}

/** Clears what was promised and is due; answers when the next one is, if any. */
function clearDue(desk: EventDesk): number | null {
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

function keep(desk: EventDesk, thread: Thread) {
  desk.rows.threads.put(thread.id, { ...thread, changedAt: new Date().toISOString() })
}

function dropPromises(desk: EventDesk, threadId: string) {
  for (const due of desk.rows.clearings.all()) if (due.threadId === threadId) desk.rows.clearings.drop(due.id)
}

function openMinor({ authorizedMinor, reversedMinor, clearedMinor }: Thread): bigint {
  const left = BigInt(authorizedMinor) - BigInt(reversedMinor) - BigInt(clearedMinor)
  return left > 0n ? left : 0n
}
