import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { transferOutDetail } from '../../src/contract/withdrawal.ts'
import { frozenBy } from '../../src/server/account/freezes.ts'
import { houseAccount, openAccount, post } from '../../src/server/ledger/ledger.ts'
import { funded } from '../fixtures/account/customer.ts'
import { auditsOf, type desk, deskOn } from '../fixtures/ops/desk.ts'
import { openAlarms } from '../fixtures/ops/open-alarms.ts'
import { throughout } from '../fixtures/throughout.ts'
import {
  ask,
  due,
  failedOne,
  later,
  messagesOf,
  moneyIn,
  startWithdrawalWorld,
  type Withdrawer,
  withdrawer,
} from '../fixtures/wallet/withdrawer.ts'

const tested = throughout(startWithdrawalWorld)
let at: ReturnType<typeof desk>
beforeAll(async () => {
  at = await deskOn(tested.world.db)
})

async function large(): Promise<{ customer: Withdrawer; id: string }> {
  const customer = await withdrawer(tested, { amountMinor: 10_000_000_000n })
  return { customer, id: (await ask(tested, customer, { amount: '6000' })).id }
}

const statusOf = async (id: string, { token }: Withdrawer) =>
  (await tested.succeed(transferOutDetail, { id }, token)).status

/** Gone from the wallet, as to a card. */
async function spend({ userId }: Withdrawer, amountMinor: bigint) {
  const { db } = tested.world
  const accountId = await openAccount(db, { kind: 'wallet', ownerId: userId, currency: 'USDT' })
  await post(db, {
    idempotencyKey: `spent:${userId}`,
    reason: 'trial',
    entries: [
      { accountId, amountMinor: -amountMinor },
      { accountId: await houseAccount(db, { code: 'chain', currency: 'USDT' }), amountMinor },
    ],
  })
}

/** One that failed for want of money in the hot wallet, which the node has to get back, and its customer has spent what came back. */
async function failedAndSpent(): Promise<{ customer: Withdrawer; id: string; all: bigint }> {
  const failed = await failedOne(tested)
  await spend(failed.customer, 950_000_000n)
  return failed
}

describe('ops withdrawals', () => {
  test('approve takes two different people, of whom one twice is one', async () => {
    const { customer, id } = await large()
    const listed = await at('ann')('withdrawals', 'list')
    expect(listed.said).not.toContain(customer.email)
    expect(listed.rows).toMatchObject([
      {
        id,
        user_id: customer.userId,
        status: 'review',
        amount: '6000',
        currency: 'USDT',
        address: customer.address,
      },
    ])
    expect((await at('ann')('withdrawals', 'release-hold', id)).said).toContain('does not wait')
    expect((await at('ann')('withdrawals', 'approve', id)).rows).toEqual([
      { id, status: 'review', approvalsMissing: 1 },
    ])
    expect(await at('ann')('withdrawals', 'approve', id)).toMatchObject({ isFailed: true })
    expect(await statusOf(id, customer)).toBe('review')
    const waiting = async () =>
      (await at('bob')('approvals', 'list')).rows.filter(({ subject }) => subject === id)
    expect(await waiting()).toMatchObject([{ verb: 'withdrawal.approve', first: 'ann', until: null }])
    expect((await at('bob')('withdrawals', 'approve', id)).rows).toEqual([
      { id, status: 'queued', approvalsMissing: 0 },
    ])
    expect(await waiting()).toEqual([])
    expect(await auditsOf(tested.world.db, id)).toEqual(['ann withdrawal.approve', 'bob withdrawal.approve'])
    await due(tested)
    await tested.pay()
    expect((await at('ann')('withdrawals', 'show', id)).rows).toMatchObject([
      {
        status: 'sent',
        receive: '5999',
        fee: '1',
        attempts: [{ number: 1, answer: 'taken' }],
        approvals: [{ operator: 'ann' }, { operator: 'bob' }],
      },
    ])
    tested.node.mine(3)
    await tested.pay()
    expect((await at('ann')('withdrawals', 'list')).rows).toEqual([])
  })

  test('refuse gives everything back, once', async () => {
    const { customer, id } = await large()
    expect((await at('ann')('withdrawals', 'refuse', id, '--reason', 'Please call us.')).said).toContain(
      'address_risk',
    )
    const words = ['withdrawals', 'refuse', id, '--reason', 'unconfirmed', '--note', 'Please call us.']
    expect((await at('ann')(...words)).rows).toEqual([{ id, status: 'failed' }])
    expect(await at('bob')(...words)).toMatchObject({ isFailed: true })
    expect(await at('bob')('withdrawals', 'approve', id)).toMatchObject({ isFailed: true })
    expect(await moneyIn(tested, customer)).toEqual({ balance: 10_000_000_000n, held: 0n })
    expect(await auditsOf(tested.world.db, id)).toEqual(['ann withdrawal.refuse'])
  })

  test('release-hold lets a held one go when two different people say so', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await sql`update users set hold_until = now() + interval '1 hour' where id = ${customer.userId}`.execute(
      tested.world.db,
    )
    await due(tested)
    await tested.pay()
    expect(await at('ann')('withdrawals', 'approve', id)).toMatchObject({ isFailed: true })
    expect((await at('ann')('withdrawals', 'release-hold', id)).rows).toMatchObject([{ approvalsMissing: 1 }])
    expect(await statusOf(id, customer)).toBe('held')
    expect((await at('bob')('withdrawals', 'release-hold', id)).rows).toMatchObject([{ status: 'queued' }])
    await tested.pay()
    expect(await statusOf(id, customer)).toBe('sent')
    expect(await auditsOf(tested.world.db, id)).toEqual([
      'ann withdrawal.release-hold',
      'bob withdrawal.release-hold',
    ])
    tested.node.mine(3)
    await tested.pay()
  })

  test('refuse gives back a signed one that the chain leaves unproven, when two different people say so', async () => {
    const customer = await withdrawer(tested)
    const { id } = await ask(tested, customer)
    await due(tested)
    tested.node.fault('silent')
    await tested.pay()
    tested.node.stray()
    const words = ['withdrawals', 'refuse', id, '--reason', 'refused', '--note', 'The network lost it.']
    expect((await at('ann')(...words)).said).toContain('may still show')
    tested.node.mine(3)
    tested.node.prune(true)
    await tested.pay()
    await later(tested)
    await tested.pay()
    expect(await openAlarms(tested)).toEqual(['withdrawal_unproven'])
    expect(await moneyIn(tested, customer)).toMatchObject({ held: 100_000_000n })
    expect((await at('ann')(...words)).rows).toEqual([{ id, status: 'sent', approvalsMissing: 1 }])
    expect(await at('ann')(...words)).toMatchObject({ isFailed: true })
    expect(await statusOf(id, customer)).toBe('sent')
    expect((await at('bob')(...words)).rows).toEqual([{ id, status: 'failed', approvalsMissing: 0 }])
    expect(await moneyIn(tested, customer)).toEqual({ balance: 1_000_000_000n, held: 0n })
    expect(await openAlarms(tested)).toEqual([])
    expect(await auditsOf(tested.world.db, id)).toEqual([
      'ann withdrawal.give-up.asked',
      'bob withdrawal.give-up',
    ])
    tested.node.prune(false)
  })

  test('write-off ends one that was paid after its money was given back and spent, when two different people say so', async () => {
    const { db } = tested.world
    const { customer, id, all } = await failedAndSpent()
    expect(await at('ann')('withdrawals', 'write-off', id)).toMatchObject({ isFailed: true })
    tested.node.fund('USDT', all)
    tested.node.reorg(3, 'return')
    tested.node.mine()
    await tested.pay()
    expect(await frozenBy(db, customer.userId)).toBe('operator')
    // It may still be paid or not: nobody books a loss that there is not.
    expect(await at('ann')('withdrawals', 'write-off', id)).toMatchObject({ isFailed: true })
    tested.node.mine(2)
    for (let round = 0; round < 3; round++) await tested.pay()
    expect(await statusOf(id, customer)).toBe('failed')
    expect(await openAlarms(tested)).toEqual(['withdrawal_failed', 'withdrawal_undone', 'withdrawal_owed'])
    expect(await moneyIn(tested, customer)).toEqual({ balance: 50_000_000n, held: 0n })
    expect((await messagesOf(tested, customer)).at(-1)).toMatchObject({ state: 'owed' })
    expect((await at('ann')('withdrawals', 'list')).rows).toContainEqual(expect.objectContaining({ id }))
    expect((await at('ann')('withdrawals', 'write-off', id)).rows).toMatchObject([{ isWrittenOff: false }])
    expect(await frozenBy(db, customer.userId)).toBe('operator')
    expect((await at('bob')('withdrawals', 'write-off', id)).rows).toMatchObject([{ isWrittenOff: true }])
    expect(await statusOf(id, customer)).toBe('done')
    expect(await frozenBy(db, customer.userId)).toBeNull()
    expect(await openAlarms(tested)).toEqual(['withdrawal_failed'])
    expect(await moneyIn(tested, customer)).toEqual({ balance: 50_000_000n, held: 0n })
    expect(await at('bob')('withdrawals', 'write-off', id)).toMatchObject({ isFailed: true })
    await tested.pay()
    expect(tested.node.payments().filter(({ to }) => to === customer.address)).toHaveLength(1)
    await sql`update alarms set settled_at = now()`.execute(db)
  })

  test('one that was paid after all is charged by itself once there is enough; who was let go on stays so', async () => {
    const { db } = tested.world
    const { customer, id, all } = await failedAndSpent()
    tested.node.fund('USDT', all)
    tested.node.reorg(3, 'return')
    tested.node.mine(3)
    await tested.pay()
    expect(await frozenBy(db, customer.userId)).toBe('operator')
    for (const operator of ['ann', 'bob'])
      await at(operator)('users', 'unfreeze', customer.userId, '--reason', 'They will pay.')
    await tested.pay()
    expect(await frozenBy(db, customer.userId)).toBeNull()
    await funded(tested, { userId: customer.userId, amountMinor: 50_000_000n, currency: 'USDT' })
    await tested.pay()
    expect(await statusOf(id, customer)).toBe('done')
    expect(await moneyIn(tested, customer)).toEqual({ balance: 0n, held: 0n })
    expect((await messagesOf(tested, customer)).at(-1)).toMatchObject({ state: 'paid' })
    expect(await openAlarms(tested)).toEqual(['withdrawal_failed'])
    await sql`update alarms set settled_at = now()`.execute(db)
  })
})
