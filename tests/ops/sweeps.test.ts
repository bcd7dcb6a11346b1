import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../src/server/database/database.ts'
import { payWithdrawals } from '../../src/server/jobs/pay-withdrawals.ts'
import { auditsOf, type desk, deskOn } from '../fixtures/ops/desk.ts'
import { openAlarms } from '../fixtures/ops/open-alarms.ts'
import {
  agree,
  arrived,
  depositor,
  holdingsOf,
  onChain,
  rich,
  type SweepWorld,
  settle,
  startSweepWorld,
  sweep,
  sweepsOf,
} from '../fixtures/wallet/sweep-world.ts'

let tested: SweepWorld
let at: ReturnType<typeof desk>
beforeAll(async () => {
  tested = await startSweepWorld()
  at = await deskOn(tested.db)
})
afterEach(() => agree(tested))
afterAll(() => tested.close())

async function bothResume(...words: string[]) {
  for (const operator of ['ann', 'bob'])
    expect(await at(operator)('withdrawals', 'resume', 'ERC20', ...words)).toMatchObject({ isFailed: false })
}

test('sweeping is paused by one, with a row in the audit, and shown as it stands', async () => {
  const { address } = await rich(tested)
  await sweep(tested)
  expect((await at('ann')('sweeps', 'list')).rows).toMatchObject([
    { address, kind: 'sweep', status: 'sent', currency: 'USDT', amount: '200', fee: null },
  ])
  expect((await at('ann')('sweeps', 'pause', 'ERC20')).isFailed).toBe(false)
  expect((await at('bob')('sweeps', 'pause', 'ERC20')).said).toContain('paused there already')
  // What was signed goes its way; what was not waits.
  const { address: other } = await rich(tested)
  await sweep(tested)
  await settle(tested)
  expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
  expect(await sweepsOf(tested, other)).toEqual([])
  const [standing] = (await at('ann')('sweeps', 'status')).rows
  expect(standing).toMatchObject({ network: 'ERC20', pausedBy: 'ann', isSigning: true, due: 1 })
  expect(standing).toMatchObject({ underWay: '0', atAddresses: { USDT: '200' } })

  expect((await at('bob')('sweeps', 'resume', 'ERC20')).isFailed).toBe(false)
  expect((await at('bob')('sweeps', 'resume', 'ERC20')).said).toContain('Nobody has paused')
  expect(await auditsOf(tested.db, 'ERC20')).toEqual(['ann sweep.pause', 'bob sweep.resume'])
  await sweep(tested)
  await settle(tested)
  expect((await at('ann')('sweeps', 'list')).rows).toEqual([])
  expect((await at('ann')('sweeps', 'list', '--all')).rows).toHaveLength(2)
})

test('while all signing is stopped by an operator nothing is swept', async () => {
  const { address } = await rich(tested)
  expect((await at('ann')('withdrawals', 'stop', 'ERC20')).isFailed).toBe(false)
  await sweep(tested)
  expect(await sweepsOf(tested, address)).toEqual([])
  expect((await at('ann')('sweeps', 'status')).rows).toMatchObject([{ isSigning: false, due: 1 }])
  await bothResume()
  await sweep(tested)
  await settle(tested)
  expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
})

test('in another life of the database nothing is signed; what the life before has swept is found, not swept again', async () => {
  const [swept, poor] = [await rich(tested), await depositor(tested)]
  await arrived(tested, { address: poor.address, currency: 'USDT', amount: '130' })
  await sweep(tested)
  await settle(tested)
  // The books become those of a copy that was made before both were signed.
  const gas = await tested.db
    .selectFrom('sweeps')
    .select('nonce')
    .where('address', '=', poor.address)
    .executeTakeFirstOrThrow()
  await forget(swept.address)
  await forget(poor.address)
  await sql`update chain_nonces set life = 'the one before', next_nonce = next_nonce - 1`.execute(tested.db)
  const fresh = await rich(tested)
  await sweep(tested)
  expect(await sweepsOf(tested, fresh.address)).toEqual([])
  expect(await openAlarms(tested)).toEqual(['withdrawals_stopped'])

  await bothResume('--use-up', `${gas.nonce}`)
  await payWithdrawals.run(tested.world)
  expect(await openAlarms(tested)).toEqual(['payment_unknown'])
  // The gas of the life before is no deposit, though no book knows it.
  expect(await holdingsOf(tested, poor.userId)).toEqual({ USDT: '130' })
  for (let round = 0; round < 3; round++) {
    await sweep(tested)
    await settle(tested)
  }
  for (const { address } of [swept, fresh])
    expect(await sweepsOf(tested, address)).toEqual(['sweep done USDT'])
  expect((await sweepsOf(tested, poor.address)).sort()).toEqual(['gas done ETH', 'sweep done USDT'])
  expect(await onChain(tested, { address: swept.address, currency: 'USDT' })).toBe(0n)
  expect(await openAlarms(tested)).toEqual([])
})
const idsOf = (address: string) => tested.db.selectFrom('sweeps').select('id').where('address', '=', address)

/** What was signed for an address is in no books any more. */
async function forget(address: string) {
  await transaction(tested.db, async db => {
    await sql`set local session_replication_role = replica`.execute(db)
    const ids = await idsOf(address).execute()
    await db
      .deleteFrom('sweep_attempts')
      .where(
        'sweep_id',
        'in',
        ids.map(({ id }) => id),
      )
      .execute()
    for (const { transfer_id } of await db
      .selectFrom('sweeps')
      .select('transfer_id')
      .where('address', '=', address)
      .execute()) {
      await sql`delete from entries where transfer_id = ${transfer_id}`.execute(db)
      await sql`delete from transfers where id = ${transfer_id}`.execute(db)
    }
    await db.deleteFrom('sweeps').where('address', '=', address).execute()
    await db.insertInto('sweep_marks').values({ network: 'ERC20', address }).execute()
  })
}
