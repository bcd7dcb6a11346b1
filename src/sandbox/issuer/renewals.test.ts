import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { monthAhead } from './expiry.ts'
import type { Card } from './rows.ts'
import { trialIssuer } from './trial.ts'

let trial: Awaited<ReturnType<typeof trialIssuer>>
let id: string
beforeEach(async () => {
  trial = await trialIssuer()
  id = (await trial.openCard()).id
})
afterEach(() => trial.close())

const card = () => trial.issuer().rows.cards.get(id) as Card
const near = (months: number) => trial.issuer().bringNear(id, months)
const renew = (reference: string) => trial.post(`/v1/cards/${id}/renew`, { reference })
const told = () => trial.server.events().map(({ type, data }) => ({ type, data }))

describe('a card whose expiry is near', () => {
  test('is told of once, again when it is due, and ends when its month is over', async () => {
    expect(near(3)).toMatchObject({ expires: 'later' })
    near(2)
    near(2)
    near(1)
    near(0)
    near(-1)
    const expiring = (expires: string) => ({ type: 'card.expiring', data: { cardId: id, expires } })
    const expired = { type: 'card.updated', data: { cardId: id, state: 'expired' } }
    await expect.poll(told, { timeout: 30_000 }).toHaveLength(3)
    expect(told()).toEqual(expect.arrayContaining([expiring('near'), expiring('due'), expired]))
    expect(card().state).toBe('expired')
    expect((await renew('late')).status).toBe(422)
  })

  test('is renewed for the years of its product, with another code and the same number, once', async () => {
    near(1)
    const before = card()
    expect((await renew('one')).body).toMatchObject({ id, expires: 'later', state: 'active' })
    const after = card()
    expect(after).toMatchObject({ number: before.number, expiry: monthAhead(1 + 36), renewals: ['one'] })
    expect(after.securityCode).not.toBe(before.securityCode)
    expect((await renew('one')).status).toBe(200)
    expect(card()).toEqual(after)
  })

  test('is not renewed before', async () => {
    expect(await renew('early')).toMatchObject({ status: 422, body: { error: 'renewal_early' } })
    expect(card().renewals).toBeUndefined()
  })
})

describe('a physical card', () => {
  const order = () =>
    trial
      .issuer()
      .rows.orders.all()
      .filter(({ cardId }) => cardId === id)
  const activate = async (code: string | null | undefined) =>
    (await trial.post(`/v1/cards/${id}/activate`, { code: code ?? '' })).status

  /** One in use whose new plastic is on its way; what its letters say. */
  async function renewed() {
    const made = await trial.orderCard({ reference: 'plastic' })
    id = made.id
    const { activationCode: first } = trial.issuer().advance(made.orderId, { to: 'delivered' })
    near(1)
    expect((await renew('unused')).status).toBe(422)
    expect(await activate(first)).toBe(200)
    for (let time = 0; time < 2; time++) expect((await renew('again')).status).toBe(200)
    const [, letter] = order()
    expect([order().length, letter]).toMatchObject([2, { renewal: 'again', address: order()[0]?.address }])
    return { first, letterId: letter?.id ?? '' }
  }

  test('has its new date once its new plastic is activated with the code of that letter, and not before', async () => {
    const { first, letterId } = await renewed()
    const old = card()
    const { activationCode } = trial.issuer().advance(letterId, { to: 'delivered' })
    expect(card().expiry).toBe(monthAhead(1))
    if (first !== activationCode) expect(await activate(first)).toBe(422)
    expect(await activate(activationCode)).toBe(200)
    expect(card()).toMatchObject({ number: old.number, expiry: old.next?.expiry, isActivated: true })
    expect(card().next).toBeUndefined()
    // Each parcel is told of under its own name.
    const mailed = () =>
      told().flatMap(({ type, data }) =>
        type === 'order.shipped' ? [data as { reference: string; tracking?: object }] : [],
      )
    await expect.poll(mailed, { timeout: 30_000 }).toHaveLength(2)
    expect(
      mailed()
        .map(({ reference, tracking }) => [reference, tracking !== undefined])
        .sort(),
    ).toEqual([
      ['again', true],
      ['plastic', true],
    ])
    expect(told().map(({ type }) => type)).not.toContain('card.plastic_expired')
  })

  test('waits for that when its old plastic has expired first, and a renewal cannot be taken back', async () => {
    const { letterId } = await renewed()
    expect(() => trial.issuer().advance(letterId, { to: 'refused' })).toThrow('not taken back')
    near(-1)
    expect(card()).toMatchObject({ state: 'active', isActivated: false })
    await expect
      .poll(() => told().map(({ type }) => type), { timeout: 30_000 })
      .toContain('card.plastic_expired')
    const { activationCode } = trial.issuer().advance(letterId, { to: 'delivered' })
    expect(await activate(activationCode)).toBe(200)
    expect(card().isActivated).toBe(true)
  })
})
