import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transferOutCancel } from '../../src/contract/withdrawal.ts'
import { usedUpOf } from '../../src/server/chain/check-payments.ts'
import { type desk, deskOn } from '../fixtures/ops/desk.ts'
import { openAlarms } from '../fixtures/ops/open-alarms.ts'
import {
  ask,
  copyOfWorld,
  due,
  later,
  messagesOf,
  moneyIn,
  startWithdrawalWorld,
  statusOf,
  type WithdrawalWorld,
  withdrawer,
  workOff,
} from '../fixtures/wallet/withdrawer.ts'

let lost: WithdrawalWorld
let copy: WithdrawalWorld
let at: ReturnType<typeof desk>
let known: Awaited<ReturnType<typeof newWithdrawal>>
let unknown: Awaited<ReturnType<typeof newWithdrawal>>

/** One that is asked for, in the books of both, or of the lost ones alone. */
async function newWithdrawal(tested: WithdrawalWorld, isFirst = false) {
  const customer = await withdrawer(tested)
  const { id } = await ask(tested, customer)
  if (isFirst)
    await sql`update withdrawals set created_at = now() - interval '1 hour' where id = ${id}`.execute(
      tested.world.db,
    )
  const paid = () => tested.node.payments().filter(({ to }) => to === customer.address).length
  return { customer, id, paid, status: () => statusOf(copy, id, customer.token) }
}

// A backup is made, another withdrawal is asked for, and both are signed: what the backup knows with the later nonce. No node
// has heard of either when the backup is restored.
beforeEach(async () => {
  lost = await startWithdrawalWorld()
  await lost.pay()
  known = await newWithdrawal(lost)
  copy = await copyOfWorld(lost)
  unknown = await newWithdrawal(lost, true)
  await due(lost)
  await lost.pay()
  expect(lost.node.waitingCount()).toBe(2)
  lost.node.forget()
  at = await deskOn(copy.world.db)
})
afterEach(async () => {
  await copy.close()
  await lost.close()
})

async function resume(...words: string[]) {
  for (const operator of ['ann', 'bob']) await at(operator)('withdrawals', 'resume', 'ERC20', ...words)
}

describe('ops withdrawals resume --use-up', () => {
  test('has the nonces used up before anything is signed: what was signed with them can never be mined beside it', async () => {
    await resume('--use-up=1')
    await due(copy)
    await copy.pay()
    // Their bytes come back, and find their place taken.
    copy.node.remember()
    copy.node.mine(2)
    await copy.pay()
    expect(await known.status()).toBe('queued')
    expect((await at('ann')('withdrawals', 'status')).rows).toMatchObject([
      { next: '2', isSigning: false, usingUp: '0' },
    ])
    expect(await copy.send(transferOutCancel, { id: known.id }, known.customer.token)).toMatchObject({
      key: 'modify_failed',
    })
    expect(await openAlarms(copy)).toEqual(['withdrawals_stopped'])
    copy.node.mine()
    await workOff(copy)
    expect([await known.status(), known.paid(), unknown.paid()]).toEqual(['done', 1, 0])
    copy.node.remember()
    copy.node.mine(3)
    await workOff(copy)
    expect([known.paid(), unknown.paid(), copy.node.minedCount()]).toEqual([1, 0, 3])
    expect(await openAlarms(copy)).toEqual([])
    expect(await usedUpOf(copy.world.db, 'ERC20')).toEqual([0n, 1n])
  })

  test('finds in the chain what was paid with them: what waits in the books is done, and of the rest a person is told', async () => {
    copy.node.remember()
    copy.node.mine(3)
    // Older, to the same address, of another sum: it is none of what was paid.
    const { id: other } = await ask(copy, known.customer, { amount: '50' })
    await sql`update withdrawals set created_at = now() - interval '2 hours' where id = ${other}`.execute(
      copy.world.db,
    )
    await due(copy)
    // Older, of the same sum, and it is not time yet: it was never signed, and can still be taken back.
    const { id: early } = await ask(copy, known.customer)
    await sql`update withdrawals set created_at = now() - interval '3 hours', send_at = now() + interval '1 hour'
      where id = ${early}`.execute(copy.world.db)
    await sql`update withdrawals set status = 'held', reason = 'security'`.execute(copy.world.db)
    await resume('--use-up=4')
    await workOff(copy)
    expect([await known.status(), known.paid(), unknown.paid()]).toEqual(['done', 1, 1])
    for (const id of [other, early]) expect(await statusOf(copy, id, known.customer.token)).toBe('held')
    expect(await moneyIn(copy, known.customer)).toEqual({ balance: 900_000_000n, held: 150_000_000n })
    expect((await messagesOf(copy, known.customer)).map(({ state }) => state)).toEqual([
      'requested',
      'requested',
      'requested',
      'sent',
      'done',
    ])
    expect(await openAlarms(copy)).toEqual(['payment_unknown'])
    expect(await usedUpOf(copy.world.db, 'ERC20')).toEqual([2n, 3n, 4n])
    const next = await newWithdrawal(copy)
    await workOff(copy)
    expect([await next.status(), next.paid()]).toEqual(['done', 1])
  })

  test('takes what is mined meanwhile, whichever it is: one that comes before is paid once', async () => {
    await resume('--use-up=1')
    // The network takes what was signed then, and the transactions that pay nobody too late.
    copy.node.remember()
    await due(copy)
    await copy.pay()
    await workOff(copy)
    expect([await known.status(), known.paid(), unknown.paid()]).toEqual(['done', 1, 1])
    expect(await openAlarms(copy)).toEqual(['payment_unknown'])
  })

  test('offers more when the network leaves them lying, and hands them on when it forgets them', async () => {
    await resume('--use-up=1')
    await copy.pay()
    copy.node.forget()
    copy.node.setFloor(20_000_000_000n)
    await sql`update nonce_fillers set created_at = created_at - interval '1 hour',
      broadcast_at = broadcast_at - interval '1 hour'`.execute(copy.world.db)
    await copy.pay()
    copy.node.mine(3)
    await later(copy)
    await copy.pay()
    expect(await usedUpOf(copy.world.db, 'ERC20')).toEqual([0n, 1n])
    expect(copy.node.minedCount()).toBe(2)
  })

  test('takes two who mean the same nonce, and none that the books know or that is far away', async () => {
    const asked = async (operator: string, last: string) =>
      await at(operator)('withdrawals', 'resume', 'ERC20', `--use-up=${last}`)
    for (const wrong of ['all', '-1', '1000'])
      expect(await asked('ann', wrong)).toMatchObject({ isFailed: true })
    expect((await asked('ann', '1')).rows).toMatchObject([{ isResumed: false }])
    expect((await asked('bob', '2')).rows).toMatchObject([{ isResumed: false }])
    expect((await asked('cat', '1')).rows).toMatchObject([{ isResumed: true }])
    expect(await asked('ann', '9')).toMatchObject({ isFailed: true })
    await at('ann')('withdrawals', 'stop', 'ERC20')
    expect(await asked('bob', '1')).toMatchObject({
      isFailed: true,
      said: expect.stringContaining('below 2'),
    })
  })

  test('is asked for in another life, and not after a stop in the same one', async () => {
    expect(await at('ann')('withdrawals', 'resume', 'ERC20')).toMatchObject({
      isFailed: true,
      said: expect.stringContaining('--use-up'),
    })
    at = await deskOn(lost.world.db)
    await at('ann')('withdrawals', 'stop', 'ERC20')
    await resume()
    expect((await at('ann')('withdrawals', 'status')).rows).toMatchObject([{ next: '2', isSigning: true }])
  })
})
