import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChainTransfer } from '../../../src/server/chain/chain.ts'
import { retoldBy } from '../../fixtures/wallet/deposit-world.ts'
import { begin, check, end, world } from '../../fixtures/wallet/depositing.ts'

beforeAll(begin)
afterAll(end)
afterEach(check)

const retold = (tell: (transfer: ChainTransfer) => ChainTransfer) => retoldBy(world.chain, tell)

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

describe('a reorganisation', () => {
  test('of more than one recharge takes leaves the bill at what the card gets', async () => {
    const { userId } = await world.customer()
    const { address } = await world.card(userId)
    await usdt(address, '10000.5')
    await world.pass(2)
    await world.reorg(2, 'return')
    await world.pass()
    const row = { kind: 'remittance', amount: '10000', currency: 'USD' }
    expect(await world.bills(userId)).toMatchObject([{ ...row, status: 'pending' }])
    await world.pass(4)
    expect(await world.holds(userId)).toEqual({ card: '10000', USDT: '0.5' })
    expect(await world.bills(userId)).toMatchObject([
      { ...row, status: 'done', whats: expect.stringContaining('orphaned seen') },
      { kind: 'deposit', amount: '0.5' },
    ])
  })

  test('before the credit takes the deposit back; found again it is credited once', async () => {
    const [one, other] = [await world.customer(), await world.customer()]
    // The other's transfer comes first in the block that is lost and never comes back: places in the block move.
    await usdt(other.address, '4')
    await usdt(one.address, '8')
    await world.pass(2)
    await world.reorg(2, 'drop')
    await world.read()
    expect(await world.deposits(one.userId)).toMatchObject([{ status: 'orphaned', confirms: 0 }])
    expect(await world.bills(one.userId)).toMatchObject([
      { status: 'failed', whats: 'seen confirming orphaned' },
    ])
    await world.pass(4)
    expect(await world.holds(one.userId)).toEqual({})

    await usdt(one.address, '8')
    await world.pass(2)
    await world.reorg(2, 'return')
    await world.read()
    await world.pass(5)
    expect(await world.holds(one.userId)).toEqual({ USDT: '8' })
    expect(await world.holds(other.userId)).toEqual({})
    expect((await world.deposits(one.userId)).map(({ status }) => status)).toContain('credited')
    expect(await world.openAlarms()).toEqual([])
  })

  test('takes back what waits below the minimum, and what is held: neither is counted with what comes later', async () => {
    const [little, held] = [await world.customer(), await world.customer()]
    await usdt(little.address, '0.4')
    await world.pass(2)
    await usdt(held.address, '8')
    await world.pass(2)
    expect(await world.deposits(little.userId)).toMatchObject([{ status: 'below_min' }])
    await sql`update deposits set status = 'held' where user_id = ${held.userId}`.execute(world.db)
    await world.reorg(4, 'drop')
    await world.read()
    for (const { userId } of [little, held])
      expect(await world.deposits(userId)).toMatchObject([{ status: 'orphaned', confirms: 0 }])
    await usdt(little.address, '0.7')
    await world.pass(4)
    expect(await world.holds(little.userId)).toEqual({})
  })

  test('does not mix up two transfers of one transaction', async () => {
    const [first, second, third] = [await world.customer(), await world.customer(), await world.customer()]
    await usdt(third.address, '2')
    const split = { address: first.address, currency: 'USDT', amount: '5', kind: 'twice' } as const
    await world.pay({ ...split, secondAddress: second.address, secondAmount: '7' })
    await world.pass(2)
    await world.reorg(2, 'return')
    await world.pass(6)
    expect(await world.holds(first.userId)).toEqual({ USDT: '5' })
    expect(await world.holds(second.userId)).toEqual({ USDT: '7' })
    expect(await world.deposits(first.userId)).toHaveLength(1)
    expect(await world.bills(first.userId)).toMatchObject([{ status: 'done' }])
  })

  test('may change what a transaction pays: the new amount counts', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '5')
    await world.pass(2)
    await world.reorg(2, 'return')
    const chain = retold(transfer => ({ ...transfer, amountRaw: transfer.amountRaw + 1_000_000n }))
    await world.read()
    await world.mine(3)
    await world.read({ chain })
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    expect(await world.bills(userId)).toMatchObject([{ status: 'done', amount: '6' }])
  })

  test('that changes whom a transaction pays leaves the deposit to a person', async () => {
    const [first, second] = [await world.customer(), await world.customer()]
    await usdt(first.address, '5')
    await world.pass(2)
    await world.reorg(2, 'return')
    await world.read()
    await world.mine(3)
    const chain = retold(transfer => ({ ...transfer, to: second.address }))
    await world.read({ chain })
    expect(await world.deposits(first.userId)).toMatchObject([{ status: 'held' }])
    expect(await world.openAlarms()).toEqual(['deposit_changed'])
    expect([await world.holds(first.userId), await world.holds(second.userId)]).toEqual([{}, {}])
    await world.db.updateTable('alarms').set({ settled_at: new Date() }).execute()
  })

  test('after the credit raises an alarm and takes nothing back; found again the alarm is closed', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    await world.reorg(5, 'return')
    expect(await world.read()).toBe('stopped')
    expect(await world.openAlarms()).toEqual(['deposit_lost', 'chain_stopped'])
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    await world.resume()
    await world.pass(5)
    expect(await world.openAlarms()).toEqual([])
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    // Of the credit, of the loss, and that it was found.
    expect(await world.messages(userId)).toHaveLength(3)
    expect(await world.bills(userId)).toMatchObject([
      { status: 'done', whats: 'seen confirming credited lost found' },
    ])
  })

  test('after the credit that never brings it back leaves the alarm open', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '6')
    await world.pass(4)
    await world.reorg(5, 'drop')
    await world.read()
    await world.resume()
    await world.pass(6)
    expect(await world.openAlarms()).toEqual(['deposit_lost'])
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    expect(await world.deposits(userId)).toMatchObject([{ status: 'credited' }])
    await world.db.updateTable('alarms').set({ settled_at: new Date() }).execute()
  })
})
