import { beforeAll, describe, expect, test } from 'vitest'
import { adjust } from '../../src/server/across/adjust.ts'
import { raiseAlarm } from '../../src/server/alarms.ts'
import { openAccount } from '../../src/server/ledger/ledger.ts'
import { auditsOf, desk, environment } from '../fixtures/ops/desk.ts'
import { throughout } from '../fixtures/throughout.ts'
import { startDepositWorld } from '../fixtures/wallet/deposit-world.ts'

const world = throughout(startDepositWorld)
let at: ReturnType<typeof desk>
beforeAll(() => {
  at = desk(world.url, environment(world.settings))
})

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

const moveAddress = (address: string, network: string) =>
  world.db.updateTable('deposit_addresses').set({ network }).where('address', '=', address).execute()

/** Has a deposit come in a block of which the reader does not know the address when it reads it; gives its height. */
async function missedBlock(address: string, amount: string): Promise<string> {
  await usdt(address, amount)
  await world.mine()
  await moveAddress(address, 'elsewhere')
  await world.read()
  await moveAddress(address, world.chain.network)
  const { height } = await world.db.selectFrom('chain_cursors').select('height').executeTakeFirstOrThrow()
  return `${height}`
}

describe('ops chain reread', () => {
  test('has what the books do not have of a block credited, once, and nothing twice of what they have', async () => {
    const other = await world.customer()
    await usdt(other.address, '9')
    await world.pass(4)
    const [deposit] = await world.db
      .selectFrom('deposits')
      .selectAll()
      .where('user_id', '=', other.userId)
      .execute()
    const height = `${deposit?.block_height}`
    const fresh = await world.customer()
    const late = await usdt(fresh.address, '11')
    await world.mine()
    // The reader does not know the address when it reads the block.
    await moveAddress(fresh.address, 'elsewhere')
    await world.read()
    await moveAddress(fresh.address, world.chain.network)
    const { height: missed } = await world.db
      .selectFrom('chain_cursors')
      .select('height')
      .executeTakeFirstOrThrow()
    await raiseAlarm(world.db, { kind: 'deposit_missed', subject: late, detail: {} })

    expect((await at('ann')('chain', 'reread', height)).rows).toMatchObject([{ found: [] }])
    expect((await at('ann')('chain', 'reread', `${missed + 1n}`)).said).toContain('has not read')
    expect((await at('ann')('chain', 'reread', 'top')).said).toContain('no height')
    const [read] = (await at('ann')('chain', 'reread', `${missed}`)).rows
    expect(read?.found).toMatchObject([
      { user_id: fresh.userId, tx_hash: late, amount: '11 USDT', status: 'seen' },
    ])
    expect((await at('bob')('chain', 'reread', `${missed}`)).rows).toMatchObject([{ found: [] }])
    expect(await world.openAlarms()).toEqual([])
    expect(await world.holds(fresh.userId)).toEqual({})
    await world.pass(3)
    expect((await at('bob')('chain', 'reread', `${missed}`)).rows).toMatchObject([{ found: [] }])
    await world.pass(2)
    expect(await world.holds(fresh.userId)).toEqual({ USDT: '11' })
    expect(await world.holds(other.userId)).toEqual({ USDT: '9' })
    expect(
      (await auditsOf(world.db, world.chain.network)).filter(one => one.includes('reread')),
    ).toHaveLength(4)
    await world.check()
  })

  test('credits nothing that an adjustment may stand for, unless two operators say that it does not', async () => {
    const { userId, address } = await world.customer()
    const first = await missedBlock(address, '11')
    const accountId = await openAccount(world.db, { kind: 'wallet', ownerId: userId, currency: 'USDT' })
    const about = { accountId, reason: 'correction' } as const
    const { transferId } = await adjust(world.db, { ...about, key: 'by-hand', amountMinor: 11_000_000n })
    const reread = (operator: string, height: string, ...flags: string[]) =>
      at(operator)('chain', 'reread', height, ...flags)
    const refused = await reread('ann', first)
    expect([refused.isFailed, refused.said]).toEqual([true, expect.stringContaining(transferId)])
    const although = '--although-adjusted'
    expect((await reread('ann', first, although)).rows).toMatchObject([{ found: [], approvalsMissing: 1 }])
    expect((await reread('ann', first, although)).isFailed).toBe(true)
    expect(await world.deposits(userId)).toEqual([])
    const found = [{ user_id: userId, amount: '11 USDT' }]
    expect((await reread('bob', first, although)).rows).toMatchObject([{ found, approvalsMissing: 0 }])

    const second = await missedBlock(address, '5')
    expect((await reread('ann', second)).isFailed).toBe(true)
    const reverses = { key: 'taken-back', amountMinor: -11_000_000n, reverses: transferId }
    await adjust(world.db, { ...about, ...reverses })
    expect((await reread('ann', second)).rows).toMatchObject([{ found: [{ amount: '5 USDT' }] }])
    await world.pass(6)
    expect(await world.holds(userId)).toEqual({ USDT: '16' })
    await world.check()
  })

  test('believes no node that has another block there than we have read', async () => {
    await world.pass(2)
    const { height } = await world.db.selectFrom('chain_cursors').select('height').executeTakeFirstOrThrow()
    await world.reorg(2, 'drop')
    expect((await at('ann')('chain', 'reread', `${height}`)).said).toContain('another block')
    await world.read()
    expect(await at('ann')('chain', 'reread', `${height}`)).toMatchObject({ isFailed: false })
  })
})
