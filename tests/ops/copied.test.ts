import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transferOutCancel, transferOutDetail } from '../../src/contract/withdrawal.ts'
import { frozenBy } from '../../src/server/account/freezes.ts'
import { haltOf } from '../../src/server/chain/halts.ts'
import { lifeOf } from '../../src/server/chain/life.ts'
import { type desk, deskOn } from '../fixtures/ops/desk.ts'
import { openAlarms } from '../fixtures/ops/open-alarms.ts'
import {
  ask,
  copyOfWorld,
  due,
  failedOne,
  later,
  moneyIn,
  startWithdrawalWorld,
  statusOf,
  type WithdrawalWorld,
  withdrawer,
  workOff,
} from '../fixtures/wallet/withdrawer.ts'

let tested: WithdrawalWorld
let copies: WithdrawalWorld[]
beforeEach(async () => {
  tested = await startWithdrawalWorld()
  copies = []
  await tested.pay()
})
afterEach(async () => {
  for (const each of [...copies, tested]) await each.close()
})

/** The world of a copy of the database, and the operators there. */
async function restored(): Promise<{ copy: WithdrawalWorld; at: ReturnType<typeof desk> }> {
  const copy = await copyOfWorld(tested)
  copies.push(copy)
  return { copy, at: await deskOn(copy.world.db) }
}

const paidTo = (address: string) => tested.node.payments().filter(({ to }) => to === address).length
const resume = ['withdrawals', 'resume', 'ERC20', '--use-up=none']

describe('a database in another life than payments were signed in', () => {
  test('signs nothing and gives nothing back until two different people say so; customers wait', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    const { copy, at } = await restored()
    for (let round = 0; round < 2; round++) await workOff(copy)
    expect([await statusOf(copy, id, customer.token), paidTo(customer.address)]).toEqual(['queued', 0])
    expect(await openAlarms(copy)).toEqual(['withdrawals_stopped'])
    expect(await copy.succeed(transferOutDetail, { id }, customer.token)).toMatchObject({
      status: 'queued',
      isCancellable: false,
    })
    expect(await copy.send(transferOutCancel, { id }, customer.token)).toMatchObject({ key: 'modify_failed' })
    const later = await ask(copy, customer)
    expect(await moneyIn(copy, customer)).toMatchObject({ held: 200_000_000n })

    const alarms = copy.world.db.selectFrom('alarms').select('id').where('settled_at', 'is', null)
    const alarm = await alarms.executeTakeFirstOrThrow()
    expect(await at('ann')('alarms', 'close', alarm.id, '--note', 'seen')).toMatchObject({ isFailed: true })
    expect((await at('ann')('withdrawals', 'status')).rows).toMatchObject([{ isSigning: false, why: 'life' }])
    expect((await at('ann')(...resume)).rows).toMatchObject([{ isResumed: false, approvalsMissing: 1 }])
    expect(await at('ann')(...resume)).toMatchObject({ isFailed: true })
    await workOff(copy)
    expect(paidTo(customer.address)).toBe(0)
    expect((await at('bob')(...resume)).rows).toMatchObject([{ isResumed: true, approvalsMissing: 0 }])
    expect(await openAlarms(copy)).toEqual([])
    await workOff(copy)
    for (const each of [id, later.id]) expect(await statusOf(copy, each, customer.token)).toBe('done')
    expect(paidTo(customer.address)).toBe(2)
    expect(await at('ann')(...resume)).toMatchObject({ isFailed: true })
  })

  test('believes no proof that what it had signed is dead, and raises no prices', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    tested.node.fault('silent')
    await tested.pay()
    const { copy, at } = await restored()
    await copy.pay()
    await later(copy)
    tested.node.fault('silent')
    await copy.pay()
    const attempts = copy.world.db.selectFrom('withdrawal_attempts').where('withdrawal_id', '=', id)
    expect(await attempts.select('number').execute()).toEqual([{ number: 1 }])
    tested.node.stray()
    tested.node.mine(3)
    for (let round = 0; round < 3; round++) {
      await later(copy)
      await copy.pay()
    }
    expect(await statusOf(copy, id, customer.token)).toBe('sent')
    expect(await moneyIn(copy, customer)).toMatchObject({ held: 100_000_000n })
    for (const operator of ['ann', 'bob']) await at(operator)(...resume)
    for (let round = 0; round < 2; round++) {
      await later(copy)
      await copy.pay()
    }
    expect(await statusOf(copy, id, customer.token)).toBe('failed')
    expect(await moneyIn(copy, customer)).toMatchObject({ held: 0n })
  })

  test('takes two who mean the same life', async () => {
    const { copy, at } = await restored()
    await copy.pay()
    await at('ann')(...resume)
    await sql`update chain_nonces set life = 'one more'`.execute(copy.world.db)
    expect((await at('bob')(...resume)).rows).toMatchObject([{ isResumed: false }])
    expect((await at('ann')(...resume)).rows).toMatchObject([{ isResumed: true }])
  })

  test('is one whose payments were signed before lives were written down, too', async () => {
    const { copy } = await restored()
    await sql`update chain_nonces set life = null`.execute(copy.world.db)
    expect(await haltOf(copy.world.db, 'ERC20')).toMatchObject({ why: 'life', signedIn: null })
  })
})

describe('ops withdrawals stop', () => {
  test('stops at once, and a copy that is made then stays stopped; two different people resume', async () => {
    const at = await deskOn(tested.world.db)
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    expect(await at('ann')('withdrawals', 'stop', 'BTC')).toMatchObject({ isFailed: true })
    expect((await at('ann')('withdrawals', 'stop', 'ERC20')).rows).toEqual([
      { network: 'ERC20', isSigning: false },
    ])
    expect(await at('bob')('withdrawals', 'stop', 'ERC20')).toMatchObject({ isFailed: true })
    await workOff(tested)
    expect(await statusOf(tested, id, customer.token)).toBe('queued')
    expect(await tested.send(transferOutCancel, { id }, customer.token)).toMatchObject({
      key: 'modify_failed',
    })
    expect(await haltOf(tested.world.db, 'ERC20')).toEqual({ why: 'operator', by: 'ann' })
    // A snapshot of disks is the same life to the database, and is stopped all the same.
    const { copy } = await restored()
    await sql`update chain_nonces set life = ${await lifeOf(copy.world.db)}`.execute(copy.world.db)
    await workOff(copy)
    expect(await statusOf(copy, id, customer.token)).toBe('queued')

    expect((await at('ann')(...resume)).rows).toMatchObject([{ isResumed: false }])
    await workOff(tested)
    expect(paidTo(customer.address)).toBe(0)
    await at('bob')(...resume)
    await workOff(tested)
    expect(await statusOf(tested, id, customer.token)).toBe('done')
  })

  test('gives nothing back that operators refuse, and uses up no nonce of what had failed', async () => {
    const { db } = tested.world
    const at = await deskOn(db)
    const rich = await withdrawer(tested, { amountMinor: 10_000_000_000n })
    const { id: reviewed } = await ask(tested, rich, { amount: '6000' })
    const { customer, all } = await failedOne(tested)
    tested.node.fund('USDT', all)

    await at('ann')('withdrawals', 'stop', 'ERC20')
    const refusal = ['withdrawals', 'refuse', reviewed, '--reason', 'unconfirmed']
    expect(await at('ann')(...refusal)).toMatchObject({ isFailed: true })
    tested.node.reorg(3, 'drop')
    tested.node.mine(3)
    await tested.pay()
    const nothings = db.selectFrom('withdrawal_attempts').select('number').where('pays_nothing', '=', true)
    expect(await nothings.execute()).toEqual([])
    // It may be paid now, and that much is done about it: its customer stands still.
    expect(await frozenBy(db, customer.userId)).toBe('operator')
    for (const operator of ['ann', 'bob']) await at(operator)('withdrawals', 'resume', 'ERC20')
    await tested.pay()
    expect(await nothings.execute()).toHaveLength(1)
    tested.node.mine(3)
    await tested.pay()
    expect(await frozenBy(db, customer.userId)).toBeNull()
    expect(await at('ann')(...refusal)).toMatchObject({ isFailed: false })
  })
})
