import type { Faults } from '../faults.ts'
import { type Delivery, newId, type Rows } from './rows.ts'
import { webhookHeaders } from './signature.ts'

/** What became of an authorization request: the server's word, or silence. */
export type Verdict =
  | { decision: 'approved' }
  | { decision: 'declined'; reason: string }
  | { decision: 'none' }

/** The issuer's voice towards the server. */
export interface Webhooks {
  /** Asks for a decision, and waits for it no longer than it was told to. */
  ask(request: { id: string } & Record<string, unknown>): Promise<Verdict>
  /** Notes an event in the log and keeps it until the server has said 2xx. Called inside a write of the store. */
  tell(type: string, data: Record<string, unknown>): string
  /** Events not delivered yet. */
  waiting(): Delivery[]
  close(): Promise<void>
}

const deliveryMs = 10_000
const firstRetryMs = 500
const lastRetryMs = 30_000
const holdMs = 1500

/** Sends one signed message to the server; cut short when the webhooks close. */
type Post = (path: string, message: { id: string; body: string; timeoutMs: number }) => Promise<Response>

interface Delivering {
  rows: Rows
  post: Post
  closing: AbortSignal
}

/** Starts to deliver what waits, and goes on until closed. */
export function openWebhooks({ rows, faults, secret, serverUrl, waitsMs = 2000 }: WebhookNeeds): Webhooks {
  const closing = new AbortController()
  const post: Post = async (path, { id, body, timeoutMs }) => {
    const headers = webhookHeaders({ secret, id, body })
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
    return await fetch(`${serverUrl}${path}`, { method: 'POST', headers, body, signal, redirect: 'error' })
  }
  const deliveries = startDelivering({ rows, post, closing: closing.signal })

  return {
    ask: request => ask(post, request, waitsMs),
    tell(type, data) {
      const id = newId('evt')
      const toldAt = new Date().toISOString()
      const body = JSON.stringify({ id, type, at: toldAt, data })
      rows.told.put(id, { id, body, toldAt })
      // Lost for good: only the log has it.
      if (faults.take('issuer', 'lose_webhook')) return id
      rows.deliveries.put(id, newDelivery(faults, { id, type, body }))
      deliveries.wake()
      return id
    },
    waiting: () => rows.deliveries.all(),
    close: async () => {
      closing.abort()
      await deliveries.stop()
    },
  }
}

async function ask(
  post: Post,
  request: { id: string } & Record<string, unknown>,
  timeoutMs: number,
): Promise<Verdict> {
  try {
    const message = { id: request.id, body: JSON.stringify(request), timeoutMs }
    const response = await post('/hooks/issuer/authorization', message)
    return verdictOf(response.status, await response.json())
  } catch {}
  return { decision: 'none' }
}

/** Delivers one after another, the one that is due first; sleeps until the next is due. */
function startDelivering(delivering: Delivering) {
  const { rows, closing } = delivering
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  async function run() {
    for (;;) {
      const next = rows.deliveries.all().sort((a, b) => a.nextAt - b.nextAt)[0]
      if (!next || closing.aborted) return
      if (next.nextAt > Date.now()) return wakeAt(next.nextAt)
      await deliver(delivering, next)
    }
  }

  function start() {
    if (closing.aborted || running) return
    running = run()
      .catch(error => console.error(`webhooks: ${(error as Error).message}`))
      .finally(() => {
        running = null
        const left = rows.deliveries.all()
        if (left.length > 0) wakeAt(Math.min(...left.map(({ nextAt }) => nextAt)))
      })
  }

  function wakeAt(at: number) {
    clearTimeout(timer)
    timer = setTimeout(start, Math.max(at - Date.now(), 0))
  }

  wakeAt(0)
  return {
    wake: () => wakeAt(0),
    stop: async () => {
      clearTimeout(timer)
      await running
    },
  }
}

/** One attempt. What the server has not taken waits, each time twice as long. */
async function deliver({ rows, post, closing }: Delivering, delivery: Delivery) {
  let lastError: string
  try {
    const response = await post('/hooks/issuer/events', { ...delivery, timeoutMs: deliveryMs })
    await response.body?.cancel()
    if (response.ok) {
      if (delivery.copies > 1) rows.deliveries.put(delivery.id, { ...delivery, copies: delivery.copies - 1 })
      else rows.deliveries.drop(delivery.id)
      return
    }
    lastError = `status ${response.status}`
  } catch (error) {
    if (closing.aborted) return
    lastError = String((error as { cause?: Error }).cause?.message ?? (error as Error).message)
  }
  const attempts = delivery.attempts + 1
  const waitMs = Math.min(firstRetryMs * 2 ** (attempts - 1), lastRetryMs)
  rows.deliveries.put(delivery.id, { ...delivery, attempts, nextAt: Date.now() + waitMs, lastError })
}

function verdictOf(status: number, body: unknown): Verdict {
  const answer = body as { decision?: unknown; reason?: unknown } | null
  if (status !== 200) return { decision: 'none' }
  if (answer?.decision === 'approved') return { decision: 'approved' }
  if (answer?.decision !== 'declined') return { decision: 'none' }
  return { decision: 'declined', reason: String(answer.reason ?? 'unknown') }
}

function newDelivery(faults: Faults, event: Pick<Delivery, 'id' | 'type' | 'body'>): Delivery {
  const reorder = faults.take('issuer', 'reorder_webhooks')
  const drop = faults.take('issuer', 'drop_webhook')
  // Of several that are held the first is held longest: they arrive in the opposite order.
  const heldMs = reorder ? (reorder.ms ?? holdMs) * reorder.count : 0
  const lostMs = drop ? (drop.ms ?? 5000) : 0
  return {
    ...event,
    attempts: drop ? 1 : 0,
    copies: faults.take('issuer', 'duplicate_webhook') ? 2 : 1,
    nextAt: Date.now() + heldMs + lostMs,
    lastError: drop ? 'dropped on the way' : null,
  }
}

interface WebhookNeeds {
  rows: Rows
  faults: Faults
  secret: string
  serverUrl: string
  waitsMs?: number | undefined
}
