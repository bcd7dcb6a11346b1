import * as z from 'zod/mini'
import { type Issuer, orderStates } from '../issuer.ts'
import { type Ask, answerOf, freeText, pathOf, version } from './ask.ts'

const words = freeText(200)
const order = z.object({
  state: z.enum(orderStates),
  version,
  reason: z.nullable(words),
  tracking: z.nullable(z.object({ carrier: words, number: words })),
  changedAt: z.iso.datetime(),
})

/** Orders of physical cards. */
export function orderCalls(ask: Ask): Pick<Issuer, 'orderOf' | 'cancelOrder' | 'remail'> {
  return {
    async orderOf({ issuerOrderId }) {
      const reply = await ask(pathOf('orders', issuerOrderId), { shape: order })
      return answerOf(reply, read => ({ order: { ...read, changedAt: new Date(read.changedAt) } }))
    },

    async cancelOrder({ issuerOrderId }) {
      const reply = await ask(pathOf('orders', issuerOrderId, 'cancel'), { shape: order, body: {} })
      return answerOf(reply, () => ({}))
    },

    async remail({ reference, issuerOrderId, address }) {
      const reply = await ask(pathOf('orders', issuerOrderId, 'remail'), {
        shape: order,
        body: { address },
        idempotencyKey: `remail-${reference}`,
      })
      return answerOf(reply, () => ({}))
    },
  }
}
