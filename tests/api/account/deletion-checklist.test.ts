import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restartApplyCard } from '../../../src/contract/application.ts'
import { detail } from '../../../src/contract/card.ts'
import { closeCard } from '../../../src/contract/card-control.ts'
import { deletionCheck } from '../../../src/contract/deletion.ts'
import { funded, newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { begin, tested } from '../../fixtures/account/leaver.ts'
import { anotherCard, applicant, applied, move, paid } from '../../fixtures/cards/applicant.ts'
import {
  ask,
  openedCard,
  posting,
  question,
  readyCustomer,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

const whatOf = async (customer: TestCustomer) => {
  const { obstacles } = await tested.succeed(deletionCheck, {}, customer.token)
  return obstacles.map(({ what, state, amount, currency }) => [what, state, amount, currency])
}

describe('the checklist', () => {
  test('names every obstacle with its amount and where it is mended', async () => {
    const customer = await readyCustomer(tested, '100')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const { obstacles, isReady } = await tested.succeed(deletionCheck, {}, customer.token)
    expect(isReady).toBe(false)
    expect(obstacles).toMatchObject([
      {
        what: 'balance',
        state: 'blocks',
        currency: 'USDT',
        route: '/pages/transferOut/transferOut?coin=USDT&chain=ERC20',
      },
      {
        what: 'card',
        state: 'blocks',
        amount: '20',
        currency: 'USD',
        last4: expect.stringMatching(/^\d{4}$/),
        route: `/pages/cardDetail/cardDetail?id=${card.cardId}`,
      },
    ])
  })

  test('tells a debt from money, and what can be given up from what can be withdrawn', async () => {
    const customer = await readyCustomer(tested, '40')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    await tellEvent(tested, 'clearing.posted', posting(card, '25.00', { final: true }))
    await tested.work()
    const what = await whatOf(customer)
    expect(what).toContainEqual(['debt', 'blocks', expect.stringMatching(/^-/), 'USD'])
    await funded(tested, { userId: customer.userId, amountMinor: 5n, currency: 'BTC' })
    expect(await whatOf(customer)).toContainEqual(['balance', 'blocks', '0.00000005', 'BTC'])
    await sql`insert into rates (base, quote, rate, read_at) values ('BTC', 'USDT', '90000', now())`.execute(
      tested.world.db,
    )
    expect(await whatOf(customer)).toContainEqual(['balance', 'waivable', '0.00000005', 'BTC'])
    await sql`update rates set suspect_rate = '1', suspect_since = now() where base = 'BTC'`.execute(
      tested.world.db,
    )
    expect(await whatOf(customer)).toContainEqual(['balance', 'blocks', '0.00000005', 'BTC'])
  })

  test('names what a purchase still holds on a card that is over, until the merchant is done', async () => {
    const customer = await readyCustomer(tested, '40')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const { cardId } = card
    const bought = question(card, { amount: '15.00' })
    await ask(tested, bought)
    const { threadId } = bought
    await tellEvent(tested, 'clearing.posted', posting(card, '5.00', { threadId, final: false }))
    const close = { id: cardId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(closeCard, close, customer.token)
    await tested.work()
    const rows = async () => {
      const { obstacles } = await tested.succeed(deletionCheck, {}, customer.token)
      return obstacles.filter(({ currency }) => currency === 'USD')
    }
    const route = `/pages/bill2/bill2?cardId=${cardId}`
    const held = { what: 'purchase', state: 'blocks', amount: '10.05', last4: card.last4, route }
    expect(await rows()).toMatchObject([held])
    // One that is pending says so itself.
    await sql`update purchases set status = 'pending' where thread_id = ${threadId}`.execute(tested.world.db)
    expect(await rows()).toMatchObject([held])
    await sql`update purchases set status = 'posted' where thread_id = ${threadId}`.execute(tested.world.db)
    await tellEvent(tested, 'authorization.expired', { threadId, cardId: card.issuerCardId })
    expect(await rows()).toEqual([])
  })

  test('tells of a purchase what is on hold for it, fees included, as its card does', async () => {
    const customer = await readyCustomer(tested, '40')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const asked = question(card, { amount: '15.00' })
    await ask(tested, asked)
    const { threadId, merchant } = asked
    const { issuerCardId: cardId } = card
    await tellEvent(tested, 'authorization.reversed', { threadId, cardId, amount: '5.00', merchant })
    const { frozenAmount } = await tested.succeed(detail, { id: card.cardId }, customer.token)
    expect(frozenAmount).toBe('10.05')
    expect(await whatOf(customer)).toContainEqual(['purchase', 'blocks', frozenAmount, 'USD'])
  })

  test('names an application once it is paid for: before that nothing of it is anybody’s to wait for', async () => {
    const who = await applicant(tested)
    const kinds = async () => (await whatOf(who.customer)).map(([what]) => what)
    await applied(tested, who, { cardTypeId: 'tenmoku', material: 'metal' })
    const close = { id: who.card.cardId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(closeCard, close, who.customer.token)
    expect(await kinds()).toEqual(['balance'])
    const another = await anotherCard(tested, who.customer)
    const { id } = await paid(tested, another)
    expect(await kinds()).toContain('application')
    await tested.work()
    await move(tested, id, 'refused', 'the name cannot be printed')
    await tested.succeed(restartApplyCard, { id }, who.customer.token)
    expect(await kinds()).toEqual(['balance', 'card'])
  })

  test('is empty for who has nothing', async () => {
    const customer = await newCustomer(tested)
    expect(await tested.succeed(deletionCheck, {}, customer.token)).toEqual({
      obstacles: [],
      isReady: true,
      deletion: null,
      stopped: null,
    })
  })
})
