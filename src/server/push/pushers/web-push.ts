import { createECDH } from 'node:crypto'
import { type LookupAddress, lookup } from 'node:dns'
import { request as requestPlainly } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import webPush from 'web-push'
import { isPublicAddress, mayBeEndpoint } from '../endpoint.ts'
import type { Push, PushAnswer, Pusher } from '../pusher.ts'

const timeoutMs = 8000
const waitMs = { usual: 30_000, least: 1000, most: 3_600_000 }

interface Sender {
  /** Ours, in base64url (RFC 8292): 32 bytes. */
  privateKey: string
  /** Where a service reaches us: `mailto:`. */
  subject: string
  isSandbox: boolean
}

/** Whatever push service a browser has named, over HTTP (RFC 8030), sealed for that browser (RFC 8291). */
export function webPusher({ privateKey, subject, isSandbox }: Sender): Pusher {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const publicKey = keys.getPublicKey('base64url')

  return {
    publicKey,
    async send({ to, payload, ttlSeconds: TTL, urgency, topic }: Push): Promise<PushAnswer> {
      const { endpoint, ...keys } = to
      if (!mayBeEndpoint(endpoint, { isSandbox })) return { outcome: 'gone' }
      const vapidDetails = { subject, publicKey, privateKey }
      const options = { vapidDetails, TTL, urgency, topic, contentEncoding: 'aes128gcm' } as const
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, options)
      return answerOf(await post(new URL(endpoint), { headers, body, isSandbox }))
    },
  }
}

interface Posted {
  headers: Record<string, string>
  body: Buffer | null
  isSandbox: boolean
}

interface Reply {
  status: number
  retryAfter: string | undefined
}

/** Hands it on and hears the first lines of the answer; what else it says is of no use. Nobody is sent on elsewhere. */
function post(url: URL, { headers, body, isSandbox }: Posted): Promise<Reply> {
  const ask = url.protocol === 'http:' ? requestPlainly : request
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { method: 'POST', headers, signal, ...(!isSandbox && { lookup: publicLookup }) }
    // Its address is the browser's secret, and in no error of ours.
    const fail = (error: Error & { code?: string }) =>
      reject(new Error(`the push service at ${url.host} did not answer: ${error.code ?? error.name}`))
    ask(url, options, response => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      response.destroy()
    })
      .on('error', fail)
      .end(body)
  })
}

/** As the system looks a name up; one that leads to a machine which is not of the public network leads nowhere. */
const publicLookup: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? []
    const isPublic = first !== undefined && found.every(({ address }) => isPublicAddress(address))
    if (error || !isPublic) return done(error ?? Object.assign(new Error(), { code: 'NOT_PUBLIC' }), [])
    if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })
}

function answerOf({ status, retryAfter }: Reply): PushAnswer {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status === 429 || (status === 503 && retryAfter)) return { outcome: 'busy', waitMs: waitOf(retryAfter) }
  throw new Error(`the push service refused: ${status}`)
}

/** Seconds, or the time it is worth asking again. */
function waitOf(retryAfter = ''): number {
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Math.min(Math.max(Number.isFinite(asked) ? asked : waitMs.usual, waitMs.least), waitMs.most)
}
