import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { convertToMasterBalance, queryWallet, quote } from '../../../src/contract/wallet.ts'
import { forgetOld } from '../../../src/server/jobs/forget-old.ts'
import type { TestCustomer } from '../../fixtures/account/customer.ts'
import {
  asked,
  begin,
  conversion,
  holder,
  renew,
  tested,
  told,
  untouched,
} from '../../fixtures/wallet/converter.ts'

beforeAll(begin)
afterAll(() => tested.close())
beforeEach(renew)

async function quoteRefused(input: object, { token }: TestCustomer) {
  const envelope = await tested.send(quote, { ...input }, token)
  return 'key' in envelope ? [envelope.key, envelope.data] : envelope
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
    const { expireTime, leftSeconds, ...told } = await tested.succeed(quote, asked('1.5'), token)
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
    })
    const left = Date.parse(expireTime) - Date.now()
    expect(left > 10_000 && left <= 31_000).toBe(true)
    expect(leftSeconds).toBeGreaterThan(20)
    expect(leftSeconds).toBeLessThanOrEqual(30)
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
