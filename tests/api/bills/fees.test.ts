import { describe, expect, test } from 'vitest'
import { type CostKind, costKind, userBill } from '../../../src/contract/bill.ts'
import { fees } from '../../../src/contract/cost.ts'
import type { NewBill } from '../../../src/server/bills/bills.ts'
import { newId } from '../../../src/server/id.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { billAt } from '../../fixtures/bills/dated-bill.ts'
import { openedCard, readyCustomer, startCardWorld } from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

const tested = throughout(startCardWorld)

const at = '2025-06-10T00:00:00Z'
const feeAt = (customer: TestCustomer, when: string | Date, fields: Partial<NewBill> = {}) =>
  billAt(tested.world.db, customer, when, {
    kind: 'fee',
    amountMinor: -70_000n,
    remark: { fee: 'rechargeFee' },
    ...fields,
  })

const asked = (fields: object = {}) => ({ zone: 'Asia/Shanghai', year: '2025', ...fields })
const feesOf = ({ token }: TestCustomer, fields: object = {}) => tested.succeed(fees, asked(fields), token)

/** A conversion of so much ETH as its two rows, without a fee. */
async function convertedAt(
  customer: TestCustomer,
  when: string,
  remark: Record<string, string>,
  gross: bigint,
) {
  const rows = { kind: 'transfer', remark } as const
  await feeAt(customer, when, { ...rows, amountMinor: -100_000_000n, currency: 'ETH' })
  return await feeAt(customer, when, { ...rows, amountMinor: gross })
}

/** One bill for each kind of cost; their ids. */
async function everyKindAt(customer: TestCustomer, when: string): Promise<Record<CostKind, string[]>> {
  const plain = [
    'annualFee',
    'mailingFee',
    'withdrawFee',
    'convertFee',
    'consumeFee',
    'crossBorderFee',
  ] as const
  const known = Object.fromEntries(costKind.options.map(kind => [kind, [] as string[]])) as Record<
    CostKind,
    string[]
  >
  for (const kind of [...plain, 'rechargeFee', 'waivedRest'] as const)
    known[kind] = [await feeAt(customer, when, { remark: { fee: kind } })]
  known.openFee = [await feeAt(customer, when, { kind: 'openCard', remark: { cardType: 'Celadon' } })]
  known.other = [
    await feeAt(customer, when, { remark: { fee: 'of tomorrow' } }),
    await feeAt(customer, when, { remark: {} }),
  ]
  known.spread = [
    await convertedAt(customer, when, { paid: '1', rate: '2985', referenceRate: '3000' }, 2_985_000_000n),
  ]
  known.returned = [
    await feeAt(customer, when, { kind: 'refund', amountMinor: 5_000_000n, remark: { cardType: 'Celadon' } }),
    await feeAt(customer, when, { kind: 'transfer', amountMinor: 1n, remark: { adjusted: 'fee_return' } }),
  ]
  return known
}

describe('the fees of a year', () => {
  test('refuse a zone nobody has and what is no year', async () => {
    const { token } = await newCustomer(tested)
    for (const [field, value] of [
      ['zone', 'Mars/Olympus'],
      ['year', '1999'],
      ['year', '20255'],
      ['year', "2025' or 1=1"],
      ['year', 2025],
    ] as const)
      expect(await tested.send(fees, asked({ [field]: value }), token)).toMatchObject({
        code: 1400,
        data: { fields: { [field]: field } },
      })
    expect(await feesOf({ token } as TestCustomer)).toEqual({
      years: [],
      total: [],
      months: [],
      kinds: [],
      cards: [],
    })
  })

  test('leave out what is not final, what cost nothing and what is somebody else’s', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    for (const status of ['pending', 'declined', 'reversed', 'expired', 'failed'] as const) {
      await feeAt(customer, at, { status })
      await feeAt(customer, at, { status, kind: 'openCard' })
    }
    await feeAt(customer, at, { kind: 'openCard', amountMinor: 0n, remark: { replaces: '4242' } })
    for (const kind of ['deposit', 'withdraw', 'topUp', 'transfer', 'consume', 'refund'] as const)
      await feeAt(customer, at, { kind, remark: { merchant: 'Shop' } })
    await feeAt(customer, at, { kind: 'transfer', remark: { adjusted: 'goodwill' } })
    await feeAt(other, at)
    expect(await feesOf(customer)).toEqual({ years: ['2025'], total: [], months: [], kinds: [], cards: [] })
  })

  test('are summed by currency, month, kind and card, and what was given back counts against them', async () => {
    const customer = await readyCustomer(tested, '5')
    const card = await openedCard(tested, customer)
    const cardId = card.cardId
    await feeAt(customer, '2025-02-01T00:00:00Z', { cardId, amountMinor: -3_000_000n })
    await feeAt(customer, '2025-02-02T00:00:00Z', { cardId, amountMinor: -250n, currency: 'USD' })
    await feeAt(customer, '2025-11-02T00:00:00Z', {
      remark: { fee: 'withdrawFee' },
      amountMinor: -1_000_000n,
    })
    const returned = { kind: 'refund', remark: { cardType: 'Celadon' } } as const
    await feeAt(customer, '2025-11-03T00:00:00Z', { ...returned, amountMinor: 1_500_000n })
    const usdt = 'USDT'
    const shown = { id: cardId, last4: card.last4, cardTypeName: 'Celadon' }
    const told = await feesOf(customer)
    expect(told.years).toEqual([String(new Date().getUTCFullYear()), '2025'])
    expect(told.total).toEqual([
      { currency: usdt, amount: '2.5' },
      { currency: 'USD', amount: '2.5' },
    ])
    expect(told.months).toEqual([
      { month: '2025-02', currency: usdt, amount: '3' },
      { month: '2025-02', currency: 'USD', amount: '2.5' },
      { month: '2025-11', currency: usdt, amount: '-0.5' },
    ])
    expect(told.kinds).toEqual([
      { kind: 'rechargeFee', currency: usdt, amount: '3', count: 1 },
      { kind: 'withdrawFee', currency: usdt, amount: '1', count: 1 },
      { kind: 'rechargeFee', currency: 'USD', amount: '2.5', count: 1 },
      { kind: 'returned', currency: usdt, amount: '-1.5', count: 1 },
    ])
    expect(told.cards).toEqual([
      { currency: usdt, amount: '3', card: shown },
      { currency: 'USD', amount: '2.5', card: shown },
      { currency: usdt, amount: '-0.5', card: null },
    ])
  })

  test('begin and end by the customer’s clock, the far east included', async () => {
    const edges = {
      'Asia/Shanghai': '2024-12-31T16:00:00.000Z',
      'America/New_York': '2025-01-01T05:00:00.000Z',
      'Pacific/Kiritimati': '2024-12-31T10:00:00.000Z',
      UTC: '2025-01-01T00:00:00.000Z',
    }
    for (const [zone, edge] of Object.entries(edges)) {
      const mine = await newCustomer(tested)
      await feeAt(mine, new Date(Date.parse(edge) - 1), { amountMinor: -1_000_000n })
      await feeAt(mine, edge)
      const month = (month: string, amount: string) => [{ month, currency: 'USDT', amount }]
      const [before, after] = [await feesOf(mine, { zone, year: '2024' }), await feesOf(mine, { zone })]
      expect([zone, before.months, after.months]).toEqual([
        zone,
        month('2024-12', '1'),
        month('2025-01', '0.07'),
      ])
      expect(after.years).toEqual(['2025', '2024'])
    }
  })

  test('tell the distance from the reference rate of a conversion to the last unit, cut off', async () => {
    const customer = await newCustomer(tested)
    const remark = { paid: '0.12345679', rate: '2985.00001691', referenceRate: '3000.000017' }
    // 0.12345679 × 3000.000017 is 370.370372098…
    await convertedAt(customer, at, remark, 368_518_520n)
    expect((await feesOf(customer)).kinds).toEqual([
      { kind: 'spread', currency: 'USDT', amount: '1.851852', count: 1 },
    ])
  })
})

describe('the bills behind a sum', () => {
  test('are those that cost something of the kind, of the card or of none', async () => {
    const customer = await newCustomer(tested)
    const [cardId, mine] = [newId(), await everyKindAt(customer, at)]
    const ofCard = await feeAt(customer, at, { cardId })
    for (const kind of ['deposit', 'topUp', 'consume', 'refund'] as const) await feeAt(customer, at, { kind })
    const startTime = '2025-01-01T00:00:00Z'
    const listed = async (fields: object) => {
      const page = { pageSize: 50, page: 1, startTime, ...fields }
      const { list, total } = await tested.succeed(userBill, page, customer.token)
      expect(total).toBe(list.length)
      return list.map(({ id }) => id).sort()
    }
    const counts = new Map((await feesOf(customer)).kinds.map(({ kind, count }) => [kind, count]))
    mine.rechargeFee.push(ofCard)
    for (const [cost, ids] of Object.entries(mine)) {
      expect([cost, await listed({ cost })]).toEqual([cost, ids.toSorted()])
      expect([cost, counts.get(cost as CostKind)]).toEqual([cost, ids.length])
    }
    const all = Object.values(mine).flat()
    expect(await listed({ cost: 'all' })).toEqual(all.toSorted())
    expect(await listed({ cost: 'all', cardOutId: cardId })).toEqual([ofCard])
    expect(await listed({ cost: 'all', cardless: true })).toEqual(all.filter(id => id !== ofCard).sort())
  })

  test('are refused for a kind that there is not', async () => {
    const { token } = await newCustomer(tested)
    const page = { pageSize: 50, page: 1 }
    for (const cost of ['everything', "'", 1])
      expect(await tested.send(userBill, { ...page, cost }, token)).toMatchObject({ code: 1400 })
    expect(await tested.send(userBill, { ...page, cardless: 'yes' }, token)).toMatchObject({ code: 1400 })
  })
})
