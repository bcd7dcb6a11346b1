import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openCard } from '../../../src/contract/card.ts'
import { closeCard, freeze, reportLost } from '../../../src/contract/card-control.ts'
import type { Issuer } from '../../../src/server/cards/issuer.ts'
import { followAll } from '../../../src/server/jobs/follow-orders.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import { anotherCard, ordered } from '../../fixtures/cards/applicant.ts'
import { begin, card, customer, town, world } from '../../fixtures/cards/card-town.ts'
import { messagesOf, moneyOf, sendHook } from '../../fixtures/cards/cardholder.ts'
import {
  alarms,
  atIssuer,
  budget,
  renew,
  round,
  said,
  status,
  wordless,
} from '../../fixtures/cards/compared.ts'

// Our cards and the issuer's are compared: what a lost word explains is mended as that word would have, the rest is for a
// person. Over real sockets.

beforeAll(begin)
beforeEach(renew)
afterAll(() => town.close())

const cardNotices = async () =>
  (await messagesOf(town.tested, customer)).filter(({ notice_type }) => notice_type === 'cardState')
const numbers = async () =>
  (await world.db.selectFrom('cards').select('id').where('user_id', '=', customer.userId).execute()).length

test('cards that agree are left for a day, and an issuer that does not answer is asked in an hour', async () => {
  await round()
  expect(await budget()).toEqual({ differences: [], hours: 24 })
  await town.tested.succeed(freeze, { id: card.cardId }, customer.token)
  await town.tested.work()
  await round()
  expect(await budget()).toEqual({ differences: [], hours: 24 })
  wordless('closed')
  town.faults.set({ part: 'issuer', kind: 'error_before', path: '/v1/cards', count: 1 })
  await round()
  expect([await budget(), await status()]).toEqual([{ differences: [], hours: 1 }, 'frozen_user'])
})

describe('a word of the issuer that was lost is taken as heard', () => {
  test('that it closed a card: what is on it goes to the wallet, once', async () => {
    const word = wordless('closed')
    if (!word) throw new Error('nothing was told')
    const { wallet } = await moneyOf(town.tested, customer, card)
    await round()
    const after = { wallet: wallet + 100_000_000n, card: 0n }
    expect([await status(), await moneyOf(town.tested, customer, card)]).toMatchObject(['closed', after])
    expect(await budget()).toEqual({ differences: [`over_there:${card.cardId}`], hours: 1 })
    // The word itself comes much later.
    expect((await sendHook(town.tested, 'events', JSON.parse(word.body))).statusCode).toBe(200)
    await town.tested.work()
    await round()
    expect([await status(), await moneyOf(town.tested, customer, card)]).toMatchObject(['closed', after])
    expect(await budget()).toEqual({ differences: [], hours: 24 })
    expect(await cardNotices()).toMatchObject([{ params: { status: 'closed', amount: '100' } }])
    expect(await alarms()).toEqual([])
  })

  test('that a freeze of its own is over', async () => {
    await said('frozen')
    expect(await status()).toBe('frozen_risk')
    wordless('active')
    await round()
    expect(await status()).toBe('active')
    await round()
    expect([await budget(), await alarms()]).toEqual([{ differences: [], hours: 24 }, []])
  })

  test('but not against a later one, which comes while it is asked', async () => {
    await said('frozen')
    wordless('active')
    const cardsOf: Issuer['cardsOf'] = async request => {
      const answer = await world.issuer.cardsOf(request)
      await said('frozen')
      return answer
    }
    await round({ ...world, issuer: { ...world.issuer, cardsOf } })
    expect(await status()).toBe('frozen_risk')
    await round()
    expect([await status(), await budget()]).toEqual(['frozen_risk', { differences: [], hours: 24 }])
  })
})

describe('whose a freeze is goes by what the issuer says', () => {
  const flags = () =>
    world.db
      .selectFrom('cards')
      .select(['status', 'frozen_by_customer', 'frozen_by_issuer'])
      .where('id', '=', card.cardId)
      .executeTakeFirstOrThrow()
  const freezeIt = async () => {
    await town.tested.succeed(freeze, { id: card.cardId }, customer.token)
    await town.tested.work()
  }
  const agreed = [{ differences: [], hours: 24 }, []]

  test('its own beside its customer’s is taken', async () => {
    await freezeIt()
    wordless('frozen')
    for (let time = 0; time < 2; time++) await round()
    const both = { status: 'frozen_risk', frozen_by_customer: true, frozen_by_issuer: true }
    expect([await flags(), atIssuer().frozenBy]).toEqual([both, ['program', 'issuer']])
    expect([await budget(), await alarms()]).toEqual(agreed)
  })

  test('its own is over though its customer’s stands', async () => {
    await said('frozen')
    wordless('active')
    await freezeIt()
    expect(await status()).toBe('frozen_risk')
    for (let time = 0; time < 2; time++) await round()
    const one = { status: 'frozen_user', frozen_by_customer: true, frozen_by_issuer: false }
    expect([await flags(), atIssuer().frozenBy]).toEqual([one, ['program']])
    expect([await budget(), await alarms()]).toEqual(agreed)
  })

  test('its customer’s is told again beside its own, and lifted where it is over', async () => {
    await said('frozen')
    await town.tested.succeed(freeze, { id: card.cardId }, customer.token)
    await world.db.deleteFrom('jobs').where('kind', '=', 'freeze-card').execute()
    await round()
    expect([(await flags()).status, atIssuer().frozenBy]).toEqual(['frozen_risk', ['issuer', 'program']])
    await renew()
    town.sandbox.cards.setState(card.issuerCardId, 'frozen', 'program')
    for (let time = 0; time < 2; time++) await round()
    expect([(await flags()).status, atIssuer().state]).toEqual(['active', 'active'])
    expect([await budget(), await alarms()]).toEqual(agreed)
  })

  test('one of its own is taken', async () => {
    wordless('frozen')
    for (let time = 0; time < 2; time++) await round()
    expect([await status(), atIssuer().state]).toEqual(['frozen_risk', 'frozen'])
    expect([await budget(), await alarms()]).toEqual(agreed)
  })
})

describe('what the issuer has not heard is told again', () => {
  test('that its customer froze a card', async () => {
    await town.tested.succeed(freeze, { id: card.cardId }, customer.token)
    await town.tested.work()
    town.sandbox.rows.cards.put(card.issuerCardId, { ...atIssuer(), state: 'active' })
    await round()
    expect([atIssuer().state, await status()]).toEqual(['frozen', 'frozen_user'])
  })

  test('that a card was closed, and that one was lost', async () => {
    const id = card.cardId
    await town.tested.succeed(closeCard, { id, pin: testPin, requestId: randomUUID() }, customer.token)
    await town.tested.work()
    town.sandbox.rows.cards.put(card.issuerCardId, { ...atIssuer(), state: 'active' })
    await round()
    expect(atIssuer().state).toBe('closed')
    await renew()
    const lost = { id: card.cardId, why: 'lost', replace: false, pin: testPin, requestId: randomUUID() }
    await town.tested.succeed(reportLost, lost, customer.token)
    await town.tested.work()
    town.sandbox.rows.cards.put(card.issuerCardId, { ...atIssuer(), state: 'active' })
    await round()
    expect(atIssuer()).toMatchObject({ state: 'closed', reportedAs: 'lost' })
  })
})

describe('a card that only the issuer has', () => {
  test('is taken over by the order that waits for it, which is charged once', async () => {
    town.faults.set({ part: 'issuer', kind: 'error_after', path: '/v1/cards', count: 1 })
    const input = { cardTypeId: 'celadon', rechargeAmount: '0', pin: testPin, requestId: randomUUID() }
    await town.tested.succeed(openCard, input, customer.token)
    await town.tested.work()
    await world.db.deleteFrom('jobs').where('kind', '=', 'open-card').execute()
    const before = await moneyOf(town.tested, customer)
    expect([await numbers(), before.walletHeld]).toEqual([1, 5_000_000n])
    for (let time = 0; time < 2; time++) await round()
    const after = await moneyOf(town.tested, customer)
    expect([await numbers(), before.wallet - after.wallet, after.walletHeld]).toEqual([2, 5_000_000n, 0n])
    expect([await budget(), await alarms()]).toEqual([{ differences: [], hours: 24 }, []])
  })

  test('is taken over by a physical card’s order, too, and does not differ until it is activated on one side', async () => {
    const who = await anotherCard(town.tested, customer)
    town.faults.set({ part: 'issuer', kind: 'error_after', path: '/v1/cards', count: 1 })
    const { id } = await ordered(town.tested, who)
    await world.db.deleteFrom('jobs').where('kind', '=', 'order-card').execute()
    const row = () =>
      world.db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect((await row()).issuer_card_id).toBeNull()
    for (let time = 0; time < 2; time++) await round()
    const { issuer_card_id, issuer_order_id } = await row()
    expect([await budget(), await alarms()]).toEqual([{ differences: [], hours: 24 }, []])
    town.sandbox.advance(issuer_order_id ?? '', { to: 'delivered' })
    await followAll(world)
    await round()
    expect(await budget()).toEqual({ differences: [], hours: 24 })
    const made = town.sandbox.rows.cards.get(issuer_card_id ?? '')
    if (!made) throw new Error('the issuer has made no card')
    town.sandbox.rows.cards.put(made.id, { ...made, isActivated: true })
    await round()
    expect((await budget())?.differences).toEqual([`activated:${(await row()).physical_card_id}`])
  })

  test('and nobody waits for is for a person, until it is closed there', async () => {
    const stranger = { ...atIssuer(), id: `card_${randomUUID()}`, reference: 'of nobody' }
    town.sandbox.rows.cards.put(stranger.id, stranger)
    const subject = `unknown_here:${stranger.id}`
    await round()
    expect([await budget(), await alarms()]).toEqual([{ differences: [subject], hours: 1 }, []])
    for (let time = 0; time < 2; time++) await round()
    expect([await budget(), await alarms()]).toEqual([{ differences: [subject], hours: 24 }, [subject]])
    town.sandbox.cards.setState(stranger.id, 'closed')
    await round()
    expect([await budget(), await alarms(), await numbers()]).toEqual([{ differences: [], hours: 24 }, [], 1])
  })
})

describe('what no lost word explains is for a person, and changes nothing', () => {
  test('a card that the issuer does not have', async () => {
    const row = atIssuer()
    town.sandbox.rows.cards.drop(row.id)
    for (let time = 0; time < 2; time++) await round()
    expect([await alarms(), await status()]).toEqual([[`unknown_there:${card.cardId}`], 'active'])
    town.sandbox.rows.cards.put(row.id, row)
    await round()
    expect(await alarms()).toEqual([])
  })

  test('one that is frozen there, of which it does not say by whom', async () => {
    town.sandbox.cards.setState(card.issuerCardId, 'frozen')
    for (let time = 0; time < 2; time++) await round()
    expect([await alarms(), await status()]).toEqual([[`frozen_there:${card.cardId}`], 'active'])
    expect(atIssuer().state).toBe('frozen')
    wordless('active')
    await round()
    expect(await alarms()).toEqual([])
  })
})
