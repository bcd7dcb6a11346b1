import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getUser } from '../../../src/contract/account.ts'
import { messages } from '../../../src/contract/message.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  renewRecoveryCodes,
} from '../../../src/contract/second-factor.ts'
import { forgetOld } from '../../../src/server/jobs/forget-old.ts'
import { customerWithPin, newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { codeOf, freshCode, guarded, wrongCode } from '../../fixtures/account/second-factor.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const db = () => tested.world.db

/** What the customer was told last by message, and the letter of these words. */
async function toldLast({ email, token }: TestCustomer, words: string) {
  await tested.work()
  const { list } = await tested.succeed(messages, { pageSize: 1, page: 1 }, token)
  const letter = tested.letters.find(({ to, subject }) => to === email && subject.includes(words))
  return { event: list[0]?.params.event, text: letter?.text }
}

async function isPaused({ token }: TestCustomer) {
  return (await tested.succeed(getUser, {}, token)).holdUntil !== null
}

const begin = (token: string, pin = testPin) => tested.send(beginSecondFactor, { pin }, token)

describe('an authenticator is not set up', () => {
  test('without the PIN', async () => {
    const customer = await customerWithPin(tested)
    expect(await begin(customer.token, '135790')).toMatchObject({ key: 'pin_incorrect' })
    expect(await begin((await newCustomer(tested)).token)).toMatchObject({ key: 'pin_unset' })
  })

  test('by a wrong code, by one for nothing, or by one of a secret that was shown before', async () => {
    const customer = await customerWithPin(tested)
    const confirm = (code: string) => tested.send(confirmSecondFactor, { code }, customer.token)
    expect(await confirm('123456')).toMatchObject({
      key: 'modify_failed',
      data: { reason: 'second_factor_begin' },
    })
    const first = await tested.succeed(beginSecondFactor, { pin: testPin }, customer.token)
    const { secret } = await tested.succeed(beginSecondFactor, { pin: testPin }, customer.token)
    expect(secret).not.toBe(first.secret)
    expect(await confirm(wrongCode(secret))).toMatchObject({
      key: 'second_factor_incorrect',
      data: { triesLeft: 4 },
    })
    expect(await confirm(codeOf(first.secret))).toMatchObject({ key: 'second_factor_incorrect' })
    expect(await tested.succeed(getUser, {}, customer.token)).not.toHaveProperty('secondFactor')
    expect(await isPaused(customer)).toBe(false)
  })

  test('by the code of a secret that another tab has replaced, which takes no try', async () => {
    const { token } = await customerWithPin(tested)
    const first = await tested.succeed(beginSecondFactor, { pin: testPin }, token)
    const { secret, setup } = await tested.succeed(beginSecondFactor, { pin: testPin }, token)
    const confirm = (input: object) => tested.send(confirmSecondFactor, input, token)
    for (let tries = 0; tries < 6; tries++)
      expect(await confirm({ code: codeOf(first.secret), setup: first.setup })).toMatchObject({
        key: 'modify_failed',
        data: { reason: 'second_factor_begin' },
      })
    expect(await confirm({ code: codeOf(secret), setup: 'x' })).toMatchObject({ key: 'input_invalid' })
    expect(await confirm({ code: codeOf(secret), setup })).toMatchObject({ code: 1 })
  })

  test.each([-20, 20])('by a code %i steps away: the clock of the phone is wrong', async steps => {
    const { token } = await customerWithPin(tested)
    const { secret } = await tested.succeed(beginSecondFactor, { pin: testPin }, token)
    const code = codeOf(secret, steps)
    expect(await tested.send(confirmSecondFactor, { code }, token)).toMatchObject({
      key: 'second_factor_incorrect',
      data: { reason: 'clock', triesLeft: 4 },
    })
  })

  test('twice: whoever lost the first answer hears that it is on', async () => {
    const { token } = await customerWithPin(tested)
    const { secret, setup } = await tested.succeed(beginSecondFactor, { pin: testPin }, token)
    const confirm = () => tested.send(confirmSecondFactor, { code: codeOf(secret), setup }, token)
    const both = await Promise.all([confirm(), confirm()])
    const isOn = { key: 'modify_failed', data: { reason: 'second_factor_on' } }
    expect(both).toContainEqual(expect.objectContaining({ code: 1 }))
    expect(both).toContainEqual(expect.objectContaining(isOn))
    expect(await confirm()).toMatchObject(isOn)
  })

  test('an hour after its secret was shown, and after a day that is forgotten', async () => {
    const { token, userId } = await customerWithPin(tested)
    const { secret } = await tested.succeed(beginSecondFactor, { pin: testPin }, token)
    const age = (hours: number) =>
      sql`update second_factors set started_at = now() - ${hours} * interval '1 hour' where user_id = ${userId}`.execute(
        db(),
      )
    await age(1)
    expect(await tested.send(confirmSecondFactor, { code: codeOf(secret) }, token)).toMatchObject({
      key: 'modify_failed',
    })
    await age(25)
    await forgetOld.run(tested.world)
    const { rows } = await sql`select from second_factors where user_id = ${userId}`.execute(db())
    expect(rows).toEqual([])
  })

  test('over one that counts', async () => {
    const { token } = await guarded(tested)
    expect(await begin(token)).toMatchObject({ key: 'modify_failed', data: { reason: 'second_factor_on' } })
  })
})

describe('an authenticator', () => {
  test('counts from its first code on: told, with ten recovery codes, and withdrawals paused', async () => {
    const customer = await guarded(tested)
    expect(new Set(customer.recovery).size).toBe(10)
    for (const code of customer.recovery) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/)
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({
      secondFactor: { since: expect.any(String), recoveryLeft: 10 },
    })
    expect(await isPaused(customer)).toBe(true)
    expect(await toldLast(customer, 'authenticator was turned on')).toEqual({
      event: 'secondFactorOn',
      text: expect.stringContaining('paused for 24 hours'),
    })
  })

  test('is readable nowhere we keep it, nor are its recovery codes', async () => {
    const { userId, secret, recovery } = await guarded(tested)
    const { rows } = await sql<{ kept: string }>`
      select concat(encode(f.secret, 'escape'), (select string_agg(r::text, ' ') from recovery_codes r),
        (select string_agg(payload::text, '') from jobs), (select string_agg(params::text, '') from messages)) as kept
      from second_factors f where user_id = ${userId}`.execute(db())
    for (const told of [secret, ...recovery, ...recovery.map(code => code.replace('-', ''))])
      expect(rows[0]?.kept).not.toContain(told)
  })

  test('that is put in the place of another cannot be opened', async () => {
    const [one, two] = [await guarded(tested), await guarded(tested)]
    await sql`update second_factors set secret = (select secret from second_factors where user_id = ${one.userId})
      where user_id = ${two.userId}`.execute(db())
    const input = { pin: testPin, code: codeOf(one.secret, 1) }
    expect(await tested.send(dropSecondFactor, input, two.token)).toMatchObject({ status: 500 })
  })

  test('is taken away by PIN and code, and then neither it nor its recovery codes count', async () => {
    const customer = await guarded(tested)
    const { token, userId } = customer
    const drop = (code: string, pin = testPin) => tested.send(dropSecondFactor, { code, pin }, token)
    expect(await drop(await freshCode(tested, customer), '135790')).toMatchObject({ key: 'pin_incorrect' })
    expect(await drop(wrongCode(customer.secret))).toMatchObject({ key: 'second_factor_incorrect' })
    await sql`update users set hold_until = null where id = ${userId}`.execute(db())
    const answer = await drop(await freshCode(tested, customer))
    expect(answer).toMatchObject({ code: 1 })
    expect(answer).not.toHaveProperty('data.secondFactor')
    expect(await isPaused(customer)).toBe(true)
    expect(await toldLast(customer, 'authenticator was turned off')).toEqual({
      event: 'secondFactorOff',
      text: expect.stringContaining('paused for 24 hours'),
    })
    const { rows } = await sql`select from recovery_codes where user_id = ${userId}`.execute(db())
    expect(rows).toEqual([])
    const letters = tested.letters.length
    expect(await drop('123456')).toMatchObject({ code: 1 })
    await tested.work()
    expect(tested.letters).toHaveLength(letters)
  })
})

describe('recovery codes', () => {
  test('count once each, however they are typed, and their customer is told how many are left', async () => {
    const customer = await guarded(tested)
    const { token, recovery } = customer
    const [first = '', second = ''] = recovery
    const renew = (code: string) => tested.send(renewRecoveryCodes, { code, pin: testPin }, token)
    const renewed = await renew(` ${first.toLowerCase().replace('-', ' ')} `)
    expect(renewed).toMatchObject({ code: 1, data: { userInfo: { secondFactor: { recoveryLeft: 10 } } } })
    await tested.work()
    const { list } = await tested.succeed(messages, { pageSize: 2, page: 1 }, token)
    expect(list.map(({ params }) => params.event)).toEqual(['recoveryCodesMade', 'recoveryCodeUsed'])
    expect(list[1]?.params.left).toBe('9')
    // Those of before are void, whether they were used or not.
    for (const old of [first, second])
      expect(await renew(old)).toMatchObject({ key: 'second_factor_incorrect' })
    const fresh = (renewed as unknown as { data: { recoveryCodes: string[] } }).data.recoveryCodes
    expect(fresh).toHaveLength(10)
    expect(await renew((fresh[0] as string).replace('-', '－'))).toMatchObject({ code: 1 })
  })

  test('are made by PIN and code only, for who has an authenticator', async () => {
    const customer = await guarded(tested)
    const renew = (code: string, pin: string, token = customer.token) =>
      tested.send(renewRecoveryCodes, { code, pin }, token)
    expect(await renew(customer.recovery[0] as string, '135790')).toMatchObject({ key: 'pin_incorrect' })
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({
      secondFactor: { recoveryLeft: 10 },
    })
    const { token } = await customerWithPin(tested)
    expect(await renew('123456', testPin, token)).toMatchObject({ key: 'modify_failed' })
  })
})
