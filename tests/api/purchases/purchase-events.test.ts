import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardTranscationList, detail } from '../../../src/contract/card.ts'
import { handleIssuerEvent } from '../../../src/server/jobs/issuer-event.ts'
import { begin, billsOf, cardWith, customer, money, rowOf, tested } from '../../fixtures/cards/buyer.ts'
import {
  ask,
  posting,
  question,
  sendHook,
  sendSigned,
  shop,
  signatureOf,
  type TestCard,
  tellEvent,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { timePasses } from '../../fixtures/cards/dated.ts'
import { dyingAt } from '../../fixtures/dying.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('a hook is refused', () => {
  test('without a good signature, and nothing is kept', async () => {
    const body = JSON.stringify(question({ issuerCardId: 'card' }))
    const secret = tested.world.config.ISSUER_WEBHOOK_SECRET
    const old = new Date(Date.now() - 301_000)
    for (const headers of [{}, signatureOf(secret, `${body} `), signatureOf(secret, body, old)]) {
      for (const path of ['authorization', 'events']) {
        const response = await tested.http.inject({
          method: 'POST',
          url: `/hooks/issuer/${path}`,
          payload: body,
          headers: { 'content-type': 'application/json', ...headers },
        })
        expect([response.statusCode, response.body]).toEqual([401, ''])
      }
    }
    expect(await tested.world.db.selectFrom('issuer_events').select('id').execute()).toEqual([])
  })

  test('when it makes no sense', async () => {
    for (const amount of ['-1.00', '1e3', '20.001', 20, null]) {
      const response = await sendHook(tested, 'authorization', question({ issuerCardId: 'card' }, { amount }))
      expect(response.statusCode).toBe(400)
    }
    for (const id of ['', 'a b', 'é', 'a'.repeat(129)]) {
      const asked = question({ issuerCardId: 'card' }, { id })
      expect((await sendHook(tested, 'authorization', asked)).statusCode).toBe(400)
    }
    expect((await sendHook(tested, 'events', { id: 'evt' })).statusCode).toBe(400)
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    const told = `{"id":"evt_deep","type":"card.renamed","at":"2026-01-01T00:00:00Z","data":{"deep":${deep}}}`
    expect((await sendSigned(tested, 'events', told)).statusCode).toBe(400)
  })

  test('when it asks about a purchase of another card', async () => {
    const other = await cardWith('10')
    const asked = question(other, { amount: '5.00' })
    expect((await sendHook(tested, 'authorization', asked)).json()).toEqual({ decision: 'approved' })
    const again = question(await cardWith('10'), { threadId: asked.threadId })
    expect((await sendHook(tested, 'authorization', again)).statusCode).toBe(400)
  })
})

describe('events', () => {
  test.each(['a\u0000b', 'a\ud83db'])(
    'that say %j, which the database does not hold, are followed',
    async name => {
      const card = await cardWith('10')
      const data = posting(card, '5.00', { final: true, merchant: { ...shop, name } })
      expect((await tellEvent(tested, 'clearing.posted', data)).statusCode).toBe(200)
      expect(await money(card)).toEqual([1000n - 503n, 0n])
      expect(await rowOf(card)).toMatchObject({ merchant: 'a\ufffdb' })
    },
  )

  test('that nobody knows or that make no sense are stored and answered', async () => {
    const card = await cardWith('10')
    const response = await tellEvent(tested, 'moon.full', { cardId: card.issuerCardId })
    expect(response.statusCode).toBe(200)
    const bad = await tellEvent(tested, 'clearing.posted', posting(card, '-5.00', { final: true }))
    expect(bad.statusCode).toBe(200)
    expect(await money(card)).toEqual([1000n, 0n])
  })

  test('beyond what the books can hold are put aside for a person, and move nothing', async () => {
    const card = await cardWith('10')
    const { db } = tested.world
    const beyond = [{ id: 'a'.repeat(129) }, { id: 'a b' }, { id: 'é' }, { amount: '1000000000.01' }]
    const told = beyond.map(fields => [`evt_${randomUUID()}`, posting(card, '5.00', fields)] as const)
    for (const [id, data] of told) {
      await tellEvent(tested, 'clearing.posted', { ...data, final: true }, id)
      await tellEvent(tested, 'refund.posted', data, `${id}-back`)
    }
    const order = { orderId: 'o', cardId: 'c', reference: 'r', version: 2 ** 31 }
    await tellEvent(tested, 'order.approved', order, 'evt_order_beyond')
    expect(await money(card)).toEqual([1000n, 0n])
    const ids = [...told.flatMap(([id]) => [id, `${id}-back`]), 'evt_order_beyond']
    const alarms = await db.selectFrom('alarms').select('subject').where('subject', 'in', ids).execute()
    expect(alarms.map(({ subject }) => subject).sort()).toEqual(ids.sort())
    expect(await db.selectFrom('jobs').select('key').where('key', 'in', ids).execute()).toEqual([])
  })

  test('of the longest name there may be is followed to its end', async () => {
    const card = await cardWith('1000')
    const name = (what: string) => `${what}${randomUUID()}`.padEnd(128, 'x')
    const asked = question(card, { id: name('ask'), amount: '20.00' })
    const { threadId } = asked
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
    const posted = (id: string, amount: string) => posting(card, amount, { id, threadId })
    const clearing = { ...posted(name('clr'), '25.00'), final: true }
    await tellEvent(tested, 'clearing.posted', clearing, name('evt'))
    await tellEvent(tested, 'refund.posted', posted(name('ref'), '5.00'), name('evt'))
    await tellEvent(tested, 'refund.reversed', posted(name('rev'), '5.00'), name('evt'))
    expect(await money(card)).toEqual([100_000n - 2513n, 0n])
  })

  test('about a card that is not known yet wait for it', async () => {
    const clearing = posting({ issuerCardId: 'card_later' } as TestCard, '5.00', { final: true })
    await tellEvent(tested, 'clearing.posted', clearing)
    const card = await cardWith('10')
    await tested.world.db
      .updateTable('cards')
      .set({ issuer_card_id: 'card_later' })
      .where('id', '=', card.cardId)
      .execute()
    await workLater(tested)
    expect(await money(card)).toEqual([1000n - 503n, 0n])
  })

  test('of a question heard of after its clearing still tell how it was paid', async () => {
    const card = await cardWith('10')
    const asked = question(card, { amount: '2.00', channel: 'contactless' })
    const { threadId } = asked
    await tellEvent(tested, 'clearing.posted', posting(card, '2.00', { threadId, final: true }))
    expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
    const page = { cardId: card.cardId, type: 'contactless', page: 1, pageSize: 10 }
    const { list } = await tested.succeed(cardTranscationList, page, customer.token)
    expect(list).toMatchObject([{ threadId, status: 'posted', cleared: '2' }])
  })

  test('about a state of a card in any order leave the newest; closed stays closed', async () => {
    const card = await cardWith('10')
    const tell = async (state: string, second: number) => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
      const data = { cardId: card.issuerCardId, state }
      await sendHook(tested, 'events', { id: `evt_${randomUUID()}`, type: 'card.updated', at, data })
      await tested.work()
      return (await tested.succeed(detail, { id: card.cardId }, customer.token)).status
    }
    expect(await tell('frozen', 2)).toBe('frozen_risk')
    expect(await tell('active', 1)).toBe('frozen_risk')
    expect(await tell('active', 3)).toBe('active')
    expect(await tell('closed', 4)).toBe('closed')
    expect(await tell('active', 5)).toBe('closed')
  })

  test('survive an end at every statement: one effect', async () => {
    const card = await cardWith('1000')
    const { world } = tested
    let isThrough = false
    let steps = 0
    for (let at = 1; !isThrough; at++) {
      await timePasses(tested, card, 1)
      const asked = question(card, { amount: '1.00' })
      expect(await ask(tested, asked)).toEqual({ decision: 'approved' })
      const eventId = `evt_${randomUUID()}`
      const data = posting(card, '1.00', { threadId: asked.threadId, final: true })
      await sendHook(tested, 'events', {
        id: eventId,
        type: 'clearing.posted',
        at: new Date().toISOString(),
        data,
      })
      const dying = { ...world, db: dyingAt(world.db, at).db }
      isThrough = await handleIssuerEvent(dying, { eventId }).then(
        () => true,
        () => false,
      )
      await tested.work()
      steps = at
    }
    expect(steps).toBeGreaterThan(10)
    expect(await money(card)).toEqual([100_000n - BigInt(steps) * 101n, 0n])
    const consumed = (await billsOf(card)).filter(bill => bill === 'consume -1 done')
    expect(consumed).toHaveLength(steps)
  })
})
