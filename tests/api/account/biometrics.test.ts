import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forget, getUser } from '../../../src/contract/account.ts'
import {
  biometricsAdd,
  biometricsPass,
  loginAsk,
  loginBy,
  passkeys,
  pays,
  remove,
  rename,
} from '../../../src/contract/passkey.ts'
import { tgUnbind } from '../../../src/contract/telegram.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { hashPin, setPin } from '../../../src/server/account/pin.ts'
import { codeFor, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { addedPasskey, phone as browser, startPasskeyWorld } from '../../fixtures/account/passkeys.ts'
import { openedCard, readyCustomer } from '../../fixtures/cards/cardholder.ts'
import { standInIssuer } from '../../fixtures/issuer/stand-in-issuer.ts'
import type { TestWorld } from '../../fixtures/world.ts'

// Telegram's biometric storage on a phone: a token in place of the fund PIN, and of nothing else.

let tested: TestWorld
beforeAll(async () => {
  tested = await startPasskeyWorld({ issuer: standInIssuer() })
})
afterAll(() => tested.close())

const newDevice = () => randomUUID().replaceAll('-', '')
const refused = { key: 'passkey_refused' }

async function holder() {
  const customer = await readyCustomer(tested, '100')
  const deviceKey = newDevice()
  const { passkey, token } = await tested.succeed(biometricsAdd, { pin: testPin, deviceKey }, customer.token)
  return { customer, deviceKey, passkey, token }
}

const passOf = ({ token: session }: TestCustomer, given: { token: string; deviceKey: string }) =>
  tested.send(biometricsPass, { token: given.token, deviceKey: given.deviceKey }, session)

test('takes the PIN and a device, pauses withdrawals, and is told', async () => {
  const customer = await readyCustomer(tested, '0')
  const deviceKey = newDevice()
  const ask = (input: object) => tested.send(biometricsAdd, { ...input }, customer.token)
  expect(await ask({ pin: '135790', deviceKey })).toMatchObject({ key: 'pin_incorrect' })
  expect(await ask({ pin: testPin })).toMatchObject({ key: 'input_invalid' })
  const { passkey } = await tested.succeed(biometricsAdd, { pin: testPin, deviceKey }, customer.token)
  expect(passkey).toMatchObject({ kind: 'telegram', pays: true, lastTime: null })
  const user = await tested.succeed(getUser, {}, customer.token)
  expect(user.holdUntil).not.toBeNull()
  expect(user).not.toHaveProperty('passkeySet')
  await tested.work()
  const letters = tested.letters.filter(({ to }) => to === customer.email)
  expect(letters).toContainEqual(
    expect.objectContaining({ subject: expect.stringContaining('Biometrics in Telegram') }),
  )
})

test('pays by a pass, which is good once', async () => {
  const about = await holder()
  const { customer } = about
  const { cardId } = await openedCard(tested, customer)
  const reply = await passOf(customer, about)
  const pin = (reply as { data: { pass: string } }).data.pass
  const input = () => ({ cardId, amount: '10', currency: 'USDT', pin, requestId: randomUUID() })
  await tested.succeed(convertToCardBalance, input(), customer.token)
  expect(await tested.send(convertToCardBalance, input(), customer.token)).toMatchObject({
    key: 'pin_pass_over',
  })
  expect((await tested.succeed(passkeys, {}, customer.token))[0]?.lastTime).not.toBeNull()
})

test('another token on the same phone takes the place of the first; other phones keep theirs', async () => {
  const first = await holder()
  const { customer, deviceKey } = first
  const add = (key: string) => tested.succeed(biometricsAdd, { pin: testPin, deviceKey: key }, customer.token)
  const [second, other] = [await add(deviceKey), await add(newDevice())]
  expect(await passOf(customer, first)).toMatchObject(refused)
  expect(await passOf(customer, { ...second, deviceKey })).toMatchObject({ code: 1 })
  expect(await tested.succeed(passkeys, {}, customer.token)).toHaveLength(2)
  expect(other.token).not.toBe(second.token)
})

describe('a token gives no pass', () => {
  test('on another device, to somebody else, or when it is a guess', async () => {
    const [about, other] = [await holder(), await holder()]
    const { customer, deviceKey } = about
    expect(await passOf(customer, { ...about, deviceKey: newDevice() })).toMatchObject(refused)
    expect(await passOf(other.customer, about)).toMatchObject(refused)
    expect(await passOf(customer, { token: 'A'.repeat(43), deviceKey })).toMatchObject(refused)
    expect(await passOf(customer, { token: 'short', deviceKey })).toMatchObject({ key: 'input_invalid' })
    expect(await passOf(customer, about)).toMatchObject({ code: 1 })
  })

  test.each<[string, (about: Awaited<ReturnType<typeof holder>>) => Promise<unknown>, string]>([
    [
      'it is removed',
      ({ customer, passkey }) => tested.succeed(remove, { id: passkey.id }, customer.token),
      'passkey_refused',
    ],
    [
      'it is switched off',
      ({ customer, passkey }) => tested.succeed(pays, { id: passkey.id, pays: false }, customer.token),
      'passkey_refused',
    ],
    [
      'the PIN is another',
      async ({ customer: { userId } }) =>
        await setPin(tested.world.db, {
          userId,
          pinHash: await hashPin(tested.world, { userId, pin: '864209' }),
        }),
      'passkey_refused',
    ],
    [
      'Telegram is unbound',
      async ({ customer: { userId, token, password } }) => {
        await sql`update users set telegram_id = ${BigInt(Date.now())} where id = ${userId}`.execute(
          tested.world.db,
        )
        await tested.succeed(tgUnbind, { password }, token)
      },
      'passkey_refused',
    ],
    [
      'the PIN is locked',
      ({ customer: { userId } }) =>
        sql`insert into attempts (subject, count, window_ends_at)
          values (${`pin:${userId}`}, 5, now() + interval '1 hour')`.execute(tested.world.db),
      'pin_locked',
    ],
  ])('once %s', async (_, happens, key) => {
    const about = await holder()
    await happens(about)
    expect(await passOf(about.customer, about)).toMatchObject({ key })
  })
})

test('it signs nobody in, is named and listed as passkeys are, and a reset of the password takes it away', async () => {
  const { customer, passkey } = await holder()
  const { key } = await addedPasskey(tested, customer)
  await tested.succeed(rename, { id: passkey.id, name: 'My phone' }, customer.token)
  const listed = await tested.succeed(passkeys, {}, customer.token)
  expect(listed.map(({ kind, name }) => [kind, name])).toEqual([
    ['telegram', 'My phone'],
    ['passkey', null],
  ])
  const { rows } = await sql<{ credential_id: string }>`
    select credential_id from passkeys where id = ${passkey.id}`.execute(tested.world.db)
  const { challenge } = await tested.succeed(loginAsk, {})
  const assertion = browser.get({ ...key, id: rows[0]?.credential_id ?? '' }, challenge)
  expect(await tested.send(loginBy, { assertion })).toMatchObject(refused)
  // The code of the letter that set the PIN may be asked for again once a minute is over.
  await sql`update email_codes set sent_at = sent_at - interval '1 hour' where email = ${customer.email}`.execute(
    tested.world.db,
  )
  const code = await codeFor(tested, { email: customer.email, type: 'forget' })
  expect(await tested.succeed(forget, { email: customer.email, code, password: 'celadon22' })).toMatchObject({
    passkeysRemoved: 1,
  })
  const { rows: left } = await sql`select from passkeys where user_id = ${customer.userId}`.execute(
    tested.world.db,
  )
  expect(left).toEqual([])
})
