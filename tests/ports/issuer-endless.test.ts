import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Issuer } from '../../src/server/cards/issuer.ts'
import { httpIssuer } from '../../src/server/cards/issuers/http.ts'
import { sayAtLength } from '../fixtures/issuer/at-length.ts'

let server: Server
let issuer: Issuer
let respond: (response: ServerResponse) => void
beforeAll(async () => {
  server = createServer((_request, response) => respond(response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  issuer = httpIssuer({ url, key: 'the-key', revealOrigin: url, timeoutMs: 120_000 })
})
afterEach(() => server.closeAllConnections())
afterAll(() => server.close())

const unknown = { outcome: 'unknown' }
const many = `[${Array.from({ length: 1_500_000 }, () => '0').join(',')}]`

describe('an issuer that says more than it could', () => {
  test('is not heard out, though it would make sense in the end', async () => {
    const order = { id: 'o', state: 'shipped', version: 1, reason: null, tracking: null }
    const last = JSON.stringify({ ...order, changedAt: '2026-01-01T00:00:00Z' })
    respond = response => sayAtLength(response, { mebibytes: 64, last })
    expect(await issuer.orderOf({ issuerOrderId: 'o' })).toEqual(unknown)
    respond = response => sayAtLength(response, { mebibytes: 1, last })
    expect(await issuer.orderOf({ issuerOrderId: 'o' })).toMatchObject({ outcome: 'done' })
  })

  test.each([
    [
      'events on a page',
      `{"events":${many},"next":null}`,
      () => issuer.eventsSince({ from: null, page: null }),
    ],
    ['cards of a customer', `{"cards":${many}}`, () => issuer.cardsOf({ issuerBudgetId: 'b' })],
    [
      'events of a purchase',
      `{"state":"open","since":"2026-01-01T00:00:00Z","events":${many}}`,
      () => issuer.authorizationOf({ threadId: 't' }),
    ],
  ])('is not asked what is wrong with each of a million %s', async (_what, body, ask) => {
    respond = response => void response.end(body)
    expect(await ask()).toEqual(unknown)
  })
})
