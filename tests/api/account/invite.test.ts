import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register, updateUserInfo } from '../../../src/contract/account.ts'
import { sums, userBill } from '../../../src/contract/bill.ts'
import { invited, inviter, inviteSummary } from '../../../src/contract/invite.ts'
import { messages } from '../../../src/contract/message.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { addUser } from '../../../src/server/account/users.ts'
import { fundMarketing, marketingBalance } from '../../../src/server/invites/marketing.ts'
import { Later } from '../../../src/server/jobs/queue/runner.ts'
import { review } from '../../../src/server/jobs/review-applicant.ts'
import { rewardInvite } from '../../../src/server/jobs/reward-invite.ts'
import type { World } from '../../../src/server/world.ts'
import {
  certified,
  codeFor,
  funded,
  newCustomer,
  type TestCustomer,
  testPin,
  withPin,
} from '../../fixtures/account/customer.ts'
import { type CardWorld, moneyOf, openedCard, startCardWorld } from '../../fixtures/cards/cardholder.ts'
import { worldOn } from '../../fixtures/world.ts'

let tested: CardWorld
/** As it is outside of the sandbox: nobody plays the operator who sets money aside. */
let strict: World
beforeAll(async () => {
  tested = await startCardWorld()
  strict = { ...tested.world, config: { ...tested.world.config, SANDBOX: false } }
})
afterAll(() => tested.close())

const db = () => tested.world.db

async function registered(fields: Record<string, unknown> = {}): Promise<TestCustomer> {
  const email = `${randomUUID()}@mail.test`
  const password = 'porcelain1'
  const code = await codeFor(tested, { email, type: 'register' })
  const answer = await tested.succeed(register, { email, password, code, lang: 'en', ...fields })
  return { userId: answer.userInfo.id, email, password, token: answer.token }
}

const codeOf = async ({ token }: TestCustomer) => (await tested.succeed(inviteSummary, {}, token)).code

async function friendOf(referrer: TestCustomer, fields: Record<string, unknown> = {}) {
  return await registered({ referCode: await codeOf(referrer), ...fields })
}

/** Certified and with a card, a recharge away from the reward. */
async function withCard(customer: TestCustomer) {
  await withPin(tested, customer)
  await certified(tested, customer)
  await funded(tested, { userId: customer.userId, amountMinor: 100_000_000n })
  return await openedCard(tested, customer)
}

async function recharged({ token }: TestCustomer, { cardId }: { cardId: string }, amount = '10') {
  const move = { cardId, amount, currency: 'USDT', pin: testPin, requestId: randomUUID() }
  await tested.succeed(convertToCardBalance, move, token)
}

/** Qualified, with no job that would pay by itself. */
async function qualified(referrer: TestCustomer) {
  const friend = await friendOf(referrer)
  await recharged(friend, await withCard(friend))
  await db().deleteFrom('jobs').where('kind', '=', 'reward-invite').execute()
  return friend
}

const referrerOf = async ({ userId }: TestCustomer) =>
  (await db().selectFrom('users').select('referred_by_id').where('id', '=', userId).executeTakeFirst())
    ?.referred_by_id ?? null

const rewardsOf = async ({ userId }: TestCustomer) =>
  await db().selectFrom('rewards').selectAll().where('referrer_id', '=', userId).execute()

describe('who invited somebody', () => {
  test.each(['ABCDEFGH', 'abc', '../../..', "' or 1=1 --", '🏺🏺🏺🏺🏺🏺🏺🏺'])(
    '%s is nobody, and does not stop a registration',
    async referCode => {
      expect(await referrerOf(await registered({ referCode }))).toBeNull()
    },
  )

  test('is found whatever the case and spaces of the code', async () => {
    const referrer = await newCustomer(tested)
    const code = await codeOf(referrer)
    expect(await referrerOf(await registered({ referCode: ` ${code.toLowerCase()} ` }))).toBe(referrer.userId)
  })

  test('is never changed afterwards, and is never oneself: the database refuses', async () => {
    const referrer = await newCustomer(tested)
    const friend = await friendOf(referrer)
    const other = await newCustomer(tested)
    for (const to of [other.userId, friend.userId]) {
      const change = sql`update users set referred_by_id = ${to} where id = ${friend.userId}`.execute(db())
      await expect(change).rejects.toThrow('never changed')
    }
    const own = sql`update users set referred_by_id = ${other.userId} where id = ${other.userId}`.execute(
      db(),
    )
    await expect(own).rejects.toThrow()
    expect(await referrerOf(friend)).toBe(referrer.userId)
  })

  test('makes no circle in a thousand random registrations', async () => {
    const codes: string[] = []
    for (let index = 0; index < 1000; index++) {
      const picked = codes[randomInt(codes.length + 1)]
      const referCode = picked ?? (index % 2 ? 'ZZZZZZZZ' : undefined)
      const user = await addUser(db(), {
        email: `${randomUUID()}@mail.test`,
        passwordHash: 'x',
        lang: 'en',
        referCode: index % 3 ? referCode : referCode?.toLowerCase(),
      })
      if (user?.refer_code) codes.push(user.refer_code)
    }
    const { rows } = await sql`
      with recursive up (id, start_id, depth) as (
        select referred_by_id, id, 1 from users where referred_by_id is not null
        union all
        select u.referred_by_id, up.start_id, up.depth + 1 from up join users u on u.id = up.id
        where u.referred_by_id is not null and up.depth < 2000
      )
      select from up where id = start_id or depth >= 2000 limit 1`.execute(db())
    expect(rows).toHaveLength(0)
  })

  test('is told by one letter of a nickname, and by nothing of an address; guessing codes ends', async () => {
    const referrer = await newCustomer(tested, `wei.${randomUUID().slice(0, 8)}@mail.test`)
    const referCode = await codeOf(referrer)
    expect(await tested.succeed(inviter, { referCode })).toEqual({ isKnown: true, name: null })
    await tested.succeed(updateUserInfo, { nickname: '伟 Wei' }, referrer.token)
    expect(await tested.succeed(inviter, { referCode })).toEqual({ isKnown: true, name: '伟***' })
    expect(await tested.succeed(inviter, { referCode: 'ABCDEFGH' })).toEqual({ isKnown: false, name: null })
    const replies = await Promise.all(
      Array.from({ length: 130 }, () => tested.send(inviter, { referCode: 'ABCDEFGH' })),
    )
    expect(replies.filter(reply => 'code' in reply && reply.code === 1411).length).toBeGreaterThan(9)
  })
})

describe('there is no reward', () => {
  test('before the friend is certified and has recharged; opening a card is no recharge', async () => {
    const referrer = await newCustomer(tested)
    const friend = await friendOf(referrer)
    const reasonNow = async () =>
      (await tested.succeed(invited, {}, referrer.token)).list[0]?.reward.reason ?? null
    await rewardInvite(tested.world, { inviteeId: friend.userId })
    expect(await reasonNow()).toBe('not_certified')
    await withCard(friend)
    await rewardInvite(tested.world, { inviteeId: friend.userId })
    expect(await reasonNow()).toBe('not_recharged')
    expect(await rewardsOf(referrer)).toEqual([])
    expect((await moneyOf(tested, referrer)).wallet).toBe(0n)
  })

  test('for a second account on the same device: it stays invited, and the list says why', async () => {
    const deviceKey = randomUUID().replaceAll('-', '')
    const referrer = await registered({ deviceKey })
    const friend = await friendOf(referrer, { deviceKey })
    await recharged(friend, await withCard(friend))
    await tested.work()
    await rewardInvite(tested.world, { inviteeId: friend.userId })
    const { list } = await tested.succeed(invited, {}, referrer.token)
    expect(list[0]?.reward).toMatchObject({ state: 'refused', amount: null, reason: 'same_device' })
    expect((await moneyOf(tested, referrer)).wallet).toBe(0n)
  })

  test.each(['approved', 'expired'] as const)('for the same person, of whom one is %s', async status => {
    const referrer = await newCustomer(tested)
    await certified(tested, referrer)
    await db().updateTable('applicants').set({ status }).where('user_id', '=', referrer.userId).execute()
    const friend = await qualified(referrer)
    await rewardInvite(tested.world, { inviteeId: friend.userId })
    expect(await rewardsOf(referrer)).toMatchObject([
      { status: 'refused', reason: 'same_person', amount_minor: 0n },
    ])
    expect((await moneyOf(tested, referrer)).wallet).toBe(0n)
  })

  test('while rewards are off, nor later for what happened meanwhile', async () => {
    const referrer = await newCustomer(tested)
    const friend = await qualified(referrer)
    const off = { ...tested.world, config: { ...tested.world.config, INVITE_REWARD: '0' } }
    await rewardInvite(off, { inviteeId: friend.userId })
    await rewardInvite(tested.world, { inviteeId: friend.userId })
    expect(await rewardsOf(referrer)).toMatchObject([{ status: 'refused', reason: 'off' }])
    expect((await moneyOf(tested, referrer)).wallet).toBe(0n)
  })
})

describe('a reward', () => {
  test('waits while no money is set aside, never takes it below zero, and comes later', async () => {
    const spare = await marketingBalance(db())
    const referrer = await newCustomer(tested)
    const friends = [await qualified(referrer), await qualified(referrer)]
    const amounts = { ...strict, config: { ...strict.config, INVITE_REWARD: '9999' } }
    if (spare >= 9_999_000_000n) throw new Error('more is set aside than this test expects')
    for (const { userId: inviteeId } of friends) {
      await expect(rewardInvite(amounts, { inviteeId })).rejects.toBeInstanceOf(Later)
    }
    expect(await marketingBalance(db())).toBe(spare)
    const { list } = await tested.succeed(invited, {}, referrer.token)
    expect(list.map(({ reward }) => [reward.state, reward.reason])).toEqual([
      ['waiting', 'no_funds'],
      ['waiting', 'no_funds'],
    ])
    await fundMarketing(db(), { amountMinor: 9_999_000_000n - spare, key: randomUUID() })
    const outcomes = await Promise.allSettled(
      friends.map(({ userId: inviteeId }) => rewardInvite(amounts, { inviteeId })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await marketingBalance(db())).toBe(0n)
    expect(await tested.succeed(inviteSummary, {}, referrer.token)).toMatchObject({
      rewarded: 1,
      earned: '9999',
      waiting: '9999',
    })
  })

  test('is one of twenty events at once, on two nodes', async () => {
    await fundMarketing(db(), { amountMinor: 100_000_000n, key: randomUUID() })
    const referrer = await newCustomer(tested)
    const { userId: inviteeId } = await qualified(referrer)
    const other = await worldOn(db(), { issuer: tested.issuer })
    const nodes = [strict, { ...other.world, config: strict.config }]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => rewardInvite(nodes[index % 2] as World, { inviteeId })),
    )
    await other.http.close()
    expect((await moneyOf(tested, referrer)).wallet).toBe(2_000_000n)
    expect(await rewardsOf(referrer)).toMatchObject([{ status: 'paid', amount_minor: 2_000_000n }])
    const { list } = await tested.succeed(userBill, { pageSize: 10, page: 1 }, referrer.token)
    expect(list).toHaveLength(1)
    expect(
      (await tested.succeed(messages, { pageSize: 10, page: 1, kind: 'balance' }, referrer.token)).total,
    ).toBe(1)
  })

  test('comes with a new verification when the first recharge fell into the time without one', async () => {
    await fundMarketing(db(), { amountMinor: 100_000_000n, key: randomUUID() })
    const referrer = await newCustomer(tested)
    const friend = await friendOf(referrer)
    const card = await withCard(friend)
    const verified = (status: 'expired' | 'pending') =>
      db().updateTable('applicants').set({ status }).where('user_id', '=', friend.userId).returning('id')
    await verified('expired').execute()
    await recharged(friend, card)
    await tested.work()
    expect(await rewardsOf(referrer)).toEqual([])
    const { id: applicantId } = await verified('pending').executeTakeFirstOrThrow()
    await review(db(), { applicantId, operator: 'ann', decision: 'approved', reason: null })
    await tested.work()
    expect(await rewardsOf(referrer)).toMatchObject([{ status: 'paid', amount_minor: 2_000_000n }])
    expect((await moneyOf(tested, referrer)).wallet).toBe(2_000_000n)
  })

  test('comes by itself after the first recharge, with bill, message and an honest list', async () => {
    const referrer = await newCustomer(tested)
    const friend = await friendOf(referrer)
    const card = await withCard(friend)
    for (const amount of ['10', '11']) await recharged(friend, card, amount)
    await tested.work()
    const { list, total } = await tested.succeed(invited, {}, referrer.token)
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({
      certifiedAt: expect.any(String),
      firstCardAt: expect.any(String),
      rechargedAt: expect.any(String),
      reward: { state: 'paid', amount: '2', reason: null },
    })
    expect(list[0]?.email).toMatch(/^..\*\*\*@m\*\*\*\.test$/)
    const { list: bills } = await tested.succeed(userBill, { pageSize: 10, page: 1 }, referrer.token)
    expect(bills).toMatchObject([
      { type: 'transfer', amount: '2', account: 'wallet', remark: { reward: 'invite' } },
    ])
    const month = new Date().toISOString().slice(0, 7)
    const asked = { zone: 'UTC', from: month, until: month }
    expect(await tested.succeed(sums, asked, referrer.token)).toMatchObject([
      { currency: 'USDT', in: '2', out: '0' },
    ])
    const told = await tested.succeed(messages, { pageSize: 1, page: 1, kind: 'balance' }, referrer.token)
    expect(told.list[0]).toMatchObject({ noticeType: 'reward', title: '2.00 USDT for your invitation' })
    expect(await tested.succeed(inviteSummary, {}, referrer.token)).toMatchObject({
      invited: 1,
      certified: 1,
      withCard: 1,
      rewarded: 1,
      earned: '2',
      waiting: '0',
      reward: '2',
    })
    expect((await tested.succeed(invited, {}, friend.token)).list).toEqual([])
  })
})
