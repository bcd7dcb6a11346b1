import * as z from 'zod/mini'
import type { Issuer, IssuerAnswer } from '../issuer.ts'
import { type Ask, answerOf, pathOf } from './ask.ts'

const text = z.string().check(z.minLength(1), z.maxLength(200))
const card = z.object({ id: text })
const revealToken = z.object({ token: text, expiresAt: z.iso.datetime() })

type OneCard = Pick<
  Issuer,
  'activate' | 'setPin' | 'changePhone' | 'setFrozen' | 'close' | 'reportLost' | 'renew' | 'createRevealToken'
>

/** What is done with one card. All of it may be repeated without harm. */
export function oneCardCalls(ask: Ask, { revealOrigin }: { revealOrigin: string }): OneCard {
  async function tell(issuerCardId: string, verb: string, body: object): Promise<IssuerAnswer<object>> {
    return answerOf(await ask(pathOf('cards', issuerCardId, verb), { shape: card, body }), () => ({}))
  }

  return {
    activate: ({ issuerCardId, code }) => tell(issuerCardId, 'activate', { code }),
    setPin: ({ issuerCardId, cardPin }) => tell(issuerCardId, 'pin', { pin: cardPin }),
    changePhone: ({ issuerCardId, phone }) => tell(issuerCardId, 'phone', { phone }),
    setFrozen: ({ issuerCardId, isFrozen }) => tell(issuerCardId, isFrozen ? 'freeze' : 'unfreeze', {}),
    close: ({ issuerCardId }) => tell(issuerCardId, 'close', {}),
    reportLost: ({ issuerCardId, why }) => tell(issuerCardId, 'report', { why }),

    async renew({ reference, issuerCardId }) {
      const reply = await ask(pathOf('cards', issuerCardId, 'renew'), {
        shape: card,
        body: { reference },
        idempotencyKey: `renew-${reference}`,
      })
      return answerOf(reply, () => ({}))
    },
    async createRevealToken({ issuerCardId, ...bound }) {
      const path = pathOf('cards', issuerCardId, 'reveal-tokens')
      return answerOf(await ask(path, { shape: revealToken, body: bound }), ({ token, expiresAt }) => ({
        token,
        url: new URL('/reveal', revealOrigin).href,
        expiresAt: new Date(expiresAt),
      }))
    },
  }
}
