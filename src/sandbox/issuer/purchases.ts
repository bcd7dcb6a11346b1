import { format, parse } from '../../contract/money.ts'
import type { Faults } from '../faults.ts'
import { Refusal } from '../refusal.ts'
import type { Store } from '../store.ts'
import { findCard } from './find-card.ts'
import { isPinBlocked } from './plastic.ts'
import { products } from './products.ts'
import { type Ask, type Card, type Channel, type Merchant, newId, type Rows, type Thread } from './rows.ts'
import type { Webhooks } from './webhooks.ts'

export interface Purchase {
  cardId?: string | undefined
  last4?: string | undefined
  /** US dollars as a decimal string. */
  amount: string
  merchant: Merchant
  channel: Channel
  /** What was typed at the terminal; checked by the issuer where the card has a PIN. */
  pin?: string | undefined
  /** What is amiss with the cardholder's confirmation of an online payment; nothing when it went well. */
  threeDs?: 'missing' | 'failed' | undefined
  /** `authorization` leaves the clearing to a later event. */
  kind: 'purchase' | 'authorization'
  clearingMs?: number | undefined
}

export interface Outcome {
  threadId: string
  cardId: string
  decision: 'approved' | 'declined'
  reason?: string
}

interface Declined {
  amountMinor: string
  reason: string
  /** The question this is about; absent when the server was never asked. */
  authorizationId?: string
}

/** A purchase with a card in hand. */
interface Presented {
  card: Card
  purchase: Purchase
  amountMinor: bigint
}

/** What goes with a purchase from its question to its clearing. */
type Terms = Pick<Purchase, 'kind' | 'clearingMs'>

interface Desk {
  store: Store
  rows: Rows
  faults: Faults
  webhooks: Webhooks
  clearingMs: number
}

export type Till = ReturnType<typeof till>

/** The merchant's till: asks for authorizations and promises clearings. */
export function till(desk: Desk) {
  return {
    buy: (purchase: Purchase) => buy(desk, purchase),
    present: (purchase: Purchase) => present(desk, purchase),
    authorize: (thread: Thread, terms: Terms) => authorize(desk, thread, terms),
    decline: (thread: Thread, reason: string) => decline(desk, thread, reason),
    increment: (more: { threadId: string; amount: string }) => increment(desk, more),
    settleUnanswered: () => settleUnanswered(desk),
  }
}

async function buy(desk: Desk, purchase: Purchase): Promise<Outcome> {
  const presented = present(desk, purchase)
  return 'decision' in presented ? presented : await authorize(desk, presented, purchase)
}

/** A purchase that the server may be asked about; or the issuer's own no, which is told. */
function present(desk: Desk, purchase: Purchase): Thread | Outcome {
  const card = findCard(desk.rows, purchase)
  const amountMinor = cents(purchase.amount)
  const thread = newThread({ card, purchase, amountMinor })
  const refused =
    desk.faults.take('issuer', 'decline_purchase')?.value ?? issuerReason({ card, purchase, amountMinor })
  if (refused) {
    desk.store.write(() => {
      decline(desk, thread, refused)
      if (refused === 'pin_wrong') countWrongPin(desk, card)
    })
    return { threadId: thread.id, cardId: card.id, decision: 'declined', reason: refused }
  }
  if (purchase.pin !== undefined && card.wrongPins) desk.rows.cards.put(card.id, { ...card, wrongPins: 0 })
  return thread
}

/** Asks the server about a purchase; one that it approves is cleared later, if it is to be. */
async function authorize(desk: Desk, thread: Thread, { kind, clearingMs }: Terms): Promise<Outcome> {
  const outcome = { threadId: thread.id, cardId: thread.cardId }
  // Kept before asking: after a crash the question counts as unanswered.
  const ask = newAsk(thread, BigInt(thread.authorizedMinor))
  desk.store.write(() => {
    desk.rows.threads.put(thread.id, thread)
    desk.rows.asks.put(ask.id, ask)
  })
  const verdict = await desk.webhooks.ask(question(thread, ask, 'authorization'))
  return desk.store.write(() => {
    desk.rows.asks.drop(ask.id)
    switch (verdict.decision) {
      case 'approved':
        desk.rows.threads.put(thread.id, { ...thread, state: 'approved', approvals: [approvalOf(ask)] })
        if (kind === 'purchase') promise(desk, thread, clearingMs ?? desk.clearingMs)
        return { ...outcome, decision: 'approved' }
      case 'declined':
        desk.rows.threads.put(thread.id, { ...thread, state: 'declined', reason: verdict.reason })
        return { ...outcome, decision: 'declined', reason: verdict.reason }
      case 'none':
        unanswered(desk, ask)
        return { ...outcome, decision: 'declined', reason: 'no_answer' }
    }
  })
}

/** Asks for `amount` more on an open purchase. Without a yes nothing changes. */
async function increment(
  desk: Desk,
  { threadId, amount }: { threadId: string; amount: string },
): Promise<Outcome> {
  const thread = openThread(desk.rows, threadId)
  const ask = newAsk(thread, cents(amount))
  desk.rows.asks.put(ask.id, ask)
  const verdict = await desk.webhooks.ask(question(thread, ask, 'incremental'))
  return desk.store.write(() => {
    desk.rows.asks.drop(ask.id)
    const outcome = { threadId, cardId: thread.cardId }
    switch (verdict.decision) {
      case 'approved': {
        const now = openThread(desk.rows, threadId)
        const authorizedMinor = String(BigInt(now.authorizedMinor) + BigInt(ask.amountMinor))
        const approvals = [...(now.approvals ?? []), approvalOf(ask)]
        desk.rows.threads.put(threadId, { ...now, authorizedMinor, approvals })
        return { ...outcome, decision: 'approved' }
      }
      case 'declined':
        return { ...outcome, decision: 'declined', reason: verdict.reason }
      case 'none':
        unanswered(desk, ask)
        return { ...outcome, decision: 'declined', reason: 'no_answer' }
    }
  })
}

function decline(desk: Desk, thread: Thread, reason: string) {
  desk.rows.threads.put(thread.id, { ...thread, state: 'declined', reason })
  tellDeclined(desk, thread, { amountMinor: thread.authorizedMinor, reason })
}

/** Three wrong PINs one after another block it, which the server is told. */
function countWrongPin(desk: Desk, card: Card) {
  const counted = { ...card, wrongPins: (card.wrongPins ?? 0) + 1 }
  desk.rows.cards.put(card.id, counted)
  if (isPinBlocked(counted)) desk.webhooks.tell('card.pin_blocked', { cardId: card.id })
}

// Silence may hide a yes: the server is told which of its answers did not count.
function unanswered(desk: Desk, { id, threadId, amountMinor }: Ask) {
  const thread = desk.rows.threads.get(threadId)
  if (!thread) return
  if (thread.state === 'asking') {
    desk.rows.threads.put(threadId, { ...thread, state: 'declined', reason: 'no_answer' })
  }
  tellDeclined(desk, thread, { amountMinor, reason: 'no_answer', authorizationId: id })
}

function tellDeclined(desk: Desk, { id, cardId, merchant }: Thread, { amountMinor, ...more }: Declined) {
  const amount = dollars(BigInt(amountMinor))
  const told = { threadId: id, cardId, amount, currency: 'USD', merchant, ...more }
  desk.webhooks.tell('authorization.declined_by_issuer', told)
}

function promise(desk: Desk, thread: Thread, afterMs: number) {
  const id = newId('due')
  desk.rows.clearings.put(id, { id, threadId: thread.id, dueAt: Date.now() + afterMs })
}

/** Questions that a crash cut short count as unanswered. */
function settleUnanswered(desk: Desk) {
  desk.store.write(() => {
    for (const ask of desk.rows.asks.all()) {
      desk.rows.asks.drop(ask.id)
      unanswered(desk, ask)
    }
  })
}

/** A purchase that can still be changed. */
export function openThread(rows: Rows, threadId: string): Thread {
  const thread = rows.threads.get(threadId)
  if (!thread) throw new Refusal(404, 'thread_unknown', 'There is no such purchase.')
  if (thread.state === 'declined' || thread.state === 'asking') {
    throw new Refusal(409, 'thread_not_approved', 'This purchase was never approved.')
  }
  return thread
}

/** US dollars to cents; refuses what is no positive amount. */
export function cents(amount: string): bigint {
  const minor = parse(amount, 'USD')
  if (minor === null || minor < 0n) {
    throw new Refusal(
      422,
      'amount_invalid',
      'The amount must be in dollars with at most two digits after the point.',
    )
  }
  return minor
}

/** Cents to dollars with both digits, as the protocol writes them. */
export function dollars(minor: bigint): string {
  const [whole, fraction = ''] = format(minor, 'USD').split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

function newThread({ card, purchase, amountMinor }: Presented): Thread {
  return {
    id: newId('thr'),
    cardId: card.id,
    state: 'asking',
    merchant: purchase.merchant,
    channel: purchase.channel,
    authorizedMinor: String(amountMinor),
    reversedMinor: '0',
    clearedMinor: '0',
    refundedMinor: '0',
    pinPresent: purchase.pin !== undefined,
    reason: null,
    at: new Date().toISOString(),
  }
}

function approvalOf({ id, amountMinor }: Ask) {
  return { id, amountMinor }
}

function newAsk(thread: Thread, amountMinor: bigint): Ask {
  return { id: newId('ask'), threadId: thread.id, amountMinor: String(amountMinor) }
}

function question(thread: Thread, { id, amountMinor }: Ask, kind: 'authorization' | 'incremental') {
  const { id: threadId, cardId, merchant, channel, pinPresent = false } = thread
  const amount = dollars(BigInt(amountMinor))
  return {
    id,
    cardId,
    threadId,
    kind,
    amount,
    currency: 'USD',
    merchant,
    channel,
    country: merchant.country,
    pinPresent: pinPresent && kind === 'authorization',
    at: new Date().toISOString(),
  }
}

/** Kinds of merchants that the issuer pays nothing to: gambling. */
const blockedCategories = new Set(['7995', '7801', '7802'])

function issuerReason({ card, purchase, amountMinor }: Presented) {
  if (card.state === 'closed') return 'card_closed'
  if (card.state === 'expired') return 'card_expired'
  if (card.state === 'frozen') return 'card_frozen'
  if (!card.isActivated) return 'card_not_activated'
  if (purchase.pin !== undefined) {
    if (isPinBlocked(card)) return 'pin_blocked'
    if (purchase.pin !== card.pin) return 'pin_wrong'
  }
  if (blockedCategories.has(purchase.merchant.mcc)) return 'mcc_blocked'
  if (purchase.channel === 'online' && purchase.threeDs) return `3ds_${purchase.threeDs}`
  const limit = products.find(({ id }) => id === card.productId)?.purchaseLimitMinor
  if (limit !== undefined && amountMinor > limit) return 'issuer_limit'
  return null
}
