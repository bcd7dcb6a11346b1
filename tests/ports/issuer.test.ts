import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openFaults } from '../../src/sandbox/faults.ts'
import { startIssuer } from '../../src/sandbox/issuer/issuer.ts'
import { openStore } from '../../src/sandbox/store.ts'
import type { Issuer } from '../../src/server/cards/issuer.ts'
import { httpIssuer } from '../../src/server/cards/issuers/http.ts'
import { type Mood, standInIssuer } from './stand-in-issuer.ts'

interface Tested {
  issuer: Issuer
  behave(mood: Exclude<Mood, 'well'>): void
  calmDown(): void
  countCards(reference: string): number
  close(): Promise<void>
}

/** Every issuer there is; a new adapter is a line here. */
const issuers: Record<string, () => Promise<Tested>> = {
  'stand-in': async () => {
    const issuer = standInIssuer()
    return {
      issuer,
      behave: mood => issuer.behave(mood),
      calmDown: () => {},
      countCards: reference => (issuer.cards.has(reference) ? 1 : 0),
      close: async () => {},
    }
  },
  http: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'issuer-'))
    const store = openStore(join(folder, 'store'))
    const faults = openFaults(store)
    const sandbox = await startIssuer({
      host: '127.0.0.1',
      port: 0,
      store,
      faults,
      issuerKey: 'the-key',
      webhookSecret: 'whsec_dGVzdA==',
      serverUrl: 'http://127.0.0.1:1',
      appUrl: 'http://127.0.0.1:1',
      clearingMs: 1000,
    })
    const { ISSUER_URL: url, ISSUER_REVEAL_ORIGIN: revealOrigin } = sandbox.settings
    const kinds = {
      declines: 'decline',
      'does it and is not heard': 'error_after',
      'does nothing and is not heard': 'error_before',
    } as const
    return {
      issuer: httpIssuer({ url, key: 'the-key', revealOrigin, timeoutMs: 2000 }),
      behave: mood => faults.set({ part: 'issuer', kind: kinds[mood], count: 1 }),
      calmDown: () => faults.clear(),
      countCards: reference => sandbox.rows.cards.all().filter(card => card.reference === reference).length,
      async close() {
        await sandbox.close()
        store.close()
        await rm(folder, { recursive: true })
      },
    }
  },
}

const cardholder = {
  firstName: 'Wei',
  lastName: 'Lin',
  country: 'CN',
  city: 'Jingdezhen',
  address: 'Kiln Road 1',
  postalCode: '333000',
  phone: '+8613800138000',
  email: 'wei@mail.example',
}

describe.each(Object.entries(issuers))('the %s issuer', (_name, make) => {
  let tested: Tested
  beforeAll(async () => {
    tested = await make()
  })
  afterEach(() => tested.calmDown())
  afterAll(() => tested.close())

  async function request() {
    const budget = await tested.issuer.createBudget({ reference: randomUUID() })
    if (budget.outcome !== 'done') throw new Error('no budget')
    const { issuerBudgetId } = budget
    return { reference: randomUUID(), issuerBudgetId, productId: 'celadon-virtual', cardholder }
  }

  test('declines a card for a budget that does not exist', async () => {
    const asked = { ...(await request()), issuerBudgetId: 'nobody' }
    expect(await tested.issuer.createCard(asked)).toEqual({ outcome: 'declined' })
  })

  test('stays with its no', async () => {
    const asked = await request()
    tested.behave('declines')
    expect(await tested.issuer.createCard(asked)).toEqual({ outcome: 'declined' })
    expect(await tested.issuer.createCard(asked)).toEqual({ outcome: 'declined' })
    expect(tested.countCards(asked.reference)).toBe(0)
  })

  test('makes one card for a request whose answer was lost', async () => {
    const asked = await request()
    tested.behave('does it and is not heard')
    expect(await tested.issuer.createCard(asked)).toEqual({ outcome: 'unknown' })
    expect(await tested.issuer.createCard(asked)).toMatchObject({ outcome: 'done' })
    expect(tested.countCards(asked.reference)).toBe(1)
  })

  test('makes the card later when the first request was lost', async () => {
    const asked = await request()
    tested.behave('does nothing and is not heard')
    expect(await tested.issuer.createCard(asked)).toEqual({ outcome: 'unknown' })
    expect(tested.countCards(asked.reference)).toBe(0)
    expect(await tested.issuer.createCard(asked)).toMatchObject({ outcome: 'done' })
    expect(tested.countCards(asked.reference)).toBe(1)
  })

  test('gives the same card to the same reference, and the same budget', async () => {
    const asked = await request()
    const first = await tested.issuer.createCard(asked)
    expect(await tested.issuer.createCard(asked)).toEqual(first)
    expect(first).toMatchObject({
      issuerCardId: expect.any(String),
      last4: expect.stringMatching(/^\d{4}$/),
    })

    const reference = randomUUID()
    const budget = await tested.issuer.createBudget({ reference })
    expect(await tested.issuer.createBudget({ reference })).toEqual(budget)
  })

  test('freezes, unfreezes and freezes again', async () => {
    const card = await tested.issuer.createCard(await request())
    if (card.outcome !== 'done') throw new Error('no card')
    for (const isFrozen of [true, false, true]) {
      const answer = await tested.issuer.setFrozen({ issuerCardId: card.issuerCardId, isFrozen })
      expect(answer).toEqual({ outcome: 'done' })
    }
  })

  test('gives another token to each look at a card', async () => {
    const card = await tested.issuer.createCard(await request())
    if (card.outcome !== 'done') throw new Error('no card')
    const { issuerCardId } = card
    const first = await tested.issuer.createRevealToken({ issuerCardId })
    const second = await tested.issuer.createRevealToken({ issuerCardId })
    expect(first).toMatchObject({ outcome: 'done', url: expect.stringMatching(/\/reveal$/) })
    if (first.outcome !== 'done' || second.outcome !== 'done') throw new Error('no token')
    expect(first.token).not.toBe(second.token)
    expect(first.expiresAt.getTime()).toBeGreaterThan(Date.now() + 30_000)
  })
})

describe('an answer that makes no sense is unknown', () => {
  let server: Server
  let respond: (response: ServerResponse) => void
  let issuer: Issuer
  beforeAll(async () => {
    server = createServer((_request, response) => respond(response))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    issuer = httpIssuer({ url, key: 'the-key', revealOrigin: url, timeoutMs: 300 })
  })
  afterEach(() => server.closeAllConnections())
  afterAll(() => server.close())

  const json = (status: number, body: unknown) => (response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

  const answers: Record<string, (response: ServerResponse) => void> = {
    'an error with a card in it': json(500, { id: 'card', last4: '1234' }),
    'too many requests': json(429, { error: 'slow_down' }),
    'a wrong key': json(401, { error: 'unauthorized' }),
    'a page of a proxy': json(200, '<html>welcome</html>'),
    'a proxy’s own no': json(422, '<html>no</html>'),
    'a yes without a card': json(201, {}),
    'a full card number': json(201, { id: 'card', last4: '4000001234567890' }),
    'another place': response => void response.writeHead(302, { location: '/elsewhere' }).end(),
    'half an answer': response => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"id":')
      response.destroy()
    },
    silence: () => {},
  }

  test.each(Object.entries(answers))('%s', async (_name, answer) => {
    respond = answer
    const asked = { reference: 'r', issuerBudgetId: 'b', productId: 'p', cardholder }
    expect(await issuer.createCard(asked)).toEqual({ outcome: 'unknown' })
  })

  test('a key that is known with other content: the card is found by its reference', async () => {
    respond = response =>
      response.req.method === 'POST'
        ? json(409, { error: 'idempotency_mismatch' })(response)
        : json(200, { cards: [{ id: 'card_1', last4: '4321' }] })(response)
    const asked = { reference: 'r', issuerBudgetId: 'b', productId: 'p', cardholder }
    expect(await issuer.createCard(asked)).toEqual({
      outcome: 'done',
      issuerCardId: 'card_1',
      last4: '4321',
    })
  })

  test('nobody there at all', async () => {
    const alone = httpIssuer({ url: 'http://127.0.0.1:1', key: 'k', revealOrigin: 'http://127.0.0.1:1' })
    expect(await alone.createBudget({ reference: 'r' })).toEqual({ outcome: 'unknown' })
  })
})
