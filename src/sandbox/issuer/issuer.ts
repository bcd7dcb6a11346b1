import type { Faults } from '../faults.ts'
import { jsonServer } from '../http.ts'
import type { Store } from '../store.ts'
import { callsOn } from './calls.ts'
import { serveCardholders } from './cardholder-page.ts'
import { cardholderDesk } from './cardholders.ts'
import { cardDesk } from './cards.ts'
import { challengeDesk } from './challenges.ts'
import { openDesk } from './desk-calls.ts'
import { disputeDesk } from './disputes.ts'
import { forgetOldEvents } from './event-log.ts'
import { lifecycle } from './events.ts'
import { orderDesk } from './orders.ts'
import { plasticDesk } from './plastic.ts'
import { till } from './purchases.ts'
import { renewalDesk } from './renewals.ts'
import { serveReveal } from './reveal.ts'
import { rowsOf } from './rows.ts'
import { openWebhooks } from './webhooks.ts'

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
  /** How long it waits to hear whether a purchase may go on. */
  waitsMs?: number
  /** One beat of the clock that moves orders of physical cards on; 0 leaves them to a person. */
  orderMs?: number
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>

/** The issuer part: its API for the server, its reveal for phones, and the hands of cardholders and merchants. */
export async function startIssuer(needs: IssuerNeeds) {
  const { store, faults, host, port, serverUrl, waitsMs } = needs
  const rows = rowsOf(store)
  const webhooks = openWebhooks({ rows, faults, secret: needs.webhookSecret, serverUrl, waitsMs })
  const origins = originsOf(needs.appUrl, needs.serverUrl)
  const orders = orderDesk({ rows, webhooks })
  const cards = cardDesk({ rows, orders })
  const plastic = plasticDesk({ rows, cards, orders })
  const renewals = renewalDesk({ rows, cards, orders, webhooks })
  const cardholders = cardholderDesk({ rows, origins, url: () => url })
  const purchases = till({ store, rows, faults, webhooks, clearingMs: needs.clearingMs })
  const challenges = challengeDesk({ store, rows, webhooks, till: purchases })
  const events = lifecycle({ store, rows, webhooks, cards })
  const disputes = disputeDesk({ store, rows, webhooks, cards })
  const app = jsonServer()
  const calls = callsOn(app, { store, rows, faults, key: needs.issuerKey })
  openDesk(calls, { rows, cards, orders, plastic, renewals, cardholders, disputes, challenges })
  serveReveal(app, { rows, origins })
  serveCardholders(app, { store, cardholders })

  calls.forgetOldAnswers()
  forgetOldEvents(rows)
  purchases.settleUnanswered()
  const clock = startClock(() => {
    events.clearDue()
    challenges.moveOn()
    store.write(renewals.tellDue)
    if (needs.orderMs) orders.advanceDue(needs.orderMs)
  })
  const url = await app.listen({ host, port })

  return {
    settings: {
      ISSUER_URL: url,
      ISSUER_KEY: needs.issuerKey,
      ISSUER_WEBHOOK_SECRET: needs.webhookSecret,
      ISSUER_REVEAL_ORIGIN: url,
    },
    rows,
    cards,
    plastic,
    advance: (...asked: Parameters<typeof orders.advance>) => store.write(() => orders.advance(...asked)),
    bringNear: (...asked: Parameters<typeof renewals.bringNear>) =>
      store.write(() => renewals.bringNear(...asked)),
    decide: (...asked: Parameters<typeof disputes.decide>) => store.write(() => disputes.decide(...asked)),
    purchases,
    challenges,
    events,
    webhooks,
    async close() {
      clearInterval(clock)
      await app.close()
      await webhooks.close()
    },
  }
}

/** Does what is due now, and from then on when it is due. */
function startClock(beat: () => void): NodeJS.Timeout {
  beat()
  return setInterval(() => {
    try {
      beat()
    } catch (error) {
      console.error(`issuer: ${(error as Error).message}`)
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
