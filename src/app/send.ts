import type * as z from 'zod/mini'
import { updateToken } from '../contract/account.ts'
import type { Call, Output, Refuses } from '../contract/call.ts'
import type { Refusal } from '../contract/refusal.ts'
import { relaunch, withQuery } from './routing/hash-location.tsx'
import { t } from './state/locale.ts'
import { session, signIn, signOut } from './state/session.ts'
import { tokenNow } from './storage.ts'
import { setCutOff } from './ui/offline-banner.tsx'
import { toast } from './ui/toast.tsx'

/** What a page gives to a call. */
export type Sent<C extends Call> = z.input<C['input']>

/** The call was done. Only here is there data. */
export interface Success<C extends Call> {
  ok: true
  code: 1
  data: Output<C>
}
/** The server said no and why; `key` is one of the refusals the call lists. */
export interface Refused<C extends Call> {
  ok: false
  code: number
  key: Refuses<C>
  details: Record<string, unknown> | null
  status?: undefined
}
/** No usable answer: `status` of the server or a proxy, 0 for silence. What was asked for may have happened. */
export interface Failed {
  ok: false
  status: number
  key: 'network'
  code?: undefined
  details?: undefined
}
/** The page itself called it off. */
interface Cancelled {
  ok: false
  message: string
  key?: undefined
  status?: undefined
  code?: undefined
  details?: undefined
}
export type Reply<C extends Call> = Success<C> | Refused<C> | Failed | Cancelled

export interface SendOptions {
  /** Calls it off, for example when the page is left. */
  signal?: AbortSignal
  /** Nobody is waiting for it: no toast when the network fails. */
  background?: boolean
  /** Brings it to the server instead of `fetch`. */
  carry?: (url: string, sent: RequestInit) => Promise<Response>
}

const timeoutMs = 60_000
const recheckMs = 1_000
const signedOut: Failed = { ok: false, status: 401, key: 'network' }

/** Sends a call. Never throws: every expected answer is a value, and `reply.ok` is the test of `code === 1`. */
export async function send<C extends Call>(
  call: C,
  input: Sent<C>,
  options: SendOptions = {},
): Promise<Reply<C>> {
  const stop = new AbortController()
  const cancel = () => stop.abort()
  options.signal?.addEventListener('abort', cancel)
  if (options.signal?.aborted) cancel()
  try {
    const isMembers = call.who === 'customer' && !isRefresh(call)
    // What waited for one that ended the session is not asked: it would take home who reads on, or is about to log in.
    if (isMembers && (await refreshEnds(stop.signal)) && !session.value) return signedOut
    stop.signal.throwIfAborted()
    const token = tokenNow()
    const answer = await ask(call, input as Record<string, unknown>, stop, options.carry ?? fetch)
    // Of a session that is over it says nothing: somebody may have logged in since, or be about to.
    if (answer.body.status === 401 && token !== tokenNow()) return signedOut
    return replyOf(call, answer, options)
  } catch (error) {
    if (error instanceof TypeError) setCutOff(true)
    if (options.signal?.aborted) return { ok: false, message: 'request cancelled' }
    return replyOf(call, { http: 0, body: { status: 0 } }, options)
  } finally {
    options.signal?.removeEventListener('abort', cancel)
  }
}

/** The words for a reply that is not a success, or null when there is nothing to say. */
export function refusalText(reply: {
  ok: boolean
  key?: Refusal | undefined
  status?: number | undefined
}): string | null {
  if (reply.status === busy) return refusalWords('busy')
  return reply.ok || !reply.key ? null : refusalWords(reply.key)
}

/** What our server says of itself when it has too much to do or is stopped for a while: the network is well. */
const busy = 503

/** The words of a refusal; one that a newer server knows and this app does not gets the words of any (specification 8). */
export function refusalWords(key: Refusal | 'busy'): string {
  const name = `refusal.${key}` as const
  const words = t(name)
  return words === name ? t('refusal.network') : words
}

interface Body {
  code?: number
  status?: number
  key?: string
  data?: unknown
}
interface Answer {
  http: number
  body: Body
}

async function ask(
  call: Call,
  input: Record<string, unknown>,
  stop: AbortController,
  carry: NonNullable<SendOptions['carry']>,
): Promise<Answer> {
  const { url, rest } = address(call, input)
  const sent = request(call, rest, stop.signal)
  const key = `${url}${sent.body}`
  const { early = {} } = window.glaze ?? {}
  const answer = early[key] ?? carry(url, sent)
  delete early[key]
  return await inTime(answer.then(read), stop)
}

/** What is done within a minute, and before it is stopped; else it is stopped and rejects (specification section 9). */
export async function inTime<T>(work: Promise<T>, stop: AbortController): Promise<T> {
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  try {
    return await Promise.race([work, aborted(stop.signal)])
  } finally {
    clearTimeout(timer)
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

/** Fills the path from the input; what is left travels in the body, or in the query of a GET. */
function address({ path, method }: Call, input: Record<string, unknown>) {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest[field]
    delete rest[field]
    return encodeURIComponent(String(value))
  })
  if (method !== 'GET') return { url: filled, rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
  return { url: withQuery(filled, query), rest: {} }
}

function request({ method, body }: Call, rest: Record<string, unknown>, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = {}
  const token = tokenNow()
  if (token) headers['X-Access-Token'] = token
  if (method === 'GET') return { method, headers, signal }
  if (body === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries(rest)) form.set(name, value as string | Blob)
    return { method, headers, body: form, signal }
  }
  headers['content-type'] = 'application/json'
  return { method, headers, body: JSON.stringify(rest), signal }
}

/**
 * Decision D1, guard (a): a proxy's page or an HTTP error without `status` gets the HTTP code as its status. A body that
 * was cut off on its way (a lost network, a page that is left) is no answer at all: it rejects as silence does.
 */
async function read(response: Response): Promise<Answer> {
  setCutOff(false)
  const json: unknown = await response.json().catch(error => {
    if (!(error instanceof SyntaxError)) throw error
  })
  const isEnvelope = typeof json === 'object' && json !== null && !Array.isArray(json)
  const body: Body = isEnvelope ? { ...json } : {}
  const lacksStatus = body.status === undefined && (response.status >= 400 || !isEnvelope)
  if (lacksStatus || response.status === 401) body.status = response.status
  return { http: response.status, body }
}

/**
 * The rule of specification section 8, to the letter: success requires HTTP 200 and code 1, or no status field;
 * token refresh is always treated as success. What passes is handed to the caller, who tests `ok`.
 */
export function isHandedOver({ http, body }: Answer, refreshing: boolean): boolean {
  return refreshing || (http === 200 && body.code === 1) || body.status === undefined
}

function replyOf<C extends Call>(call: C, answer: Answer, options: SendOptions): Reply<C> {
  const { code, status, key, data } = answer.body
  if (isHandedOver(answer, isRefresh(call))) {
    if (code === 1) return { ok: true, code, data: data as Output<C> }
    if (status !== undefined) return { ok: false, status, key: 'network' }
    const details = data as Record<string, unknown> | null
    return { ok: false, code: code ?? 0, key: (key ?? 'network') as Refuses<C>, details: details ?? null }
  }
  const failed = status ?? answer.http
  react(failed, options)
  return { ok: false, status: failed, key: 'network' }
}

/** Specification section 8, by status: 403 says so, 503 does, 401 starts over at home, 500, 404 and 504 stay silent. */
function react(status: number, { background = false }: SendOptions) {
  switch (status) {
    case 401:
      if (session.value) toast(t('session.ended'))
      signOut()
      return relaunch()
    case 403:
      return toast(t('access.denied'))
    case 500:
    case 404:
    case 504:
      return
    default:
      if (!background) toast(status === busy ? refusalWords('busy') : t('refusal.network'))
  }
}

function isRefresh(call: Call): boolean {
  return call.path === updateToken.path
}

let running: Promise<void> | null = null
let renewedAt = 0
const newMs = 5_000

/**
 * Replaces token and user; any answer but success clears them. Silence, a sick proxy and too many requests from this address
 * are no answer. One at a time.
 */
export function refresh(): Promise<void> {
  running ??= renew().finally(() => {
    running = null
  })
  return running
}

async function renew() {
  const reply = await send(updateToken, {})
  if (reply.ok) {
    renewedAt = Date.now()
    return signIn(reply.data)
  }
  const { status = 500 } = reply
  const isSilence = status === 0 || status === 429 || status > 500
  if (!isSilence) signOut()
}

/** Whether a refresh has just told who is signed in; waits for one that is under way. */
export async function isJustRenewed(): Promise<boolean> {
  await running
  return Date.now() - renewedAt < newMs
}

/** Waits for a running refresh, looking again every second; gives up after a minute. True where there was one. */
async function refreshEnds(signal: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  const isOne = running !== null
  while (running) {
    if (Date.now() >= deadline || signal.aborted) throw new Error('the refresh did not end')
    await Promise.race([running, pause(recheckMs), aborted(signal)])
  }
  return isOne
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
