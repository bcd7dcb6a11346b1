import { createECDH, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Faults } from '../faults.ts'
import { shaped } from '../http.ts'
import { found, Refusal } from '../refusal.ts'
import type { Store } from '../store.ts'
import { opened, type ReaderKeys } from './sealed.ts'
import { senderOf } from './vapid.ts'

/** A browser that asked for a place where it may be written to, by whoever has this key. */
interface Browser {
  id: string
  senderKey: string
  keys: ReaderKeys
  isGone: boolean
}

/** What was taken on for a browser: what its headers say, and what it says to whom it is sealed for. */
export interface PushMessage {
  id: string
  browserId: string
  ttl: number
  urgency: string
  topic: string | null
  /** As the service worker gets it. */
  text: string
  at: string
}

export type PushService = ReturnType<typeof pushServiceOf>

const keptMessages = 500
const busySeconds = 2
const sealedMax = 4096
const placeOf = z.strictObject({ id: z.uuid() })
const subscribing = z.strictObject({ senderKey: z.string().check(z.regex(/^B[\w-]{86}$/)) })
const sent = z.object({
  ttl: z.string().check(z.regex(/^\d{1,10}$/)),
  urgency: z._default(z.enum(['very-low', 'low', 'normal', 'high']), 'normal'),
  topic: z.optional(z.string().check(z.regex(/^[\w-]{1,32}$/))),
  'content-encoding': z.literal('aes128gcm'),
})

/**
 * A push service (RFC 8030) together with the browsers that use it: it makes their keys, so it can say what they read. A real
 * one does not know these.
 */
export function pushServiceOf({ url, store, faults }: { url: string; store: Store; faults: Faults }) {
  const browsers = store.table<Browser>('browsers')
  const messages = store.table<PushMessage>('messages')

  /** What a browser answers to `PushManager.subscribe`. */
  function subscribe({ senderKey }: { senderKey: string }) {
    const id = crypto.randomUUID()
    const { p256dh, ...keys } = newKeys()
    browsers.put(id, { id, senderKey, keys, isGone: false })
    return { id, endpoint: `${url}/push/to/${id}`, keys: { p256dh, auth: keys.auth } }
  }

  function take({ headers, body, params }: FastifyRequest): PushMessage {
    const { id: browserId } = shaped(placeOf, params)
    const browser = found(browsers.get(browserId), 'subscription')
    if (browser.isGone) throw new Refusal(410, 'gone', 'That browser is not there any more.')
    const sender = senderOf(headers.authorization, new URL(url).origin)
    if ('wrong' in sender) throw new Refusal(401, 'unauthorized', sender.wrong)
    if (sender.key !== browser.senderKey) throw new Refusal(403, 'forbidden', 'Not whom it subscribed for.')
    const { ttl, urgency, topic = null } = shaped(sent, headers)
    const sealed = body as Buffer
    if (sealed.length > sealedMax) throw new Refusal(413, 'too_large', `More than ${sealedMax} bytes.`)
    const [id, at] = [crypto.randomUUID(), new Date().toISOString()]
    return { id, browserId, ttl: Number(ttl), urgency, topic, text: read(sealed, browser.keys), at }
  }

  function keep(message: PushMessage) {
    store.write(() => {
      for (const { id, browserId, topic } of messages.all())
        if (topic !== null && topic === message.topic && browserId === message.browserId) messages.drop(id)
      messages.put(message.id, message)
      messages.keepNewest(keptMessages)
    })
  }

  return {
    subscribe,
    /** Newest first; of one browser, or all. Of two with one topic only the later is there. */
    messages: (browserId?: string): PushMessage[] =>
      messages
        .all()
        .filter(message => browserId === undefined || message.browserId === browserId)
        .reverse(),
    /** Its customer has uninstalled it, or taken the permission back. */
    end(id: string) {
      browsers.put(id, { ...found(browsers.get(id), 'subscription'), isGone: true })
    },
    /** Answers under `/push`: what browsers ask, and what senders do. */
    calls(app: FastifyInstance) {
      app.post('/push/subscribe', async ({ body }) => subscribe(shaped(subscribing, body)))
      app.register(async scope => {
        scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
        scope.addHook('onSend', async (_request, reply) => {
          if (reply.statusCode === 429) reply.header('retry-after', busySeconds)
        })
        scope.post('/push/to/:id', async (request, reply) => {
          refuseBy(faults)
          const message = take(request)
          keep(message)
          const lost = faults.take('push', 'timeout_after_success')
          if (lost) await sleep(lost.ms ?? 20_000)
          return reply.status(201).header('location', `${url}/push/at/${message.id}`).send()
        })
      })
    },
  }
}

function newKeys(): ReaderKeys & { p256dh: string } {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  // Its leading zeros count.
  const privateKey = Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
  return { p256dh, privateKey, auth: randomBytes(16).toString('base64url') }
}

/** A real service takes on what nobody can read, and its browser throws it away: here it is told at once. */
function read(sealed: Buffer, keys: ReaderKeys): string {
  try {
    return opened(sealed, keys)
  } catch (error) {
    throw new Refusal(400, 'unreadable', (error as Error).message)
  }
}

/** What a service says no with, as the faults have it. */
function refuseBy(faults: Faults) {
  if (faults.take('push', 'too_many')) throw new Refusal(429, 'too_many', 'Too many messages.')
  if (faults.take('push', 'error')) throw new Refusal(502, 'bad_gateway', 'Something is wrong here.')
  if (faults.take('push', 'gone')) throw new Refusal(410, 'gone', 'That browser is not there any more.')
}
