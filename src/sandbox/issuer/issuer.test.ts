import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { luhnDigit } from './products.ts'
import { holder, trialIssuer } from './trial.ts'

type Trial = Awaited<ReturnType<typeof trialIssuer>>
let trial: Trial
beforeEach(async () => {
  trial = await trialIssuer()
})
afterEach(() => trial.close())

async function cardsOf(reference: string) {
  const url = `${trial.issuer().settings.ISSUER_URL}/v1/cards?reference=${reference}`
  const response = await fetch(url, { headers: { authorization: 'Bearer key' } })
  return (await response.json()).cards
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
    expect(await trial.post('/v1/cards', { ...card, form: 'physical' })).toMatchObject({
      status: 422,
      body: { error: 'product_unknown' },
    })
    expect(await cardsOf('o')).toEqual([])
  })

  test('answers a repeated key with the first answer, also after a restart, and refuses it for another request', async () => {
    const { id: budgetId } = (await trial.post('/v1/budgets', { reference: 'u' })).body
    const card = { reference: 'o', budgetId, productId: 'celadon-virtual', cardholder: holder }
    const key = { 'idempotency-key': 'same' }
    const first = await trial.post('/v1/cards', card, key)
    expect(first.body).toEqual({
      id: expect.any(String),
      last4: expect.stringMatching(/^\d{4}$/),
      state: 'active',
      form: 'virtual',
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

  test('orders a physical card and sends it on its way', async () => {
    const { id, orderId = '' } = await trial.openCard('tenmoku-metal')
    const { cards, rows } = trial.issuer()
    const states = [
      cards.advance(orderId).state,
      cards.advance(orderId).state,
      cards.advance(orderId, 'returned').state,
    ]
    expect(states).toEqual(['shipped', 'delivered', 'returned'])
    expect((await trial.post(`/v1/cards/${id}/activate`, { code: 'abc' })).status).toBe(400)
    const code = rows.orders.get(orderId)?.activationCode ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await trial.post(`/v1/cards/${id}/activate`, { code: wrong })).body.error).toBe(
      'activation_code_wrong',
    )
    expect((await trial.post(`/v1/cards/${id}/activate`, { code })).status).toBe(200)
  })
})

describe('the reveal', () => {
  test('shows the details once, to the app only, and keeps no cache', async () => {
    const { id, last4 } = await trial.openCard()
    const { token, expiresAt } = (await trial.post(`/v1/cards/${id}/reveal-tokens`)).body
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000)

    const origin = { origin: 'http://127.0.0.1:3000', authorization: '' }
    const shown = await trial.post('/reveal', { token }, origin)
    expect(shown.status).toBe(200)
    const { number, expiry, securityCode } = shown.body
    expect(number.slice(-4)).toBe(last4)
    expect(luhnDigit(number.slice(0, -1))).toBe(number.slice(-1))
    expect(expiry).toMatch(/^(0[1-9]|1[0-2])\/\d\d$/)
    expect(securityCode).toMatch(/^\d{3}$/)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.headers.get('access-control-allow-origin')).toBe(origin.origin)

    expect((await trial.post('/reveal', { token }, origin)).status).toBe(410)
    const stranger = await trial.post('/reveal', { token }, { origin: 'https://elsewhere.example' })
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('refuses an expired token', async () => {
    const { id } = await trial.openCard()
    const { token } = (await trial.post(`/v1/cards/${id}/reveal-tokens`)).body
    trial.issuer().rows.tokens.put(token, { cardId: id, expiresAt: Date.now() - 1 })
    expect((await trial.post('/reveal', { token })).status).toBe(410)
  })
})

describe('faults of the issuer', () => {
  const fault = (kind: string, more = {}) =>
    trial.faults.set({ part: 'issuer', kind, count: 1, path: '/v1/cards', ...more })

  async function askForCard() {
    const { id: budgetId } = (await trial.post('/v1/budgets', { reference: 'u' })).body
    const card = { reference: 'o', budgetId, productId: 'cobalt-virtual', cardholder: holder }
    return () => trial.post('/v1/cards', card, { 'idempotency-key': 'card' })
  }

  test('a time-out after success has done the work, and the same key finds it', async () => {
    const ask = await askForCard()
    fault('timeout_after_success')
    await expect(ask()).rejects.toThrow()
    const [card] = await cardsOf('o')
    expect((await ask()).body).toEqual(card)
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

  test('a decline is remembered for its key', async () => {
    const ask = await askForCard()
    trial.faults.set({ part: 'issuer', kind: 'decline', count: 1 })
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
