import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkPin, forget, getUser, login, updatePinCode } from '../../../src/contract/account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
} from '../../../src/contract/second-factor.ts'
import { sessionList } from '../../../src/contract/session.ts'
import { lockCustomer } from '../../../src/server/database/lock-customer.ts'
import { codeWaitOver } from '../../fixtures/account/code-wait.ts'
import { codeFor, customerWithPin, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { codeOf, freshCode, guarded } from '../../fixtures/account/second-factor.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { until } from '../../fixtures/until.ts'
import { startWorld } from '../../fixtures/world.ts'

// Who else is signed in, or does something else, at the moment an authenticator is turned on.

const tested = throughout(startWorld)

const db = () => tested.world.db
const over = { status: 401 }
const [own, other] = ['0'.repeat(32), '1'.repeat(32)]

async function enter({ email, password }: TestCustomer, more: object = {}): Promise<string> {
  return (await tested.succeed(login, { email, password, ...more })).token
}

const devicesOf = async ({ userId }: TestCustomer) =>
  (await sql`select from known_devices where user_id = ${userId}`.execute(db())).rows.length

describe('other sessions end, and their devices are unknown again', () => {
  test('when it is turned on, and when it is turned off', async () => {
    const person = await customerWithPin(tested)
    const [token, there] = [
      await enter(person, { deviceKey: own }),
      await enter(person, { deviceKey: other }),
    ]
    expect(await devicesOf(person)).toBe(2)
    const customer = await guarded(tested, { ...person, token })
    for (const ended of [person.token, there])
      expect(await tested.send(getUser, {}, ended)).toMatchObject(over)
    expect(await tested.succeed(sessionList, {}, token)).toHaveLength(1)
    expect(await devicesOf(person)).toBe(1)

    const again = await enter(person, { deviceKey: other, secondCode: await freshCode(tested, customer) })
    const code = customer.recovery[0] as string
    await tested.succeed(dropSecondFactor, { code, pin: testPin }, token)
    expect(await tested.send(getUser, {}, again)).toMatchObject(over)
    expect(await devicesOf(person)).toBe(1)
    expect(await tested.succeed(checkPin, { pin: testPin }, token)).toBe(true)
  })
})

test('a secret that was begun with the PIN of before is none any more', async () => {
  const { email, token } = await customerWithPin(tested)
  const { secret } = await tested.succeed(beginSecondFactor, { pin: testPin }, token)
  await codeWaitOver(db(), { email })
  const code = await codeFor(tested, { email, type: 'updatePinCode' })
  await tested.succeed(updatePinCode, { pin: '135790', code }, token)
  expect(await tested.send(confirmSecondFactor, { code: codeOf(secret) }, token)).toMatchObject({
    key: 'modify_failed',
    data: { reason: 'second_factor_begin' },
  })
  expect(await tested.succeed(getUser, {}, token)).not.toHaveProperty('secondFactor')
})

/** Null while nobody waits for a lock. */
async function somebodyWaits(): Promise<true | null> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db(),
  )
  return rows.length > 0 ? true : null
}

/** Asks, and changes the customer between what the call has compared and what it then does. */
async function meanwhile<T>({ userId }: TestCustomer, ask: () => Promise<T>, change: ReturnType<typeof sql>) {
  const { asked } = await db()
    .transaction()
    .execute(async db => {
      await lockCustomer(db, userId)
      const asked = ask()
      await until(somebodyWaits)
      await change.execute(db)
      return { asked }
    })
  return await asked
}

describe('at this very moment', () => {
  const turnOn = ({ userId }: TestCustomer) =>
    sql`update second_factors set confirmed_at = now(), last_step = 1 where user_id = ${userId}`

  test('whoever signs in by the password needs a code', async () => {
    const customer = await customerWithPin(tested)
    const { email, password, token } = customer
    const { secret } = await tested.succeed(beginSecondFactor, { pin: testPin }, token)
    const ask = () => tested.send(login, { email, password })
    expect(await meanwhile(customer, ask, turnOn(customer))).toMatchObject({ key: 'second_factor_required' })
    expect(await tested.send(login, { email, password, secondCode: codeOf(secret) })).toMatchObject({
      code: 1,
    })
  })

  test('whoever resets the password needs a code, and the mailed one stays good', async () => {
    const customer = await customerWithPin(tested)
    const { email, token } = customer
    const { secret } = await tested.succeed(beginSecondFactor, { pin: testPin }, token)
    const reset = { email, password: 'celadon22', code: await codeFor(tested, { email, type: 'forget' }) }
    const ask = () => tested.send(forget, reset)
    expect(await meanwhile(customer, ask, turnOn(customer))).toMatchObject({ key: 'second_factor_required' })
    expect(await tested.send(forget, { ...reset, secondCode: codeOf(secret) })).toMatchObject({ code: 1 })
  })

  test('a password reset by the mailbox that was just given up comes to nothing', async () => {
    const customer = await customerWithPin(tested)
    const { email, password, userId } = customer
    const moved = `moved-${email}`
    const reset = { email, password: 'celadon22', code: await codeFor(tested, { email, type: 'forget' }) }
    const ask = () => tested.send(forget, reset)
    const change = sql`update users set email = ${moved} where id = ${userId}`
    expect(await meanwhile(customer, ask, change)).toMatchObject({ key: 'code_incorrect' })
    expect(await tested.send(login, { email: moved, password })).toMatchObject({ code: 1 })
  })
})
