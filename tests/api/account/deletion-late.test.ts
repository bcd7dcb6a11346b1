import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginDeletion } from '../../../src/server/account/deletions.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { deleteUsers } from '../../../src/server/jobs/delete-users.ts'
import type { World } from '../../../src/server/world.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startDepositWorld } from '../../fixtures/wallet/deposit-world.ts'

const world = throughout(startDepositWorld)

async function deleted(userId: string) {
  await transaction(world.db, db => beginDeletion(db, { userId, reason: undefined }))
  await sql`update deletions set asked_at = asked_at - interval '16 days', due_at = due_at - interval '16 days'`.execute(
    world.db,
  )
  await deleteUsers.run({ db: world.db, wake() {} } as World)
}

test('what comes to the old address of who is gone waits with the house, raises an alarm and tells nobody', async () => {
  const [{ userId, address }, other] = [await world.customer(), await world.customer()]
  await deleted(userId)
  await world.pay({ address, currency: 'USDT', amount: '25' })
  await world.pay({ address: other.address, currency: 'USDT', amount: '7' })
  await world.pass(4)
  expect(await world.holds(userId)).toEqual({})
  expect(await world.holds(other.userId)).toEqual({ USDT: '7' })
  expect(await world.messages(userId)).toEqual([])
  expect(await world.bills(userId)).toMatchObject([{ kind: 'deposit', status: 'failed', amount: '25' }])
  expect(await world.openAlarms()).toEqual(['deposit_after_deletion'])
  const { rows } = await sql<{ sum: bigint }>`
    select sum(e.amount_minor)::bigint as sum from accounts a join entries e on e.account_id = a.id
    where a.kind = 'house' and a.code = 'suspense' and a.currency = 'USDT'`.execute(world.db)
  expect(rows).toEqual([{ sum: 25_000_000n }])
  await world.check()
})

test('crumbs that add up to the minimum at the address of who is gone wait with the house too', async () => {
  const { userId, address } = await world.customer()
  await deleted(userId)
  for (const amount of ['0.4', '0.7']) {
    await world.pay({ address, currency: 'USDT', amount })
    await world.pass(4)
  }
  expect((await world.deposits(userId)).map(({ status }) => status)).toEqual(['credited', 'credited'])
  expect(await world.holds(userId)).toEqual({})
  expect(await world.messages(userId)).toEqual([])
  expect(await world.bills(userId)).toMatchObject([
    { kind: 'deposit', status: 'failed', amount: '0.4', whats: 'suspended' },
    { kind: 'deposit', status: 'failed', amount: '0.7', whats: 'suspended' },
  ])
  expect(await world.openAlarms()).not.toContain('deposit_unpostable')
  await world.check()
})
