import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  forget,
  getUser,
  login,
  loginLog,
  updateEmail,
  updatePassword,
  updatePinCode,
} from '../../../src/contract/account.ts'
import { addressBook, saveToAddressBook } from '../../../src/contract/address-book.ts'
import { messages } from '../../../src/contract/message.ts'
import { freezeAccount, unfreezeAccount, updateWithdrawalDelay } from '../../../src/contract/safety.ts'
import { renewRecoveryCodes } from '../../../src/contract/second-factor.ts'
import { bindTelegram, tgBind, tgLogin } from '../../../src/contract/telegram.ts'
import { codeFor, testPin } from '../../fixtures/account/customer.ts'
import { launch } from '../../fixtures/account/launch.ts'
import { codeOf, freshCode, type Guarded, guarded, wrongCode } from '../../fixtures/account/second-factor.ts'
import { someAddress, startWithdrawalWorld, type WithdrawalWorld } from '../../fixtures/wallet/withdrawer.ts'

let tested: WithdrawalWorld
beforeAll(async () => {
  tested = await startWithdrawalWorld()
})
afterAll(() => tested.close())

const key = () => randomBytes(16).toString('hex')
const db = () => tested.world.db
let network = 0

/** A minute passes for the codes of an address: the next may be asked for. */
const ageCodes = (email: string) =>
  sql`update email_codes set sent_at = sent_at - interval '1 minute' where email = ${email}`.execute(db())

/** Signs in from a network that nobody was in before, or from a given one. */
async function enter({ email, password }: Guarded, more: object = {}, ip = `198.51.100.${++network}`) {
  const payload = { email, password, ...more }
  return (await tested.http.inject({ method: 'POST', url: login.path, payload, remoteAddress: ip })).json()
}

async function eventsOf({ token }: Guarded): Promise<unknown[]> {
  const { list } = await tested.succeed(messages, { pageSize: 100, page: 1 }, token)
  return list.map(({ params }) => params.event)
}

describe('signing in with the password', () => {
  test('asks for a code, and a wrong one is in the log of the customer', async () => {
    const customer = await guarded(tested)
    expect(await enter(customer)).toMatchObject({ code: 1105, key: 'second_factor_required' })
    const wrong = { secondCode: wrongCode(customer.secret) }
    expect(await enter(customer, wrong)).toMatchObject({
      key: 'second_factor_incorrect',
      data: { triesLeft: 4 },
    })
    const page = { pageSize: 10, page: 1 }
    const { list } = await tested.succeed(loginLog, page, customer.token)
    expect(list.map(({ method, success }) => [method, success])).toEqual([
      ['password', false],
      ['register', true],
    ])
    expect(await enter(customer, { secondCode: await freshCode(tested, customer) })).toMatchObject({
      code: 1,
    })
  })

  test('does not tell who knows no password whether there is one', async () => {
    const customer = await guarded(tested)
    const guess = { ...customer, password: 'celadon22' }
    expect(await enter(guess)).toMatchObject({ key: 'credentials_wrong' })
    expect(await enter(guess, { secondCode: codeOf(customer.secret, 1) })).toMatchObject({
      key: 'credentials_wrong',
    })
  })

  test('takes a code once, and none of a step before it', async () => {
    const customer = await guarded(tested)
    const used = { key: 'second_factor_incorrect', data: { reason: 'used' } }
    // Later than any code that this test could make, however slow it is.
    await sql`update second_factors set last_step = 99999999999 where user_id = ${customer.userId}`.execute(
      db(),
    )
    expect(await enter(customer, { secondCode: codeOf(customer.secret) })).toMatchObject(used)
    // Where something hangs on it, nobody learns that a code was right at another time.
    expect(await enter(customer, { secondCode: codeOf(customer.secret, 20) })).not.toHaveProperty(
      'data.reason',
    )
    const secondCode = await freshCode(tested, customer)
    const both = await Promise.all([enter(customer, { secondCode }), enter(customer, { secondCode })])
    expect(both.map(({ key = 'in' }) => key).toSorted()).toEqual(['in', 'second_factor_incorrect'])
    expect(await enter(customer, { secondCode })).toMatchObject(used)
  })

  test('takes a recovery code once', async () => {
    const customer = await guarded(tested)
    const secondCode = customer.recovery[3]
    expect(await enter(customer, { secondCode })).toMatchObject({ code: 1 })
    expect(await enter(customer, { secondCode })).toMatchObject({
      key: 'second_factor_incorrect',
      data: { reason: 'recovery_used' },
    })
    expect(await eventsOf(customer)).toContain('recoveryCodeUsed')
  })

  test('takes none for 30 days on a device where one was given, and only there', async () => {
    const customer = await guarded(tested)
    const [own, other] = [key(), key()]
    const secondCode = await freshCode(tested, customer)
    expect(await enter(customer, { deviceKey: own, secondCode })).toMatchObject({ code: 1 })
    expect(await enter(customer, { deviceKey: own })).toMatchObject({ code: 1 })
    expect(await enter(customer, { deviceKey: other })).toMatchObject({ key: 'second_factor_required' })
    const daysPass = (days: number) =>
      sql`update known_devices set proved_at = proved_at - ${days} * interval '1 day'`.execute(db())
    await daysPass(29)
    expect(await enter(customer, { deviceKey: own })).toMatchObject({ code: 1 })
    await daysPass(1)
    expect(await enter(customer, { deviceKey: own })).toMatchObject({ key: 'second_factor_required' })
  })

  test('asks on a device that is known by Telegram alone, which itself takes no code', async () => {
    const customer = await guarded(tested)
    const telegramId = 7_200_000_000 + ++network
    await sql`update users set telegram_id = ${telegramId} where id = ${customer.userId}`.execute(db())
    const deviceKey = key()
    await tested.succeed(tgLogin, { initData: launch(tested, telegramId), deviceKey })
    expect(await enter(customer, { deviceKey })).toMatchObject({ key: 'second_factor_required' })
  })
})

describe('wrong codes', () => {
  test('of strangers end their own tries and nobody else’s, and the customer is told', async () => {
    const customer = await guarded(tested)
    const [here, deviceKey] = ['203.0.113.7', key()]
    const own = { deviceKey, secondCode: await freshCode(tested, customer) }
    expect(await enter(customer, own)).toMatchObject({ code: 1 })
    const secondCode = wrongCode(customer.secret)
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect(await enter(customer, { secondCode }, here)).toMatchObject({ data: { triesLeft } })
    const right = { secondCode: await freshCode(tested, customer) }
    expect(await enter(customer, right, here)).toMatchObject({
      key: 'second_factor_locked',
      data: { until: expect.any(String) },
    })
    expect((await eventsOf(customer)).filter(event => event === 'secondFactorTried')).toHaveLength(1)
    await sql`update known_devices set proved_at = null`.execute(db())
    expect(await enter(customer, { ...right, deviceKey }, here)).toMatchObject({ code: 1 })
  })

  test('of all strangers together are twenty a day, and whoever is signed in has their own', async () => {
    const customer = await guarded(tested)
    const secondCode = wrongCode(customer.secret)
    for (let tries = 0; tries < 20; tries++)
      expect(await enter(customer, { secondCode })).toMatchObject({ key: 'second_factor_incorrect' })
    const code = await freshCode(tested, customer)
    expect(await enter(customer, { secondCode: code })).toMatchObject({ key: 'second_factor_locked' })
    expect(await tested.send(renewRecoveryCodes, { code, pin: testPin }, customer.token)).toMatchObject({
      code: 1,
    })
  })

  test.each(['', 'x'.repeat(33), 123456, null, ['123456'], {}])('are not called %j', async secondCode => {
    const input = { email: 'a@mail.test', password: 'porcelain1', secondCode }
    expect(await tested.send(login, input)).toMatchObject({ code: 1400 })
  })

  test.each(['\u0000', '１２３', "' or 1=1", '🏺🏺🏺', '-----', '22222 22222'])(
    'may be %j, and are wrong',
    async secondCode => {
      const customer = await guarded(tested)
      expect(await enter(customer, { secondCode })).toMatchObject({ key: 'second_factor_incorrect' })
    },
  )
})

describe('whoever reads the mailbox', () => {
  test('sets no password without a code, and the code from the letter stays good meanwhile', async () => {
    const customer = await guarded(tested)
    const { email } = customer
    const code = await codeFor(tested, { email, type: 'forget' })
    const reset = (secondCode?: string) =>
      tested.send(forget, { email, password: 'celadon22', code, ...(secondCode && { secondCode }) })
    expect(await reset()).toMatchObject({ key: 'second_factor_required' })
    expect(await reset(wrongCode(customer.secret))).toMatchObject({ key: 'second_factor_incorrect' })
    expect(await enter(customer, { secondCode: await freshCode(tested, customer) })).toMatchObject({
      code: 1,
    })
    expect(await reset(await freshCode(tested, customer))).toMatchObject({ code: 1 })
    const secondCode = await freshCode(tested, customer)
    expect(await enter({ ...customer, password: 'celadon22' }, { secondCode })).toMatchObject({ code: 1 })
  })

  test('is asked for none before the code from the letter is right', async () => {
    const { email } = await guarded(tested)
    const input = { email, password: 'celadon22', code: '000000', secondCode: '123456' }
    expect(await tested.send(forget, input)).toMatchObject({ key: 'code_incorrect' })
  })

  test('sets no PIN, and no other password from a session', async () => {
    const customer = await guarded(tested)
    const { email, token } = customer
    await ageCodes(email)
    for (const [call, input, type] of [
      [updatePinCode, { pin: '975310' }, 'updatePinCode'],
      [updatePassword, { password: 'celadon22' }, 'updatePassword'],
    ] as const) {
      const code = await codeFor(tested, { email, type })
      const change = (more: object) => tested.send(call, { ...input, code, ...more }, token)
      expect(await change({})).toMatchObject({ key: 'second_factor_required' })
      expect(await change({ secondCode: await freshCode(tested, customer) })).toMatchObject({ code: 1 })
    }
    const renew = (pin: string, code: string) => tested.send(renewRecoveryCodes, { pin, code }, token)
    expect(await renew('975310', await freshCode(tested, customer))).toMatchObject({ code: 1 })
  })
})

describe('a way in or out', () => {
  test('by Telegram is opened with a code, be it from a session or with the password', async () => {
    const customer = await guarded(tested)
    const { email, password, token } = customer
    const telegramId = 7_300_000_000 + ++network
    const bound = { initData: launch(tested, telegramId), email, password }
    expect(await tested.send(tgBind, bound)).toMatchObject({ key: 'second_factor_required' })
    const own = { initData: bound.initData, pin: testPin }
    expect(await tested.send(bindTelegram, own, token)).toMatchObject({ key: 'second_factor_required' })
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ tgBound: false })
    const secondCode = await freshCode(tested, customer)
    expect(await tested.send(tgBind, { ...bound, secondCode })).toMatchObject({ code: 1 })
  })

  test('by another e-mail address takes a code beside both letters and the PIN', async () => {
    const customer = await guarded(tested)
    const { email, token } = customer
    const to = `new-${email}`
    const code = await codeFor(tested, { email, type: 'updateEmail' })
    const newCode = await codeFor(tested, { email: to, type: 'newEmail' })
    const move = (more = {}) =>
      tested.send(updateEmail, { email: to, code, newCode, pin: testPin, ...more }, token)
    expect(await move()).toMatchObject({ key: 'second_factor_required' })
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ email })
    expect(await move({ secondCode: customer.recovery[0] })).toMatchObject({ data: { email: to } })
    // The letter of the used code goes to where letters go from now on.
    await tested.work()
    const told = tested.letters.find(
      ({ subject, to: reader }) => reader === to && /recovery code/i.test(subject),
    )
    expect(told).toBeDefined()
  })

  test('to a new address takes a code beside the letter and the PIN', async () => {
    const customer = await guarded(tested)
    const { email, token } = customer
    const code = await codeFor(tested, { email, type: 'transferOut' })
    const address = { chain: 'ERC20', address: someAddress(), label: 'cold' }
    const save = (more = {}) =>
      tested.send(saveToAddressBook, { ...address, code, pin: testPin, ...more }, token)
    expect(await save()).toMatchObject({ key: 'second_factor_required' })
    expect(await save({ secondCode: wrongCode(customer.secret) })).toMatchObject({
      key: 'second_factor_incorrect',
    })
    expect(await tested.succeed(addressBook, {}, token)).toEqual([])
    expect(await save({ secondCode: await freshCode(tested, customer) })).toMatchObject({ code: 1 })
  })

  test('that a freeze has closed is opened with a code beside every other secret', async () => {
    const customer = await guarded(tested)
    const { email, password, token } = customer
    await tested.succeed(freezeAccount, {}, token)
    const code = await codeFor(tested, { email, type: 'unfreeze' })
    const lift = (more = {}) => tested.send(unfreezeAccount, { code, pin: testPin, password, ...more }, token)
    expect(await lift()).toMatchObject({ key: 'second_factor_required' })
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ frozenBy: 'customer' })
    expect(await lift({ secondCode: await freshCode(tested, customer) })).toMatchObject({ code: 1 })
  })

  test('is not hurried: a shorter wait takes a code, a longer one does not', async () => {
    const customer = await guarded(tested)
    const set = (hours: number, more = {}) =>
      tested.send(updateWithdrawalDelay, { hours, pin: testPin, ...more }, customer.token)
    expect(await set(24)).toMatchObject({ code: 1 })
    expect(await set(0)).toMatchObject({ key: 'second_factor_required' })
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({ delay: { hours: 24 } })
    expect(await set(0, { secondCode: await freshCode(tested, customer) })).toMatchObject({
      data: { delay: { next: { hours: 0 } } },
    })
  })
})
