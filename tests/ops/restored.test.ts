import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { transferOutCancel } from '../../src/contract/withdrawal.ts'
import { type desk, deskOn } from '../fixtures/ops/desk.ts'
import { openAlarms } from '../fixtures/ops/open-alarms.ts'
import { throughout } from '../fixtures/throughout.ts'
import { ask, due, startWithdrawalWorld, withdrawer, workOff } from '../fixtures/wallet/withdrawer.ts'

const tested = throughout(startWithdrawalWorld)
let at: ReturnType<typeof desk>
beforeAll(async () => {
  at = await deskOn(tested.world.db)
})

async function newWithdrawal() {
  const customer = await withdrawer(tested)
  const { id } = await ask(tested, customer)
  const paid = () => tested.node.payments().filter(({ to }) => to === customer.address).length
  const takeBack = () => tested.send(transferOutCancel, { id }, customer.token)
  return { id, userId: customer.userId, paid, takeBack, status: () => statusOf(id) }
}

async function statusOf(id: string) {
  const withdrawals = tested.world.db.selectFrom('withdrawals').select('status')
  return (await withdrawals.where('id', '=', id).executeTakeFirstOrThrow()).status
}

/** The books become those of a copy that was made before this was signed. */
async function forgetSigning(id: string) {
  await tested.world.db.transaction().execute(async db => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`delete from withdrawal_attempts where withdrawal_id = ${id}`.execute(db)
    await sql`
      update withdrawals set status = 'queued', nonce = null, tx_hash = null, sent_at = null
      where id = ${id}`.execute(db)
    await sql`update chain_nonces set next_nonce = next_nonce - 1`.execute(db)
  })
}

/** One that was handed to the network, as the books of such a copy have it. */
async function newForgotten() {
  const known = await newWithdrawal()
  await due(tested)
  await tested.pay()
  await forgetSigning(known.id)
  return known
}

const resume = async (operator: string) => await at(operator)('withdrawals', 'resume', 'ERC20')

test('what was paid after the books were copied is not paid again, and nothing is signed until two people say so', async () => {
  const first = await newWithdrawal()
  await workOff(tested)
  expect([await first.status(), first.paid()]).toEqual(['done', 1])
  expect((await resume('ann')).isFailed).toBe(true)

  const known = await newForgotten()
  tested.node.mine(3)
  const later = await newWithdrawal()
  await workOff(tested)
  expect([known.paid(), later.paid()]).toEqual([1, 0])
  expect([await known.status(), await later.status()]).toEqual(['queued', 'queued'])
  expect(await openAlarms(tested)).toEqual(['hot_wallet_used'])

  const alarms = tested.world.db.selectFrom('alarms').select('id').where('settled_at', 'is', null)
  const { id } = await alarms.executeTakeFirstOrThrow()
  expect(await at('ann')('alarms', 'close', id, '--note', 'seen')).toMatchObject({ isFailed: true })
  for (const one of [known, later]) expect(await one.takeBack()).toMatchObject({ key: 'modify_failed' })
  await at('ann')('users', 'freeze', known.userId, '--reason', 'Paid already.')
  expect((await resume('ann')).rows).toMatchObject([{ isResumed: false, approvalsMissing: 1 }])
  expect((await resume('ann')).isFailed).toBe(true)
  await workOff(tested)
  expect(later.paid()).toBe(0)
  expect((await resume('bob')).rows).toMatchObject([{ isResumed: true, approvalsMissing: 0 }])
  await workOff(tested)
  expect([known.paid(), later.paid()]).toEqual([1, 1])
  expect([await known.status(), await later.status()]).toEqual(['held', 'done'])
  expect(await openAlarms(tested)).toEqual(['withdrawal_held'])
  await sql`update alarms set settled_at = now()`.execute(tested.world.db)
})

test('what waits for a block when the copy is restored is not paid a second time: it is seen before anything is signed', async () => {
  const known = await newForgotten()
  const later = await newWithdrawal()
  await workOff(tested)
  expect([known.paid(), later.paid()]).toEqual([1, 0])
  expect([await known.status(), await later.status()]).toEqual(['queued', 'queued'])
  expect(await openAlarms(tested)).toEqual(['hot_wallet_used'])
  expect(await known.takeBack()).toMatchObject({ key: 'modify_failed' })

  await at('ann')('users', 'freeze', known.userId, '--reason', 'Paid already.')
  // The first two times it was only waiting.
  for (const operator of ['ann', 'bob']) await resume(operator)
  await workOff(tested)
  expect(await openAlarms(tested)).toEqual(['hot_wallet_used'])
  for (const operator of ['ann', 'bob']) await resume(operator)
  await workOff(tested)
  expect([known.paid(), later.paid()]).toEqual([1, 1])
  expect([await known.status(), await later.status()]).toEqual(['held', 'done'])
  await sql`update alarms set settled_at = now()`.execute(tested.world.db)
})

test('one that was signed again while no node knew of the first time is paid once, and not given back', async () => {
  const known = await newForgotten()
  tested.node.forget()
  tested.node.setFloor(2_000_000_000n)
  tested.node.fault('silent', 'silent', 'silent')
  await due(tested)
  await tested.pay()
  tested.node.setFloor(1_000_000_000n)
  expect(await known.status()).toBe('sent')
  tested.node.remember()
  tested.node.mine(3)
  const later = await newWithdrawal()
  await workOff(tested)
  expect([known.paid(), later.paid()]).toEqual([1, 0])
  expect([await known.status(), await later.status()]).toEqual(['done', 'queued'])
  expect(await openAlarms(tested)).toEqual(['hot_wallet_used'])
  for (const operator of ['ann', 'bob']) await resume(operator)
  await workOff(tested)
  expect([known.paid(), later.paid()]).toEqual([1, 1])
})

test('when the first payment takes the place of another withdrawal nothing more is signed until two people say so', async () => {
  const known = await newForgotten()
  tested.node.forget()
  const { db } = tested.world
  await sql`update withdrawals set send_at = now() + interval '1 day', created_at = now() where id = ${known.id}`.execute(
    db,
  )
  const other = await newWithdrawal()
  await sql`update withdrawals set created_at = now() - interval '1 hour', send_at = now() where id = ${other.id}`.execute(
    db,
  )
  tested.node.fault('silent', 'silent', 'silent')
  await tested.pay()
  expect([await known.status(), await other.status()]).toEqual(['queued', 'sent'])
  tested.node.remember()
  tested.node.mine()
  await workOff(tested)
  await workOff(tested)
  expect([known.paid(), other.paid()]).toEqual([1, 0])
  expect([await known.status(), await other.status()]).toEqual(['queued', 'failed'])
  expect(await openAlarms(tested)).toEqual(['withdrawal_failed', 'hot_wallet_used'])
  expect(await known.takeBack()).toMatchObject({ key: 'modify_failed' })
})
