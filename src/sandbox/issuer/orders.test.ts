import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { carrierTo } from '../../contract/carrier.ts'
import { address, trialIssuer } from './trial.ts'

type Trial = Awaited<ReturnType<typeof trialIssuer>>
let trial: Trial
beforeEach(async () => {
  trial = await trialIssuer()
})
afterEach(() => trial.close())

const order = async (id: string) => (await trial.read(`/v1/orders/${id}`)).body
const told = async (count: number) => {
  await expect.poll(() => trial.server.events()).toHaveLength(count)
  return trial.server.events()
}

describe('a physical card', () => {
  test('is made of a virtual card only, with a name that can be embossed', async () => {
    const { parentCardId, id } = await trial.orderCard()
    expect((await trial.orderCard({ parentCardId: 'card_none' })).error).toBe('parent_unknown')
    expect((await trial.orderCard({ parentCardId: id })).error).toBe('parent_unknown')
    expect((await trial.orderCard({ productId: 'cobalt-virtual' })).error).toBe('product_unknown')
    expect((await trial.orderCard({ productId: 'tenmoku-metal' })).error).toBe('cardholder_needed')
    expect((await trial.orderCard({ embossName: '林' })).error).toBe('invalid')
    await trial.post(`/v1/cards/${parentCardId}/close`)
    expect((await trial.orderCard({ parentCardId })).error).toBe('card_closed')
  })

  test('goes from received to delivered; each step is told with its number', async () => {
    const { id, orderId } = await trial.orderCard()
    expect(await order(orderId)).toEqual({
      id: orderId,
      cardId: id,
      state: 'received',
      version: 1,
      reason: null,
      tracking: null,
      changedAt: expect.any(String),
    })
    trial.issuer().advance(orderId)
    trial.issuer().advance(orderId, { to: 'delivered' })
    const tracking = { carrier: expect.any(String), number: expect.any(String) }
    const common = { orderId, cardId: id, reference: 'apply-1' }
    expect((await told(4)).map(({ type, data }) => [type, data])).toEqual([
      ['order.approved', { ...common, version: 2 }],
      ['order.printing', { ...common, version: 3 }],
      ['order.shipped', { ...common, version: 4, tracking }],
      ['order.delivered', { ...common, version: 5, tracking }],
    ])
    expect(() => trial.issuer().advance(orderId)).toThrow('already delivered')
    expect(() => trial.issuer().advance(orderId, { to: 'printing' })).toThrow('does not become')
  })

  test('is refused with a reason and closed; nothing follows', async () => {
    const { id, orderId } = await trial.orderCard()
    trial.issuer().advance(orderId, { to: 'refused', reason: 'name_not_printable' })
    expect(await told(1)).toMatchObject([{ type: 'order.refused', data: { reason: 'name_not_printable' } }])
    expect(trial.issuer().rows.cards.get(id)?.state).toBe('closed')
    expect(() => trial.issuer().advance(orderId)).toThrow('already refused')
    expect((await trial.post(`/v1/orders/${orderId}/cancel`)).body.error).toBe('order_in_making')
  })

  test('is cancelled before printing and not after, and told once', async () => {
    const { id, orderId } = await trial.orderCard()
    expect((await trial.post('/v1/orders/ord_none/cancel')).status).toBe(404)
    expect((await trial.post(`/v1/orders/${orderId}/cancel`)).body.state).toBe('cancelled')
    expect((await trial.post(`/v1/orders/${orderId}/cancel`)).body.state).toBe('cancelled')
    expect(await told(1)).toMatchObject([{ type: 'order.cancelled' }])
    expect(trial.issuer().rows.cards.get(id)?.state).toBe('closed')
    const other = await trial.orderCard({ reference: 'apply-2' })
    trial.issuer().advance(other.orderId, { to: 'printing' })
    expect((await trial.post(`/v1/orders/${other.orderId}/cancel`)).body.error).toBe('order_in_making')
    expect((await order(other.orderId)).state).toBe('printing')
  })

  test.each(['CN', 'TW', 'JP', 'DE'])('that goes to %s is brought by whom was promised', async country => {
    const { orderId } = await trial.orderCard({ address: { ...address, country } })
    trial.issuer().advance(orderId, { to: 'shipped' })
    expect((await order(orderId)).tracking).toMatchObject({ carrier: carrierTo(country) })
  })

  test('that came back is mailed again to a new address, with the code it had', async () => {
    const { orderId } = await trial.orderCard()
    const path = `/v1/orders/${orderId}/remail`
    const elsewhere = { ...address, city: 'Nanchang' }
    const { activationCode } = trial.issuer().advance(orderId, { to: 'shipped' })
    expect((await trial.post(path, { address: elsewhere })).body.error).toBe('order_not_returned')
    trial.issuer().advance(orderId, { to: 'returned' })
    expect(() => trial.issuer().advance(orderId)).toThrow('already returned')
    expect((await trial.post(path, { address: { ...elsewhere, country: 'China' } })).status).toBe(400)
    expect((await trial.post(path, { address: elsewhere })).body).toMatchObject({
      state: 'printing',
      tracking: null,
    })
    const kept = trial.issuer().rows.orders.get(orderId)
    expect(kept).toMatchObject({ activationCode, address: { city: 'Nanchang' } })
    expect((await told(5)).map(({ type }) => type).slice(3)).toEqual(['order.returned', 'order.printing'])
  })

  test('has a code from printing on; five wrong ones within an hour block it, also over a restart', async () => {
    const { id, orderId, parentCardId } = await trial.orderCard()
    const activate = async (code: string, card = id) =>
      (await trial.post(`/v1/cards/${card}/activate`, { code })).body.error ?? 'activated'
    expect(await activate('123456')).toBe('nothing_to_activate')
    expect(await activate('123456', parentCardId)).toBe('nothing_to_activate')
    const { activationCode } = trial.issuer().advance(orderId, { to: 'delivered' })
    const code = activationCode ?? ''
    expect(code).toMatch(/^\d{6}$/)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) expect(await activate(wrong)).toBe('activation_code_wrong')
    await trial.restart()
    expect(await activate(code)).toBe('activation_blocked')
    const card = trial.issuer().rows.cards.get(id)
    if (card) trial.issuer().rows.cards.put(id, { ...card, wrongCodesAt: [Date.now() - 3_600_001] })
    expect(await activate(code)).toBe('activated')
    expect(await activate(code)).toBe('activated')
  })

  test('takes a PIN of four digits that is no pattern; it is told to nobody', async () => {
    const { id, parentCardId } = await trial.orderCard()
    const setPin = async (pin: string, card = id) => await trial.post(`/v1/cards/${card}/pin`, { pin })
    for (const pin of ['0000', '1234', '6543']) expect((await setPin(pin)).body.error).toBe('pin_weak')
    expect((await setPin('12345')).status).toBe(400)
    expect((await setPin('2580', parentCardId)).body.error).toBe('pin_not_used')
    expect(Object.values((await setPin('2580')).body)).not.toContain('2580')
    await trial.post(`/v1/cards/${id}/close`)
    expect((await setPin('2581')).body.error).toBe('card_closed')
  })
})

test('with a clock orders go their way by themselves, and one that came back stays', async () => {
  const clocked = await trialIssuer({ orderMs: 20 })
  try {
    const { orderId } = await clocked.orderCard()
    const back = await clocked.orderCard({ reference: 'apply-2' })
    clocked.issuer().advance(back.orderId, { to: 'shipped' })
    clocked.issuer().advance(back.orderId, { to: 'returned' })
    const stateOf = (id: string) => clocked.issuer().rows.orders.get(id)?.state
    await expect.poll(() => stateOf(orderId)).toBe('delivered')
    expect(stateOf(back.orderId)).toBe('returned')
  } finally {
    await clocked.close()
  }
})
