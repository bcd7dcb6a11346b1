import { describe, expect, test } from 'vitest'
import { sums } from '../../../src/contract/bill.ts'
import type { NewBill } from '../../../src/server/bills/bills.ts'
import { newId } from '../../../src/server/id.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { billAt } from '../../fixtures/bills/dated-bill.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const rowAt = (customer: TestCustomer, at: string, fields: Partial<NewBill> = {}) =>
  billAt(tested.world.db, customer, at, fields)

const ask = (fields: Record<string, unknown> = {}) => ({
  zone: 'Asia/Shanghai',
  from: '2026-09',
  until: '2026-11',
  ...fields,
})

describe('sums', () => {
  test('refuse a zone nobody has, months backwards, more than twelve and what is no month', async () => {
    const { token } = await newCustomer(tested)
    const field = async (fields: Record<string, unknown>) => {
      const answer = await tested.send(sums, ask(fields), token)
      expect(answer).toMatchObject({ code: 1400, key: 'input_invalid' })
      return Object.keys((answer as { data: { fields: object } }).data.fields)
    }
    expect(await field({ zone: 'Mars/Olympus' })).toEqual(['zone'])
    expect(await field({ from: '2026-12' })).toEqual(['until'])
    expect(await field({ from: '2025-11' })).toEqual(['until'])
    expect(await field({ from: '2026-13' })).toEqual(['from'])
    expect(await tested.succeed(sums, ask({ from: '2025-12' }), token)).toEqual([])
  })

  test('leave out what is not final, what stayed inside and what is somebody else’s', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const at = '2026-11-10T00:00:00Z'
    for (const status of ['pending', 'declined', 'reversed', 'expired', 'failed'] as const)
      await rowAt(customer, at, { status })
    await rowAt(customer, at, { kind: 'topUp', currency: 'USD', account: '4242' })
    await rowAt(customer, at, { kind: 'transfer', amountMinor: -5n, currency: 'ETH' })
    await rowAt(other, at)
    expect(await tested.succeed(sums, ask(), customer.token)).toEqual([])
    await rowAt(customer, at, { kind: 'fee', amountMinor: -70_000n })
    await rowAt(customer, at, { kind: 'withdraw', amountMinor: -2_000_000n })
    await rowAt(customer, at)
    expect(await tested.succeed(sums, ask(), customer.token)).toEqual([
      { month: '2026-11', currency: 'USDT', in: '1', out: '2.07' },
    ])
  })

  test('count what came from us or went to us: it was not inside before', async () => {
    const customer = await newCustomer(tested)
    const at = '2026-11-10T00:00:00Z'
    const kind = 'transfer'
    await rowAt(customer, at, { kind, amountMinor: 2_000_000n, remark: { reward: 'invite' } })
    await rowAt(customer, at, { kind, amountMinor: 12_500_000n, remark: { adjusted: 'goodwill' } })
    await rowAt(customer, at, { kind, amountMinor: -500_000n, remark: { adjusted: 'correction' } })
    expect(await tested.succeed(sums, ask(), customer.token)).toEqual([
      { month: '2026-11', currency: 'USDT', in: '14.5', out: '0.5' },
    ])
  })

  test('belong to the months of the customer’s clock, daylight saving and the far east included', async () => {
    // Each is a moment before and at midnight of the first of November somewhere.
    const edges = {
      'Asia/Shanghai': '2026-10-31T16:00:00.000Z',
      'America/New_York': '2026-11-01T04:00:00.000Z',
      'Pacific/Tongatapu': '2026-10-31T11:00:00.000Z',
      UTC: '2026-11-01T00:00:00.000Z',
    }
    for (const [zone, edge] of Object.entries(edges)) {
      const mine = await newCustomer(tested)
      await rowAt(mine, new Date(Date.parse(edge) - 1).toISOString())
      await rowAt(mine, edge, { amountMinor: -30_000n, kind: 'fee' })
      expect(await tested.succeed(sums, ask({ zone }), mine.token), zone).toEqual([
        { month: '2026-11', currency: 'USDT', in: '0', out: '0.03' },
        { month: '2026-10', currency: 'USDT', in: '1', out: '0' },
      ])
    }
  })

  test('are told apart by currency, kind and card', async () => {
    const customer = await newCustomer(tested)
    const [cardId, at] = [newId(), '2026-10-15T00:00:00Z']
    await rowAt(customer, at)
    await rowAt(customer, at, { kind: 'consume', amountMinor: -1234n, currency: 'USD', cardId })
    await rowAt(customer, at, { kind: 'refund', amountMinor: 34n, currency: 'USD', cardId })
    await rowAt(customer, at, { kind: 'consume', amountMinor: -100n, currency: 'USD', cardId: newId() })
    const asked = async (fields: Record<string, unknown>) =>
      (await tested.succeed(sums, ask(fields), customer.token)).map(sum => Object.values(sum).slice(1))
    expect(await asked({ type: 'all' })).toEqual([
      ['USD', '0.34', '13.34'],
      ['USDT', '1', '0'],
    ])
    expect(await asked({ cardOutId: cardId })).toEqual([['USD', '0.34', '12.34']])
    expect(await asked({ type: 'refund', cardOutId: cardId })).toEqual([['USD', '0.34', '0']])
  })
})
