import * as z from 'zod/mini'
import { parse } from '../../contract/money.ts'
import type { ToldChallenge } from '../cards/challenges/challenges.ts'
import {
  type DisputeStanding,
  disputeStates,
  type Expiry,
  expiries,
  type OrderStanding,
  type OrderState,
  orderStates,
} from '../cards/issuer.ts'
import type { Sale } from '../cards/purchases/purchase-change.ts'
import { reasonOf } from '../cards/purchases/reasons.ts'
import type { Fact } from '../cards/purchases/thread.ts'
import { clipped } from '../clipped.ts'

// The issuer's words on the wire, read strictly; from here on they are ours.

const name = z.string().check(z.minLength(1), z.maxLength(200))
/** Of what is told once: keys of the books are made of it, which have room for so much. */
const uniqueName = z.string().check(z.regex(/^[!-~]{1,128}$/))
/** As the database counts. */
const version = z.int().check(z.maximum(2 ** 31 - 1))
/** For people: nothing is decided by it. */
const words = z.pipe(
  z.string(),
  z.transform(text => clipped(text, 200)),
)
const usd = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const minor = parse(text, 'USD')
    if (minor !== null && minor >= 0n) return minor
    context.issues.push({ code: 'custom', message: 'no amount in USD', input: text })
    return z.NEVER
  }),
)
/** More than this at once is a mistake that a person looks at, USD minor units. */
const mostPosted = 100_000_000_000n
const postable = usd.check(z.refine(minor => minor <= mostPosted))
const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform(text => new Date(text)),
)
/** Some merchants are told without a category; theirs is empty. */
const category = z.pipe(
  z.nullish(words),
  z.transform(text => text ?? ''),
)
/** ISO 3166-1 alpha-2; anything else is no country that we know, which is empty. */
const country = z.pipe(
  words,
  z.transform(text => /^[a-z]{2}$/i.exec(text.trim())?.[0].toUpperCase() ?? ''),
)
const merchant = z.object({ name: words, city: words, country, mcc: category })
type Merchant = z.output<typeof merchant>

/** A question we answer at once. */
export const authorizationRequest = z.object({
  id: uniqueName,
  cardId: name,
  threadId: name,
  kind: z.enum(['authorization', 'incremental']),
  amount: usd,
  currency: z.string().check(z.maxLength(10)),
  merchant,
  channel: z.string().check(z.maxLength(32)),
  at: instant,
})
/** A question we answer at once. */
export type AuthorizationRequest = z.output<typeof authorizationRequest>

/** What every event has, whatever it tells. */
export const issuerEvent = z.object({
  id: uniqueName,
  type: name,
  at: instant,
  data: z.record(z.string(), z.unknown()),
})

const thread = { cardId: name, threadId: name, merchant: z.optional(merchant) }
const posting = {
  id: uniqueName,
  cardId: name,
  threadId: z.nullable(name),
  amount: postable,
  currency: z.literal('USD'),
  merchant,
}
const challenge = z.object({
  challengeId: name,
  cardId: name,
  threadId: name,
  amount: postable,
  currency: z.literal('USD'),
  merchant,
  expiresAt: instant,
})
const shapes = {
  'authorization.reversed': z.object({ ...thread, amount: usd }),
  'authorization.expired': z.object(thread),
  'authorization.declined_by_issuer': z.object({
    ...thread,
    amount: usd,
    merchant,
    reason: name,
    /** The question whose answer does not count; absent when we were never asked. */
    authorizationId: z.optional(name),
  }),
  'clearing.posted': z.object({ ...posting, final: z.boolean() }),
  'refund.posted': z.object(posting),
  'refund.reversed': z.object(posting),
  'dispute.credited': z.object(posting),
  'dispute.reversed': z.object(posting),
  'card.updated': z.object({ cardId: name, state: z.enum(['active', 'frozen', 'expired', 'closed']) }),
  'card.pin_blocked': z.object({ cardId: name }),
  'card.plastic_expired': z.object({ cardId: name }),
  'card.expiring': z.object({ cardId: name, expires: z.enum(expiries) }),
  'dispute.updated': z.object({
    disputeId: name,
    reference: name,
    state: z.enum(disputeStates),
    version,
    note: z.optional(words),
    evidenceBy: z.optional(instant),
  }),
}
const challengeStates = {
  'challenge.opened': 'waiting',
  'challenge.expired': 'expired',
  'challenge.cancelled': 'cancelled',
} as const
const order = z.object({
  orderId: name,
  cardId: name,
  reference: name,
  version,
  reason: z.optional(words),
  tracking: z.optional(z.object({ carrier: words, number: words })),
})

/**
 * What an event means: a fact about a purchase, another state of a card, an expiry that nears, a step of a physical card's
 * order or of a dispute, a purchase that waits for its cardholder or waits no longer, or nothing that we know of.
 */
export type Meaning =
  | { of: 'purchase'; issuerCardId: string; threadId: string; fact: Fact; sale: Sale }
  | { of: 'card'; issuerCardId: string; state: 'active' | 'frozen' | 'expired' | 'closed' | 'pin_blocked' }
  | { of: 'expiry'; issuerCardId: string; expires: Expiry | 'plastic' }
  | { of: 'order'; reference: string; issuerCardId: string; issuerOrderId: string; standing: OrderStanding }
  | { of: 'dispute'; reference: string; issuerDisputeId: string; standing: DisputeStanding }
  | {
      of: 'challenge'
      issuerCardId: string
      told: ToldChallenge
      state: 'waiting' | 'expired' | 'cancelled'
    }
  | { of: 'nothing' }

/** Clocks differ, but not by more than this. */
const aheadMs = 10 * 60_000

/** When something happened that was told at that time: what is said to lie ahead of it happened then. */
export function happenedAt({ at, toldAt }: { at: Date; toldAt: Date }): Date {
  return at.getTime() > toldAt.getTime() + aheadMs ? toldAt : at
}

/** Reads an event as it was stored. Throws when its type is known and its content is not what that type has. */
export function meaningOf(payload: unknown, toldAt: Date): Meaning {
  const { id, type, data, ...told } = issuerEvent.parse(payload)
  const at = happenedAt({ ...told, toldAt })
  switch (type) {
    case 'card.updated': {
      const { cardId, state } = shapes[type].parse(data)
      return { of: 'card', issuerCardId: cardId, state }
    }
    case 'card.pin_blocked':
      return { of: 'card', issuerCardId: shapes[type].parse(data).cardId, state: 'pin_blocked' }
    case 'card.plastic_expired':
      return { of: 'expiry', issuerCardId: shapes[type].parse(data).cardId, expires: 'plastic' }
    case 'card.expiring': {
      const { cardId, expires } = shapes[type].parse(data)
      return { of: 'expiry', issuerCardId: cardId, expires }
    }
    case 'dispute.updated': {
      const { disputeId, reference, state, version, note, evidenceBy } = shapes[type].parse(data)
      const standing = { state, version, note: note ?? null, evidenceBy: evidenceBy ?? null }
      return { of: 'dispute', reference, issuerDisputeId: disputeId, standing }
    }
    default:
      return (
        purchaseMeaning({ id, type, at, data }) ??
        challengeMeaning({ type, data }) ??
        orderMeaning({ type, at, data })
      )
  }
}

type Told = z.output<typeof issuerEvent>

/** What happened to an authorization, and postings; of nothing else. */
function purchaseMeaning({ id, type, at, data }: Told): Meaning | null {
  switch (type) {
    case 'authorization.reversed': {
      const read = shapes[type].parse(data)
      return ofPurchase(read, { id, at, kind: 'reversed', amountMinor: read.amount })
    }
    case 'authorization.expired':
      return ofPurchase(shapes[type].parse(data), { id, at, kind: 'expired' })
    case 'authorization.declined_by_issuer': {
      const read = shapes[type].parse(data)
      const [reason, askId] = [reasonOf(read.reason), read.authorizationId ?? null]
      return ofPurchase(read, { id, at, kind: 'denied', amountMinor: read.amount, reason, askId })
    }
    case 'clearing.posted': {
      const read = shapes[type].parse(data)
      const amountMinor = read.amount
      return ofPosting(read, { id: read.id, at, kind: 'cleared', amountMinor, isFinal: read.final })
    }
    case 'refund.posted':
    case 'refund.reversed':
    case 'dispute.credited':
    case 'dispute.reversed': {
      const read = shapes[type].parse(data)
      const kind = type === 'refund.posted' || type === 'dispute.credited' ? 'refunded' : 'withdrawn'
      const isDispute = type.startsWith('dispute.')
      return ofPosting(read, { id: read.id, at, kind, amountMinor: read.amount, isDispute })
    }
    default:
      return null
  }
}

interface About {
  cardId: string
  merchant?: Merchant | undefined
}

function ofPurchase({ cardId, threadId, merchant }: About & { threadId: string }, fact: Fact): Meaning {
  return { of: 'purchase', issuerCardId: cardId, threadId, fact, sale: saleOf(merchant) }
}

/** One without a purchase of its own begins one under its own name. */
function ofPosting(read: About & { threadId?: string | null | undefined }, fact: Fact): Meaning {
  return ofPurchase({ ...read, threadId: read.threadId ?? fact.id }, fact)
}

/** `challenge.opened` and its ends; of nothing else. */
function challengeMeaning({ type, data }: Pick<Told, 'type' | 'data'>): Meaning | null {
  const state = Object.entries(challengeStates).find(([word]) => word === type)?.[1]
  if (!state) return null
  const { challengeId, cardId, threadId, amount, merchant, expiresAt } = challenge.parse(data)
  const { mcc: _, channel: __, ...place } = saleOf(merchant)
  const told = { issuerChallengeId: challengeId, threadId, amountMinor: amount, expiresAt, ...place }
  return { of: 'challenge', issuerCardId: cardId, told, state }
}

/** `order.<state>`; of a state that we do not know it means nothing. */
function orderMeaning({ type, at, data }: Pick<Told, 'type' | 'at' | 'data'>): Meaning {
  const [, word] = /^order\.(\w+)$/.exec(type) ?? []
  const state = orderStates.find((state): state is OrderState => state === word)
  if (!state) return { of: 'nothing' }
  const { orderId, cardId, reference, version, reason, tracking } = order.parse(data)
  return {
    of: 'order',
    reference,
    issuerCardId: cardId,
    issuerOrderId: orderId,
    standing: { state, version, reason: reason ?? null, tracking: tracking ?? null, changedAt: at },
  }
}

/** Where and how it was bought; the channel is told with the question only. */
export function saleOf(merchant?: Merchant, channel = ''): Sale {
  const { name = '', city = '', country = '', mcc = '' } = merchant ?? {}
  return { merchant: name, city, country, mcc, channel }
}
