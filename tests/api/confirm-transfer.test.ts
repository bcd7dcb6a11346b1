import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detail as billDetail } from '../../src/contract/bill.ts'
import { confirmTransfer, get, messages } from '../../src/contract/message.ts'
import type { Coin } from '../../src/contract/money.ts'
import { queryTransferIn, quote } from '../../src/contract/wallet.ts'
import { newId } from '../../src/server/id.ts'
import { balancesOf, houseAccount, openAccount, post } from '../../src/server/ledger/ledger.ts'
import { keepRates } from '../../src/server/rates/rates.ts'
import { startWorld, type TestWorld, worldOn } from '../world.ts'
import { setStatus } from './cardholder.ts'
import { newCustomer, type TestCustomer, testPin, withPin } from './customer.ts'
import { arrivedAtCard, newCard } from './deposit-world.ts'

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(() => tested.close())
beforeEach(async () => {
  await tested.world.db.deleteFrom('rates').execute()
  await keepRates(tested.world.db, { at: new Date(), rates: [{ base: 'ETH', quote: 'USDT', rate: '3000' }] })
})

interface Holder extends TestCustomer {
  cardId: string
}

async function holder(): Promise<Holder> {
  const customer = await newCustomer(tested)
  await withPin(tested, customer)
  return { ...customer, cardId: await newCard(tested.world.db, customer.userId) }
}

const arrived = (customer: Holder, amount: string, currency: Coin = 'ETH') =>
  arrivedAtCard(tested.world.db, customer, { amount, currency })

async function newest({ token }: Holder) {
  const { list } = await tested.succeed(messages, { pageSize: 1, page: 1, kind: 'balance' }, token)
  return list[0] as NonNullable<(typeof list)[0]>
}

/** One ETH waits for the yes of its owner, who has a quote for it. */
async function waiting(amount = '1') {
  const customer = await holder()
  await arrived(customer, amount)
  const message = await newest(customer)
  return { customer, message, offer: await offered(customer, amount) }
}

async function offered({ token }: Holder, amount = '1') {
  return await tested.succeed(quote, { from: 'ETH', to: 'USDT', amount }, token)
}

const yes = (message: { id: string }, { quoteId }: { quoteId: string }, changes: object = {}) => ({
  id: message.id,
  quoteId,
  pin: testPin,
  requestId: randomUUID(),
  ...changes,
})

async function keyOf(input: object, { token }: Holder) {
  const envelope = await tested.send(confirmTransfer, { ...input }, token)
  return 'key' in envelope ? envelope.key : 'status' in envelope ? envelope.status : 'done'
}

async function holds({ userId }: Holder) {
  const all = await balancesOf(tested.world.db, userId)
  const held = all.filter(({ balanceMinor }) => balanceMinor !== 0n)
  return Object.fromEntries(
    held.map(({ kind, currency, balanceMinor }) => [kind === 'card' ? 'card' : currency, balanceMinor]),
  )
}

const billsOf = ({ userId }: Holder) =>
  tested.world.db
    .selectFrom('bills')
    .select(['kind', 'amount_minor', 'currency', 'account', 'status', 'trace_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

const oneEth = { ETH: 100_000_000n }

describe('what comes to the address of a card', () => {
  test('in USDT is on the card at once and asks for nothing', async () => {
    const customer = await holder()
    await arrived(customer, '12.345678', 'USDT')
    expect(await holds(customer)).toEqual({ card: 1234n, USDT: 5678n })
    const message = await newest(customer)
    expect(message).toMatchObject({ noticeType: 'rechargeArrival' })
    expect(await keyOf(yes(message, { quoteId: randomUUID() }), customer)).toBe(403)
  })

  test('in USDT is on the card at once, also while its owner has frozen it, up to the most of one recharge; the rest is in the wallet', async () => {
    const customer = await holder()
    await status(customer, 'frozen_user')
    await arrived(customer, '20000', 'USDT')
    expect(await holds(customer)).toEqual({ card: 1_000_000n, USDT: 10_000_000_000n })
    const { list } = await tested.succeed(messages, { pageSize: 9, page: 1, kind: 'balance' }, customer.token)
    expect(list.map(({ noticeType }) => noticeType).sort()).toEqual(['deposit', 'rechargeArrival'])
  })

  test('in another coin is in the wallet, and one message asks', async () => {
    const customer = await holder()
    await arrived(customer, '1')
    expect(await holds(customer)).toEqual(oneEth)
    const { list } = await tested.succeed(messages, { pageSize: 9, page: 1, kind: 'balance' }, customer.token)
    expect(list).toMatchObject([
      {
        noticeType: 'cardTransfer',
        title: '1.00 ETH is waiting for your card',
        params: { what: 'waiting', amount: '1', currency: 'ETH', last4: '4242' },
      },
    ])
    expect(list[0]?.action).toMatch(/^\/pages\/bill\/bill\?id=/)
  })

  test('is shown among the deposits of the card with the message that asks, until its owner says yes', async () => {
    const { customer, message, offer } = await waiting()
    const { userId, cardId, token } = customer
    const asked = { currency: 'USDT', chain: 'ERC20', cardId } as const
    const { address } = await tested.succeed(queryTransferIn, asked, token)
    const transferIds = tested.world.db.selectFrom('transfers').select('id').orderBy('id', 'desc').limit(1)
    const { bill_id } = await tested.world.db
      .selectFrom('card_arrivals')
      .select('bill_id')
      .where('message_id', '=', message.id)
      .executeTakeFirstOrThrow()
    await tested.world.db
      .insertInto('deposits')
      .values({
        id: newId(),
        network: 'ERC20',
        tx_hash: `0x${randomUUID().replaceAll('-', '').repeat(2)}`,
        log_index: 0,
        address,
        user_id: userId,
        card_id: cardId,
        currency: 'ETH',
        amount_raw: (10n ** 18n).toString(),
        amount_minor: 100_000_000n,
        block_height: 1n,
        block_hash: `0x${'1'.repeat(64)}`,
        status: 'credited',
        transfer_id: transferIds,
        bill_id,
        seen_at: new Date(),
        credited_at: new Date(),
      })
      .execute()
    const shown = async () => (await tested.succeed(queryTransferIn, asked, token)).list
    expect(await shown()).toMatchObject([{ currency: 'ETH', messageId: message.id }])
    await tested.succeed(confirmTransfer, yes(message, offer), token)
    expect(await shown()).toMatchObject([{ currency: 'ETH', messageId: null }])
  })

  test('of a card that is over is in the wallet, and nobody is asked', async () => {
    const customer = await holder()
    await status(customer, 'closed')
    await arrived(customer, '1')
    expect(await newest(customer)).toMatchObject({ noticeType: 'deposit' })
    expect(await holds(customer)).toEqual(oneEth)
  })
})

async function status({ cardId }: Holder, status: 'closed' | 'frozen_risk' | 'frozen_user') {
  await setStatus(tested.world.db, { cardId }, status)
}

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
    await keepRates(tested.world.db, {
      at: new Date(),
      rates: [{ base: 'ETH', quote: 'USDT', rate: '3100' }],
    })
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
