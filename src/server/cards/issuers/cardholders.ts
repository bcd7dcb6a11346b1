import * as z from 'zod/mini'
import type { Issuer } from '../issuer.ts'
import { type Ask, answerOf, pathOf } from './ask.ts'

const text = z.string().check(z.minLength(1), z.maxLength(200))
// It is opened in a browser: nothing but a web address.
const url = z.url({ protocol: /^https?$/ })
const session = z.object({ id: text, url, expiresAt: z.iso.datetime() })
const cardholder = z.object({ id: text, state: z.enum(['pending', 'confirmed', 'refused']) })

/** Cardholders who give their data on the issuer's own page. */
export function cardholderCalls(ask: Ask): Pick<Issuer, 'createCardholderSession' | 'cardholderOf'> {
  return {
    async createCardholderSession({ reference, productId, returnUrl }) {
      const reply = await ask('/v1/cardholder-sessions', {
        shape: session,
        body: { reference, productId, returnUrl },
        idempotencyKey: `cardholder-${reference}`,
      })
      return answerOf(reply, ({ id, url, expiresAt }) => ({
        issuerCardholderId: id,
        url,
        expiresAt: new Date(expiresAt),
      }))
    },

    async cardholderOf({ issuerCardholderId }) {
      const reply = await ask(pathOf('cardholders', issuerCardholderId), { shape: cardholder })
      return answerOf(reply, ({ state }) => ({ state }))
    },
  }
}
