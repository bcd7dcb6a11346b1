import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forget, login, updateEmail } from '../../../src/contract/account.ts'
import { renewRecoveryCodes } from '../../../src/contract/second-factor.ts'
import { tgLogin } from '../../../src/contract/telegram.ts'
import { codeFor, testPin } from '../../fixtures/account/customer.ts'
import { launch, newTelegramId } from '../../fixtures/account/launch.ts'
import { freshCode, guarded, wrongCode } from '../../fixtures/account/second-factor.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

// What somebody meets who errs often, or who means to.

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(() => tested.close())

const key = () => randomBytes(16).toString('hex')
/** How long it takes until a refusal says that codes are compared again. */
const hoursUntil = (reply: unknown) =>
  (Date.parse((reply as { data: { until: string } }).data.until) - Date.now()) / 3_600_000

test('a code from a letter outlasts every try of the authenticator beside it', async () => {
  const customer = await guarded(tested)
  const { email } = customer
  const code = await codeFor(tested, { email, type: 'forget' })
  const deviceKey = key()
  const reset = (secondCode?: string) =>
    tested.send(forget, { email, password: 'celadon22', code, deviceKey, ...(secondCode && { secondCode }) })
  expect(await reset()).toMatchObject({ key: 'second_factor_required' })
  for (const triesLeft of [4, 3, 2, 1])
    expect(await reset(wrongCode(customer.secret))).toMatchObject({
      key: 'second_factor_incorrect',
      data: { triesLeft },
    })
  expect(await reset(await freshCode(tested, customer))).toMatchObject({ code: 1 })
})

test('so do both of another e-mail address, and a wrong one of them still takes its tries', async () => {
  const customer = await guarded(tested)
  const { email, token } = customer
  const to = `new-${email}`
  const code = await codeFor(tested, { email, type: 'updateEmail' })
  const newCode = await codeFor(tested, { email: to, type: 'newEmail' })
  const move = (more: object) =>
    tested.send(updateEmail, { email: to, code, newCode, pin: testPin, ...more }, token)
  const secondCode = wrongCode(customer.secret)
  for (let tries = 0; tries < 4; tries++)
    expect(await move({ secondCode })).toMatchObject({ key: 'second_factor_incorrect' })
  const wrong = newCode === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 4; tries++)
    expect(await move({ newCode: wrong, secondCode })).toMatchObject({ key: 'code_incorrect' })
  expect(await move({ secondCode: await freshCode(tested, customer) })).toMatchObject({ code: 1 })
})

test('guesses on devices that never gave a code are twenty a day together, however many devices there are', async () => {
  const customer = await guarded(tested)
  const telegramId = newTelegramId()
  await sql`update users set telegram_id = ${telegramId} where id = ${customer.userId}`.execute(
    tested.world.db,
  )
  const thief = async () => {
    const deviceKey = key()
    const initData = launch(tested, telegramId)
    return (await tested.succeed(tgLogin, { initData, deviceKey })).token
  }
  const code = wrongCode(customer.secret)
  const guess = (token: string) => tested.send(renewRecoveryCodes, { code, pin: testPin }, token)
  for (let devices = 0; devices < 5; devices++) {
    const token = await thief()
    for (const triesLeft of devices < 4 ? [4, 3, 2, 1] : [3, 2, 1, 0])
      expect(await guess(token)).toMatchObject({ key: 'second_factor_incorrect', data: { triesLeft } })
  }
  expect(await guess(await thief())).toMatchObject({ key: 'second_factor_locked' })
  // Whoever is signed in without a device that is known has tries of their own.
  expect(await guess(customer.token)).toMatchObject({ key: 'second_factor_incorrect' })
})

test('a recovery code opens when strangers have used up the guesses of the day', async () => {
  const { email, password, secret, recovery } = await guarded(tested)
  const enter = async (secondCode: string | undefined, network: number) => {
    const payload = { email, password, secondCode }
    const remoteAddress = `198.51.100.${network}`
    return (await tested.http.inject({ method: 'POST', url: login.path, payload, remoteAddress })).json()
  }
  for (let tries = 0; tries < 20; tries++)
    expect(await enter(wrongCode(secret), tries)).toMatchObject({ key: 'second_factor_incorrect' })
  const ofDay = await enter(wrongCode(secret), 20)
  expect(ofDay).toMatchObject({ key: 'second_factor_locked' })
  expect(hoursUntil(ofDay)).toBeGreaterThan(23)
  // A wrong one is still counted where it is given.
  for (const triesLeft of [4, 3, 2, 1, 0])
    expect(await enter('22222-22222', 21)).toMatchObject({ data: { triesLeft } })
  const here = await enter(recovery[0], 21)
  expect(here).toMatchObject({ key: 'second_factor_locked' })
  expect(hoursUntil(here)).toBeGreaterThan(0.5)
  expect(hoursUntil(here)).toBeLessThanOrEqual(1)
  expect(await enter(recovery[0], 22)).toMatchObject({ code: 1 })
})
