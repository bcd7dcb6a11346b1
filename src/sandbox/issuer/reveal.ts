import { hash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { shaped } from '../http.ts'
import { found, Refusal } from '../refusal.ts'
import { isOver } from './cards.ts'
import type { Rows } from './rows.ts'

const tokenLifeMs = 60_000
const short = z.string().check(z.maxLength(200))
const shown = z.strictObject({ token: short, proof: short })

/** Makes a one-time token with which one page may read a card's details for a minute. */
export function revealToken({
  rows,
  cardId,
  origin,
  proofHash,
}: {
  rows: Rows
  cardId: string
  origin: string
  proofHash: string
}) {
  const card = found(rows.cards.get(cardId), 'card')
  if (isOver(card)) throw new Refusal(422, 'card_closed', `A card that is ${card.state} shows nothing.`)
  for (const [token, { expiresAt }] of rows.tokens.entries()) {
    if (expiresAt < Date.now()) rows.tokens.drop(token)
  }
  const token = `reveal_${randomBytes(24).toString('base64url')}`
  const expiresAt = Date.now() + tokenLifeMs
  rows.tokens.put(token, { cardId, expiresAt, origin, proofHash })
  return { token, expiresAt: new Date(expiresAt).toISOString() }
}

/**
 * Answers phones on the issuer's own origin: the details never pass through the server. A token is used up by whoever shows
 * it, and gives nothing to a page of another origin or without the proof.
 */
export function serveReveal(
  app: FastifyInstance,
  { rows, origins }: { rows: Rows; origins: ReadonlySet<string> },
) {
  app.options('/reveal', async (request, reply) => {
    allow(request.headers.origin, origins, reply)
    return reply.status(204).send()
  })
  app.post('/reveal', async (request, reply) => {
    allow(request.headers.origin, origins, reply)
    reply.header('cache-control', 'no-store')
    const { token, proof } = shaped(shown, request.body)
    const row = rows.tokens.get(token)
    rows.tokens.drop(token)
    const isTheirs = row?.origin === request.headers.origin && row?.proofHash === hash('sha256', proof, 'hex')
    if (!row || !isTheirs || row.expiresAt < Date.now()) {
      throw new Refusal(410, 'token_gone', 'This token was used or has expired.')
    }
    const { number, expiry, securityCode } = found(rows.cards.get(row.cardId), 'card')
    return { number, expiry, securityCode }
  })
}

function allow(
  origin: string | undefined,
  origins: ReadonlySet<string>,
  reply: { headers(values: Record<string, string>): unknown },
) {
  reply.headers({ vary: 'origin' })
  if (origin === undefined || !origins.has(origin)) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  })
}
