import { createHmac } from 'node:crypto'
import { type AddressInfo, createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { type Node, startWorld, type TestWorld, worldOn } from '../../fixtures/world.ts'

const limit = 5

let tested: TestWorld
let node: Node
beforeAll(async () => {
  tested = await startWorld()
  const { config, db } = tested.world
  node = await worldOn(db, { config: { ...config, RATE_LIMIT: limit, TRUST_PROXY: 1 } })
  node.http.get('/*', async () => 'a file of the app')
  await node.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await node.http.close()
  await tested.close()
})

let hosts = 0

/** Asks more often than a network may, from a network of its own; gives every status. */
async function flood(line: string, headers = ''): Promise<number[]> {
  hosts += 1
  return await floodHere(line, headers)
}

/** The same from the network that was flooded last. */
async function floodHere(line: string, headers: string): Promise<number[]> {
  const statuses: number[] = []
  for (let times = 0; times < limit + 2; times++) {
    statuses.push(
      await ask(`${line} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.${hosts}\r\n${headers}`),
    )
  }
  return statuses
}

/** Past every client that mends an address. */
async function ask(head: string): Promise<number> {
  const { port } = node.http.server.address() as AddressInfo
  const socket = createConnection({ port, host: '127.0.0.1' })
  socket.write(`${head}Connection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += chunk
  return Number(text.split(' ')[1])
}

const json = 'content-type: application/json\r\ncontent-length: 0\r\n'

test.each([
  ['as it is', 'POST /api/common/exchangeRate', json],
  ['with a letter in code', 'POST /%61pi/common/exchangeRate', json],
  ['in the absolute form', 'POST http://x/api/common/exchangeRate', json],
  ['with a slash at its end', 'POST /api/common/exchangeRate/', json],
  ['of the question whether the database answers', 'GET /readyz', ''],
  ['of a hook without a good signature', 'POST /hooks/issuer/events', json],
])('an address %s is limited', async (_spelled, line, headers) => {
  const statuses = await flood(line, headers)
  expect(statuses.slice(0, limit)).not.toContain(429)
  expect(statuses.slice(limit)).toEqual([429, 429])
})

test.each(['GET /', 'GET /assets/app.js', 'GET /healthz'])('files of the app are not: %s', async line => {
  expect(await flood(line)).not.toContain(429)
})

test('each session is counted alone, wherever it is, and one that nobody knows with its address', async () => {
  const count = 'POST /api/customer/message/unreadMessageCount'
  const shown = (token: string) => `${json}x-access-token: ${token}\r\n`
  const [one, another] = [await newCustomer(tested), await newCustomer(tested)]
  const good = Array<number>(limit).fill(200)
  // The first of a session is counted where it comes from.
  expect(await flood(count, shown(one.token))).toEqual([200, ...good, 429])
  expect(await floodHere(count, shown(another.token))).toEqual([200, ...good, 429])
  const left = Array<number>(limit - 2).fill(401)
  expect(await floodHere(count, shown('0'.repeat(64)))).toEqual([...left, 429, 429, 429, 429])
  expect(await flood(count, shown(one.token))).not.toContain(200)
})

test('a hook with a good signature comes through, whoever else has sent from the same place', async () => {
  await flood('POST /hooks/issuer/events', json)
  const payload = JSON.stringify({
    id: 'evt_1',
    type: 'token.created',
    at: new Date().toISOString(),
    data: {},
  })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const [, secret = ''] = node.world.config.ISSUER_WEBHOOK_SECRET.split('_')
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(
    `evt_1.${timestamp}.${payload}`,
  )
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.100.${hosts}`,
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  }
  const answer = await node.http.inject({ method: 'POST', url: '/hooks/issuer/events', headers, payload })
  expect(answer.statusCode).toBe(200)
})
