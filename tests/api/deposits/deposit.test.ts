import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { obstaclesOf } from '../../../src/server/across/deletion-check.ts'
import type { ChainTransfer } from '../../../src/server/chain/chain.ts'
import { depositAddress } from '../../../src/server/chain/deposits/addresses.ts'
import { incomingByCoin } from '../../../src/server/chain/deposits/incoming.ts'
import { retoldBy } from '../../fixtures/wallet/deposit-world.ts'
import { begin, check, end, world } from '../../fixtures/wallet/depositing.ts'

beforeAll(begin)
afterAll(end)
afterEach(check)

const retold = (tell: (transfer: ChainTransfer) => ChainTransfer) => retoldBy(world.chain, tell)

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

describe('a deposit', () => {
  test('is nothing to us when it is another token, when it failed, and when nothing was sent', async () => {
    const { userId, address } = await world.customer()
    await world.pay({ address, currency: 'USDT', amount: '5', kind: 'wrong-token' })
    await world.pay({ address, currency: 'USDT', amount: '5', kind: 'failed' })
    await usdt(address, '0')
    await world.pass(5)
    expect(await world.deposits(userId)).toEqual([])
    expect(await world.holds(userId)).toEqual({})
    expect(await world.bills(userId)).toEqual([])
  })

  test('is seen, then confirming, then credited once, with its bill and message', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '25.5')
    await world.pass()
    expect(await world.deposits(userId)).toMatchObject([{ status: 'seen', confirms: 1, amount: '25.5' }])
    expect(await world.bills(userId)).toEqual([
      { kind: 'deposit', status: 'pending', amount: '25.5', currency: 'USDT', whats: 'seen' },
    ])
    await world.pass()
    expect(await world.deposits(userId)).toMatchObject([{ status: 'confirming', confirms: 2 }])
    expect(await world.holds(userId)).toEqual({})
    expect(await world.messages(userId)).toEqual([])
    await world.pass()
    expect(await world.deposits(userId)).toMatchObject([{ status: 'credited', confirms: 3 }])
    await world.pass(5)
    expect(await world.holds(userId)).toEqual({ USDT: '25.5' })
    expect(await world.bills(userId)).toEqual([
      {
        kind: 'deposit',
        status: 'done',
        amount: '25.5',
        currency: 'USDT',
        whats: 'seen confirming credited',
      },
    ])
    expect(await world.messages(userId)).toEqual([{ type: 'deposit', amount: '25.5', currency: 'USDT' }])
  })

  test('of two transfers in one transaction is credited twice, to whom each was sent', async () => {
    const [first, second] = [await world.customer(), await world.customer()]
    const split = { address: first.address, currency: 'USDT', amount: '5', kind: 'twice' } as const
    await world.pay({ ...split, secondAddress: second.address, secondAmount: '7' })
    await world.pay({ ...split, amount: '10', secondAmount: '20' })
    await world.pass(3)
    expect(await world.holds(first.userId)).toEqual({ USDT: '35' })
    expect(await world.holds(second.userId)).toEqual({ USDT: '7' })
  })

  test('of ether is booked to eight digits; what is below stays as dust', async () => {
    const { userId, address } = await world.customer()
    await world.pay({ address, currency: 'ETH', amount: '0.123456789123456789' })
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ ETH: '0.12345678' })
    expect(await world.deposits(userId)).toMatchObject([{ status: 'credited', dust: '9123456789' }])
    // Less than the books can hold at all: written down, credited to nobody.
    await world.pay({ address, currency: 'ETH', amount: '0.000000000000000007' })
    await world.pass(3)
    expect((await world.deposits(userId))[1]).toMatchObject({ status: 'below_min', amount: '0', dust: '7' })
    expect(await world.holds(userId)).toEqual({ ETH: '0.12345678' })
  })

  test('below the minimum waits without a bill until the address has received enough', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '0.4')
    await world.pass(4)
    await usdt(address, '0.5')
    await world.pay({ address, currency: 'USDC', amount: '0.9' })
    await world.pass(4)
    expect((await world.deposits(userId)).map(({ status }) => status)).toEqual(Array(3).fill('below_min'))
    expect(await world.holds(userId)).toEqual({})
    expect(await world.bills(userId)).toEqual([])

    await usdt(address, '0.1')
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ USDT: '1' })
    expect((await world.bills(userId)).map(({ status, amount }) => [status, amount])).toEqual([
      ['done', '0.4'],
      ['done', '0.5'],
      ['done', '0.1'],
    ])
  })

  test('that nobody would believe is held with an alarm, and the reader goes on', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '2000000000')
    await world.pass(4)
    expect(await world.deposits(userId)).toMatchObject([{ status: 'held', amount: '2000000000' }])
    expect(await world.holds(userId)).toEqual({})
    expect(await world.openAlarms()).toEqual(['deposit_absurd'])
    await usdt(address, '3')
    await world.mine()
    // More than a column, and any balance, can hold.
    await world.read({ chain: retold(transfer => ({ ...transfer, amountRaw: 2n ** 256n - 1n })) })
    expect(await world.deposits(userId)).toMatchObject([
      {},
      { status: 'held', amount: '9223372036854.775807' },
    ])
    // Whatever they come to together can be told.
    expect(await incomingByCoin(world.db, { userId, cardsOver: [] })).toEqual(
      new Map([['USDT', 2n ** 63n - 1n]]),
    )
    expect(
      await obstaclesOf(world.db, { userId, treasury: { network: world.chain.network, coins: ['USDT'] } }),
    ).toMatchObject([{ what: 'deposit', amount: '9223372036854.775807', count: 2 }])
    await world.db.updateTable('alarms').set({ settled_at: new Date() }).execute()
    await usdt(address, '3')
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ USDT: '3' })
  })
})

describe('a deposit address', () => {
  test('is made once per wallet and once per card, however many ask at once', async () => {
    const { userId, address } = await world.customer()
    const { cardId } = await world.card(userId)
    const ask = (cardId: string | null) =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          depositAddress(world.db, { chain: world.chain, owner: { userId, cardId } }),
        ),
      )
    expect(new Set(await ask(null))).toEqual(new Set([address]))
    const fresh = await world.customer()
    const [card] = new Set(await ask(cardId))
    expect(card).not.toBe(address)
    await world.db.deleteFrom('deposit_addresses').where('user_id', '=', fresh.userId).execute()
    const owner = { userId: fresh.userId, cardId: null }
    const made = await Promise.all(
      Array.from({ length: 8 }, () => depositAddress(world.db, { chain: world.chain, owner })),
    )
    expect(new Set(made).size).toBe(1)
    expect(made[0]).not.toBe(fresh.address)
  })
})
