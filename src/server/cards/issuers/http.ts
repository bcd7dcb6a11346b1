import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { IssuedCard, Issuer, IssuerAnswer } from '../issuer.ts'

const text = z.string().check(z.minLength(1), z.maxLength(200))
const budget = z.object({ id: text })
const card = z.object({ id: text, last4: z.string().check(z.regex(/^\d{4}$/)) })
const cards = z.object({ cards: z.array(card) })
const revealToken = z.object({ token: text, expiresAt: z.iso.datetime() })
const refusal = z.object({ error: text })

/** Where the issuer is, and how we show who we are. */
export interface HttpIssuerOptions {
  url: string
  key: string
  /** The issuer's origin for phones. */
  revealOrigin: string
  timeoutMs?: number
}

/**
 * An issuer over HTTP. Only a plain yes is `done` and only a plain no (422) is `declined`; time-outs, 5xx, redirects
 * and answers that make no sense are `unknown`, since what we asked for may have been done.
 */
export function httpIssuer(options: HttpIssuerOptions): Issuer {
  const ask = askOf(options)

  return {
    async createBudget({ reference }) {
      const reply = await ask('/v1/budgets', {
        shape: budget,
        body: { reference },
        idempotencyKey: `budget-${reference}`,
      })
      return answerOf(reply, ({ id }) => ({ issuerBudgetId: id }))
    },

    async createCard({ reference, issuerBudgetId, productId, cardholder }) {
      const reply = await ask('/v1/cards', {
        shape: card,
        body: { reference, budgetId: issuerBudgetId, productId, cardholder },
        idempotencyKey: `card-${reference}`,
      })
      // The key is known with other content: what became of the first request is told by its reference.
      if (reply.outcome === 'unknown' && reply.status === 409) return await firstCardOf(ask, reference)
      return answerOf(reply, issuedCard)
    },

    async setFrozen({ issuerCardId, isFrozen }) {
      const verb = isFrozen ? 'freeze' : 'unfreeze'
      const reply = await ask(`/v1/cards/${encodeURIComponent(issuerCardId)}/${verb}`, {
        shape: z.object({ id: text }),
        body: {},
        // Freezing twice is freezing once; a kept key would answer the second freeze with the first one's answer.
        idempotencyKey: randomUUID(),
      })
      return answerOf(reply, () => ({}))
    },

    async createRevealToken({ issuerCardId }) {
      const reply = await ask(`/v1/cards/${encodeURIComponent(issuerCardId)}/reveal-tokens`, {
        shape: revealToken,
        body: {},
        idempotencyKey: randomUUID(),
      })
      return answerOf(reply, ({ token, expiresAt }) => ({
        token,
        url: new URL('/reveal', options.revealOrigin).href,
        expiresAt: new Date(expiresAt),
      }))
    },
  }
}

type Ask = ReturnType<typeof askOf>

function askOf({ url, key, timeoutMs = 5000 }: HttpIssuerOptions) {
  return async function ask<T>(
    path: string,
    { shape, body, idempotencyKey }: { shape: z.ZodMiniType<T>; body?: object; idempotencyKey?: string },
  ): Promise<Reply<T>> {
    try {
      const response = await fetch(new URL(path, url), {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: body ? JSON.stringify(body) : undefined,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer: unknown = await response.json()
      if (response.status === 422 && refusal.safeParse(answer).success) return { outcome: 'declined' }
      const read = response.ok ? shape.safeParse(answer) : null
      if (read?.success) return { outcome: 'done', value: read.data }
      return { outcome: 'unknown', status: response.status }
    } catch {
      return { outcome: 'unknown', status: 0 }
    }
  }
}

async function firstCardOf(ask: Ask, reference: string): Promise<IssuerAnswer<IssuedCard>> {
  const found = await ask(`/v1/cards?${new URLSearchParams({ reference })}`, { shape: cards })
  const first = found.outcome === 'done' ? found.value.cards[0] : undefined
  return first ? { outcome: 'done', ...issuedCard(first) } : { outcome: 'unknown' }
}

function issuedCard({ id, last4 }: z.output<typeof card>): IssuedCard {
  return { issuerCardId: id, last4 }
}

type Reply<T> =
  | { outcome: 'done'; value: T }
  | { outcome: 'declined' }
  | { outcome: 'unknown'; status: number }

function answerOf<T, A extends object>(reply: Reply<T>, read: (value: T) => A): IssuerAnswer<A> {
  if (reply.outcome === 'done') return { outcome: 'done', ...read(reply.value) }
  return { outcome: reply.outcome }
}
