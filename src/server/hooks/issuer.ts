import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPassing } from '../database/database.ts'
import { storable } from '../database/storable.ts'
import type { World } from '../world.ts'
import { authorize } from './authorization.ts'
import { authorizationRequest, happenedAt, issuerEvent } from './issuer-words.ts'
import { keepEvent, raiseIfOther } from './keep-event.ts'
import { isSigned } from './signature.ts'

/** What the issuer sends us uncalled: signed, stored first, then answered. A plugin of its own, for the raw body. */
export async function issuerHooks(http: FastifyInstance, { world }: { world: World }): Promise<void> {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Strangers' tries are counted behind the signature, so that they never use up what the issuer may send.
  const count = world.config.RATE_LIMIT > 0 ? http.createRateLimit() : null
  http.addHook('preHandler', async (request, reply) => {
    const { ISSUER_WEBHOOK_SECRET: secret } = world.config
    if (Buffer.isBuffer(request.body) && isSigned(request.headers, { body: request.body, secret })) return
    const counted = await count?.(request)
    if (counted?.isAllowed === false && counted.isExceeded) return reply.code(429).send()
    request.log.warn({ path: request.routeOptions.url, ip: request.ip }, 'a hook without a good signature')
    return reply.code(401).send()
  })
  // One sender with a good signature, whose bursts are our customers paying.
  const config = { rateLimit: false }

  http.post('/hooks/issuer/authorization', { config }, async (request, reply) => {
    const { payload, isSpoiled } = jsonOf(request)
    const read = authorizationRequest.safeParse(payload)
    if (!read.success) return nonsense(request, reply, read.error.message)
    const at = happenedAt({ at: read.data.at, toldAt: new Date() })
    const question = { ...read.data, at, isSpoiled }
    const verdict = await kept(request, reply, () => authorize(world, question, payload))
    return verdict ?? reply.code(503).send()
  })

  http.post('/hooks/issuer/events', { config }, async (request, reply) => {
    const { payload } = jsonOf(request)
    const read = issuerEvent.safeParse(payload)
    if (!read.success) return nonsense(request, reply, read.error.message)
    const { id, type } = read.data
    return await kept(request, reply, async () => {
      const isNew = await keepEvent(world.db, { id, type, payload })
      if (isNew) world.wake()
      else await raiseIfOther(world.db, { id, type, payload })
      return {}
    })
  })
}

/** What was sent, as it can be kept; nothing of what is no object, or nested too deep to be looked through. */
function jsonOf({ body }: FastifyRequest): { payload: object; isSpoiled: boolean } {
  try {
    const sent: unknown = JSON.parse(String(body))
    const payload = storable(sent)
    if (typeof payload === 'object' && payload !== null) return { payload, isSpoiled: payload !== sent }
  } catch {}
  return { payload: {}, isSpoiled: false }
}

/** What the database does not hold, or only of another card, makes no sense either: to be told it again helps nobody. */
async function kept<Answer>(request: FastifyRequest, reply: FastifyReply, keep: () => Promise<Answer>) {
  try {
    return await keep()
  } catch (error) {
    if (isPassing(error)) throw error
    return nonsense(request, reply, `it cannot be kept: ${error}`)
  }
}

function nonsense(request: FastifyRequest, reply: FastifyReply, why: string) {
  request.log.error({ path: request.routeOptions.url, why }, 'a signed hook that makes no sense')
  return reply.code(400).send()
}
