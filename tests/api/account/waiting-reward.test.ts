import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deletionCheck } from '../../../src/contract/deletion.ts'
import { inviteSummary } from '../../../src/contract/invite.ts'
import { forgetPerson } from '../../../src/server/across/forget-person.ts'
import { fundMarketing } from '../../../src/server/invites/marketing.ts'
import { rewardInvite } from '../../../src/server/jobs/reward-invite.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { moneyOf, startCardWorld } from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

// A reward that was earned while no money was set aside.

const tested = throughout(startCardWorld)

/** A customer who waits for the reward of a friend, and the friend. */
async function waiting(): Promise<{ referrer: TestCustomer; friend: TestCustomer }> {
  const [referrer, friend] = [await newCustomer(tested), await newCustomer(tested)]
  const reward = { invitee_id: friend.userId, referrer_id: referrer.userId, amount_minor: 2_000_000n }
  await tested.world.db
    .insertInto('rewards')
    .values({ ...reward, status: 'waiting', reason: 'no_funds', transfer_id: null, paid_at: null })
    .execute()
  return { referrer, friend }
}

async function paid({ userId: inviteeId }: TestCustomer) {
  await fundMarketing(tested.world.db, { amountMinor: 2_000_000n, key: randomUUID() })
  await rewardInvite(tested.world, { inviteeId })
}

const userRow = ({ userId }: TestCustomer) =>
  tested.world.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()

test('comes although its friend has left, or is not verified any more, and once', async () => {
  const { referrer, friend } = await waiting()
  await forgetPerson(tested.world.db, await userRow(friend))
  await paid(friend)
  await paid(friend)
  expect((await moneyOf(tested, referrer)).wallet).toBe(2_000_000n)
  expect(await tested.succeed(inviteSummary, {}, referrer.token)).toMatchObject({ earned: '2', waiting: '0' })
})

test('is named to whoever wants to leave, and lapses with them', async () => {
  const { referrer, friend } = await waiting()
  const { obstacles, isReady } = await tested.succeed(deletionCheck, {}, referrer.token)
  expect(isReady).toBe(true)
  expect(obstacles).toEqual([
    {
      ...{ what: 'reward', state: 'warns', amount: '2', currency: 'USDT', count: 1, last4: null },
      route: '/pages/invite/invite',
    },
  ])
  await forgetPerson(tested.world.db, await userRow(referrer))
  await paid(friend)
  expect((await moneyOf(tested, referrer)).wallet).toBe(0n)
  const rewards = tested.world.db.selectFrom('rewards').select('status')
  expect(await rewards.where('invitee_id', '=', friend.userId).execute()).toEqual([{ status: 'refused' }])
})
