import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { format } from '../../../src/contract/money.ts'
import type { Said } from '../../../src/server/cards/states/said.ts'
import { posting, question, shop, type TestCard } from '../../fixtures/cards/cardholder.ts'

// What an issuer may tell of one card: purchases of every kind and the states of the card itself, as a value that can be
// drawn, cut smaller and told of any card.

/** One thing the issuer says: a question or an event. */
export interface Telling {
  path: 'authorization' | 'events'
  body: Record<string, unknown> & { id: string }
  /** The purchase it is about, by its place; null of the card itself. */
  purchase: number | null
}

/** What comes after the first that is told of a purchase. */
export type Later =
  | { type: 'incremental' | 'denied' | 'authorization.reversed'; amount: string }
  /** A first authorization once more; of the amount it was asked for first, when that is null. */
  | { type: 'again'; amount: string | null }
  | { type: 'authorization.expired' }
  | { type: 'clearing.posted'; amount: string; final: boolean }
  | { type: Credit; amount: string }
type Credit = 'refund.posted' | 'refund.reversed' | 'dispute.credited' | 'dispute.reversed'

/** How a purchase is first heard of: by a question, by a clearing nobody asked about, by a refund, or by the issuer's own no. */
interface PurchaseTold {
  first: 'asked' | 'forced' | 'refund' | 'denied'
  amount: string
  /** Abroad there is a fee of its own. */
  country: 'US' | 'GB'
  later: readonly Later[]
}

/** All that happened to a card. */
export interface History {
  purchases: readonly PurchaseTold[]
  states: readonly (Said['state'] | 'pin_blocked')[]
}

/** A history as it is told of one card, in the order in which it happened. */
export interface Story {
  /** The purchases, by what the issuer calls them. */
  threads: string[]
  /** Told before everything else and in this order: they are decided by the state that the card is in. */
  before: Telling[]
  all: Telling[]
  /** The card ends in it: what is on it, or comes back, is on the card or in the wallet. */
  hasEnd: boolean
}

/** Every kind of event there is (research A2), on five purchases. */
export const everything: History = {
  purchases: [
    {
      ...{ first: 'asked', amount: '60.00', country: 'US' },
      later: [
        { type: 'incremental', amount: '15.00' },
        { type: 'authorization.reversed', amount: '5.00' },
        { type: 'clearing.posted', amount: '40.00', final: false },
        { type: 'clearing.posted', amount: '41.25', final: true },
        { type: 'refund.posted', amount: '12.00' },
        { type: 'refund.reversed', amount: '7.00' },
        { type: 'dispute.credited', amount: '30.00' },
        { type: 'dispute.reversed', amount: '30.00' },
      ],
    },
    {
      ...{ first: 'asked', amount: '22.22', country: 'US' },
      later: [{ type: 'authorization.expired' }, { type: 'clearing.posted', amount: '22.22', final: true }],
    },
    { first: 'asked', amount: '9.00', country: 'US', later: [{ type: 'denied', amount: '9.00' }] },
    { first: 'forced', amount: '3.33', country: 'US', later: [] },
    { first: 'refund', amount: '4.44', country: 'US', later: [] },
  ],
  states: [],
}

/** The same, on a card that is frozen, let go, frozen again, and expires with what is on it until the issuer lets it go. */
export const everythingAndAnEnd: History = {
  ...everything,
  states: ['frozen', 'active', 'pin_blocked', 'frozen', 'expired', 'active'],
}

/** A raise that was heard of first: its fee was once reckoned from what else had been heard by then. */
export const aCentShort: History = {
  purchases: [
    {
      ...{ first: 'asked', amount: '0.04', country: 'US' },
      later: [
        { type: 'clearing.posted', amount: '20.03', final: true },
        { type: 'clearing.posted', amount: '1.52', final: true },
        { type: 'authorization.expired' },
        { type: 'incremental', amount: '7.35' },
      ],
    },
  ],
  states: [],
}

/** Any history of a card: up to three purchases, and in one of three what the issuer does to the card. */
export function anyHistory(): fc.Arbitrary<History> {
  const cents = fc.bigInt(1n, 3000n).map(minor => format(minor, 'USD'))
  const amountOf = <Type extends string>(...types: Type[]) =>
    fc.record({ type: fc.constantFrom(...types), amount: cents })
  const later: fc.Arbitrary<Later> = fc.oneof(
    { weight: 2, arbitrary: amountOf('authorization.reversed', 'incremental', 'denied') },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('authorization.expired' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('again' as const), amount: fc.option(cents) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('clearing.posted' as const),
        amount: cents,
        final: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: amountOf('refund.posted', 'refund.reversed', 'dispute.credited', 'dispute.reversed'),
    },
  )
  const purchase = fc.record({
    first: fc.constantFrom(
      'asked' as const,
      'asked' as const,
      'forced' as const,
      'refund' as const,
      'denied' as const,
    ),
    amount: cents,
    country: fc.constantFrom('US' as const, 'GB' as const),
    later: fc.array(later, { maxLength: 4 }),
  })
  const word = fc.constantFrom(
    ...(['frozen', 'active', 'frozen', 'active', 'expired', 'closed', 'pin_blocked'] as const),
  )
  const states = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(word, { minLength: 1, maxLength: 4 }) },
  )
  return fc
    .record({ purchases: fc.array(purchase, { minLength: 1, maxLength: 3, size: 'small' }), states })
    .map(({ purchases, states }) => ({
      states,
      // Only what was asked is raised, asked again, and denied by the name of its question.
      purchases: purchases.map(told => ({
        ...told,
        later: told.later.filter(each => mayFollow(told, each)),
      })),
    }))
}

function mayFollow({ first }: PurchaseTold, { type }: Later): boolean {
  return first === 'asked' || (type !== 'incremental' && type !== 'again' && type !== 'denied')
}

const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
export const eventId = () => `evt_${randomUUID()}`

/** A history as it is told of a card: with ids of its own, at the same times. */
export function storyOf(card: TestCard, { purchases, states }: History): Story {
  const told = purchases.map((purchase, place) => tellingsOf(card, purchase, place))
  const flat = told.flatMap(({ tellings }) => tellings)
  const [asked, rest] = [flat.filter(isQuestion), flat.filter(telling => !isQuestion(telling))]
  // What the card is decides on what is asked: where that changes, the questions are over.
  const isMoved = states.length > 0
  const events = spread(
    isMoved ? rest : flat,
    states.map(state => wordOf(card, state)),
  )
  const all = isMoved ? [...asked, ...events] : events
  for (const [second, { body }] of all.entries()) body.at = timeOf(second)
  return {
    threads: told.map(({ threadId }) => threadId),
    before: isMoved ? asked : [],
    all,
    hasEnd: states.some(state => state === 'expired' || state === 'closed'),
  }
}

const isQuestion = ({ path }: Telling) => path === 'authorization'

/** The few evenly among the many. */
function spread(many: readonly Telling[], few: readonly Telling[]): Telling[] {
  const step = many.length / (few.length + 1)
  const places = few.map((_, place) => Math.round(step * (place + 1)))
  return [...many, null].flatMap((telling, at) => [
    ...few.filter((_, place) => places[place] === at),
    ...(telling ? [telling] : []),
  ])
}

function wordOf({ issuerCardId: cardId }: TestCard, state: History['states'][number]): Telling {
  const event =
    state === 'pin_blocked'
      ? { type: 'card.pin_blocked', data: { cardId } }
      : { type: 'card.updated', data: { cardId, state } }
  return { path: 'events', body: { id: eventId(), ...event }, purchase: null }
}

function tellingsOf(card: TestCard, { first, amount, country, later }: PurchaseTold, purchase: number) {
  const merchant = { ...shop, country }
  const event = (type: string, data: Record<string, unknown>): Telling => {
    return { path: 'events', body: { id: eventId(), type, data }, purchase }
  }
  const posted = (type: string, amount: string, threadId: string | null, more: object = {}) =>
    event(type, posting(card, amount, { threadId, merchant, ...more }))
  const ask = (threadId: string, kind: string, amount: string): Telling => {
    const body = question(card, { threadId, kind, amount, merchant })
    return { path: 'authorization', body, purchase }
  }
  const { threadId, telling } = begin()
  // A no takes back the latest question before it.
  let asked = telling.body.id
  const rest = later.map((step): Telling => {
    if (step.type === 'incremental' || step.type === 'again') {
      const kind = step.type === 'again' ? 'authorization' : step.type
      const more = ask(threadId, kind, step.amount ?? amount)
      asked = more.body.id
      return more
    }
    if (step.type === 'denied') return deny(step.amount, threadId, { authorizationId: asked })
    if (step.type === 'authorization.expired') {
      return event(step.type, { threadId, cardId: card.issuerCardId })
    }
    if (step.type === 'authorization.reversed') {
      return event(step.type, { threadId, cardId: card.issuerCardId, amount: step.amount, merchant })
    }
    const { type, amount: postedAmount, ...more } = step
    return posted(type, postedAmount, threadId, more)
  })
  return { threadId, tellings: [telling, ...rest] }

  function deny(amount: string, threadId: string, more: object): Telling {
    const why = { threadId, cardId: card.issuerCardId, amount, merchant, reason: 'no_answer', ...more }
    return event('authorization.declined_by_issuer', why)
  }

  function begin(): { threadId: string; telling: Telling } {
    const threadId = `thr_${randomUUID()}`
    if (first === 'asked') return { threadId, telling: ask(threadId, 'authorization', amount) }
    if (first === 'denied') return { threadId, telling: deny(amount, threadId, {}) }
    const isForced = first === 'forced'
    const telling = posted(
      isForced ? 'clearing.posted' : 'refund.posted',
      amount,
      null,
      isForced ? { final: true } : {},
    )
    // Without a thread it is one by its own name.
    return { threadId: (telling.body.data as { id: string }).id, telling }
  }
}

/** How many things a history tells. */
export function lengthOf({ purchases, states }: History): number {
  return purchases.reduce((sum, { later }) => sum + 1 + later.length, states.length)
}

/** What a fact is called: a clearing by its own id, whichever event tells of it. */
export function nameOf({ body: { id, data } }: Telling): string {
  return String((data as { id?: string } | undefined)?.id ?? id)
}
