import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login } from '../../src/contract/account.ts'
import { unfreezeAccount } from '../../src/contract/safety.ts'
import { convertToCardBalance } from '../../src/contract/wallet.ts'
import { beginFreeze } from '../../src/server/account/freezes.ts'
import { type TestCustomer, testPin } from '../fixtures/account/customer.ts'
import { freezeBy, unfreezeCode } from '../fixtures/account/frozen.ts'
import { ask, openedCard, question, readyCustomer } from '../fixtures/cards/cardholder.ts'
import { at, begin, tested } from '../fixtures/ops/card-desk.ts'

beforeAll(begin)
afterAll(() => tested.close())

const freeze = (operator: string, who: string) =>
  at(operator)('users', 'freeze', who, '--reason', 'mule report')
const unfreeze = (operator: string, who: string, reason = 'cleared') =>
  at(operator)('users', 'unfreeze', who, '--reason', reason)

/** The customer, signed in again. */
async function again(customer: TestCustomer): Promise<TestCustomer> {
  const { email, password } = customer
  const { token } = await tested.succeed(login, { email, password })
  return { ...customer, token }
}

const auditsOf = ({ userId }: TestCustomer) =>
  tested.world.db
    .selectFrom('told_audits')
    .select(['operator', 'verb', 'detail'])
    .where('subject', '=', userId)
    .orderBy('number')
    .execute()

describe('ops users freeze', () => {
  test('refuses nobody, a freeze without a reason, and a second one', async () => {
    const customer = await readyCustomer(tested, '10')
    expect((await freeze('ann', 'nobody@mail.test')).said).toContain('no customer')
    expect((await freeze('ann', randomUUID())).said).toContain('no customer')
    expect((await at('ann')('users', 'freeze', customer.userId)).isFailed).toBe(true)
    expect(await tested.succeed(getUser, {}, customer.token)).not.toHaveProperty('frozenBy')
    expect((await freeze('ann', customer.userId)).rows).toEqual([{ id: customer.userId, isFrozen: true }])
    expect((await freeze('ben', customer.userId)).said).toContain('already')
    expect(await auditsOf(customer)).toEqual([
      { operator: 'ann', verb: 'user.freeze', detail: { reason: 'mule report' } },
    ])
  })

  test('stops the money, ends every session, tells it, and no customer lifts it', async () => {
    const before = await readyCustomer(tested, '60')
    const card = await openedCard(tested, before, { rechargeAmount: '20' })
    expect((await freeze('ann', before.email)).isFailed).toBe(false)
    expect(await tested.send(getUser, {}, before.token)).toMatchObject({ status: 401 })
    const customer = await again(before)
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({ frozenBy: 'operator' })
    const code = await unfreezeCode(tested, customer)
    const proof = { code, pin: testPin, password: customer.password }
    const recharge = {
      cardId: card.cardId,
      amount: '10',
      currency: 'USDT',
      pin: testPin,
      requestId: randomUUID(),
    }
    for (const [call, input] of [
      [unfreezeAccount, proof],
      [convertToCardBalance, recharge],
    ] as const) {
      expect(await tested.send(call, input, customer.token)).toMatchObject({
        key: 'account_frozen',
        data: { by: 'operator' },
      })
    }
    expect(await ask(tested, question(card, { amount: '1.00' }))).toEqual({
      decision: 'declined',
      reason: 'account_frozen',
    })
    const letters = tested.letters.filter(
      ({ to, subject }) => to === before.email && /We froze/.test(subject),
    )
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).not.toContain('mule')
    expect((await at('ann')('users', 'show', before.email)).rows).toMatchObject([{ frozenBy: 'operator' }])
  })
})

describe('ops users unfreeze', () => {
  test('refuses who is not frozen by operators, one operator, and one twice', async () => {
    const customer = await readyCustomer(tested, '10')
    await freezeBy(tested, customer)
    expect((await unfreeze('ann', customer.userId)).said).toContain('not frozen')
    await freeze('ann', customer.userId)
    expect((await unfreeze('ann', customer.userId)).rows).toMatchObject([
      { isLifted: false, approvalsMissing: 1, frozenBy: 'operator' },
    ])
    expect((await unfreeze('ann', customer.userId)).isFailed).toBe(true)
    expect(await tested.succeed(getUser, {}, (await again(customer)).token)).toMatchObject({
      frozenBy: 'operator',
    })
  })

  test('by two, each for a reason of their own, lets money go on and holds withdrawals', async () => {
    const before = await readyCustomer(tested, '60')
    const card = await openedCard(tested, before, { rechargeAmount: '20' })
    await freeze('ann', before.userId)
    await unfreeze('ben', before.userId, 'papers seen')
    expect((await unfreeze('cleo', before.userId, 'called back')).rows).toEqual([
      { id: before.userId, isLifted: true, frozenBy: null, approvalsMissing: 0 },
    ])
    const customer = await again(before)
    const info = await tested.succeed(getUser, {}, customer.token)
    expect(info).not.toHaveProperty('frozenBy')
    expect(Date.parse(info.holdUntil ?? '')).toBeGreaterThan(Date.now())
    expect(await ask(tested, question(card, { amount: '1.00' }))).toEqual({ decision: 'approved' })
    expect((await auditsOf(customer)).map(({ operator, verb, detail }) => [operator, verb, detail])).toEqual([
      ['ann', 'user.freeze', { reason: 'mule report' }],
      ['ben', 'user.unfreeze.reason', { reason: 'papers seen' }],
      ['ben', 'user.unfreeze.asked', {}],
      ['cleo', 'user.unfreeze.reason', { reason: 'called back' }],
      ['cleo', 'user.unfreeze', { first: 'ben' }],
    ])
  })

  test('by two lets go on what a lost deposit has stopped', async () => {
    const customer = await readyCustomer(tested, '60')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    await beginFreeze(tested.world.db, { userId: customer.userId, by: 'loss' })
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({ frozenBy: 'operator' })
    expect(await ask(tested, question(card, { amount: '1.00' }))).toMatchObject({ reason: 'account_frozen' })
    await unfreeze('ann', customer.userId)
    expect((await unfreeze('ben', customer.userId)).rows).toMatchObject([{ isLifted: true, frozenBy: null }])
    expect(await ask(tested, question(card, { amount: '1.00' }))).toEqual({ decision: 'approved' })
  })

  test('leaves what the customer has frozen themselves', async () => {
    const customer = await readyCustomer(tested, '10')
    await freezeBy(tested, customer)
    await freeze('ann', customer.userId)
    await unfreeze('ann', customer.userId)
    expect((await unfreeze('ben', customer.userId)).rows).toMatchObject([
      { isLifted: true, frozenBy: 'customer' },
    ])
    expect(await tested.succeed(getUser, {}, (await again(customer)).token)).toMatchObject({
      frozenBy: 'customer',
    })
  })
})
