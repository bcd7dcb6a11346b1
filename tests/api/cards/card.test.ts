import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as card from '../../../src/contract/card.ts'
import * as cardControl from '../../../src/contract/card-control.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import {
  messagesOf,
  openedCard,
  readyCustomer,
  setStatus,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { begin, hearAnew, tested } from '../../fixtures/cards/heard-issuer.ts'

beforeAll(begin)
afterAll(() => tested.close())
beforeEach(hearAnew)

describe('kinds of card', () => {
  test('an unknown one is refused', async () => {
    expect(await tested.send(card.getCardType, { id: 'gold' })).toMatchObject({ key: 'card_type_missing' })
  })

  test('are listed with all their fees to anybody, the enabled ones apart', async () => {
    const all = await tested.succeed(card.types, { pageSize: 1000, page: 1 })
    expect(all.list.map(({ id, status }) => [id, status])).toEqual([
      ['celadon', 'enable'],
      ['cobalt', 'enable'],
      ['oxblood', 'enable'],
      ['celadon-physical', 'enable'],
      ['tenmoku', 'enable'],
    ])
    const enabled = await tested.succeed(card.types, { pageSize: 1, page: 2, status: 'enable' })
    expect(enabled).toMatchObject({ total: 5, list: [{ id: 'cobalt', region: 'HK', crossBorderFee: '1.2' }] })
    expect(await tested.succeed(card.getCardType, { id: 'celadon' })).toMatchObject({
      openFee: '5',
      rechargeFee: '1',
      consumeFee: '0.5',
      singleRechargeMin: '10',
    })
  })
})

describe('a card', () => {
  test('of somebody else is denied like one that is not there', async () => {
    const [customer, other] = [await readyCustomer(tested, '100'), await readyCustomer(tested, '0')]
    const { cardId } = await openedCard(tested, customer)
    const month = { pageSize: 10, page: 1, cardId }
    const answers = await Promise.all(
      [cardId, randomUUID()].map(async id => [
        await tested.send(card.detail, { id }, other.token),
        await tested.send(cardControl.freeze, { id }, other.token),
        await tested.send(cardControl.unfreeze, { id }, other.token),
        await tested.send(cardControl.cardSecret, { id, pin: testPin, proof: randomUUID() }, other.token),
        await tested.send(card.cardTranscationList, { ...month, cardId: id }, other.token),
      ]),
    )
    for (const answer of answers.flat()) expect(answer).toMatchObject({ status: 403 })
    expect(answers[0]).toEqual(answers[1])
  })

  test('is frozen by us at once, and told to the issuer when it can be reached', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId, issuerCardId } = await openedCard(tested, customer)
    const atIssuer = () =>
      [...tested.issuer.cards.values()].find(other => other.issuerCardId === issuerCardId)
    tested.issuer.behaveAt('setFrozen', 'does nothing and is not heard')
    for (let time = 0; time < 2; time++) {
      const frozen = await tested.succeed(cardControl.freeze, { id: cardId }, customer.token)
      expect(frozen).toMatchObject({ status: 'frozen_user' })
    }
    await tested.work()
    expect(atIssuer()?.isFrozen).toBe(false)
    await workLater(tested)
    expect(atIssuer()?.isFrozen).toBe(true)

    const back = await tested.succeed(cardControl.unfreeze, { id: cardId }, customer.token)
    expect(back).toMatchObject({ status: 'active' })
    await tested.work()
    expect(atIssuer()?.isFrozen).toBe(false)
    const told = (await messagesOf(tested, customer)).filter(({ notice_type }) => notice_type === 'cardState')
    expect(told.map(({ params }) => params.status)).toEqual(['frozen_user', 'active'])
  })

  test('that we froze or that is closed is not unfrozen', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const to = (status: 'frozen_risk' | 'closed') => setStatus(tested.world.db, { cardId }, status)
    await to('frozen_risk')
    expect(await tested.send(cardControl.unfreeze, { id: cardId }, customer.token)).toMatchObject({
      key: 'card_frozen',
    })
    expect(await tested.succeed(cardControl.freeze, { id: cardId }, customer.token)).toMatchObject({
      status: 'frozen_risk',
    })
    await to('closed')
    for (const call of [cardControl.freeze, cardControl.unfreeze]) {
      expect(await tested.send(call, { id: cardId }, customer.token)).toMatchObject({ key: 'card_closed' })
    }
  })
})

describe('the full card', () => {
  test('is not shown without the PIN, on doubt, or more than five times an hour', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const look = (pin = testPin) =>
      tested.send(cardControl.cardSecret, { id: cardId, pin, proof: randomUUID() }, customer.token)
    const views = () =>
      tested.world.db.selectFrom('card_views').select('id').where('card_id', '=', cardId).execute()

    expect(await look('wrong-pin')).toMatchObject({ key: 'pin_incorrect' })
    expect(await views()).toHaveLength(0)
    tested.issuer.behaveAt('createRevealToken', 'does nothing and is not heard')
    expect(await look()).toMatchObject({ status: 503 })
    for (let time = 2; time <= 5; time++) expect(await look()).toMatchObject({ code: 1 })
    const over = { key: 'limit_exceeded', data: { limit: '5', until: expect.any(String) } }
    for (let time = 0; time < 2; time++) expect(await look()).toMatchObject(over)
    expect(await views()).toHaveLength(5)
    const told = (await messagesOf(tested, customer)).map(({ params }) => params.event)
    expect(told.filter(event => event === 'cardViewed')).toHaveLength(5)
    expect(told.filter(event => event === 'cardViewsOver')).toHaveLength(1)
    await tested.world.db
      .updateTable('card_views')
      .set(({ eb }) => ({ created_at: eb('created_at', '-', sql<Date>`interval '1 hour'`) }))
      .where('card_id', '=', cardId)
      .execute()
    expect(await look()).toMatchObject({ code: 1 })
  })

  test('is refused from the sixth of ten looks at once', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const answers = await atOnce(10, () =>
      tested.send(cardControl.cardSecret, { id: cardId, pin: testPin, proof: randomUUID() }, customer.token),
    )
    expect(answers.filter(answer => 'code' in answer && answer.code === 1)).toHaveLength(5)
    expect(answers.filter(answer => 'key' in answer && answer.key === 'limit_exceeded')).toHaveLength(5)
  })

  test('is a token for the issuer’s own origin', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const proof = randomUUID()
    const asked = { id: cardId, pin: testPin, proof }
    const secret = await tested.succeed(cardControl.cardSecret, asked, customer.token)
    expect(secret).toEqual({
      token: expect.stringMatching(/^reveal_/),
      url: 'https://issuer.example/reveal',
      expiresAt: expect.any(String),
    })
    expect(tested.issuer.reveals.at(-1)).toEqual({
      token: secret.token,
      origin: new URL(tested.world.config.PUBLIC_URL).origin,
      proofHash: hash('sha256', proof, 'hex'),
    })
  })

  test('counts for the origin that asked, and is not given without a proof', async () => {
    const customer = await readyCustomer(tested, '100')
    const { cardId } = await openedCard(tested, customer)
    const ask = (body: object) =>
      tested.http.inject({
        method: 'POST',
        url: cardControl.cardSecret.path,
        payload: { id: cardId, pin: testPin, ...body },
        headers: { 'x-access-token': customer.token, origin: 'https://app.glaze.example' },
      })
    for (const body of [{}, { proof: 'guessed' }]) {
      expect((await ask(body)).json()).toMatchObject({
        code: 1400,
        data: { fields: { proof: expect.any(String) } },
      })
    }
    expect((await ask({ proof: randomUUID() })).json()).toMatchObject({ code: 1 })
    expect(tested.issuer.reveals.at(-1)).toMatchObject({ origin: 'https://app.glaze.example' })
  })
})

/** `count` calls, all at once. */
async function atOnce<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: count }, call))
}
