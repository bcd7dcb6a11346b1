import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { luhnDigit } from './products.ts'
import { holder, trialIssuer } from './trial.ts'

type Trial = Awaited<ReturnType<typeof trialIssuer>>
let trial: Trial
beforeEach(async () => {
  trial = await trialIssuer()
})
afterEach(() => trial.close())

const proof = '01990000-0000-4000-8000-000000000001'
/** What a token is bound to. */
const bound = { origin: 'http://127.0.0.1:3000', proofHash: hash('sha256', proof, 'hex') }

async function cardsOf(reference: string) {
  return (await trial.read(`/v1/cards?reference=${reference}`)).body.cards
}

describe('the issuer', () => {
  test('refuses a wrong key, a missing idempotency key and a body of another shape', async () => {
    const body = { reference: 'u' }
    expect((await trial.post('/v1/budgets', body, { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await trial.post('/v1/budgets', body, { 'idempotency-key': '' })).body.error).toBe(
      'idempotency_key_missing',
    )
    expect((await trial.post('/v1/budgets', { ...body, more: 1 })).status).toBe(400)
    expect((await trial.post('/v1/budgets', { reference: 5 })).body.error).toBe('invalid')
  })

  test('keeps one budget for each reference', async () => {
    const first = await trial.post('/v1/budgets', { reference: 'u' })
    expect(first.status).toBe(201)
    expect((await trial.post('/v1/budgets', { reference: 'u' })).body.id).toBe(first.body.id)
    expect((await trial.post('/v1/budgets', { reference: 'v' })).body.id).not.toBe(first.body.id)
  })

  test('refuses a card for an unknown budget or product', async () => {
    const { id: budgetId } = (await trial.post('/v1/budgets', { reference: 'u' })).body
    const card = { reference: 'o', budgetId, productId: 'celadon-virtual', cardholder: holder }
    expect(await trial.post('/v1/cards', { ...card, budgetId: 'bud_none' })).toMatchObject({
      status: 422,
      body: { error: 'budget_unknown' },
    })
    expect(await trial.post('/v1/cards', { ...card, productId: 'none' })).toMatchObject({
      status: 422,
      body: { error: 'product_unknown' },
    })
    expect(await trial.post('/v1/cards', { ...card, productId: 'celadon-physical' })).toMatchObject({
      status: 422,
      body: { error: 'product_unknown' },
    })
    expect((await trial.post('/v1/cards', { ...card, form: 'physical' })).status).toBe(400)
    expect(await cardsOf('o')).toEqual([])
  })

  test('answers a repeated key with the first answer, also after a restart, and refuses it for another request', async () => {
    const { id: budgetId } = (await trial.post('/v1/budgets', { reference: 'u' })).body
    const card = { reference: 'o', budgetId, productId: 'celadon-virtual', cardholder: holder }
    const key = { 'idempotency-key': 'same' }
    const first = await trial.post('/v1/cards', card, key)
    expect(first.body).toEqual({
      id: expect.any(String),
      reference: 'o',
      since: expect.any(String),
      last4: expect.stringMatching(/^\d{4}$/),
      state: 'active',
      expires: 'later',
      form: 'virtual',
      isActivated: true,
    })
    expect((await trial.post('/v1/cards', card, key)).body).toEqual(first.body)
    await trial.restart()
    expect((await trial.post('/v1/cards', card, key)).body).toEqual(first.body)
    const other = await trial.post('/v1/cards', { ...card, reference: 'p' }, key)
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_mismatch' } })
    expect(await cardsOf('o')).toEqual([first.body])
  })

  test('freezes, unfreezes and closes, and opens no closed card again', async () => {
    const { id } = await trial.openCard()
    expect((await trial.post(`/v1/cards/${id}/freeze`)).body.state).toBe('frozen')
    expect((await trial.post(`/v1/cards/${id}/unfreeze`)).body.state).toBe('active')
    expect((await trial.post(`/v1/cards/${id}/close`)).body.state).toBe('closed')
    expect((await trial.post(`/v1/cards/${id}/unfreeze`)).body.error).toBe('card_closed')
    expect((await trial.post('/v1/cards/card_none/freeze')).status).toBe(404)
  })

  test('does nothing with an expired card but close it', async () => {
    const { id } = await trial.openCard()
    trial.issuer().events.updateCard({ cardId: id, state: 'expired' })
    for (const [call, body] of [
      ['unfreeze', {}],
      ['reveal-tokens', bound],
      ['phone', { phone: '+447700900123' }],
    ] as const) {
      expect((await trial.post(`/v1/cards/${id}/${call}`, body)).body.error, call).toBe('card_closed')
    }
    expect((await trial.post(`/v1/cards/${id}/close`)).body.state).toBe('closed')
    expect(() => trial.issuer().events.updateCard({ cardId: id, state: 'expired' })).toThrow('stays so')
  })

  test('lists the cards of one reference or of one budget, and never all of them', async () => {
    const { id } = await trial.openCard()
    await trial.openCard('cobalt-virtual', 'order-2')
    const budgetId = trial.issuer().rows.cards.get(id)?.budgetId
    expect((await trial.read(`/v1/cards?budgetId=${budgetId}`)).body.cards).toHaveLength(2)
    expect((await trial.read('/v1/cards?reference=order-2')).body.cards).toHaveLength(1)
    expect((await trial.read('/v1/cards')).status).toBe(400)
    expect((await trial.read(`/v1/cards?budgetId=${budgetId}&reference=order-2`)).status).toBe(400)
  })

  test('closes a card reported lost, and makes another in its place', async () => {
    const { id } = await trial.openCard()
    const { budgetId } = trial.issuer().rows.cards.get(id) ?? {}
    const card = {
      reference: 'o2',
      budgetId,
      productId: 'celadon-virtual',
      cardholder: holder,
      replacesCardId: id,
    }
    expect((await trial.post('/v1/cards', card)).body.error).toBe('replaced_card_not_closed')
    expect((await trial.post(`/v1/cards/${id}/report`, { why: 'eaten' })).status).toBe(400)
    expect((await trial.post(`/v1/cards/${id}/report`, { why: 'lost' })).body.state).toBe('closed')
    expect((await trial.post('/v1/cards', card)).body).toMatchObject({ state: 'active' })
    expect(trial.issuer().rows.cards.get(id)?.reportedAs).toBe('lost')
  })

  test('changes a phone where the product allows it', async () => {
    const { id } = await trial.openCard()
    expect((await trial.post(`/v1/cards/${id}/phone`, { phone: '123' })).body.error).toBe('phone_invalid')
    expect((await trial.post(`/v1/cards/${id}/phone`, { phone: '+447700900123' })).status).toBe(200)
    const { rows } = trial.issuer()
    const card = rows.cards.get(id)
    expect(card?.cardholder.phone).toBe('+447700900123')
    if (card) rows.cards.put(id, { ...card, productId: 'oxblood-virtual' })
    const fixed = await trial.post(`/v1/cards/${id}/phone`, { phone: '+447700900124' })
    expect(fixed.body.error).toBe('cardholder_fixed')
  })
})

describe('the reveal', () => {
  test('shows the details once, to the app only, and keeps no cache', async () => {
    const { id, last4 } = await trial.openCard()
    const { token, expiresAt } = (await trial.post(`/v1/cards/${id}/reveal-tokens`, bound)).body
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000)

    const origin = { origin: 'http://127.0.0.1:3000', authorization: '' }
    const shown = await trial.post('/reveal', { token, proof }, origin)
    expect(shown.status).toBe(200)
    const { number, expiry, securityCode } = shown.body
    expect(number.slice(-4)).toBe(last4)
    expect(luhnDigit(number.slice(0, -1))).toBe(number.slice(-1))
    expect(expiry).toMatch(/^(0[1-9]|1[0-2])\/\d\d$/)
    expect(securityCode).toMatch(/^\d{3}$/)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.headers.get('access-control-allow-origin')).toBe(origin.origin)

    expect((await trial.post('/reveal', { token, proof }, origin)).status).toBe(410)
    const stranger = await trial.post('/reveal', { token, proof }, { origin: 'https://elsewhere.example' })
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('refuses an expired token', async () => {
    const { id } = await trial.openCard()
    const { token } = (await trial.post(`/v1/cards/${id}/reveal-tokens`, bound)).body
    const { tokens } = trial.issuer().rows
    tokens.put(token, { ...bound, cardId: id, expiresAt: Date.now() - 1 })
    expect((await trial.post('/reveal', { token, proof }, { origin: bound.origin })).status).toBe(410)
  })

  test.each([
    ['another origin', { origin: 'http://127.0.0.1:3001' }, proof],
    ['no origin', {}, proof],
    ['the proof of another session', { origin: 'http://127.0.0.1:3000' }, 'another-proof'],
    ['no proof', { origin: 'http://127.0.0.1:3000' }, ''],
  ])('gives nothing to %s, and the token is used up', async (_, headers, shownProof) => {
    const { id } = await trial.openCard()
    const { token } = (await trial.post(`/v1/cards/${id}/reveal-tokens`, bound)).body
    const denied = await trial.post(
      '/reveal',
      { token, proof: shownProof },
      { authorization: '', ...headers },
    )
    expect(denied.status).toBe(410)
    expect(JSON.stringify(denied.body)).not.toMatch(/\d{12}/)
    const late = await trial.post('/reveal', { token, proof }, { origin: bound.origin })
    expect(late.status).toBe(410)
  })

  test('makes no token that is bound to nothing', async () => {
    const { id } = await trial.openCard()
    for (const body of [{}, { origin: bound.origin }, { ...bound, proofHash: proof }])
      expect((await trial.post(`/v1/cards/${id}/reveal-tokens`, body)).status).toBe(400)
  })
})

describe('faults of the issuer', () => {
  const fault = (kind: string, more = {}) =>
    trial.faults.set({ part: 'issuer', kind, count: 1, path: '/v1/cards', ...more })

  async function askForCard() {
    const { id: budgetId } = (await trial.post('/v1/budgets', { reference: 'u' })).body
    const card = { reference: 'o', budgetId, productId: 'cobalt-virtual', cardholder: holder }
    return (how = {}) => trial.post('/v1/cards', card, { 'idempotency-key': 'card' }, how)
  }

  test('a time-out after success has done the work, and the same key finds it', async () => {
    const ask = await askForCard()
    fault('timeout_after_success')
    await expect(ask({ patienceMs: 3_000 })).rejects.toThrow()
    const [card] = await cardsOf('o')
    expect((await ask()).body).toEqual(card)
    expect(await cardsOf('o')).toHaveLength(1)
  })

  test('one that is meant for what is asked for is not used up by a look, nor the other way round', async () => {
    const ask = await askForCard()
    fault('error_after', { method: 'POST' })
    expect(await cardsOf('o')).toEqual([])
    expect((await ask()).status).toBe(500)
    fault('error_before', { method: 'GET' })
    expect((await ask()).status).toBe(201)
    expect((await trial.read('/v1/cards?reference=o')).status).toBe(503)
    expect(trial.faults.list()).toEqual([])
    expect(await cardsOf('o')).toHaveLength(1)
  })

  test('an error before does nothing, an error after has done it', async () => {
    const ask = await askForCard()
    fault('error_before')
    expect((await ask()).status).toBe(503)
    expect(await cardsOf('o')).toEqual([])
    fault('error_after')
    expect((await ask()).status).toBe(500)
    expect(await cardsOf('o')).toHaveLength(1)
    expect((await ask()).status).toBe(201)
  })

  test('a connection that is cut off before has done nothing, after has done it; so has an answer of rubbish', async () => {
    const ask = await askForCard()
    fault('reset_before')
    await expect(ask()).rejects.toThrow()
    expect(await cardsOf('o')).toEqual([])
    for (const kind of ['reset_after', 'garbled']) {
      fault(kind)
      await expect(ask()).rejects.toThrow()
      expect(await cardsOf('o')).toHaveLength(1)
    }
    expect((await ask()).status).toBe(201)
    expect(await cardsOf('o')).toHaveLength(1)
  })

  test('a decline is remembered for its key, and a look takes none', async () => {
    const ask = await askForCard()
    fault('decline')
    expect(await cardsOf('o')).toEqual([])
    expect(await ask()).toMatchObject({ status: 422, body: { error: 'declined' } })
    expect((await ask()).body.error).toBe('declined')
    expect(trial.faults.list()).toEqual([])
    expect(await cardsOf('o')).toEqual([])
  })

  test('a delay answers late', async () => {
    const ask = await askForCard()
    fault('delay', { ms: 200 })
    const before = Date.now()
    expect((await ask()).status).toBe(201)
    expect(Date.now() - before).toBeGreaterThanOrEqual(190)
  })
})
