import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkPin, forget, getUser, login } from '../../../src/contract/account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  keepSecondFactor,
  undoSecondFactor,
} from '../../../src/contract/second-factor.ts'
import { removeSecondFactors } from '../../../src/server/jobs/remove-second-factors.ts'
import { codeFor, customerWithPin, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { codeOf, freshCode, guarded } from '../../fixtures/account/second-factor.ts'
import { deskOn } from '../../fixtures/ops/desk.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

// A thief with an open session and the PIN against an owner with the mailbox and the password, and the other way round.

const tested = throughout(startWorld)

const db = () => tested.world.db
const over = { key: 'modify_failed' }

/** The link of the newest letter that told of an authenticator. */
async function linkFor({ email }: TestCustomer): Promise<string> {
  await tested.work()
  const letter = tested.letters.findLast(({ to, text }) => to === email && text.includes('?second='))
  return letter?.text ?? ''
}

async function tokenFor(customer: TestCustomer): Promise<string> {
  return /second=([0-9a-f]{64})/.exec(await linkFor(customer))?.[1] ?? ''
}

const undo = (token: string, proof: object) => tested.send(undoSecondFactor, { token, ...proof })

async function hasFactor({ userId }: TestCustomer): Promise<boolean> {
  const { rows } = await sql`select from second_factors where user_id = ${userId}`.execute(db())
  return rows.length > 0
}

describe('the owner, by the letter and the password, wins against a thief who set an authenticator up', () => {
  test('though the thief contradicts what operators were asked, and is out afterwards', async () => {
    const thief = await guarded(tested)
    const { email, password } = thief
    const at = await deskOn(db())
    const ask = (who: string) => at(who)('users', 'remove-second-factor', email, '--note', 'is locked out')
    await ask('ann')
    await ask('bob')
    await tested.succeed(keepSecondFactor, {}, thief.token)
    expect(await tested.send(login, { email, password })).toMatchObject({ key: 'second_factor_required' })
    const token = await tokenFor(thief)
    expect(await undo(token, { password })).toMatchObject({ code: 1, data: { email } })
    expect(await tested.send(getUser, {}, thief.token)).toMatchObject({ status: 401 })
    // Whoever knows the password too does not get in and begin anew.
    expect(await tested.send(login, { email, password })).toMatchObject({ key: 'credentials_wrong' })

    const code = await codeFor(tested, { email, type: 'forget' })
    await tested.succeed(forget, { email, password: 'celadon22', code })
    const back = await tested.succeed(login, { email, password: 'celadon22' })
    expect(back.userInfo).toMatchObject({ pinSet: true, holdUntil: expect.any(String) })
    expect(back.userInfo).not.toHaveProperty('secondFactor')
    expect(await tested.succeed(checkPin, { pin: testPin }, back.token)).toBe(true)
    const told = tested.letters.filter(({ to, subject }) => to === email && subject.includes('with the link'))
    expect(told).toHaveLength(1)
    expect(await undo(token, { password })).toMatchObject(over)
  })

  test('and so does one who never had a password, by the PIN', async () => {
    const customer = await customerWithPin(tested)
    const { userId, password } = customer
    await sql`update users set password_hash = null where id = ${userId}`.execute(db())
    const thief = await guarded(tested, customer)
    expect(await linkFor(thief)).toMatch(/second=[0-9a-f]{64}&pin=1\s/)
    const token = await tokenFor(thief)
    expect(await undo(token, { password })).toMatchObject({
      code: 1400,
      data: { fields: { pin: 'required' } },
    })
    expect(await undo(token, { pin: '135790' })).toMatchObject({ key: 'pin_incorrect' })
    expect(await undo(token, { pin: testPin })).toMatchObject({ code: 1 })
    expect(await hasFactor(thief)).toBe(false)
  })

  test('what operators were asked does not take the next one away', async () => {
    const customer = await guarded(tested)
    const at = await deskOn(db())
    for (const who of ['ann', 'bob'])
      await at(who)('users', 'remove-second-factor', customer.email, '--note', 'is locked out')
    const { email, password } = customer
    expect(await undo(await tokenFor(customer), { password })).toMatchObject({ code: 1 })
    const code = await codeFor(tested, { email, type: 'forget' })
    await tested.succeed(forget, { email, password: 'celadon22', code })
    const { token } = await tested.succeed(login, { email, password: 'celadon22' })
    await guarded(tested, { ...customer, token })
    await sql`update second_factor_removals set due_at = now() where user_id = ${customer.userId}`.execute(
      db(),
    )
    await removeSecondFactors.run(tested.world)
    expect(await hasFactor(customer)).toBe(true)
  })
})

describe('a thief does not win against the owner’s authenticator', () => {
  test('by the mailbox without the password: five tries a day, and the owner’s own are no fewer', async () => {
    const owner = await guarded(tested)
    const token = await tokenFor(owner)
    for (let tries = 0; tries < 5; tries++)
      expect(await undo(token, { password: `porcelain${tries + 2}` })).toMatchObject({
        key: 'credentials_wrong',
      })
    expect(await undo(token, { password: owner.password })).toMatchObject({ key: 'password_locked' })
    expect(await undo(token, {})).toMatchObject({ code: 1400 })
    expect(await undo(token, { pin: testPin })).toMatchObject({ code: 1400 })
    expect(await hasFactor(owner)).toBe(true)
    const secondCode = await freshCode(tested, owner)
    const { email, password } = owner
    expect(await tested.send(login, { email, password, secondCode })).toMatchObject({ code: 1 })
  })

  test.each(['', 'x', 'f'.repeat(64)])('by the token %j', async token => {
    const answer = await undo(token, { password: 'porcelain1' })
    expect(answer).toMatchObject(token.length === 64 ? over : { code: 1400 })
  })

  test('by the session and the PIN, without the mailbox', async () => {
    const owner = await guarded(tested)
    const { token } = owner
    const asked = await tested.send(beginSecondFactor, { pin: testPin }, token)
    expect(asked).toMatchObject({ data: { reason: 'second_factor_on' } })
    const drop = { pin: testPin, code: '000000' }
    expect(await tested.send(dropSecondFactor, drop, token)).toMatchObject({ key: 'second_factor_incorrect' })
    expect(JSON.stringify(await tested.send(getUser, {}, token))).not.toContain(await tokenFor(owner))
    expect(await hasFactor(owner)).toBe(true)
  })

  test('by a letter that is older than 72 hours, or is of an authenticator before this one', async () => {
    const owner = await guarded(tested)
    const { password, token } = owner
    const first = await tokenFor(owner)
    const code = await freshCode(tested, owner)
    await tested.succeed(dropSecondFactor, { code, pin: testPin }, token)
    const { secret } = await tested.succeed(beginSecondFactor, { pin: testPin }, token)
    await tested.succeed(confirmSecondFactor, { code: codeOf(secret) }, token)
    expect(await undo(first, { password })).toMatchObject(over)
    const second = await tokenFor(owner)
    const pass = (hours: number) =>
      sql`update second_factors set undo_until = undo_until - ${hours} * interval '1 hour'
        where user_id = ${owner.userId}`.execute(db())
    await pass(72)
    expect(await undo(second, { password })).toMatchObject(over)
    expect(await hasFactor(owner)).toBe(true)
    await pass(-1)
    expect(await undo(second, { password })).toMatchObject({ code: 1 })
  })

  test('by many letters at once: it goes once', async () => {
    const owner = await guarded(tested)
    const { password } = owner
    const token = await tokenFor(owner)
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(token, { password })))
    expect(answers.filter(answer => 'code' in answer && answer.code === 1)).toHaveLength(1)
  })
})
