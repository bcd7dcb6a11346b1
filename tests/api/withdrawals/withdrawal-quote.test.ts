import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkPin } from '../../../src/contract/account.ts'
import { transferOutList, transferOutQuote } from '../../../src/contract/withdrawal.ts'
import { funded, testPin } from '../../fixtures/account/customer.ts'
import { ask, failedOne, savedBy, someAddress, withdrawer } from '../../fixtures/wallet/withdrawer.ts'
import { begin, clearQueue, tested } from '../../fixtures/wallet/withdrawing.ts'

beforeAll(begin)
afterAll(() => tested.close())
afterEach(clearQueue)

describe('transferOutQuote', () => {
  test('refuses what transferOut would refuse of coin, address and amount', async () => {
    const { token, address } = await withdrawer(tested)
    const input = { currency: 'USDT', chain: 'ERC20' }
    const quote = (changed: object) => tested.send(transferOutQuote, { ...input, ...changed }, token)
    expect(await quote({ currency: 'BTC' })).toMatchObject({ code: 1402 })
    expect(await quote({ address: someAddress() })).toMatchObject({ code: 1408, data: { why: 'unsaved' } })
    expect(await quote({ address: 'x' })).toMatchObject({ code: 1408, data: { why: 'format' } })
    for (const changed of [
      { amount: '9.99' },
      { receive: '8.99' },
      { amount: '20001' },
      { amount: '10.0000001' },
    ])
      expect(await quote({ address, ...changed })).toMatchObject({
        code: 1404,
        data: { min: '10', max: '20000' },
      })
  })

  test('tells fee, bounds, limits and waits, and both ways of saying an amount', async () => {
    const customer = await withdrawer(tested, { amountMinor: 30_000_000_000n })
    await ask(tested, customer, { amount: '4000' })
    const fresh = await savedBy(tested, customer)
    const input = { currency: 'USDT', chain: 'ERC20' }
    const quote = (changed: object) =>
      tested.succeed(transferOutQuote, { ...input, ...changed }, customer.token)
    expect(await quote({})).toEqual({
      available: '26000',
      fee: '1',
      min: '10',
      max: '16000',
      day: { limit: '20000', left: '16000' },
      month: { limit: '100000', left: '96000' },
      reviewFrom: '1000',
      expectedSeconds: 63,
      wait: null,
      plan: null,
    })
    const plan = { amount: '100', receive: '99', feePercent: '1.00' }
    expect(await quote({ address: customer.address, amount: '100' })).toMatchObject({ wait: null, plan })
    const first = await quote({ address: fresh, receive: '99' })
    expect(first).toMatchObject({ wait: { why: 'new_address' }, plan })
    // Told by our clock, whatever a phone's says.
    const told = (Date.parse(first.wait?.until ?? '') - Date.now()) / 1_000
    expect(Math.abs((first.wait?.leftSeconds ?? 0) - told)).toBeLessThan(60)
    expect(await quote({ amount: '30' })).toMatchObject({ plan: { feePercent: '3.34' } })
    await sql`update users set hold_until = now() + interval '25 hours' where id = ${customer.userId}`.execute(
      tested.world.db,
    )
    expect(await quote({ address: fresh })).toMatchObject({ wait: { why: 'security' } })
    const poor = await withdrawer(tested, { amountMinor: 0n })
    expect(await tested.succeed(transferOutQuote, input, poor.token)).toMatchObject({
      available: '0',
      max: '0',
    })
  })

  test('counts towards the limits of a coin neither another coin nor what has failed', async () => {
    const { customer, all } = await failedOne(tested)
    tested.node.fund('USDT', all)
    await funded(tested, { userId: customer.userId, amountMinor: 100_000_000n, currency: 'ETH' })
    await ask(tested, customer, { currency: 'ETH', amount: '0.5', receive: '0.499' })
    const quote = async (currency: 'USDT' | 'ETH') =>
      await tested.succeed(transferOutQuote, { currency, chain: 'ERC20' }, customer.token)
    expect(await quote('USDT')).toMatchObject({ day: { left: '20000' }, month: { left: '100000' } })
    expect(await quote('ETH')).toMatchObject({ day: { left: '7.5' }, month: { left: '39.5' } })
  })
})

describe('transferOutList', () => {
  test('gives pages, newest first, of one coin or all', async () => {
    const customer = await withdrawer(tested)
    await funded(tested, { userId: customer.userId, amountMinor: 100_000_000n, currency: 'ETH' })
    const first = await ask(tested, customer)
    const second = await ask(tested, customer, { currency: 'ETH', amount: '0.5', receive: '0.499' })
    const list = (changed: object) =>
      tested.succeed(transferOutList, { pageSize: 1, page: 1, ...changed }, customer.token)
    expect(await list({})).toMatchObject({ total: 2, list: [{ id: second.id }] })
    expect(await list({ page: 2 })).toMatchObject({ total: 2, list: [{ id: first.id }] })
    expect(await list({ currency: 'USDT' })).toMatchObject({ total: 1, list: [{ id: first.id }] })
    expect(await tested.succeed(checkPin, { pin: testPin }, customer.token)).toBe(true)
  })
})
