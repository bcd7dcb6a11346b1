import type { FastifyInstance } from 'fastify'
import { renderSVG } from 'uqr'
import type * as z from 'zod/mini'
import { shaped } from '../http.ts'
import { Refusal } from '../refusal.ts'
import { cityIn } from './city.ts'
import { dollarsFor } from './dollars.ts'
import { advance, decision, event, expiry, letter, purchase } from './issuer-shapes.ts'
import { type Parts, running } from './parts.ts'

type One = { Params: { id: string } }

/** The hands of cardholders, merchants and of who works at the issuer. */
export function issuerCalls(app: FastifyInstance, parts: Parts) {
  const issuer = () => running(parts.issuer, 'issuer')

  app.post('/issuer/purchase', async ({ body }) => await buy(parts, shaped(purchase, body)))
  app.post<One>('/issuer/challenges/:id/cancel', async ({ params }) => issuer().challenges.cancel(params.id))
  app.post('/issuer/events', async ({ body }) => await tell(parts, shaped(event, body)))
  app.post<One>('/issuer/orders/:id/advance', async ({ params, body }) =>
    issuer().advance(params.id, shaped(advance, body)),
  )
  app.get<{ Params: { code: string } }>('/issuer/letters/:code', async ({ params }, reply) => {
    const { code } = shaped(letter, params)
    reply.type('image/svg+xml').header('cache-control', 'max-age=3600')
    return renderSVG(code, { border: 4 })
  })
  app.post<One>('/issuer/cards/:id/expiry', async ({ params, body }) =>
    issuer().bringNear(params.id, shaped(expiry, body).months),
  )
  app.post<One>('/issuer/disputes/:id/advance', async ({ params, body }) =>
    issuer().decide(params.id, shaped(decision, body)),
  )
}

async function buy(parts: Parts, asked: z.output<typeof purchase>) {
  const { merchant: name, city, country, mcc, currency, threeDs, challengeMs, ...rest } = asked
  const { purchases, challenges } = running(parts.issuer, 'issuer')
  const bought = {
    ...rest,
    amount: inDollars(parts, rest.amount, currency),
    merchant: { name, city: city ?? cityIn(country), country, mcc },
  }
  if (threeDs !== 'challenge') return await purchases.buy({ ...bought, threeDs })
  return rest.channel === 'online' ? challenges.open(bought, challengeMs) : await purchases.buy(bought)
}

async function tell(parts: Parts, told: z.output<typeof event>) {
  const { events, purchases } = running(parts.issuer, 'issuer')
  switch (told.type) {
    case 'authorization.incremental':
      return await purchases.increment(told)
    case 'authorization.reversed':
      return { eventId: events.reverse(told) }
    case 'authorization.expired':
      return { eventId: events.expire(told) }
    case 'clearing.posted':
      return { eventId: events.clear(withMerchant(told)) }
    case 'refund.posted':
      return { eventId: events.refund(withMerchant(told)) }
    case 'refund.reversed':
      return { eventId: events.reverseRefund(withMerchant(told)) }
    case 'dispute.credited':
      return { eventId: events.creditDispute(told) }
    case 'dispute.reversed':
      return { eventId: events.reverseDispute(told) }
    case 'authorization.declined_by_issuer':
      return { eventId: events.declineByIssuer(withMerchant(told)) }
    case 'card.updated':
      return { eventId: events.updateCard(told) }
  }
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
  const dollars = pair && dollarsFor(amount, pair.rate)
  if (!dollars) throw new Refusal(422, 'currency_unknown', `There is no rate for ${currency}.`)
  return dollars
}
