import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { userBill } from '../../src/contract/bill.ts'
import { messages } from '../../src/contract/message.ts'
import { type Coin, parse } from '../../src/contract/money.ts'
import { convertToMasterBalance, masterBudgetBalance, queryWallet, quote } from '../../src/contract/wallet.ts'
import { forgetOld } from '../../src/server/jobs/forget-old.ts'
import { balanceOf, balancesOf, houseAccount } from '../../src/server/ledger/ledger.ts'
import { keepRates } from '../../src/server/rates/rates.ts'
import type { SourceRate } from '../../src/server/rates/source.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { funded, newCustomer, type TestCustomer, testPin, withPin } from './customer.ts'

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(() => tested.close())
beforeEach(async () => {
  await tested.world.db.deleteFrom('rates').execute()
  await told({ base: 'ETH', quote: 'USDT', rate: '3000' })
})

/** The source says so now. */
async function told(...rates: SourceRate[]) {
  await tested.world.db
    .updateTable('rates')
    .set({ read_at: new Date(Date.now() - 60_000) })
    .execute()
  await keepRates(tested.world.db, { at: new Date(), rates })
}

/** A customer with a PIN and that much of a coin. */
async function holder(amount = '2', currency: Coin = 'ETH'): Promise<TestCustomer> {
  const customer = await newCustomer(tested)
  await withPin(tested, customer)
  await funded(tested, { userId: customer.userId, amountMinor: parse(amount, currency) as bigint, currency })
  return customer
}

const asked = (amount: string, from: Coin = 'ETH') => ({ from, to: 'USDT', amount })

async function quoteRefused(input: object, { token }: TestCustomer) {
  const envelope = await tested.send(quote, { ...input }, token)
  return 'key' in envelope ? [envelope.key, envelope.data] : envelope
}

const conversion = (quoteId: string, fields: object = {}) => ({
  quoteId,
  amount: '1',
  currency: 'ETH',
  pin: testPin,
  requestId: randomUUID(),
  ...fields,
})

async function keyOf(input: object, { token }: TestCustomer) {
  const envelope = await tested.send(convertToMasterBalance, { ...input }, token)
  return 'key' in envelope ? envelope.key : envelope
}

async function holdings({ userId }: TestCustomer) {
  const all = await balancesOf(tested.world.db, userId)
  return Object.fromEntries(all.map(({ currency, balanceMinor }) => [currency, balanceMinor]))
}

async function untouched(customer: TestCustomer) {
  const { token } = customer
  expect(await holdings(customer)).toMatchObject({ ETH: 200_000_000n })
  expect((await holdings(customer)).USDT ?? 0n).toBe(0n)
  const { total } = await tested.succeed(userBill, { pageSize: 5, page: 1, type: 'transfer' }, token)
  expect(total).toBe(0)
}

describe('a quote is refused', () => {
  test('for what is USDT already, for USD and for what we do not know', async () => {
    const customer = await holder()
    expect(await quoteRefused(asked('1', 'USDT'), customer)).toEqual(['currency_unsupported', null])
    for (const from of ['USD', 'DOGE', '']) {
      expect(await quoteRefused({ ...asked('1'), from }, customer)).toMatchObject(['input_invalid', {}])
    }
    expect(await quoteRefused({ ...asked('1'), to: 'ETH' }, customer)).toMatchObject(['input_invalid', {}])
  })

  test('without a rate, with a stale one, and while the source tells of a jump', async () => {
    const customer = await holder()
    const { db } = tested.world
    expect(await quoteRefused(asked('0.00001', 'BTC'), customer)).toEqual(['rate_unavailable', null])
    await db
      .updateTable('rates')
      .set({ read_at: new Date(Date.now() - 190_000) })
      .execute()
    expect(await quoteRefused(asked('1'), customer)).toEqual(['rate_unavailable', null])
    await told({ base: 'ETH', quote: 'USDT', rate: '3000' })
    await tested.succeed(quote, asked('1'), customer.token)
    await told({ base: 'ETH', quote: 'USDT', rate: '3400' })
    expect(await quoteRefused(asked('1'), customer)).toEqual(['rate_unavailable', null])
    await told({ base: 'ETH', quote: 'USDT', rate: '3010' })
    expect(await tested.succeed(quote, asked('1'), customer.token)).toMatchObject({ referenceRate: '3010' })
  })

  test('when two rates contradict each other', async () => {
    const customer = await holder()
    await told({ base: 'ETH', quote: 'USDT', rate: '3000' }, { base: 'USDT', quote: 'ETH', rate: '0.0004' })
    expect(await quoteRefused(asked('1'), customer)).toEqual(['rate_unavailable', null])
  })

  test('for nothing, for less than 1 USDT, for more than 50,000 USDT, for digits the coin has not', async () => {
    const customer = await holder()
    // 2985 USDT a coin: 0.00033501 gives 1.00000485, 16.75041876 gives 49,999.9999986.
    const range = ['amount_out_of_range', { min: '0.00033501', max: '16.75041876' }]
    for (const amount of ['0', '0.00000001', '0.000335', '16.75041877', '9999999999999']) {
      expect(await quoteRefused(asked(amount), customer)).toEqual(range)
    }
    expect(await quoteRefused(asked('0.000000001'), customer)).toMatchObject(['input_invalid', {}])
    for (const amount of [1, '-1', '1e3', 'NaN', ' 1', '1,5']) {
      expect(await quoteRefused({ ...asked('1'), amount }, customer)).toMatchObject(['input_invalid', {}])
    }
    for (const amount of ['0.00033501', '16.75041876']) {
      await tested.succeed(quote, asked(amount), customer.token)
    }
  })

  test('when it carries a rate or a result of its own', async () => {
    const customer = await holder()
    for (const field of ['rate', 'receive', 'fee', 'userId']) {
      expect(await quoteRefused({ ...asked('1'), [field]: '1' }, customer)).toMatchObject([
        'input_invalid',
        {},
      ])
    }
  })
})

describe('a quote', () => {
  test('tells rate, spread, fee and what exactly arrives, and stands for 30 seconds', async () => {
    const { token } = await holder()
    const { expireTime, ...told } = await tested.succeed(quote, asked('1.5'), token)
    expect(told).toMatchObject({
      from: 'ETH',
      to: 'USDT',
      amount: '1.5',
      // 1.5 × 2985 = 4477.5, of which 0.1 % is the fee.
      receive: '4473.0225',
      fee: '4.4775',
      feePercent: '0.1',
      rate: '2985',
      referenceRate: '3000',
      spreadPercent: '0.5',
      leftSeconds: 30,
    })
    const left = Date.parse(expireTime) - Date.now()
    expect(left > 20_000 && left <= 31_000).toBe(true)
  })

  test('moves nothing and reserves nothing', async () => {
    const customer = await holder()
    await tested.succeed(quote, asked('1'), customer.token)
    await untouched(customer)
    const wallet = await tested.succeed(queryWallet, {}, customer.token)
    expect(wallet.find(({ currency }) => currency === 'ETH')).toMatchObject({ available: '2', frozen: '0' })
  })

  test('divides by a rate that is only told the other way round, in favour of the house', async () => {
    const { token } = await holder()
    await tested.world.db.deleteFrom('rates').execute()
    await told({ base: 'USDT', quote: 'ETH', rate: '0.0003' })
    expect(await tested.succeed(quote, asked('1'), token)).toMatchObject({
      referenceRate: '3333.33333333',
      rate: '3316.66666666',
      fee: '3.316667',
      receive: '3313.349999',
    })
  })
})

describe('a conversion is refused, and changes nothing', () => {
  test('with another person’s quote, an unknown one, for another amount or another coin', async () => {
    const [customer, other] = [await holder(), await holder()]
    const { quoteId } = await tested.succeed(quote, asked('1'), customer.token)
    expect(await keyOf(conversion(quoteId), other)).toBe('quote_expired')
    expect(await keyOf(conversion(randomUUID()), customer)).toBe('quote_expired')
    for (const amount of ['1.00000001', '0.99999999', '2', '0']) {
      expect(await keyOf(conversion(quoteId, { amount }), customer)).toBe('quote_expired')
    }
    await told({ base: 'BTC', quote: 'USDT', rate: '90000' })
    expect(await keyOf(conversion(quoteId, { currency: 'BTC' }), customer)).toBe('quote_expired')
    await untouched(customer)
    await untouched(other)
    expect(await keyOf(conversion(quoteId), customer)).toMatchObject({ code: 1 })
  })

  test('of USDT and USD, without a quote, and with a card and a quote at once', async () => {
    const customer = await holder()
    const { quoteId } = await tested.succeed(quote, asked('1'), customer.token)
    for (const currency of ['USDT', 'USD']) {
      expect(await keyOf(conversion(quoteId, { currency }), customer)).toBe('currency_unsupported')
    }
    const { quoteId: _, ...without } = conversion(quoteId)
    expect(await keyOf(without, customer)).toBe('input_invalid')
    expect(await keyOf(conversion(quoteId, { cardId: randomUUID() }), customer)).toBe('input_invalid')
    for (const field of ['rate', 'fee', 'received']) {
      expect(await keyOf(conversion(quoteId, { [field]: '9' }), customer)).toBe('input_invalid')
    }
    await untouched(customer)
  })

  test('with a wrong PIN; the quote can still be used', async () => {
    const customer = await holder()
    const { quoteId } = await tested.succeed(quote, asked('1'), customer.token)
    expect(await keyOf(conversion(quoteId, { pin: 'wrong-pin' }), customer)).toBe('pin_incorrect')
    await untouched(customer)
    expect(await keyOf(conversion(quoteId), customer)).toMatchObject({ code: 1 })
  })

  test('with an expired quote, which says the rate of now, or that there is none', async () => {
    const customer = await holder()
    const { quoteId } = await tested.succeed(quote, asked('1'), customer.token)
    await tested.world.db
      .updateTable('quotes')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', quoteId)
      .execute()
    await told({ base: 'ETH', quote: 'USDT', rate: '3100' })
    expect(await tested.send(convertToMasterBalance, conversion(quoteId), customer.token)).toMatchObject({
      key: 'quote_expired',
      data: { rate: '3084.5' },
    })
    await told({ base: 'ETH', quote: 'USDT', rate: '4000' })
    expect(await keyOf(conversion(quoteId), customer)).toBe('rate_unavailable')
    await tested.world.db.deleteFrom('rates').execute()
    expect(await keyOf(conversion(quoteId), customer)).toBe('rate_unavailable')
    await untouched(customer)
  })

  test('of more than there is; the quote is not used up by it', async () => {
    const customer = await holder()
    const { quoteId } = await tested.succeed(quote, asked('2.5'), customer.token)
    const input = conversion(quoteId, { amount: '2.5' })
    expect(await keyOf(input, customer)).toBe('balance_insufficient')
    await untouched(customer)
    await funded(tested, { userId: customer.userId, amountMinor: 50_000_000n, currency: 'ETH' })
    const anew = conversion(quoteId, { amount: '2.5' })
    expect(await keyOf(anew, customer)).toMatchObject({ code: 1 })
  })
})

describe('a conversion', () => {
  test('moves exactly what was quoted: coin, USDT and fee, in the wallet and in the house', async () => {
    const customer = await holder()
    const { db } = tested.world
    const house = async (code: string, currency: Coin) =>
      (await balanceOf(db, await houseAccount(db, { code, currency }))).balanceMinor
    const all = () =>
      Promise.all([house('exchange', 'ETH'), house('exchange', 'USDT'), house('fees', 'USDT')])
    const before = await all()
    const { quoteId, receive, fee } = await tested.succeed(quote, asked('1'), customer.token)
    const once = conversion(quoteId)
    const answer = await tested.succeed(convertToMasterBalance, once, customer.token)
    expect(answer).toMatchObject({
      amount: '1',
      received: receive,
      fee,
      cardAvailable: null,
      walletAvailable: '2982.015',
    })
    expect(await tested.succeed(convertToMasterBalance, once, customer.token)).toEqual(answer)
    expect(await keyOf({ ...once, amount: '2' }, customer)).toBe('request_changed')
    expect(await holdings(customer)).toMatchObject({ ETH: 100_000_000n, USDT: 2_982_015_000n })
    const after = await all()
    expect(after.map((minor, index) => minor - (before[index] as bigint))).toEqual([
      100_000_000n,
      -2_985_000_000n,
      2_985_000n,
    ])
  })

  test('happens as quoted, though the rate has moved or has gone since', async () => {
    const customer = await holder()
    const { quoteId, receive } = await tested.succeed(quote, asked('1'), customer.token)
    await told({ base: 'ETH', quote: 'USDT', rate: '2000' })
    const answer = await tested.succeed(convertToMasterBalance, conversion(quoteId), customer.token)
    expect(answer.received).toBe(receive)
  })

  test('is three rows of one movement that add up to what the wallet gained, and one message', async () => {
    const customer = await holder()
    const { quoteId } = await tested.succeed(quote, asked('1'), customer.token)
    const answer = await tested.succeed(convertToMasterBalance, conversion(quoteId), customer.token)
    const { list } = await tested.succeed(userBill, { pageSize: 9, page: 1 }, customer.token)
    const remark = {
      paid: '1',
      paidCurrency: 'ETH',
      received: '2982.015',
      rate: '2985',
      referenceRate: '3000',
    }
    expect(list).toMatchObject([
      { type: 'fee', amount: '-2.985', currency: 'USDT', remark: { fee: 'convertFee' } },
      { id: answer.billId, type: 'transfer', amount: '2985', fee: '2.985', currency: 'USDT', remark },
      { type: 'transfer', amount: '-1', currency: 'ETH', remark },
    ])
    expect(new Set(list.map(({ traceId }) => traceId)).size).toBe(1)
    const told = await tested.succeed(
      messages,
      { pageSize: 9, page: 1, noticeType: 'converted' },
      customer.token,
    )
    expect(told.list).toMatchObject([{ params: { amount: '1', currency: 'ETH', received: '2982.015' } }])
  })

  test('uses its quote once, however many ask at once', async () => {
    const customer = await holder('40')
    const { quoteId } = await tested.succeed(quote, asked('1'), customer.token)
    const keys = await Promise.all(Array.from({ length: 20 }, () => keyOf(conversion(quoteId), customer)))
    expect(keys.filter(key => typeof key !== 'string')).toHaveLength(1)
    const noes = new Set(keys.filter(key => typeof key === 'string'))
    expect([...noes].every(key => key === 'quote_expired' || key === 'request_in_progress')).toBe(true)
    expect(await holdings(customer)).toMatchObject({ ETH: 3_900_000_000n, USDT: 2_982_015_000n })
    expect(await keyOf(conversion(quoteId), customer)).toBe('quote_expired')
  })

  test('sent many times with one key happens once and is answered alike', async () => {
    const customer = await holder('40')
    const { quoteId } = await tested.succeed(quote, asked('1'), customer.token)
    const once = conversion(quoteId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => keyOf(once, customer)))
    const done = answers.filter(answer => typeof answer !== 'string')
    expect(done.length).toBeGreaterThan(0)
    for (const answer of done) expect(answer).toEqual(done[0])
    expect(await holdings(customer)).toMatchObject({ ETH: 3_900_000_000n, USDT: 2_982_015_000n })
  })
})

describe('what is kept of quotes', () => {
  test('is forgotten after a day when nobody took them up', async () => {
    const customer = await holder()
    const [used, old, fresh] = await Promise.all(
      [1, 2, 3].map(() => tested.succeed(quote, asked('1'), customer.token)),
    )
    await tested.succeed(convertToMasterBalance, conversion(used?.quoteId ?? ''), customer.token)
    const { db } = tested.world
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
    await db
      .updateTable('quotes')
      .set({ expires_at: twoDaysAgo })
      .where('id', 'in', [used?.quoteId ?? '', old?.quoteId ?? ''])
      .execute()
    await forgetOld.run(tested.world)
    const left = await db.selectFrom('quotes').select('id').where('user_id', '=', customer.userId).execute()
    expect(left.map(({ id }) => id).sort()).toEqual([used?.quoteId, fresh?.quoteId].sort())
  })
})

describe('masterBudgetBalance', () => {
  test('says what the first recharge must leave', async () => {
    const { token } = await holder()
    expect(await tested.succeed(masterBudgetBalance, {}, token)).toMatchObject({ firstKeep: '10' })
  })
})
