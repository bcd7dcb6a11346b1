import type { FastifyInstance } from 'fastify'
import { renderSVG } from 'uqr'
import * as z from 'zod/mini'
import { shaped } from '../http.ts'
import { disputeSteps } from '../issuer/disputes.ts'
import { channels } from '../issuer/rows.ts'
import { Refusal } from '../refusal.ts'
import { cityIn } from './city.ts'
import { type Parts, running } from './parts.ts'

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const dollars = z
  .string('an amount is a decimal string')
  .check(z.regex(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, 'not an amount'))
const last4 = z.string().check(z.regex(/^\d{4}$/, 'four digits'))
const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'two capital letters'))
const mcc = z.string().check(z.regex(/^\d{4}$/, 'four digits'))
const merchant = {
  merchant: line,
  city: z.optional(line),
  country: z._default(country, 'HK'),
  mcc: z._default(mcc, '5999'),
}

/** The activation code, as the letter of a card shows it to a camera. */
const letter = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/, 'six digits')) })
const purchase = z.strictObject({
  cardId: z.optional(line),
  last4: z.optional(last4),
  amount: dollars,
  currency: z._default(z.enum(['USD', 'EUR', 'CNY', 'HKD']), 'USD'),
  ...merchant,
  channel: z._default(z.enum(channels), 'online'),
  pin: z.optional(z.string().check(z.regex(/^\d{4,6}$/, 'four to six digits'))),
  /** `challenge` has it wait until it is confirmed in the app, for `challengeMs` at the most. */
  threeDs: z.optional(z.enum(['missing', 'failed', 'challenge'])),
  challengeMs: z.optional(z.int().check(z.minimum(0), z.maximum(3_600_000))),
  kind: z._default(z.enum(['purchase', 'authorization']), 'purchase'),
  clearingMs: z.optional(z.int().check(z.minimum(0), z.maximum(40 * 86_400_000))),
})

const later = {
  threadId: z.optional(line),
  cardId: z.optional(line),
  last4: z.optional(last4),
  amount: z.optional(dollars),
  merchant: z.optional(line),
  city: z.optional(line),
  country: z.optional(country),
  mcc: z.optional(mcc),
}
const event = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('authorization.incremental'), threadId: line, amount: dollars }),
  z.strictObject({ type: z.literal('authorization.reversed'), threadId: line, amount: z.optional(dollars) }),
  z.strictObject({ type: z.literal('authorization.expired'), threadId: line }),
  z.strictObject({ type: z.literal('clearing.posted'), ...later, final: z.optional(z.boolean()) }),
  z.strictObject({ type: z.literal('refund.posted'), ...later }),
  z.strictObject({ type: z.literal('refund.reversed'), ...later }),
  z.strictObject({ type: z.literal('dispute.credited'), threadId: line, amount: z.optional(dollars) }),
  z.strictObject({ type: z.literal('dispute.reversed'), threadId: line, amount: z.optional(dollars) }),
  z.strictObject({ type: z.literal('authorization.declined_by_issuer'), ...later, reason: z.optional(line) }),
  z.strictObject({
    type: z.literal('card.updated'),
    cardId: z.optional(line),
    last4: z.optional(last4),
    state: z.enum(['active', 'frozen', 'expired', 'closed']),
  }),
])
const advance = z.strictObject({
  to: z.optional(
    z.enum(['approved', 'printing', 'shipped', 'delivered', 'returned', 'refused', 'cancelled']),
  ),
  /** Why it is refused. */
  reason: z.optional(line),
})

/** In how many months the card expires; -1 has it expire at once. */
const expiry = z.strictObject({ months: z.int().check(z.minimum(-1), z.maximum(120)) })

const decision = z.strictObject({
  to: z.enum(disputeSteps),
  /** What is still wanted to be seen, and within how many days. */
  note: z.optional(line),
  days: z.optional(z.int().check(z.minimum(1), z.maximum(120))),
})

export function issuerCalls(app: FastifyInstance, parts: Parts) {
  app.post('/issuer/purchase', async ({ body }) => {
    const {
      merchant: name,
      city,
      country,
      mcc,
      currency,
      threeDs,
      challengeMs,
      ...rest
    } = shaped(purchase, body)
    const { purchases, challenges } = running(parts.issuer, 'issuer')
    const asked = {
      ...rest,
      amount: inDollars(parts, rest.amount, currency),
      merchant: { name, city: city ?? cityIn(country), country, mcc },
    }
    if (threeDs !== 'challenge') return await purchases.buy({ ...asked, threeDs })
    return rest.channel === 'online' ? challenges.open(asked, challengeMs) : await purchases.buy(asked)
  })
  app.post<{ Params: { id: string } }>('/issuer/challenges/:id/cancel', async ({ params }) =>
    running(parts.issuer, 'issuer').challenges.cancel(params.id),
  )
  app.post('/issuer/events', async ({ body }) => {
    const sent = shaped(event, body)
    const { events, purchases } = running(parts.issuer, 'issuer')
    switch (sent.type) {
      case 'authorization.incremental':
        return await purchases.increment(sent)
      case 'authorization.reversed':
        return { eventId: events.reverse(sent) }
      case 'authorization.expired':
        return { eventId: events.expire(sent) }
      case 'clearing.posted':
        return { eventId: events.clear(withMerchant(sent)) }
      case 'refund.posted':
        return { eventId: events.refund(withMerchant(sent)) }
      case 'refund.reversed':
        return { eventId: events.reverseRefund(withMerchant(sent)) }
      case 'dispute.credited':
        return { eventId: events.creditDispute(sent) }
      case 'dispute.reversed':
        return { eventId: events.reverseDispute(sent) }
      case 'authorization.declined_by_issuer':
        return { eventId: events.declineByIssuer(withMerchant(sent)) }
      case 'card.updated':
        return { eventId: events.updateCard(sent) }
    }
  })
  app.post<{ Params: { id: string } }>('/issuer/orders/:id/advance', async ({ params, body }) => {
    return running(parts.issuer, 'issuer').advance(params.id, shaped(advance, body))
  })
  app.get<{ Params: { code: string } }>('/issuer/letters/:code', async ({ params }, reply) => {
    const { code } = shaped(letter, params)
    reply.type('image/svg+xml').header('cache-control', 'max-age=3600')
    return renderSVG(code, { border: 4 })
  })
  app.post<{ Params: { id: string } }>('/issuer/cards/:id/expiry', async ({ params, body }) => {
    return running(parts.issuer, 'issuer').bringNear(params.id, shaped(expiry, body).months)
  })
  app.post<{ Params: { id: string } }>('/issuer/disputes/:id/advance', async ({ params, body }) => {
    return running(parts.issuer, 'issuer').decide(params.id, shaped(decision, body))
  })
}

function withMerchant<
  Event extends { [part in 'merchant' | 'city' | 'country' | 'mcc']?: string | undefined },
>(event: Event) {
  const { merchant: name, country = 'HK', city = cityIn(country), mcc = '5999', ...rest } = event
  return { ...rest, merchant: name === undefined ? undefined : { name, city, country, mcc } }
}

// The networks bill a card in its own currency: other currencies are converted before the server is asked.
function inDollars(parts: Parts, amount: string, currency: string): string {
  if (currency === 'USD') return amount
  const pair = running(parts.rates, 'rate source')
    .quotes()
    .find(({ base, quote }) => base === 'USDT' && quote === currency)
  const converted = Number(amount) / Number(pair?.rate)
  if (!Number.isFinite(converted))
    throw new Refusal(422, 'currency_unknown', `There is no rate for ${currency}.`)
  return converted.toFixed(2)
}
