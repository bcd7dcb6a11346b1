import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import { everyCall } from '../../contract/index.ts'
import { type Refusal, refusals } from '../../contract/refusal.ts'
import { liveSession } from '../account/session.ts'
import type { Caller, Customer } from '../api/handler.ts'
import { type Db, isCheckViolation, isPassing } from '../database/database.ts'
import type { World } from '../world.ts'
import { answerAliases } from './aliases.ts'
import { callerOf } from './caller.ts'
import { newCrowd } from './crowd.ts'
import { boundOf } from './form-bound.ts'
import { Denied, Refused, refusalsOf, SignedOut } from './refused.ts'
import { newSenders, type Senders } from './senders.ts'
import { fileBytesMax, type Upload, uploadOf } from './upload.ts'

/** Routes of the app's files, which cost next to nothing. By route: the same address can be spelled in many ways. */
const unlimited = ['/', '/*', '/healthz']

/** What the log says when a handler refuses with what its call does not list: no test world closes with one. */
export const strayRefusal = 'a refusal that its call does not list'

/** Handlers by noun and call, as `api/index.ts` gives them. */
type Api = Record<string, Record<string, unknown>>

/**
 * The HTTP side of every call in the contract: authenticates, checks the input strictly, runs the handler, checks the
 * output, and turns refusals and faults into the envelope of decision D1. Nothing a caller sends gives a 5xx.
 */
export async function openHttp(world: World, api: Api): Promise<FastifyInstance> {
  const { config, log } = world
  const http = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    trustProxy: config.TRUST_PROXY > 0 && ((_address, hop) => hop < config.TRUST_PROXY),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    // What never reaches a route is answered alike: a path that is too long, an encoding that is none. No hook adds headers.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-content-type-options', 'nosniff')
      fail(request, reply as unknown as FastifyReply, error.statusCode ?? 400, error.message)
    },
    clientErrorHandler: failUnread,
  })
  answerFaults(http)
  closeGracefully(http)
  takeJson(http)
  const senders = newSenders()
  if (config.RATE_LIMIT > 0) {
    await http.register(rateLimit, {
      max: config.RATE_LIMIT,
      timeWindow: 60_000,
      cache: 50_000,
      keyGenerator: senders.of,
      allowList: ({ routeOptions: { url } }) => url !== undefined && unlimited.includes(url),
    })
  }
  // Lists shrink to a tenth. A session travels in a header, never by itself: nobody can have somebody's browser ask for
  // an answer and learn from its length. What is sent to us is taken as it is.
  await http.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
  await http.register(multipart, {
    limits: { files: 1, fields: 4, fieldSize: 1024, fileSize: fileBytesMax, parts: 5 },
  })
  boundForms(http)
  http.get('/healthz', async () => ({ isAlive: true }))
  http.get('/readyz', async (_request, reply) => {
    const isReady = await isInTime(world.db)
    return await reply.code(isReady ? 200 : 503).send({ isReady })
  })
  answerAliases(http)
  serveCalls(http, { world, api, senders })
  return http
}

type Handle = (input: unknown, caller: Caller) => Promise<unknown>

/** A route for every call; where there are too many at once, what comes is asked to come again. */
function serveCalls(
  http: FastifyInstance,
  { world, api, senders }: { world: World; api: Api; senders: Senders },
) {
  const crowd = newCrowd()
  for (const { noun, name, call } of everyCall()) {
    const handler = api[noun]?.[name] as Handle | undefined
    http.route({
      method: call.method,
      url: routeOf(call),
      onRequest: async (request, reply) => {
        if (!crowd.hasRoomFor(call.movesMoney ? 'money' : 'other')) await askAgain(request, reply)
      },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const work = () => answer(world, { call, handler, request, senders })
        // Whoever sends a file may take a minute for it.
        const envelope = await (call.body === 'multipart' ? work() : crowd.join(work))
        if (call.keptSeconds > 0 && envelope.code === 1)
          reply.header('cache-control', `public, max-age=${call.keptSeconds}`)
        if (envelope.code !== 1) reply.header('server-timing', `refusal;desc="${envelope.code}"`)
        return envelope
      },
    })
  }
}

interface Asked {
  call: Call
  handler: Handle | undefined
  request: FastifyRequest
  senders: Senders
}

async function answer(world: World, { call, handler, request, senders }: Asked) {
  const caller = await authenticate(world, { call, request, senders })
  if (request.isMultipart() && call.body === 'json') throw new Status(415, 'JSON is expected')
  if (!handler) return refusal('feature_unsupported', null)
  let upload: Upload | null = null
  try {
    upload = call.body === 'multipart' ? await uploadFrom(request, caller) : null
    const input = call.input.safeParse(inputOf(call, { request, upload }), withoutWords)
    if (!input.success) return refusal('input_invalid', { fields: wrongFields(input.error.issues) })
    const output = call.output.safeParse(await handler(input.data, caller))
    if (!output.success)
      throw new Error(`${call.path} answered outside its contract: ${output.error.message}`)
    return { code: 1, data: output.data }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { key, details } = error
    if (!refusalsOf(call).includes(key)) world.log.error({ path: call.path, key }, strayRefusal)
    return refusal(key, details)
  } finally {
    upload?.end()
  }
}

/** Ids of bills and transfers tell when they were made: a node whose clock is wrong should not be asked for any. */
async function isInTime(db: Db): Promise<boolean> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0] !== undefined && Math.abs(rows[0].at.getTime() - Date.now()) < 60_000
}

/** Answers an infrastructure failure: the only bodies with a `status` (decision D1). */
class Status extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

async function authenticate(
  world: World,
  { call, request, senders }: Omit<Asked, 'handler'>,
): Promise<Caller | Customer> {
  const caller = callerOf(request)
  const token = request.headers['x-access-token']
  if (call.who === 'anyone') return caller
  if (typeof token !== 'string') throw new SignedOut()
  const session = await liveSession(world, token)
  if (!session) throw new SignedOut()
  senders.know(token, session.sessionId)
  return { ...caller, ...session }
}

async function uploadFrom(request: FastifyRequest, caller: Caller | Customer): Promise<Upload> {
  if (!request.isMultipart()) throw new Status(415, 'A multipart form with the field file is expected')
  return await uploadOf(request, 'userId' in caller ? caller.userId : caller.ip)
}

function inputOf(
  call: Call,
  { request, upload }: { request: FastifyRequest; upload: Upload | null },
): unknown {
  const params = request.params as Record<string, string>
  if (upload) return { ...params, ...upload.input }
  const rest = call.method === 'GET' ? request.query : (request.body ?? {})
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) return rest
  return { ...(call.takesQuery ? (request.query as object) : {}), ...rest, ...params }
}

function refusal(key: Refusal, details: Record<string, unknown> | null) {
  const [code, text] = refusals[key]
  const msg = text.replace(/: \{(\w+)\}/, (_, name) => (details?.[name] ? `: ${details[name]}` : ''))
  return { code, key, msg, data: details }
}

/** What a rule says that names no words of its own: the key of those for any other field. */
const withoutWords = { error: () => 'text' }

/** Which fields are wrong, and the key of the words that say how. */
function wrongFields(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  // A name may be one that every object has: `constructor`, `toString`.
  const fields = new Map<string, string>()
  for (const issue of issues) {
    const isUnknown = issue.code === 'unrecognized_keys'
    for (const name of isUnknown ? issue.keys : [issue.path.join('.')])
      if (!fields.has(name)) fields.set(name, isUnknown ? 'unknown' : issue.message)
  }
  return Object.fromEntries(fields)
}

/** Fastify's spelling of a path template; pages are digits only, so that a list never swallows a named call. */
function routeOf({ path }: Call): string {
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    name === 'pageSize' || name === 'page' ? `:${name}(^\\d{1,9}$)` : `:${name}`,
  )
}

function fail(request: { url: string }, reply: FastifyReply, status: number, error: string) {
  return reply.code(status).send({ status, error, path: pathOf(request) })
}

/** Without the query, in which somebody may send what belongs neither into answers nor into the log. */
function pathOf({ url }: { url: string }) {
  return url.split('?')[0]?.slice(0, 200)
}

/** What passes: the same may well be answered in a moment. */
function askAgain(request: FastifyRequest, reply: FastifyReply) {
  return fail(request, reply.header('retry-after', '2'), 503, 'Please try again in a moment')
}

const unreadStatuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** What is no request, or too large or too slow a one to be read, has no path; it fails as the others do. */
function failUnread({ code = '' }: { code?: string }, socket: Socket) {
  const status = unreadStatuses[code] ?? 400
  const error = STATUS_CODES[status]
  const body = JSON.stringify({ status, error, path: '' })
  const head = `HTTP/1.1 ${status} ${error}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  if (socket.writable && code !== 'ECONNRESET') socket.write(`${head}\r\nConnection: close\r\n\r\n${body}`)
  socket.destroy()
}

function answerFaults(http: FastifyInstance) {
  http.setNotFoundHandler((request, reply) => fail(request, reply, 404, 'There is nothing here'))
  http.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Denied) return fail(request, reply, 403, 'Access denied')
    // A name was put on a customer who was deleted while they asked for it.
    const isGone = isCheckViolation(error, 'users_deleted')
    if (isGone || error instanceof SignedOut) return fail(request, reply, 401, 'Sign in first')
    const status = error.statusCode ?? (isPassing(error) ? 503 : 500)
    if (status < 500) return fail(request, reply, status, error.message)
    request.log.error({ error, path: pathOf(request) }, 'a request failed')
    return status === 503
      ? askAgain(request, reply)
      : fail(request, reply, status, 'Something went wrong here')
  })
}

/** What still comes of a form that is answered is taken, so that its sender reads the answer, but not for ever. */
function boundForms(http: FastifyInstance) {
  const isComing = (request: FastifyRequest) => request.isMultipart() && !request.raw.complete
  // Before the answer has gone: nobody counts what Node itself throws away after it.
  http.addHook('onSend', async request => {
    if (isComing(request)) boundOf(request.raw)
  })
  http.addHook('onResponse', async request => {
    if (isComing(request)) boundOf(request.raw).answered()
  })
}

/**
 * What is sent is JSON, and files go as forms; text that nobody calls anything is neither. A call without input is often
 * sent with the type of a body and none: that is no input, not a wrong one.
 */
function takeJson(http: FastifyInstance) {
  http.removeContentTypeParser('text/plain')
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parse(request, body, done),
  )
}

/** Closing waits for requests under way; their connections must not linger afterwards. */
function closeGracefully(http: FastifyInstance) {
  let isClosing = false
  http.addHook('preClose', async () => {
    isClosing = true
  })
  http.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
