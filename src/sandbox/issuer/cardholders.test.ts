import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { trialIssuer } from './trial.ts'

let trial: Awaited<ReturnType<typeof trialIssuer>>
beforeEach(async () => {
  trial = await trialIssuer()
})
afterEach(() => trial.close())

const app = 'http://127.0.0.1:3000'
const target = '/pages/makeCard/makeCard?id=1&cardHolderId=app-holder'
const returnUrl = `${app}/#/pages/redirect/redirect?target=${encodeURIComponent(target)}`
const filledIn = { firstName: 'Ada', lastName: 'Lin', birthDate: '1990-02-03', address: '1 Kiln Road' }

async function session(more: object = {}) {
  const asked = { reference: 'holder-1', productId: 'tenmoku-metal', returnUrl, ...more }
  return await trial.post('/v1/cardholder-sessions', asked)
}

async function submit(url: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

const stateOf = async (id: string) => (await trial.read(`/v1/cardholders/${id}`)).body.state

describe('the page for cardholders', () => {
  test('leads nobody to a place that is not the app', async () => {
    for (const elsewhere of [
      'https://evil.example/',
      'javascript:alert(1)',
      'nowhere',
      `${app}.evil.example/`,
    ]) {
      expect((await session({ returnUrl: elsewhere })).body.error).toBe('return_url_unknown')
    }
    expect((await session({ productId: 'none' })).body.error).toBe('product_unknown')
  })

  test('opens with the whole link only and for half an hour', async () => {
    const { id, url, expiresAt } = (await session()).body
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${app}`)
    expect(url).not.toContain(id)
    expect((await fetch(url.replace(/\/[^/]*$/, `/${id}`))).status).toBe(410)
    const { rows } = trial.issuer()
    const row = rows.cardholders.get(id)
    if (row) rows.cardholders.put(id, { ...row, expiresAt: Date.now() - 1 })
    expect((await fetch(url)).status).toBe(410)
    expect((await submit(url, { ...filledIn, answer: 'confirm' })).status).toBe(410)
    expect(await stateOf(id)).toBe('pending')
  })

  test('asks for every field before it confirms', async () => {
    const { id, url } = (await session()).body
    for (const missing of Object.keys(filledIn)) {
      expect((await submit(url, { ...filledIn, [missing]: ' ', answer: 'confirm' })).status).toBe(422)
    }
    expect(await stateOf(id)).toBe('pending')
  })

  test('refused, it leads back to the route in the hash with a cancel; the first answer stays', async () => {
    const { id, url } = (await session()).body
    const { status, location } = await submit(url, { answer: 'refuse' })
    expect(status).toBe(303)
    const back = new URL(location ?? '')
    const query = new URLSearchParams(back.hash.split('?')[1])
    expect([back.origin, back.search, back.hash.split('?')[0]]).toEqual([
      app,
      '',
      '#/pages/redirect/redirect',
    ])
    expect(Object.fromEntries(query)).toEqual({ target, cardHolderId: 'holder-1', result: 'cancel' })
    expect((await submit(url, { ...filledIn, answer: 'confirm' })).location).toBe(location)
    expect(await stateOf(id)).toBe('refused')
  })

  test('confirmed, the card is made out to whom it names', async () => {
    const { id, url } = (await session()).body
    const order = { productId: 'tenmoku-metal', cardholderId: id }
    expect((await trial.orderCard(order)).error).toBe('cardholder_needed')
    const { location } = await submit(url, { ...filledIn, firstName: 'Augusta', answer: 'confirm' })
    expect(location).toContain('result=success')
    expect(await stateOf(id)).toBe('confirmed')
    const card = trial.issuer().rows.cards.get((await trial.orderCard(order)).id)
    expect(card?.cardholder).toMatchObject({ firstName: 'Augusta', city: 'Jingdezhen' })
  })

  test('answers into the query of a place without a hash', async () => {
    const { url } = (await session({ returnUrl: `${app}/back?x=1` })).body
    expect((await submit(url, { answer: 'refuse' })).location).toBe(
      `${app}/back?x=1&cardHolderId=holder-1&result=cancel`,
    )
  })
})
