import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detail as billDetail } from '../../../src/contract/bill.ts'
import { confirmTransfer, get, messages } from '../../../src/contract/message.ts'
import { newId } from '../../../src/server/id.ts'
import { houseAccount, openAccount, post } from '../../../src/server/ledger/ledger.ts'
import {
  begin,
  billsOf,
  holder,
  holds,
  keyOf,
  newest,
  offered,
  oneEth,
  quoteAnew,
  status,
  tested,
  waiting,
  yes,
} from '../../fixtures/cards/arrived.ts'
import { believed } from '../../fixtures/wallet/rated.ts'
import { worldOn } from '../../fixtures/world.ts'

beforeAll(begin)
afterAll(() => tested.close())
beforeEach(quoteAnew)

describe('confirmTransfer refuses and moves nothing', () => {
  test('a message of another customer, as one that nobody has', async () => {
    const { message, offer, customer } = await waiting()
    const other = await holder()
    const foreign = await tested.send(confirmTransfer, yes(message, offer), other.token)
    expect(foreign).toMatchObject({ status: 403 })
    expect(await tested.send(confirmTransfer, yes({ id: randomUUID() }, offer), other.token)).toEqual(foreign)
    expect(await holds(customer)).toEqual(oneEth)
    expect(await newest(customer)).toMatchObject({ params: { what: 'waiting' } })
  })

  test('a wrong PIN', async () => {
    const { message, offer, customer } = await waiting()
    expect(await keyOf(yes(message, offer, { pin: '135792' }), customer)).toBe('pin_incorrect')
    expect(await holds(customer)).toEqual(oneEth)
  })

  test("a quote that is over, for another amount, or somebody else's; and says the rate of now", async () => {
    const { message, offer, customer } = await waiting()
    const other = await holder()
    for (const quoteId of [
      randomUUID(),
      (await offered(customer, '0.5')).quoteId,
      (await offered(other)).quoteId,
    ]) {
      expect(await keyOf(yes(message, { quoteId }), customer)).toBe('quote_expired')
    }
    await sql`update quotes set expires_at = now() where id = ${offer.quoteId}`.execute(tested.world.db)
    const late = await tested.send(confirmTransfer, yes(message, offer), customer.token)
    expect(late).toMatchObject({ key: 'quote_expired', data: { rate: '2985' } })
    expect(await holds(customer)).toEqual(oneEth)
    expect(await keyOf(yes(message, await offered(customer)), customer)).toBe('done')
  })

  test('when there is no rate to be relied on and the quote is over', async () => {
    const { message, offer, customer } = await waiting()
    await sql`update quotes set expires_at = now() where id = ${offer.quoteId}`.execute(tested.world.db)
    await tested.world.db.deleteFrom('rates').execute()
    expect(await keyOf(yes(message, offer), customer)).toBe('rate_unavailable')
    expect(await holds(customer)).toEqual(oneEth)
  })

  test.each([
    ['closed', 'card_closed'],
    ['frozen_risk', 'card_frozen'],
  ] as const)('a card that is %s by now; the quote is not used up', async (state, key) => {
    const { message, offer, customer } = await waiting()
    await status(customer, state)
    expect(await keyOf(yes(message, offer), customer)).toBe(key)
    expect(await holds(customer)).toEqual(oneEth)
    await status(customer, 'frozen_user')
    expect(await keyOf(yes(message, offer), customer)).toBe('done')
  })

  test('what the customer has used otherwise since', async () => {
    const { message, offer, customer } = await waiting()
    const { db } = tested.world
    const accountId = await openAccount(db, { kind: 'wallet', ownerId: customer.userId, currency: 'ETH' })
    const chainId = await houseAccount(db, { code: 'chain', currency: 'ETH' })
    await post(db, {
      idempotencyKey: `test:${newId()}`,
      reason: 'withdrawal',
      entries: [
        { accountId, amountMinor: -1n },
        { accountId: chainId, amountMinor: 1n },
      ],
    })
    expect(await keyOf(yes(message, offer), customer)).toBe('balance_insufficient')
    expect(await holds(customer)).toEqual({ ETH: 99_999_999n })
    expect(await newest(customer)).toMatchObject({ params: { what: 'waiting' } })
  })

  test.each([{ quoteId: 'x' }, { id: 7 }, { amount: '1' }, { requestId: '' }])('%j', async changes => {
    const { message, offer, customer } = await waiting()
    expect(await keyOf(yes(message, offer, changes), customer)).toBe('input_invalid')
    expect(await holds(customer)).toEqual(oneEth)
  })
})

describe('confirmTransfer', () => {
  test('without a quote converts at the rate of now, once, and at none that is not to be relied on', async () => {
    const { message, offer, customer } = await waiting()
    const decision = yes(message, offer, { quoteId: undefined })
    await tested.world.db.deleteFrom('rates').execute()
    expect(await keyOf(decision, customer)).toBe('rate_unavailable')
    expect(await holds(customer)).toEqual(oneEth)
    await believed(tested.world.db, [{ base: 'ETH', quote: 'USDT', rate: '3100' }])
    const anew = { ...decision, requestId: randomUUID() }
    const first = await tested.succeed(confirmTransfer, anew, customer.token)
    expect(first).toMatchObject({ amount: '3081.41', fee: '3.0845' })
    expect(await tested.succeed(confirmTransfer, anew, customer.token)).toEqual(first)
    expect(await keyOf({ ...anew, requestId: randomUUID() }, customer)).toBe('modify_failed')
    expect(await holds(customer)).toMatchObject({ card: 308_141n })
  })

  test('gives the first answer to the same decision again, and refuses another one', async () => {
    const { message, offer, customer } = await waiting()
    const decision = yes(message, offer)
    const first = await tested.succeed(confirmTransfer, decision, customer.token)
    expect(await tested.succeed(confirmTransfer, decision, customer.token)).toEqual(first)
    const again = await tested.send(confirmTransfer, yes(message, await offered(customer)), customer.token)
    expect(again).toMatchObject({ key: 'modify_failed', data: { reason: 'confirmed' } })
    expect(await holds(customer)).toMatchObject({ card: 298_201n })
  })

  test('happens once when two devices confirm on two nodes at the same moment', async () => {
    const { message, offer, customer } = await waiting()
    const second = await offered(customer)
    const { http } = await worldOn(tested.world.db)
    const sent = [offer, second, offer, second].map((each, index) =>
      (index % 2 ? http : tested.http).inject({
        method: 'POST',
        url: confirmTransfer.path,
        headers: { 'x-access-token': customer.token },
        payload: yes(message, each),
      }),
    )
    const answers = (await Promise.all(sent)).map(response => response.json())
    await http.close()
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    for (const { code, key } of answers) {
      if (code !== 1) expect(['modify_failed', 'request_in_progress', 'quote_expired']).toContain(key)
    }
    expect(await holds(customer)).toMatchObject({ card: 298_201n })
    expect((await billsOf(customer)).filter(({ kind }) => kind === 'topUp')).toHaveLength(1)
  })

  test('brings it to the card as quoted, in whole cents, and the rest, the fee and the way are shown', async () => {
    const { message, offer, customer } = await waiting()
    expect(offer).toMatchObject({ receive: '2982.015', fee: '2.985' })
    const answer = await tested.succeed(confirmTransfer, yes(message, offer), customer.token)
    expect(answer).toMatchObject({
      cardId: customer.cardId,
      amount: '2982.01',
      fee: '2.985',
      rest: '0.005',
      cardAvailable: '2982.01',
    })
    expect(await holds(customer)).toEqual({ card: 298_201n, USDT: 5_000n })
    const bills = await billsOf(customer)
    expect(bills).toMatchObject([
      { kind: 'deposit', amount_minor: 100_000_000n, currency: 'ETH', account: 'wallet' },
      { kind: 'transfer', amount_minor: -100_000_000n, currency: 'ETH', account: 'wallet' },
      { kind: 'transfer', amount_minor: 2_985_000_000n, currency: 'USDT', account: 'wallet' },
      { kind: 'fee', amount_minor: -2_985_000n, currency: 'USDT', account: 'wallet' },
      { kind: 'topUp', amount_minor: 298_201n, currency: 'USD', account: '4242' },
    ])
    expect(new Set(bills.map(({ trace_id }) => trace_id)).size).toBe(1)
    const detail = await tested.succeed(billDetail, { id: answer.billId }, customer.token)
    expect(detail.bill).toMatchObject({ type: 'topUp', status: 'done' })
    expect(await tested.succeed(get, { id: message.id }, customer.token)).toMatchObject({
      title: '1.00 ETH went to your card',
      content: '1.00 ETH was converted as you confirmed, and 2,982.01 USD is on the card ending in 4242.',
      params: { what: 'confirmed', received: '2982.01' },
    })
    const { total } = await tested.succeed(
      messages,
      { pageSize: 9, page: 1, kind: 'balance' },
      customer.token,
    )
    expect(total).toBe(1)
  })
})
