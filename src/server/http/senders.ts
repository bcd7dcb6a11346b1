import type { FastifyRequest } from 'fastify'
import { sourceOf } from '../account/attempts.ts'
import { tokenHash } from '../account/session.ts'

/** Sessions that are remembered: more than a node serves in a minute. */
const remembered = 50_000

/** Whom requests are counted for. */
export interface Senders {
  /** The session whose token a request shows, if that was live here lately, else where the request comes from. */
  of(request: FastifyRequest): string
  /** A token has proved to be of this session; another one of it is counted with it. */
  know(token: string, sessionId: string): void
}

/**
 * Nobody is known yet. Thousands of customers share one address of a carrier or a VPN, so each is counted alone; whoever only
 * says that they have a session is counted with everybody else there.
 */
export function newSenders(): Senders {
  const sessions = new Map<string, string>()
  return {
    of(request) {
      const token = request.headers['x-access-token']
      return (typeof token === 'string' && sessions.get(tokenHash(token))) || sourceOf(request.ip)
    },
    know(token, sessionId) {
      const hash = tokenHash(token)
      sessions.delete(hash)
      sessions.set(hash, sessionId)
      const [oldest] = sessions.keys()
      if (sessions.size > remembered && oldest !== undefined) sessions.delete(oldest)
    },
  }
}
