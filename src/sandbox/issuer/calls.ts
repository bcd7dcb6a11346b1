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

type Work = (body: unknown, params: Record<string, string>) => unknown

/** Adds the calls of the protocol to a server: who may call, the faults, and one answer for each key. */
export function callsOn(app: FastifyInstance, { store, rows, faults, key }: CallNeeds) {
  function authorize(request: FastifyRequest) {
    if (!same(request.headers.authorization ?? '', `Bearer ${key}`)) {
      throw new Refusal(401, 'unauthorized', 'The key is missing or wrong.')
    }
  }

  function answerOnce(request: FastifyRequest, status: number, work: Work): Answer {
    const idempotencyKey = request.headers['idempotency-key']
    if (typeof idempotencyKey !== 'string' || idempotencyKey === '' || idempotencyKey.length > 200) {
      throw new Refusal(400, 'idempotency_key_missing', 'Every POST carries an Idempotency-Key.')
    }
    const asked = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? {})}`
    const hash = createHash('sha256').update(asked).digest('hex')
    const first = rows.answers.get(idempotencyKey)
    if (first && first.hash !== hash) {
      throw new Refusal(409, 'idempotency_mismatch', 'This key was used for another request.')
    }
    if (first) return first
    const keep = (answer: Answer) => {
      rows.answers.put(idempotencyKey, answer)
      return answer
    }
    // Outside the write below: what a refusal undoes must not bring the fault back.
    if (request.url === '/v1/cards' && faults.take('issuer', 'decline', request.url)) {
      const body = { error: 'declined', message: 'The issuer declined this card.' }
      return keep({ hash, status: 422, body, at: Date.now() })
    }
    try {
      return store.write(() =>
        keep({ hash, status, body: work(request.body, paramsOf(request)), at: Date.now() }),
      )
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 400) throw error
      return keep({
        hash,
        status: error.status,
        body: { error: error.code, message: error.message },
        at: Date.now(),
      })
    }
  }

  function post(path: string, status: number, work: Work) {
    app.post(path, async (request, reply) => {
      authorize(request)
      const take = (kind: string) => faults.take('issuer', kind, request.url)
      if (take('error_before')) throw new Refusal(503, 'unavailable', 'The issuer is out of order.')
      const answer = answerOnce(request, status, work)
      if (take('timeout_after_success')) return silence(reply)
      if (take('error_after')) throw new Refusal(500, 'failed', 'The issuer failed on its way back.')
      const delay = take('delay')
      if (delay) await sleep(delay.ms ?? 3000)
      return reply.status(answer.status).send(answer.body)
    })
  }

  function get(path: string, work: (query: unknown) => unknown) {
    app.get(path, async (request, reply) => {
      authorize(request)
      const narrowed = faults.list().filter(fault => fault.part === 'issuer' && fault.path !== undefined)
      const fault = narrowed.find(({ kind }) => faults.take('issuer', kind, request.url))
      if (fault?.kind === 'timeout_after_success') return silence(reply)
      if (fault?.kind === 'delay') await sleep(fault.ms ?? 3000)
      else if (fault) throw new Refusal(503, 'unavailable', 'The issuer is out of order.')
      return work(request.query)
    })
  }

  function forgetOldAnswers() {
    for (const [id, { at }] of rows.answers.entries()) {
      if (at < Date.now() - answerLifeMs) rows.answers.drop(id)
    }
  }

  return { post, get, forgetOldAnswers }
}

// The work is done and nobody hears of it: the socket stays open until the caller gives up.
function silence(reply: FastifyReply) {
  reply.hijack()
  setTimeout(() => reply.raw.destroy(), 120_000).unref()
}

function paramsOf(request: FastifyRequest) {
  return request.params as Record<string, string>
}

function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
