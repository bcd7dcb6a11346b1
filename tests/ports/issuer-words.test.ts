import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Issuer } from '../../src/server/cards/issuer.ts'
import { httpIssuer } from '../../src/server/cards/issuers/http.ts'

let server: Server
let issuer: Issuer
let answer: object
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  issuer = httpIssuer({ url, key: 'the-key', revealOrigin: url, timeoutMs: 10_000 })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('words of a person that the database would not hold, or that are too long, are read all the same', async () => {
  const order = { id: 'o', state: 'refused', tracking: null, changedAt: '2026-01-01T00:00:00Z' }
  const saying = (reason: string, version = 1) => ({ ...order, reason, version })
  const read = () => issuer.orderOf({ issuerOrderId: 'o' })
  for (const [said, kept] of [
    ['a\u0000b\ud83d', 'a\ufffdb\ufffd'],
    ['', ''],
    ['x'.repeat(5000), 'x'.repeat(200)],
  ] as const) {
    answer = saying(said)
    expect(await read()).toMatchObject({ outcome: 'done', order: { reason: kept } })
  }
  answer = saying('a', 2 ** 31)
  expect(await read()).toEqual({ outcome: 'unknown' })
  const dispute = { id: 'd', state: 'evidence_wanted', version: 1, evidenceBy: null }
  answer = { ...dispute, note: `a\u0000${'x'.repeat(5000)}` }
  expect(await issuer.withdrawDispute({ issuerDisputeId: 'd' })).toMatchObject({
    standing: { note: `a\ufffd${'x'.repeat(998)}` },
  })
})
