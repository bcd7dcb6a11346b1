import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, undoEmail, updateEmail } from '../../src/contract/account.ts'
import { messages } from '../../src/contract/message.ts'
import { freezeAccount } from '../../src/contract/safety.ts'
import { keepSecondFactor, renewRecoveryCodes } from '../../src/contract/second-factor.ts'
import { removeSecondFactors } from '../../src/server/jobs/remove-second-factors.ts'
import { codeFor, newCustomer, testPin } from '../fixtures/account/customer.ts'
import { freshCode, type Guarded, guarded } from '../fixtures/account/second-factor.ts'
import { auditsOf, type desk, deskOn } from '../fixtures/ops/desk.ts'
import { startWorld, type TestWorld } from '../fixtures/world.ts'

let tested: TestWorld
let at: ReturnType<typeof desk>
beforeAll(async () => {
  tested = await startWorld()
  at = await deskOn(tested.world.db)
})
afterAll(() => tested.close())

const db = () => tested.world.db
const ask = (operator: string, { email }: { email: string }) =>
  at(operator)('users', 'remove-second-factor', email, '--note', `called, says ${operator}`)

/** A customer of whom two operators have asked that their second factor goes. */
async function asked(person?: Guarded): Promise<Guarded> {
  const customer = person ?? (await guarded(tested))
  await ask('ann', customer)
  await ask('bob', customer)
  return customer
}

const daysPass = (customer: Guarded, hours: number) =>
  sql`update second_factor_removals set due_at = due_at - ${hours} * interval '1 hour'
    where user_id = ${customer.userId}`.execute(db())

const shown = async ({ token }: Guarded) => (await tested.succeed(getUser, {}, token)).secondFactor

async function eventsOf({ token }: Guarded): Promise<unknown[]> {
  const { list } = await tested.succeed(messages, { pageSize: 100, page: 1 }, token)
  return list.map(({ params }) => params.event)
}

describe('ops users remove-second-factor', () => {
  test('is refused for who has none, and for one operator twice', async () => {
    const { email } = await newCustomer(tested)
    expect(await ask('ann', { email })).toMatchObject({
      isFailed: true,
      said: expect.stringContaining('no second factor'),
    })
    const customer = await guarded(tested)
    await ask('ann', customer)
    expect(await ask('ann', customer)).toMatchObject({ isFailed: true })
    expect(await shown(customer)).not.toHaveProperty('removeAt')
    expect(await eventsOf(customer)).not.toContain('secondFactorAsked')
  })

  test('tells the customer, and takes it away after three days, not before', async () => {
    const customer = await guarded(tested)
    expect((await ask('ann', customer)).rows).toMatchObject([{ removeAt: null, approvalsMissing: 1 }])
    expect((await ask('bob', customer)).rows).toMatchObject([
      { removeAt: expect.any(String), approvalsMissing: 0 },
    ])
    expect(await shown(customer)).toMatchObject({ removeAt: expect.any(String) })
    await tested.work()
    const letter = tested.letters.find(
      ({ to, subject }) => to === customer.email && subject.includes('asked to remove'),
    )
    expect(letter?.text).toMatch(/Unless you object, we remove it at \d{4}/)
    expect(await eventsOf(customer)).toContain('secondFactorAsked')
    await daysPass(customer, 71)
    await removeSecondFactors.run(tested.world)
    expect(await shown(customer)).toMatchObject({ recoveryLeft: 10 })

    await sql`update users set hold_until = null where id = ${customer.userId}`.execute(db())
    await daysPass(customer, 1)
    await removeSecondFactors.run(tested.world)
    await removeSecondFactors.run(tested.world)
    expect(await tested.send(getUser, {}, customer.token)).toMatchObject({ status: 401 })
    const { email, password } = customer
    const { userInfo, token } = await tested.succeed(login, { email, password })
    expect(userInfo).not.toHaveProperty('secondFactor')
    expect(userInfo.holdUntil).not.toBeNull()
    expect(
      (await eventsOf({ ...customer, token })).filter(event => event === 'secondFactorGone'),
    ).toHaveLength(1)
    expect(await auditsOf(db(), customer.userId)).toEqual([
      'ann user.remove-second-factor.note',
      'ann user.remove-second-factor.asked',
      'bob user.remove-second-factor.note',
      'bob user.remove-second-factor',
      'system user.second-factor.removed',
    ])
  })

  test('is contradicted by the customer in one tap, and can be asked for anew', async () => {
    const customer = await asked()
    expect(await ask('ann', customer)).toMatchObject({ isFailed: true })
    expect(await tested.succeed(keepSecondFactor, {}, customer.token)).not.toHaveProperty(
      'secondFactor.removeAt',
    )
    await tested.succeed(keepSecondFactor, {}, customer.token)
    expect((await eventsOf(customer)).filter(event => event === 'secondFactorKept')).toHaveLength(1)
    await daysPass(customer, 100)
    await removeSecondFactors.run(tested.world)
    expect(await shown(customer)).toMatchObject({ recoveryLeft: 10 })
    await ask('ann', customer)
    expect((await ask('bob', customer)).rows).toMatchObject([{ approvalsMissing: 0 }])
  })

  test('is contradicted by a right code: it is not lost', async () => {
    const customer = await asked()
    const code = await freshCode(tested, customer)
    await tested.succeed(renewRecoveryCodes, { code, pin: testPin }, customer.token)
    expect(await shown(customer)).not.toHaveProperty('removeAt')
    expect(await eventsOf(customer)).toContain('secondFactorKept')
  })

  test('is contradicted by a freeze: whoever presses that it was not them has said enough', async () => {
    const customer = await asked()
    await tested.succeed(freezeAccount, {}, customer.token)
    expect(await shown(customer)).not.toHaveProperty('removeAt')
    expect(await eventsOf(customer)).toContain('secondFactorKept')
  })

  test('is contradicted by whoever takes another e-mail address back: the letters of it went there', async () => {
    const customer = await guarded(tested)
    const { userId, email: old, token } = customer
    const email = `new-${old}`
    const code = await codeFor(tested, { email: old, type: 'updateEmail' })
    const newCode = await codeFor(tested, { email, type: 'newEmail' })
    const secondCode = customer.recovery[0]
    await tested.succeed(updateEmail, { email, code, newCode, pin: testPin, secondCode }, token)
    await asked({ ...customer, email })
    await tested.work()
    const letter = tested.letters.findLast(({ to, text }) => to === old && text.includes('undo='))
    const undo = /undo=([0-9a-f]{64})/.exec(letter?.text ?? '')?.[1] as string
    await tested.succeed(undoEmail, { token: undo })
    await daysPass(customer, 100)
    await removeSecondFactors.run(tested.world)
    const { rows } = await sql`select from second_factors where user_id = ${userId}`.execute(db())
    expect(rows).toHaveLength(1)
    await tested.work()
    const told = tested.letters.filter(({ to, subject }) => to === old && subject.includes('was canceled'))
    expect(told).toHaveLength(1)
  })

  test('is contradicted by no thief while operators hold the account frozen: by operators alone', async () => {
    const customer = await guarded(tested)
    const { email, password, userId } = customer
    await at('ann')('users', 'freeze', email, '--reason', 'says that a thief has it')
    await asked(customer)
    await tested.work()
    const letter = tested.letters.findLast(
      ({ to, subject }) => to === email && subject.includes('asked to remove'),
    )
    expect(letter?.text).toContain('cannot be called off in the app')
    // The thief is in again, with a code of the authenticator that they have set up.
    const secondCode = await freshCode(tested, customer)
    const { token, userInfo } = await tested.succeed(login, { email, password, secondCode })
    expect(userInfo.secondFactor).toHaveProperty('removeAt')
    expect(await tested.send(keepSecondFactor, {}, token)).toMatchObject({
      code: 1505,
      data: { by: 'operator' },
    })
    const code = customer.recovery[0] as string
    await tested.succeed(renewRecoveryCodes, { code, pin: testPin }, token)
    await tested.succeed(freezeAccount, {}, token)
    expect(await shown({ ...customer, token })).toHaveProperty('removeAt')

    const kept = await at('bob')('users', 'keep-second-factor', email, '--note', 'it was the customer')
    expect(kept.rows).toEqual([{ id: userId, isKept: true }])
    expect(await tested.succeed(keepSecondFactor, {}, token)).not.toHaveProperty('secondFactor.removeAt')
    await asked(customer)
    await daysPass(customer, 72)
    await removeSecondFactors.run(tested.world)
    expect(await tested.succeed(login, { email, password })).not.toHaveProperty('userInfo.secondFactor')
  })

  test('is contradicted while the customer has frozen it themselves, or the chain has', async () => {
    const customer = await guarded(tested)
    await tested.succeed(freezeAccount, {}, customer.token)
    await sql`insert into freezes (id, user_id, frozen_by) values (gen_random_uuid(), ${customer.userId}, 'loss')`.execute(
      db(),
    )
    await asked(customer)
    expect(await tested.succeed(keepSecondFactor, {}, customer.token)).not.toHaveProperty(
      'secondFactor.removeAt',
    )
  })

  test('is taken back by an operator who doubts it', async () => {
    const customer = await asked()
    const keep = () => at('ann')('users', 'keep-second-factor', customer.email, '--note', 'another voice')
    expect((await keep()).rows).toEqual([{ id: customer.userId, isKept: true }])
    expect(await keep()).toMatchObject({ isFailed: true })
    expect(await shown(customer)).not.toHaveProperty('removeAt')
    expect((await auditsOf(db(), customer.userId)).at(-1)).toBe('ann user.keep-second-factor')
    expect((await at('ann')('users', 'show', customer.email)).rows[0]?.secondFactor).toMatchObject({
      recoveryLeft: 10,
    })
  })
})
