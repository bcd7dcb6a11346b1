import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Faults } from '../faults.ts'
import { Refusal } from '../refusal.ts'
import type { Store } from '../store.ts'
import type { Answer, Rows } from './rows.ts'

const answerLifeMs = 7 * 24 * 3600_000

interface CallNeeds {
  store: Store
  rows: Rows
  faults: Faults
  key: string
}

/** A no that is thrown takes back what was done; one that is returned leaves it, as the count of tries must be. */
type Work = (body: unknown, params: Record<string, string>) => unknown
type Look = (query: unknown, params: Record<string, string>) => unknown

/** A POST on its way: what was sent, and what it would do. */
interface Post {
  request: FastifyRequest
  status: number
  work: Work
}

/** Adds the calls of the protocol to a server: who may call, the faults, and one answer for each key. */
export function callsOn(app: FastifyInstance, needs: CallNeeds) {
  return {
    post: (path: string, status: number, work: Work, { bodyLimit = 1_000_000 } = {}) => {
      app.post(path, { bodyLimit }, (request, reply) => answerPost(needs, { request, status, work }, reply))
    },
    get: (path: string, work: Look) => {
      app.get(path, (request, reply) => answerGet(needs, { request, work }, reply))
    },
    forgetOldAnswers: () => forgetOldAnswers(needs.rows),
  }
}

async function answerPost(needs: CallNeeds, post: Post, reply: FastifyReply) {
  authorize(post.request, needs.key)
  const take = (kind: string) => needs.faults.take('issuer', kind, post.request)
  if (take('error_before')) throw new Refusal(503, 'unavailable', 'The issuer is out of order.')
  if (take('reset_before')) return cutOff(reply)
  const answer = answerOnce(needs, post)
  if (take('timeout_after_success')) return silence(reply)
  if (take('reset_after')) return cutOff(reply)
  if (take('error_after')) throw new Refusal(500, 'failed', 'The issuer failed on its way back.')
  const garbled = take('garbled')
  if (garbled)
    return reply
      .status(answer.status)
      .type('text/plain')
      .send(garbled.value ?? '{"id": "')
  const delay = take('delay')
  if (delay) await sleep(delay.ms ?? 3000)
  return reply.status(answer.status).send(answer.body)
}

async function answerGet(
  { faults, key }: CallNeeds,
  { request, work }: { request: FastifyRequest; work: Look },
  reply: FastifyReply,
) {
  authorize(request, key)
  // A look is never declined: that fault waits for what was asked for.
  const narrowed = faults
    .list()
    .filter(({ part, path, method }) => part === 'issuer' && (path !== undefined || method === 'GET'))
    .filter(({ kind }) => kind !== 'decline')
  const fault = narrowed.find(({ kind }) => faults.take('issuer', kind, request))
  if (fault?.kind === 'timeout_after_success') return silence(reply)
  if (fault?.kind.startsWith('reset_')) return cutOff(reply)
  if (fault?.kind === 'delay') await sleep(fault.ms ?? 3000)
  else if (fault) throw new Refusal(503, 'unavailable', 'The issuer is out of order.')
  return work(request.query, paramsOf(request))
}

function authorize(request: FastifyRequest, key: string) {
  if (!same(request.headers.authorization ?? '', `Bearer ${key}`)) {
    throw new Refusal(401, 'unauthorized', 'The key is missing or wrong.')
  }
}

/** The first answer of a key again; for a new key the work is done, and what came of it kept. */
function answerOnce(needs: CallNeeds, { request, status, work }: Post): Answer {
  const { rows, faults } = needs
  const key = idempotencyKeyOf(request)
  const hash = hashOf(request)
  const first = rows.answers.get(key)
  if (first && first.hash !== hash) {
    throw new Refusal(409, 'idempotency_mismatch', 'This key was used for another request.')
  }
  if (first) return first
  const keep = (status: number, body: unknown) => {
    const answer = { hash, status, body, at: Date.now() }
    rows.answers.put(key, answer)
    return answer
  }
  if (declines(faults, request.url)) {
    const answer = keep(422, { error: 'declined', message: 'The issuer declined this.' })
    // Only now: a crash in between may decline once more, but never forgets that it declined.
    faults.take('issuer', 'decline', request)
    return answer
  }
  try {
    return needs.store.write(() => {
      const done = work(request.body, paramsOf(request))
      return done instanceof Refusal ? keep(done.status, told(done)) : keep(status, done)
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 400) throw error
    return keep(error.status, told(error))
  }
}

/** A decline without a path is one of a card. */
function declines(faults: Faults, url: string): boolean {
  const waiting = faults.list().find(({ part, kind }) => part === 'issuer' && kind === 'decline')
  return (
    waiting !== undefined && (waiting.path === undefined ? url === '/v1/cards' : url.startsWith(waiting.path))
  )
}

function told({ code, message }: Refusal) {
  return { error: code, message }
}

function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || key.length > 200) {
    throw new Refusal(400, 'idempotency_key_missing', 'Every POST carries an Idempotency-Key.')
  }
  return key
}

function hashOf({ method, url, body }: FastifyRequest): string {
  const asked = `${method} ${url}\n${JSON.stringify(body ?? {})}`
  return createHash('sha256').update(asked).digest('hex')
}

function forgetOldAnswers(rows: Rows) {
  for (const [id, { at }] of rows.answers.entries()) {
    if (at < Date.now() - answerLifeMs) rows.answers.drop(id)
  }
}

// The work is done and nobody hears of it: the socket stays open until the caller gives up.
function silence(reply: FastifyReply) {
  reply.hijack()
  setTimeout(() => reply.raw.destroy(), 120_000).unref()
}

// The connection ends in the middle of it.
function cutOff(reply: FastifyReply) {
  reply.hijack()
  reply.raw.socket?.resetAndDestroy()
}

function paramsOf(request: FastifyRequest) {
  return request.params as Record<string, string>
}

function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
