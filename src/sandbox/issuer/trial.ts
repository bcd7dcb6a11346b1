import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openFaults } from '../faults.ts'
import { openStore } from '../store.ts'
import { trialFolder } from '../trial.ts'
import { startIssuer } from './issuer.ts'

export const webhookSecret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`

/** A server for tests: it answers as it is told and remembers what it heard. */
async function trialServer() {
  const heard: {
    path: string
    headers: Record<string, string>
    text: string
    body: Record<string, unknown>
  }[] = []
  const answer = { status: 200, body: { decision: 'approved' } as unknown, delayMs: 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const headers = request.headers as Record<string, string>
      heard.push({ path: request.url ?? '', headers, text, body: JSON.parse(text) })
      const { status, body, delayMs } = answer
      setTimeout(
        () => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        delayMs,
      )
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer,
    events: () => heard.filter(({ path }) => path.endsWith('/events')).map(({ body }) => body),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** An issuer for tests, with its folder and its server. `restart` opens the same folder again. */
export async function trialIssuer({ orderMs = 0, waitsMs = 2000 } = {}) {
  const folder = trialFolder()
  const server = await trialServer()
  const faults = openFaults(openStore(join(folder.path, 'faults.jsonl')))
  const start = () =>
    startIssuer({
      host: '127.0.0.1',
      port: 0,
      store: openStore(join(folder.path, 'issuer.jsonl')),
      faults,
      issuerKey: 'key',
      webhookSecret,
      serverUrl: server.url,
      appUrl: 'http://127.0.0.1:3000',
      clearingMs: 50,
      orderMs,
      waitsMs,
    })
  let issuer = await start()
  const calls = callsTo(() => issuer.settings.ISSUER_URL)

  return {
    server,
    faults,
    ...calls,
    ...cardsBy(calls.post),
    issuer: () => issuer,
    async restart() {
      await issuer.close()
      issuer = await start()
    },
    async close() {
      await issuer.close()
      server.close()
      folder.remove()
    },
  }
}

/** Asks as the server does: each question under a key of its own, unless `headers` name one. */
function callsTo(url: () => string) {
  const authorization = 'Bearer key'
  let keys = 0

  async function post(
    path: string,
    body: unknown = {},
    headers: Record<string, string> = {},
    { patienceMs = 60_000 } = {},
  ) {
    const own = { 'content-type': 'application/json', authorization, 'idempotency-key': `key-${++keys}` }
    const response = await fetch(url() + path, {
      method: 'POST',
      headers: { ...own, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }

  async function read(path: string) {
    const response = await fetch(url() + path, { headers: { authorization } })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }

  return { post, read }
}

type Post = (path: string, body: unknown) => Promise<{ body: unknown }>

/** Opens and orders cards over the protocol. */
function cardsBy(post: Post) {
  async function openCard(productId = 'celadon-virtual', reference = 'order-1') {
    const budget = (await post('/v1/budgets', { reference: 'user-1' })).body as { id: string }
    const reply = await post('/v1/cards', {
      reference,
      budgetId: budget.id,
      productId,
      cardholder: holder,
    })
    return reply.body as { id: string; last4: string; state: string; form: string }
  }

  /** A physical card from a new virtual one, and its order. */
  async function orderCard(more: object = {}) {
    const parentCardId = (await openCard()).id
    const asked = { reference: 'apply-1', productId: 'celadon-physical', form: 'physical', parentCardId }
    const reply = await post('/v1/cards', { ...asked, embossName: 'ADA LIN', address, ...more })
    return { ...(reply.body as { id: string; last4: string; orderId: string; error?: string }), parentCardId }
  }

  return { openCard, orderCard }
}

export const holder = {
  firstName: 'Ada',
  lastName: 'Lin',
  country: 'CN',
  city: 'Jingdezhen',
  address: '1 Kiln Road',
  postalCode: '333000',
  phone: '+8613800000000',
  email: 'ada@example.com',
}

export const address = {
  recipient: 'Ada Lin',
  phone: '+8613800000000',
  country: 'CN',
  state: 'Jiangxi',
  city: 'Jingdezhen',
  address: '1 Kiln Road',
  postalCode: '333000',
}

export const merchant = { name: 'Kiln & Co', city: 'Jingdezhen', country: 'CN', mcc: '5999' }
