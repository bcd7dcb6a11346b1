import * as z from 'zod/mini'
import { shaped } from '../http.ts'
import { Refusal } from '../refusal.ts'
import { viewOfAuthorization } from './authorizations.ts'
import type { callsOn } from './calls.ts'
import type { CardholderDesk } from './cardholders.ts'
import type { CardDesk } from './cards.ts'
import type { ChallengeDesk } from './challenges.ts'
import type { DisputeDesk } from './disputes.ts'
import { pageOfEvents } from './event-log.ts'
import type { OrderDesk } from './orders.ts'
import type { plasticDesk } from './plastic.ts'
import type { RenewalDesk } from './renewals.ts'
import { revealToken } from './reveal.ts'
import type { Rows } from './rows.ts'

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const country = z.string().check(z.regex(/^[A-Z]{2}$/))
const budget = z.strictObject({ reference: text })
const cardholder = z.strictObject({
  firstName: text,
  lastName: text,
  country,
  city: text,
  address: text,
  postalCode: text,
  phone: text,
  email: text,
})
const address = z.strictObject({
  recipient: text,
  phone: text,
  country,
  state: z.string().check(z.maxLength(200)),
  city: text,
  address: text,
  postalCode: z.string().check(z.maxLength(20)),
})
const anyCard = {
  reference: text,
  productId: text,
  cardholderId: z.optional(text),
  replacesCardId: z.optional(text),
}
const virtualCard = z.strictObject({
  ...anyCard,
  form: z.optional(z.literal('virtual')),
  budgetId: text,
  cardholder,
})
const physicalCard = z.strictObject({
  ...anyCard,
  form: z.literal('physical'),
  parentCardId: text,
  embossName: z.string().check(z.trim(), z.regex(/^[A-Za-z][A-Za-z .'-]{0,24}[A-Za-z.]$/)),
  address,
})
const form = z.object({ form: z.optional(z.enum(['virtual', 'physical'])) })
const nothing = z.strictObject({})
const challengeAnswer = z.strictObject({ decision: z.enum(['approved', 'denied']) })
const activation = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) })
const pin = z.strictObject({ pin: z.string().check(z.regex(/^\d{4}$/)) })
const bound = z.strictObject({ origin: text, proofHash: z.string().check(z.regex(/^[\da-f]{64}$/)) })
const renewal = z.strictObject({ reference: text })
const report = z.strictObject({ why: z.enum(['lost', 'stolen']) })
const session = z.strictObject({
  reference: text,
  productId: text,
  returnUrl: z.string().check(z.maxLength(1000)),
})
const whichEvents = z.strictObject({ from: z.optional(z.iso.datetime()), after: z.optional(text) })
const whichCards = z.strictObject({ reference: z.optional(text), budgetId: z.optional(text) })

const dispute = z.strictObject({
  reference: text,
  cardId: text,
  threadId: text,
  amount: text,
  reason: z.enum(['unknown', 'amount', 'notReceived', 'duplicate', 'noCash', 'cancelled']),
})
const evidence = z.strictObject({
  reference: text,
  text: z.string().check(z.minLength(1), z.maxLength(4000)),
  pictures: z.array(z.string().check(z.regex(/^[A-Za-z0-9+/]+=*$/))).check(z.maxLength(3)),
})

type Calls = ReturnType<typeof callsOn>

interface Desks {
  rows: Rows
  cards: CardDesk
  orders: OrderDesk
  plastic: ReturnType<typeof plasticDesk>
  renewals: RenewalDesk
  cardholders: CardholderDesk
  disputes: DisputeDesk
  challenges: ChallengeDesk
}

/** What the server may ask for: cards and what belongs to them, and what it was told. */
export function openDesk(calls: Calls, desks: Desks) {
  cardCalls(calls, desks)
  oneCardCalls(calls, desks)
  orderCalls(calls, desks)
  cardholderCalls(calls, desks)
  disputeCalls(calls, desks)
  calls.post('/v1/challenges/:id/answer', 200, (body, params) =>
    desks.challenges.answer(idOf(params), shaped(challengeAnswer, body).decision),
  )
  calls.get('/v1/authorizations/:id', (_query, params) => viewOfAuthorization(desks.rows, idOf(params)))
  calls.get('/v1/events', query => pageOfEvents(desks.rows, shaped(whichEvents, query)))
}

function cardCalls(calls: Calls, { rows, cards }: Desks) {
  calls.post('/v1/budgets', 201, body => cards.openBudget(shaped(budget, body)))
  calls.post('/v1/cards', 201, body =>
    shaped(form, body).form === 'physical'
      ? cards.createPhysical(shaped(physicalCard, body))
      : cards.createVirtual(shaped(virtualCard, body)),
  )
  calls.get('/v1/cards', query => {
    const { reference, budgetId } = shaped(whichCards, query)
    if ((reference === undefined) === (budgetId === undefined)) {
      throw new Refusal(400, 'invalid', 'Either a reference or a budget.')
    }
    const asked = rows.cards.all().filter(card => card.reference === reference || card.budgetId === budgetId)
    return { cards: asked.map(cards.view) }
  })
}

function oneCardCalls(calls: Calls, { rows, cards, plastic, renewals }: Desks) {
  for (const [verb, state] of [
    ['freeze', 'frozen'],
    ['unfreeze', 'active'],
    ['close', 'closed'],
  ] as const) {
    calls.post(`/v1/cards/:id/${verb}`, 200, (body, params) => {
      shaped(nothing, body)
      return cards.setState(idOf(params), state, 'program')
    })
  }
  calls.post('/v1/cards/:id/report', 200, (body, params) =>
    cards.report(idOf(params), shaped(report, body).why),
  )
  calls.post('/v1/cards/:id/renew', 200, (body, params) =>
    renewals.renew(idOf(params), shaped(renewal, body).reference),
  )
  calls.post('/v1/cards/:id/phone', 200, (body, params) =>
    cards.setPhone(idOf(params), shaped(z.strictObject({ phone: text }), body).phone),
  )
  calls.post('/v1/cards/:id/reveal-tokens', 201, (body, params) => {
    return revealToken({ rows, cardId: idOf(params), ...shaped(bound, body) })
  })
  calls.post('/v1/cards/:id/activate', 200, (body, params) =>
    plastic.activate(idOf(params), shaped(activation, body).code),
  )
  calls.post('/v1/cards/:id/pin', 200, (body, params) => plastic.setPin(idOf(params), shaped(pin, body).pin))
}

function orderCalls(calls: Calls, { orders }: Desks) {
  calls.get('/v1/orders/:id', (_query, params) => orders.view(idOf(params)))
  calls.post('/v1/orders/:id/cancel', 200, (body, params) => {
    shaped(nothing, body)
    return orders.cancel(idOf(params))
  })
  calls.post('/v1/orders/:id/remail', 200, (body, params) =>
    orders.remail(idOf(params), shaped(z.strictObject({ address }), body).address),
  )
}

function cardholderCalls(calls: Calls, { cardholders }: Desks) {
  calls.post('/v1/cardholder-sessions', 201, body => cardholders.open(shaped(session, body)))
  calls.get('/v1/cardholders/:id', (_query, params) => cardholders.view(idOf(params)))
}

function disputeCalls(calls: Calls, { disputes }: Desks) {
  calls.post('/v1/disputes', 201, body => disputes.open(shaped(dispute, body)))
  calls.get('/v1/disputes/:id', (_query, params) => disputes.view(idOf(params)))
  calls.post(
    '/v1/disputes/:id/evidence',
    200,
    (body, params) => disputes.addEvidence(idOf(params), shaped(evidence, body)),
    // Three pictures in base64.
    { bodyLimit: 40_000_000 },
  )
  calls.post('/v1/disputes/:id/withdraw', 200, (body, params) => {
    shaped(nothing, body)
    return disputes.withdraw(idOf(params))
  })
}

function idOf(params: Record<string, string>): string {
  return params.id ?? ''
}
