import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forget, logout } from '../../../src/contract/account.ts'
import { pushSubscribe, pushUnsubscribe } from '../../../src/contract/message.ts'
import { sessionRevoke } from '../../../src/contract/session.ts'
import { forgetOldSecrets } from '../../../src/server/account/forget-old.ts'
import { forgetPerson } from '../../../src/server/across/forget-person.ts'
import { codeFor, newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { later, paid, set, tested, told } from '../../fixtures/messages/copied.ts'
import {
  another,
  beginWithPush,
  close,
  listOf,
  shownBy,
  titlesOf,
  town,
  turnOn,
  withBrowser,
  withTwo,
} from '../../fixtures/messages/pushed.ts'
import { startWorld } from '../../fixtures/world.ts'

beforeAll(() => beginWithPush())
afterAll(() => close())

describe('push/subscribe', () => {
  test.each([
    ['a place that is none of the web', { endpoint: 'ftp://push.example.com/a' }],
    ['one that is too long', { endpoint: `https://push.example.com/${'a'.repeat(1500)}` }],
    ['one with a blank', { endpoint: 'https://push.example.com/a b' }],
    ['a number', { endpoint: 42 }],
    ['a key that is too short', { p256dh: 'B'.repeat(86) }],
    ['another form of it', { p256dh: `A${'B'.repeat(86)}` }],
    ['a secret that is too short', { auth: 'short' }],
    ['none', { auth: null }],
    ['a word for yes', { hasAmounts: 'yes' }],
    ['somebody else', { userId: randomUUID() }],
  ])('refuses %s and changes nothing', async (_, wrong) => {
    const customer = await newCustomer(tested)
    const right = { ...town.browser().subscription, hasAmounts: false }
    expect(await tested.send(pushSubscribe, { ...right, ...wrong }, customer.token)).toMatchObject({
      code: 1400,
    })
    expect(await listOf(customer)).toEqual([])
  })

  test.each([
    ['what is open to read', { endpoint: 'http://push.example.com/a' }],
    ['an address', { endpoint: 'https://10.0.0.1/a' }],
    ['a name of ours', { endpoint: 'https://metadata.google.internal/a' }],
    ['no point of the curve', { p256dh: `B${'A'.repeat(86)}` }],
  ])('refuses %s, where nothing can be sent', async (_, wrong) => {
    const customer = await newCustomer(tested)
    const right = { ...town.browser().subscription, hasAmounts: false }
    expect(await tested.send(pushSubscribe, { ...right, ...wrong }, customer.token)).toMatchObject({
      key: 'modify_failed',
      data: { fields: { [Object.keys(wrong)[0] as string]: 'text' } },
    })
    expect(await listOf(customer)).toEqual([])
  })

  test('is not to be had where the server has no key for it, which the settings say', async () => {
    const plain = await startWorld()
    const { token } = await newCustomer(plain)
    const wanted = { ...town.browser().subscription, hasAmounts: false }
    expect(await plain.send(pushSubscribe, wanted, token)).toMatchObject({ key: 'feature_unsupported' })
    await plain.close()
    expect((await set(await newCustomer(tested))).pushKey).toBe(town.pusher.publicKey)
  })

  test('is one of a session, and a browser is one customer’s', async () => {
    const [one, other] = [await withBrowser(), await newCustomer(tested)]
    const second = await turnOn(one)
    await turnOn(one, { browser: second, hasAmounts: true })
    expect(await listOf(one)).toMatchObject([{ current: true, hasAmounts: true }])
    await turnOn(other, { browser: second })
    expect([await listOf(one), await listOf(other)]).toMatchObject([[], [{ current: true }]])
    await told(one)
    await told(other, paid)
    await tested.work()
    expect([shownBy(one.browser), titlesOf(second)]).toEqual([[], ['You paid *** USD']])
  })

  test('of two at the same moment is one, whoever comes second', async () => {
    const [one, other, browser] = [await newCustomer(tested), await newCustomer(tested), town.browser()]
    await Promise.all([one, other, one, other].map(customer => turnOn(customer, { browser })))
    expect([...(await listOf(one)), ...(await listOf(other))]).toHaveLength(1)
  })

  test('beyond ten devices ends the first', async () => {
    const customer = await withBrowser()
    for (let count = 0; count < 10; count++) await turnOn(await another(customer))
    expect(await listOf(customer)).toHaveLength(10)
    expect((await listOf(customer)).some(({ current }) => current)).toBe(false)
  })
})

describe('a browser shows nothing more', () => {
  const ends: Record<string, (customer: TestCustomer) => Promise<() => Promise<unknown>>> = {
    'once it is turned off there':
      async ({ token }) =>
      () =>
        tested.succeed(pushUnsubscribe, {}, token),
    'once its session has ended':
      async ({ token }) =>
      () =>
        tested.succeed(logout, {}, token),
    'once its session was ended elsewhere': async customer => {
      const { token } = await another(customer)
      return () => tested.succeed(sessionRevoke, { id: 'others' }, token)
    },
    'once the password was reset': async ({ email }) => {
      const code = await codeFor(tested, { email, type: 'forget' })
      return () => tested.succeed(forget, { email, password: 'celadon22', code })
    },
  }

  test.each(Object.entries(ends))('%s, of what was told before either', async (_, ending) => {
    const customer = await newCustomer(tested)
    const end = await ending(customer)
    const browser = await turnOn(customer)
    await told(customer, paid)
    await end()
    await told(customer, paid)
    await later()
    expect(shownBy(browser)).toEqual([])
  })

  test('and we forget where it was', async () => {
    const [gone, stays] = [await withBrowser(), await withBrowser()]
    await tested.succeed(logout, {}, gone.token)
    await forgetOldSecrets(tested.world.db)
    const { db } = tested.world
    const left = ({ userId }: TestCustomer) =>
      db.selectFrom('push_subscriptions').select('id').where('user_id', '=', userId).execute()
    expect([(await left(gone)).length, (await left(stays)).length]).toEqual([0, 1])
    const user = db.selectFrom('users').selectAll().where('id', '=', stays.userId)
    await forgetPerson(db, (await user.executeTakeFirstOrThrow()) as Parameters<typeof forgetPerson>[1])
    expect(await left(stays)).toEqual([])
  })

  test('and another device of the same customer does', async () => {
    const { customer, there, browsers } = await withTwo()
    await tested.succeed(pushUnsubscribe, {}, customer.token)
    await tested.succeed(pushUnsubscribe, {}, customer.token)
    await told(customer)
    await tested.work()
    expect(browsers.map(browser => shownBy(browser).length)).toEqual([0, 1])
    expect(await listOf(there)).toMatchObject([{ current: true }])
  })
})
