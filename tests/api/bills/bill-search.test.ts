import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userBill } from '../../../src/contract/bill.ts'
import type { NewBill } from '../../../src/server/bills/bills.ts'
import { newId } from '../../../src/server/id.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { begin, page, row, tested } from '../../fixtures/bills/written-bills.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('bills', () => {
  describe('are searched', () => {
    let customer: TestCustomer
    const ids: Record<string, string> = {}
    beforeAll(async () => {
      customer = await newCustomer(tested)
      const rows: Record<string, Partial<NewBill>> = {
        lunch: { kind: 'consume', currency: 'USD', account: '4242', amountMinor: -1250n, remark: shop },
        almost: { amountMinor: 12_503_000n },
        thirteen: { amountMinor: 13_000_000n },
        ether: { currency: 'ETH', amountMinor: 1_250_000_000n },
        pending: {
          status: 'pending',
          step: { what: 'seen' },
          remark: { network: 'ERC20', txId: '0xabcdef' },
        },
        fee: { kind: 'fee', amountMinor: -330_000n, remark: { fee: 'convertFee' } },
        reward: { kind: 'transfer', amountMinor: 2_000_000n, remark: { reward: 'invite' } },
        opened: { kind: 'openCard', amountMinor: -5_000_000n, remark: { cardType: 'Celadon Physical' } },
        refused: {
          kind: 'cardTransaction',
          currency: 'USD',
          account: '4242',
          amountMinor: -99_000n,
          status: 'declined',
          remark: { merchant: 'Teahouse', mcc: '5814', reason: 'no_money' },
        },
      }
      for (const [name, fields] of Object.entries(rows)) ids[name] = (await row(customer, fields)).billId
    })
    const shop = { merchant: 'Kiln & Co', city: 'Jingdezhen', mcc: '5812' }

    async function found(keyword: string, lang: 'zh' | 'en' = 'zh') {
      const { list, total } = await tested.succeed(userBill, page({ keyword, lang }), customer.token)
      expect(total).toBe(list.length)
      return list.map(({ id }) => Object.keys(ids).find(name => ids[name] === id)).sort()
    }

    test('by how they stand, alone and beside words; what is no state is refused', async () => {
      const standing = async (input: Record<string, unknown>) => {
        const { list, total } = await tested.succeed(userBill, page(input), customer.token)
        expect(total).toBe(list.length)
        return list.map(({ id }) => id)
      }
      expect(await standing({ status: 'pending' })).toEqual([ids.pending])
      expect(await standing({ status: 'declined', keyword: 'Teahouse' })).toEqual([ids.refused])
      expect(await standing({ status: 'declined', keyword: 'Kiln' })).toEqual([])
      expect(await standing({ status: 'failed' })).toEqual([])
      expect(await tested.send(userBill, page({ status: 'lost' }), customer.token)).toMatchObject({
        code: 1400,
      })
    })

    test.each([
      ['12.50', ['almost', 'ether', 'lunch']],
      ['12.5', ['almost', 'ether', 'lunch']],
      ['12.500', ['ether', 'lunch']],
      ['12.503', ['almost']],
      ['12', ['almost', 'ether', 'lunch']],
      ['12.50usd', ['lunch']],
      ['$12.50', ['lunch']],
      ['12.50 USDT', ['almost']],
      ['-12.50', ['lunch']],
      ['−12.5', ['lunch']],
      ['+12.50', ['almost', 'ether']],
      ['990.00', ['refused']],
      ['0.33', ['fee']],
      ['12.51', []],
      ['9999999999999.5', []],
      ['usd', ['lunch', 'refused']],
    ])('by an amount as it is shown: %s', async (keyword, names) => {
      expect(await found(keyword)).toEqual(names)
    })

    test('by a number to copy: of the row whole or its beginning, of its movement, of the chain', async () => {
      const id = ids.lunch as string
      expect(await found(id)).toEqual(['lunch'])
      expect(await found(id.toUpperCase())).toEqual(['lunch'])
      expect(await found(id.replaceAll('-', '').slice(0, 30))).toEqual(['lunch'])
      expect(await found('ABCDEF')).toEqual(['pending'])
      const [transferId, traceId] = [newId(), newId()]
      ids.booked = (await row(customer, { transferId, traceId, amountMinor: 7n })).billId
      expect(await found(transferId)).toEqual(['booked'])
      expect(await found(traceId)).toEqual(['booked'])
      expect(await found(newId())).toEqual([])
    })

    test.each([
      ['zh', '处理中', ['pending']],
      ['en', 'pending', ['pending']],
      ['en', 'Pend', ['pending']],
      ['zh', '已拒绝', ['refused']],
      ['en', 'declined', ['refused']],
      ['zh', '手续费', ['fee']],
      ['en', 'fee', ['fee']],
      ['zh', '兑换手续费', ['fee']],
      ['en', 'conversion fee', ['fee']],
      ['zh', '邀请奖励', ['reward']],
      ['en', 'reward', ['reward']],
      ['zh', '青瓷', ['opened']],
      ['en', 'celadon', ['opened']],
      ['zh', '卡消费 12.50', ['lunch']],
      ['en', 'card kiln', ['lunch']],
      ['en', 'jingdezhen', ['lunch']],
      ['zh', 'erc20', ['pending']],
    ] as const)('by what the reader reads, in %s: %s', async (lang, keyword, names) => {
      expect(await found(keyword, lang)).toEqual(names)
    })

    test.each([
      ['zh', 'fee'],
      ['en', 'convertFee'],
      ['en', 'invite'],
      ['en', 'no_money'],
      ['en', 'cardTransaction'],
      ['zh', 'pending'],
      ['zh', 'wallet'],
      ['zh', 'celadon'],
      ['en', '手续费'],
      ['en', '5812'],
      ['en', 'ending'],
    ] as const)(
      'and no key of ours is found, nor a word of the other language, in %s: %s',
      async (lang, keyword) => {
        expect(await found(keyword, lang)).toEqual([])
      },
    )

    test('fees by what they are called, and by what they were called before', async () => {
      const payer = await newCustomer(tested)
      await row(payer, { kind: 'fee', currency: 'USDT', account: 'wallet', remark: { fee: 'rechargeFee' } })
      for (const fee of ['consumeFee', 'crossBorderFee'])
        await row(payer, { kind: 'fee', currency: 'USD', account: '4242', remark: { ...shop, fee } })
      const feesFound = async (keyword: string) =>
        (await tested.succeed(userBill, page({ keyword, lang: 'zh' }), payer.token)).list.map(
          ({ remark }) => remark.fee,
        )
      for (const keyword of ['消费费', '消费手续费']) expect(await feesFound(keyword)).toEqual(['consumeFee'])
      for (const keyword of ['充值费', '充卡手续费'])
        expect(await feesFound(keyword)).toEqual(['rechargeFee'])
      for (const keyword of ['跨境费', '跨境手续费', '跨境'])
        expect(await feesFound(keyword)).toEqual(['crossBorderFee'])
      expect(await feesFound('手续费')).toEqual(['crossBorderFee', 'consumeFee', 'rechargeFee'])
    })

    test('as everything when only blanks were typed, and in pages', async () => {
      const blank = await tested.succeed(userBill, page({ keyword: '   ' }), customer.token)
      expect(blank.total).toBeGreaterThan(8)
      const input = { keyword: '12.5', pageSize: 2 }
      const first = await tested.succeed(userBill, page(input), customer.token)
      const second = await tested.succeed(userBill, page({ ...input, page: 2 }), customer.token)
      expect([first.list.length, first.total, second.list.length]).toEqual([2, 3, 1])
      const after = first.list.at(-1)?.id
      const next = await tested.succeed(userBill, page({ ...input, after }), customer.token)
      expect(next.list).toEqual(second.list)
    })
  })
})
