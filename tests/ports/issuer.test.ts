import { hash, randomUUID } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Issuer } from '../../src/server/cards/issuer.ts'
import { type HttpIssuerOptions, httpIssuer } from '../../src/server/cards/issuers/http.ts'
import { address, cardholder, issuers, returnUrl, virtualCardRequest } from '../fixtures/issuer/issuers.ts'
import type { TestedIssuer } from '../fixtures/issuer/tested-issuer.ts'

describe.each(Object.entries(issuers))('the %s issuer', (_name, make) => {
  let tested: TestedIssuer
  beforeAll(async () => {
    tested = await make()
  })
  afterEach(() => tested.calmDown())
  afterAll(() => tested.close())

  const request = () => virtualCardRequest(tested.issuer)

  test('declines a card for a budget that does not exist', async () => {
    const asked = { ...(await request()), issuerBudgetId: 'nobody' }
    expect(await tested.issuer.createCard(asked)).toEqual({ outcome: 'declined', reason: 'other' })
  })

  test('stays with its no', async () => {
    const asked = await request()
    tested.behave('declines')
    expect(await tested.issuer.createCard(asked)).toEqual({ outcome: 'declined', reason: 'other' })
    expect(await tested.issuer.createCard(asked)).toEqual({ outcome: 'declined', reason: 'other' })
    expect(tested.countCards(asked.reference)).toBe(0)
  })

  test('says no to an attempt at a budget, not to the customer: the next one may be a yes', async () => {
    const customer = { reference: randomUUID() }
    tested.declineBudget()
    const first = { ...customer, attempt: '1' }
    expect(await tested.issuer.createBudget(first)).toMatchObject({ outcome: 'declined' })
    expect(await tested.issuer.createBudget(first)).toMatchObject({ outcome: 'declined' })
    const second = await tested.issuer.createBudget({ ...customer, attempt: '2' })
    expect(second).toMatchObject({ outcome: 'done' })
    expect(await tested.issuer.createBudget({ ...customer, attempt: '3' })).toEqual(second)
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

    const budgeted = { reference: randomUUID(), attempt: '1' }
    const budget = await tested.issuer.createBudget(budgeted)
    expect(await tested.issuer.createBudget(budgeted)).toEqual(budget)
  })

  test('freezes, unfreezes and freezes again', async () => {
    const asked = await request()
    const card = await tested.issuer.createCard(asked)
    if (card.outcome !== 'done') throw new Error('no card')
    for (const isFrozen of [true, false, true]) {
      const answer = await tested.issuer.setFrozen({ issuerCardId: card.issuerCardId, isFrozen })
      expect(answer).toEqual({ outcome: 'done' })
      const all = await tested.issuer.cardsOf(asked)
      const known = all.outcome === 'done' ? all.cards : []
      expect(known.find(({ reference }) => reference === asked.reference)).toMatchObject(
        isFrozen ? { state: 'frozen', frozenBy: ['us'] } : { state: 'active', frozenBy: [] },
      )
    }
  })

  test('gives another token to each look at a card', async () => {
    const card = await tested.issuer.createCard(await request())
    if (card.outcome !== 'done') throw new Error('no card')
    const { issuerCardId } = card
    const bound = { issuerCardId, origin: 'http://127.0.0.1:3000', proofHash: hash('sha256', 'proof', 'hex') }
    const first = await tested.issuer.createRevealToken(bound)
    const second = await tested.issuer.createRevealToken(bound)
    expect(first).toMatchObject({ outcome: 'done', url: expect.stringMatching(/\/reveal$/) })
    if (first.outcome !== 'done' || second.outcome !== 'done') throw new Error('no token')
    expect(first.token).not.toBe(second.token)
    expect(first.expiresAt.getTime()).toBeGreaterThan(Date.now() + 30_000)
  })

  test('keeps what it told: page by page from a moment on, each event once, the oldest first', async () => {
    const read = async (from: Date | null) => {
      const ids: unknown[] = []
      let page: string | null = null
      do {
        const answer = await tested.issuer.eventsSince({ from, page })
        if (answer.outcome !== 'done') throw new Error('no events')
        ids.push(...answer.events.map(({ event }) => event.id))
        page = answer.next
      } while (page !== null)
      return ids
    }
    expect(await read(null)).toEqual([])
    const before = tested.tellUnheard(1)
    await new Promise(resolve => setTimeout(resolve, 5))
    const from = new Date()
    const later = tested.tellUnheard(101)
    expect(await read(from)).toEqual(later)
    expect(await read(null)).toEqual([...before, ...later])
    expect(await read(new Date(Date.now() + 60_000))).toEqual([])
  })

  test('tells how an authorization stands and what was told of it, and says no to one it never had', async () => {
    const card = await tested.issuer.createCard(await request())
    if (card.outcome !== 'done') throw new Error('no card')
    const threadId = tested.authorize(card.issuerCardId, 500n)
    tested.authorize(card.issuerCardId, 700n)
    const read = () => tested.issuer.authorizationOf({ threadId })
    expect(await read()).toEqual({ outcome: 'done', state: 'open', since: expect.any(Date), events: [] })
    const before = new Date(Date.now() - 1)
    tested.expire(threadId)
    const after = await read()
    const told = { id: expect.any(String), type: 'authorization.expired' }
    expect(after).toMatchObject({ outcome: 'done', state: 'expired', events: [told] })
    expect(after.outcome === 'done' && after.since > before).toBe(true)
    const stranger = await tested.issuer.authorizationOf({ threadId: 'thr_none' })
    expect(stranger).toEqual({ outcome: 'declined', reason: 'other' })
  })
})

describe('an answer that makes no sense is unknown', () => {
  let server: Server
  let respond: (response: ServerResponse) => void
  let ask: (terms?: Partial<HttpIssuerOptions>) => Issuer
  let issuer: Issuer
  beforeAll(async () => {
    server = createServer((_request, response) => respond(response))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    ask = terms => httpIssuer({ url, key: 'the-key', revealOrigin: url, timeoutMs: 10_000, ...terms })
  })
  beforeEach(() => {
    issuer = ask()
  })
  afterEach(() => server.closeAllConnections())
  afterAll(() => server.close())

  const json = (status: number, body: unknown) => (response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

  const answers: Record<string, (response: ServerResponse) => void> = {
    'an error with a card in it': json(500, { id: 'card', last4: '1234' }),
    'a session that leads into the page itself': json(201, {
      id: 'x',
      url: 'javascript:alert(1)',
      expiresAt: '2026-01-01T00:00:00Z',
    }),
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
    const issuer = ask(answer === answers.silence ? { timeoutMs: 300 } : {})
    const asked = { reference: 'r', issuerBudgetId: 'b', productId: 'p', cardholder }
    expect(await issuer.createCard(asked)).toEqual({ outcome: 'unknown' })
    const session = { reference: 'r', productId: 'p', returnUrl }
    expect(await issuer.createCardholderSession(session)).toEqual({ outcome: 'unknown' })
  })

  test('an order in a state that we do not know', async () => {
    const order = { id: 'o', version: 1, reason: null, tracking: null, changedAt: '2026-01-01T00:00:00Z' }
    respond = json(200, { ...order, state: 'lost_at_sea' })
    expect(await issuer.orderOf({ issuerOrderId: 'o' })).toEqual({ outcome: 'unknown' })
    respond = json(200, { ...order, state: 'shipped' })
    expect(await issuer.orderOf({ issuerOrderId: 'o' })).toMatchObject({ order: { state: 'shipped' } })
  })

  test('an id goes nowhere but into its own place of the path', async () => {
    let path = ''
    respond = response => {
      path = response.req.url ?? ''
      json(200, { id: 'x' })(response)
    }
    await issuer.close({ issuerCardId: '../cards/other?' })
    expect(path).toBe('/v1/cards/..%2Fcards%2Fother%3F/close')
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

  test('a no to a card that was made when nobody heard it: the card is found by its reference', async () => {
    const made = { id: 'card_1', last4: '4321', orderId: 'order_1' }
    const found = { outcome: 'done', issuerCardId: 'card_1', last4: '4321' }
    const asked = { reference: 'r', productId: 'p' }
    const virtual = () => issuer.createCard({ ...asked, issuerBudgetId: 'b', cardholder })
    const physical = () =>
      issuer.createPhysicalCard({ ...asked, parentIssuerCardId: 'c', embossName: 'A B', address })
    const answerWith = (looked: (response: ServerResponse) => void) => {
      respond = response =>
        response.req.method === 'POST'
          ? json(422, { error: 'cardholder_needed' })(response)
          : looked(response)
    }
    answerWith(json(200, { cards: [made] }))
    expect(await virtual()).toEqual(found)
    expect(await physical()).toEqual({ ...found, issuerOrderId: 'order_1' })
    answerWith(json(500, {}))
    expect([await virtual(), await physical()]).toEqual([{ outcome: 'unknown' }, { outcome: 'unknown' }])
    answerWith(json(200, { cards: [] }))
    expect(await virtual()).toEqual({ outcome: 'declined', reason: 'cardholder_needed' })
    expect(await physical()).toEqual({ outcome: 'declined', reason: 'cardholder_needed' })
  })

  test('five that fail in a row stop the asking: others get no answer at once, until a probe is answered', async () => {
    let time = 0
    let asked = 0
    const failures = [answers.silence, answers['half an answer'], answers['an error with a card in it']]
    const guarded = ask({ circuit: { now: () => time }, timeoutMs: 4_000 })
    const close = (issuerCardId: string) => guarded.close({ issuerCardId })
    const respondWith = (answer?: (response: ServerResponse) => void) => {
      respond = response => {
        asked++
        answer?.(response)
      }
    }
    for (const count of [0, 1, 2, 0]) {
      respondWith(failures[count])
      expect(await close('a')).toEqual({ outcome: 'unknown' })
    }
    respondWith(json(422, { error: 'card_closed' }))
    expect(await close('a')).toMatchObject({ outcome: 'declined' })
    for (const count of [1, 2, 1, 2, 1]) {
      respondWith(failures[count])
      expect(await close('a')).toEqual({ outcome: 'unknown' })
    }
    asked = 0
    respondWith(json(200, { id: 'b' }))
    expect(await close('b')).toEqual({ outcome: 'unknown' })
    expect(await guarded.cardsOf({ issuerBudgetId: 'b' })).toEqual({ outcome: 'unknown' })
    expect(asked).toBe(0)
    time = 10_000
    respondWith(answers['half an answer'])
    expect(await Promise.all([close('b'), close('c')])).toEqual([
      { outcome: 'unknown' },
      { outcome: 'unknown' },
    ])
    expect(asked).toBe(1)
    time = 20_000
    respondWith(json(200, { id: 'c' }))
    expect(await close('c')).toEqual({ outcome: 'done' })
    expect(await close('b')).toEqual({ outcome: 'done' })
  })

  test('nobody there at all', async () => {
    const alone = httpIssuer({ url: 'http://127.0.0.1:1', key: 'k', revealOrigin: 'http://127.0.0.1:1' })
    expect(await alone.createBudget({ reference: 'r', attempt: '1' })).toEqual({ outcome: 'unknown' })
  })
})
