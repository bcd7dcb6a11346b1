import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import { messages } from '../../../src/contract/message.ts'
import type { Coin } from '../../../src/contract/money.ts'
import { convertToMasterBalance, masterBudgetBalance, quote } from '../../../src/contract/wallet.ts'
import { balanceOf, houseAccount } from '../../../src/server/ledger/ledger.ts'
import { funded, type TestCustomer } from '../../fixtures/account/customer.ts'
import {
  asked,
  begin,
  conversion,
  holder,
  holdings,
  renew,
  tested,
  told,
  untouched,
} from '../../fixtures/wallet/converter.ts'

beforeAll(begin)
afterAll(() => tested.close())
beforeEach(renew)

async function keyOf(input: object, { token }: TestCustomer) {
  const envelope = await tested.send(convertToMasterBalance, { ...input }, token)
  return 'key' in envelope ? envelope.key : envelope
}

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

  test('with a quote that was made by a clock which ran ahead: its rate is of long ago', async () => {
    const customer = await holder()
    const { quoteId } = await tested.succeed(quote, asked('1'), customer.token)
    await sql`
      update quotes set created_at = created_at + interval '1 day', expires_at = expires_at + interval '1 day'
      where id = ${quoteId}`.execute(tested.world.db)
    expect(await keyOf(conversion(quoteId), customer)).toBe('quote_expired')
    await untouched(customer)
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
    // A key is its customer's: whoever uses the same one is neither told that answer nor changes it.
    const other = await holder('2')
    const own = await tested.succeed(quote, asked('1'), other.token)
    await keyOf({ ...once, quoteId: own.quoteId }, other)
    expect(await holdings(other)).toMatchObject({ ETH: 100_000_000n, USDT: 2_982_015_000n })
    expect(await keyOf(once, customer)).toEqual(done[0])
  })
})

describe('masterBudgetBalance', () => {
  test('says what the first recharge must leave', async () => {
    const { token } = await holder()
    expect(await tested.succeed(masterBudgetBalance, {}, token)).toMatchObject({ firstKeep: '10' })
  })
})
