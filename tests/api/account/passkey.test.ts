import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forget, getUser, loginLog } from '../../../src/contract/account.ts'
import { add, addAsk, loginBy, passkeys, remove, rename } from '../../../src/contract/passkey.ts'
import { sessionList } from '../../../src/contract/session.ts'
import { passkeysMax } from '../../../src/server/account/passkeys/passkeys.ts'
import {
  codeFor,
  customerWithPin,
  newCustomer,
  type TestCustomer,
  testPin,
} from '../../fixtures/account/customer.ts'
import { addedPasskey, phone, shownTo, startPasskeyWorld } from '../../fixtures/account/passkeys.ts'
import { freshCode, guarded, wrongCode } from '../../fixtures/account/second-factor.ts'
import type { TestWorld } from '../../fixtures/world.ts'

let tested: TestWorld
beforeAll(async () => {
  tested = await startPasskeyWorld()
})
afterAll(() => tested.close())

const owner = () => customerWithPin(tested)
const refused = { key: 'passkey_refused' }

const countOf = async ({ token }: TestCustomer) => (await tested.succeed(passkeys, {}, token)).length

/** Letters to somebody, by their subjects. */
async function subjectsTo({ email }: TestCustomer): Promise<string[]> {
  await tested.work()
  return tested.letters.filter(({ to }) => to === email).map(({ subject }) => subject)
}

describe('a passkey is not added', () => {
  test('without the PIN, with a wrong one, and where there is none', async () => {
    const customer = await owner()
    expect(await tested.send(addAsk, {}, customer.token)).toMatchObject({ key: 'input_invalid' })
    expect(await tested.send(addAsk, { pin: '135790' }, customer.token)).toMatchObject({
      key: 'pin_incorrect',
    })
    const { token } = await newCustomer(tested)
    expect(await tested.send(addAsk, { pin: testPin }, token)).toMatchObject({ key: 'pin_unset' })
  })

  test.each([
    ['another page', { origin: 'https://evil.test' }],
    ['another host', { rpId: 'evil.test' }],
    ['a device that did not look at who holds it', { isUnverified: true }],
    ['what was made for something else', { type: 'webauthn.get' }],
  ])('of %s', async (_, odd) => {
    const customer = await owner()
    const { attestation } = phone.create(await tested.succeed(addAsk, { pin: testPin }, customer.token), odd)
    expect(await tested.send(add, { attestation }, customer.token)).toMatchObject(refused)
    expect(await countOf(customer)).toBe(0)
  })

  test('for a challenge of somebody else, of another session, of a log-in, of nobody, or one that was used', async () => {
    const [customer, other] = [await owner(), await owner()]
    const asked = await tested.succeed(addAsk, { pin: testPin }, customer.token)
    const { attestation } = phone.create(asked)
    expect(await tested.send(add, { attestation }, other.token)).toMatchObject(refused)
    const { key } = await addedPasskey(tested, other)
    const { assertion } = await shownTo(tested, key)
    const { challenge } = JSON.parse(Buffer.from(assertion.clientDataJSON, 'base64url').toString())
    for (const wrong of [challenge, 'AAAA', `${asked.challenge}A`]) {
      const made = phone.create({ ...asked, challenge: wrong })
      expect(await tested.send(add, { attestation: made.attestation }, customer.token)).toMatchObject(refused)
    }
    const first = await tested.succeed(add, { attestation }, customer.token)
    // Whoever did not hear the answer sends the very same again.
    expect(await tested.succeed(add, { attestation }, customer.token)).toEqual(first)
    const again = phone.create(asked)
    expect(await tested.send(add, { attestation: again.attestation }, customer.token)).toMatchObject(refused)
    expect(await countOf(customer)).toBe(1)
  })

  test('once a secret was changed since the PIN was given', async () => {
    const customer = await owner()
    const { attestation } = phone.create(await tested.succeed(addAsk, { pin: testPin }, customer.token))
    await sql`update users set pin_hash = 'another' where id = ${customer.userId}`.execute(tested.world.db)
    expect(await tested.send(add, { attestation }, customer.token)).toMatchObject(refused)
  })

  test('twice, or beyond ten', async () => {
    const customer = await owner()
    const asks = await Promise.all(
      Array.from({ length: passkeysMax + 1 }, () => tested.succeed(addAsk, { pin: testPin }, customer.token)),
    )
    for (const [index, asked] of asks.entries()) {
      const { attestation } = phone.create(asked)
      const reply = await tested.send(add, { attestation }, customer.token)
      expect(reply).toMatchObject(
        index < passkeysMax ? { code: 1 } : { key: 'limit_exceeded', data: { limit: 10 } },
      )
    }
    expect(await tested.send(addAsk, { pin: testPin }, customer.token)).toMatchObject({
      key: 'limit_exceeded',
    })
    expect(await countOf(customer)).toBe(passkeysMax)
  })

  test('from what is no passkey at all', async () => {
    const customer = await owner()
    const nonsense = { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] }
    expect(await tested.send(add, { attestation: nonsense }, customer.token)).toMatchObject(refused)
    expect(await tested.send(add, { attestation: { ...nonsense, id: '!' } }, customer.token)).toMatchObject({
      key: 'input_invalid',
    })
  })
})

test('who has a second factor is asked for it to add one, and signs in by it without', async () => {
  const customer = await guarded(tested, await owner())
  const ask = (input: object) => tested.send(addAsk, { pin: testPin, ...input }, customer.token)
  expect(await ask({})).toMatchObject({ key: 'second_factor_required' })
  expect(await ask({ secondCode: wrongCode(customer.secret) })).toMatchObject({
    key: 'second_factor_incorrect',
  })
  const secondCode = await freshCode(tested, customer)
  const asked = await tested.succeed(addAsk, { pin: testPin, secondCode }, customer.token)
  expect(await ask({ secondCode })).toMatchObject({ key: 'second_factor_incorrect' })
  const { key, attestation } = phone.create(asked)
  await tested.succeed(add, { attestation }, customer.token)
  await tested.succeed(loginBy, await shownTo(tested, key))
})

describe('a passkey', () => {
  test('is listed, told by message and mail, and pauses withdrawals', async () => {
    const customer = await owner()
    const { passkey } = await addedPasskey(tested, customer)
    expect(await tested.succeed(passkeys, {}, customer.token)).toEqual([passkey])
    expect(passkey).toMatchObject({ name: null, lastTime: null, synced: false })
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({ passkeySet: true })
    expect(await subjectsTo(customer)).toContainEqual(expect.stringContaining('A passkey was added'))
    const { holdUntil } = await tested.succeed(getUser, {}, customer.token)
    expect(Date.parse(holdUntil ?? '')).toBeGreaterThan(Date.now())
  })

  test('is renamed and removed by its owner alone', async () => {
    const [customer, other] = [await owner(), await owner()]
    const { passkey } = await addedPasskey(tested, customer)
    const { id } = passkey
    for (const [call, input] of [
      [rename, { id, name: 'Mine now' }],
      [remove, { id }],
    ] as const)
      expect(await tested.send(call, input, other.token)).toMatchObject({ status: 403 })
    expect(await tested.succeed(rename, { id, name: ' My phone ' }, customer.token)).toMatchObject({
      name: 'My phone',
    })
    expect(await tested.send(rename, { id, name: 'x'.repeat(41) }, customer.token)).toMatchObject({
      data: { fields: { name: 'tooLong' } },
    })
    expect(await tested.succeed(remove, { id }, customer.token)).toEqual([])
    expect(await tested.send(remove, { id }, customer.token)).toMatchObject({ status: 403 })
    expect(await subjectsTo(customer)).toContainEqual(expect.stringContaining('A passkey was removed'))
  })

  test('signs in: the log, the list of sessions and the letter of a new device know it', async () => {
    const customer = await owner()
    const { key } = await addedPasskey(tested, customer)
    const deviceKey = randomUUID().replaceAll('-', '')
    const { userInfo, token } = await tested.succeed(loginBy, { ...(await shownTo(tested, key)), deviceKey })
    expect(userInfo.id).toBe(customer.userId)
    expect(await tested.succeed(sessionList, {}, token)).toContainEqual(
      expect.objectContaining({ method: 'passkey', current: true }),
    )
    const log = await tested.succeed(loginLog, { pageSize: 20, page: 1, method: 'passkey' }, token)
    expect(log).toMatchObject({ total: 1, list: [{ success: true }] })
    expect(await subjectsTo(customer)).toContainEqual(expect.stringContaining('A new device'))
    const [known] = await tested.succeed(passkeys, {}, token)
    expect(known?.lastTime).not.toBeNull()
  })

  test('signs nobody in once it is removed, and the sessions it opened end, but the one that removes it', async () => {
    const customer = await owner()
    const { key, passkey } = await addedPasskey(tested, customer)
    const [one, two] = [
      await tested.succeed(loginBy, await shownTo(tested, key)),
      await tested.succeed(loginBy, await shownTo(tested, key)),
    ]
    await tested.succeed(remove, { id: passkey.id }, two.token)
    expect(await tested.send(getUser, {}, one.token)).toMatchObject({ status: 401 })
    for (const { token } of [two, customer]) await tested.succeed(getUser, {}, token)
    expect(await tested.send(loginBy, await shownTo(tested, key))).toMatchObject(refused)
  })

  test('goes with a password that is reset by a code, which tells so', async () => {
    const customer = await owner()
    const { key } = await addedPasskey(tested, customer)
    const { email } = customer
    const code = await codeFor(tested, { email, type: 'forget' })
    expect(await tested.succeed(forget, { email, code, password: 'celadon22' })).toEqual({
      telegramUnbound: false,
      passkeysRemoved: 1,
    })
    expect(await subjectsTo(customer)).toContainEqual(expect.stringContaining('All passkeys'))
    expect(await tested.send(loginBy, await shownTo(tested, key))).toMatchObject(refused)
  })
})
