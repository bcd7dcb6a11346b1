import * as z from 'zod/mini'
import type { Faults } from '../faults.ts'
import { jsonServer, shaped } from '../http.ts'
import type { Store } from '../store.ts'
import { callsOn } from './calls.ts'
import { type CardDesk, cardDesk } from './cards.ts'
import { lifecycle } from './events.ts'
import { till } from './purchases.ts'
import { revealToken, serveReveal } from './reveal.ts'
import { type Rows, rowsOf } from './rows.ts'
import { openWebhooks } from './webhooks.ts'

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const budget = z.strictObject({ reference: text })
const cardholder = z.strictObject({
  firstName: text,
  lastName: text,
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  city: text,
  address: text,
  postalCode: text,
  phone: text,
  email: text,
})
const card = z.strictObject({
  reference: text,
  budgetId: text,
  productId: text,
  form: z.optional(z.enum(['virtual', 'physical'])),
  cardholder,
})
const nothing = z.strictObject({})
const activation = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) })
const pin = z.strictObject({ pin: z.string().check(z.regex(/^\d{4,6}$/)) })

interface IssuerNeeds {
  host: string
  port: number
  store: Store
  faults: Faults
  issuerKey: string
  webhookSecret: string
  serverUrl: string
  appUrl: string
  clearingMs: number
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>

/** The issuer part: its API for the server, its reveal for phones, and the hands of cardholders and merchants. */
export async function startIssuer(needs: IssuerNeeds) {
  const { store, faults, host, port } = needs
  const rows = rowsOf(store)
  const webhooks = openWebhooks({ rows, faults, secret: needs.webhookSecret, serverUrl: needs.serverUrl })
  const cards = cardDesk({ rows, webhooks })
  const purchases = till({ store, rows, faults, webhooks, clearingMs: needs.clearingMs })
  const events = lifecycle({ store, rows, webhooks, cards })
  const app = jsonServer()
  const calls = callsOn(app, { store, rows, faults, key: needs.issuerKey })
  openDesk(calls, { rows, cards })
  serveReveal(app, { rows, origins: originsOf(needs.appUrl, needs.serverUrl) })

  calls.forgetOldAnswers()
  purchases.settleUnanswered()
  const clearing = clearOnTime(events)
  const url = await app.listen({ host, port })

  return {
    settings: {
      ISSUER_URL: url,
      ISSUER_KEY: needs.issuerKey,
      ISSUER_WEBHOOK_SECRET: needs.webhookSecret,
      ISSUER_REVEAL_ORIGIN: url,
    },
    rows,
    cards: {
      ...cards,
      advance: (...asked: Parameters<typeof cards.advance>) => store.write(() => cards.advance(...asked)),
    },
    purchases,
    events,
    webhooks,
    async close() {
      clearInterval(clearing)
      await app.close()
      await webhooks.close()
    },
  }
}

/** What the server may ask for: budgets, cards, and what is done with one card. */
function openDesk(calls: ReturnType<typeof callsOn>, { rows, cards }: { rows: Rows; cards: CardDesk }) {
  calls.post('/v1/budgets', 201, body => cards.openBudget(shaped(budget, body)))
  calls.post('/v1/cards', 201, body => cards.create(shaped(card, body)))
  calls.get('/v1/cards', query => {
    const { reference } = shaped(z.strictObject({ reference: text }), query)
    const known = rows.cards.all().filter(card => card.reference === reference)
    return { cards: known.map(cards.view) }
  })
  for (const [verb, state] of [
    ['freeze', 'frozen'],
    ['unfreeze', 'active'],
    ['close', 'closed'],
  ] as const) {
    calls.post(`/v1/cards/:id/${verb}`, 200, (body, params) => {
      shaped(nothing, body)
      return cards.setState(idOf(params), state)
    })
  }
  calls.post('/v1/cards/:id/reveal-tokens', 201, (body, params) => {
    shaped(nothing, body)
    return revealToken({ rows, cardId: idOf(params) })
  })
  calls.post('/v1/cards/:id/activate', 200, (body, params) =>
    cards.activate(idOf(params), shaped(activation, body).code),
  )
  calls.post('/v1/cards/:id/pin', 200, (body, params) => cards.setPin(idOf(params), shaped(pin, body).pin))
}

function idOf(params: Record<string, string>): string {
  return params.id ?? ''
}

/** Clears what is due now, and from then on when it is due. */
function clearOnTime(events: ReturnType<typeof lifecycle>): NodeJS.Timeout {
  events.clearDue()
  return setInterval(() => {
    try {
      events.clearDue()
    } catch (error) {
      console.error(`clearing: ${(error as Error).message}`)
    }
  }, 200)
}

// A browser may have opened the app under any name of this machine.
function originsOf(...urls: string[]): ReadonlySet<string> {
  const origins = urls.flatMap(url => {
    const { protocol, port, origin } = new URL(url)
    return [origin, ...['127.0.0.1', 'localhost'].map(name => `${protocol}//${name}${port && `:${port}`}`)]
  })
  return new Set(origins)
}
