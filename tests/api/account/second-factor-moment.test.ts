import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPin, getUser, login } from '../../../src/contract/account.ts'
import { dropSecondFactor } from '../../../src/contract/second-factor.ts'
import { sessionList } from '../../../src/contract/session.ts'
import { customerWithPin, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { freshCode, guarded } from '../../fixtures/account/second-factor.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

// Who else is signed in, or does something else, at the moment an authenticator is turned on.

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(() => tested.close())

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
