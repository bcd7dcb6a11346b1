import * as z from 'zod/mini'
import type { Issuer } from '../issuer.ts'
import { type Ask, answerOf } from './ask.ts'

const logged = z.object({ toldAt: z.iso.datetime(), event: z.record(z.string(), z.unknown()) })
const page = z.object({
  events: z.array(logged),
  next: z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
})

/** The issuer's own log of events. What an event says is read where those of the hooks are. */
export function eventCalls(ask: Ask): Pick<Issuer, 'eventsSince'> {
  return {
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
