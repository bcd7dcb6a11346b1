import * as z from 'zod/mini'
import { listWithin } from '../../bounded.ts'
import { authorizationStates, type Issuer } from '../issuer.ts'
import { type Ask, answerOf, pathOf } from './ask.ts'

/** More than a page of the log, or all that was told of a purchase, ever holds. */
const eventsMax = 10_000
/** As the hooks bring it. */
const event = z.record(z.string(), z.unknown())
const logged = z.object({ toldAt: z.iso.datetime(), event })
const page = z.object({
  events: listWithin(logged, eventsMax),
  next: z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
})

const authorization = z.object({
  state: z.enum(authorizationStates),
  since: z.iso.datetime(),
  events: listWithin(event, eventsMax),
})

/** What the issuer has told, of all and of one purchase. What an event says is read where those of the hooks are. */
export function eventCalls(ask: Ask): Pick<Issuer, 'authorizationOf' | 'eventsSince'> {
  return {
    async authorizationOf({ threadId }) {
      const reply = await ask(pathOf('authorizations', threadId), { shape: authorization })
      // Of what it should know, that is a plain no.
      if (reply.outcome === 'unknown' && reply.status === 404) return { outcome: 'declined', reason: 'other' }
      return answerOf(reply, read => ({ ...read, since: new Date(read.since) }))
    },

    async eventsSince({ from, page: after }) {
      const query = new URLSearchParams({
        ...(from && { from: from.toISOString() }),
        ...(after !== null && { after }),
      })
      return answerOf(await ask(`/v1/events?${query}`, { shape: page }), ({ events, next }) => ({
        events: events.map(({ event, toldAt }) => ({ event, toldAt: new Date(toldAt) })),
        next,
      }))
    },
  }
}
