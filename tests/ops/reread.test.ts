import { beforeAll, describe, expect, test } from 'vitest'
import { raiseAlarm } from '../../src/server/alarms.ts'
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

  test('believes no node that has another block there than we have read', async () => {
    await world.pass(2)
    const { height } = await world.db.selectFrom('chain_cursors').select('height').executeTakeFirstOrThrow()
    await world.reorg(2, 'drop')
    expect((await at('ann')('chain', 'reread', `${height}`)).said).toContain('another block')
    await world.read()
    expect(await at('ann')('chain', 'reread', `${height}`)).toMatchObject({ isFailed: false })
  })
})
