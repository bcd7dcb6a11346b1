import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loginLog } from '../../../src/contract/account.ts'
import { add, addAsk, loginAsk, loginBy } from '../../../src/contract/passkey.ts'
import { softAuthenticator } from '../../fixtures/account/authenticator.ts'
import { customerWithPin, testPin } from '../../fixtures/account/customer.ts'
import { addedPasskey, phone, shownTo, startPasskeyWorld } from '../../fixtures/account/passkeys.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

let tested: TestWorld
beforeAll(async () => {
  tested = await startPasskeyWorld()
})
afterAll(() => tested.close())

const refused = { key: 'passkey_refused' }

async function owned() {
  const customer = await customerWithPin(tested)
  return { customer, ...(await addedPasskey(tested, customer)) }
}

describe('a log-in by passkey is refused', () => {
  test.each([
    ['for another page', { origin: 'https://evil.test' }],
    ['for another host', { rpId: 'evil.test' }],
    ['from a device that did not look at who holds it', { isUnverified: true }],
    ['as what was made for something else', { type: 'webauthn.create' }],
    ['in the name of somebody else', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s, and is in the log as an attempt', async (_, odd) => {
    const { customer, key } = await owned()
    expect(await tested.send(loginBy, await shownTo(tested, key, odd))).toMatchObject(refused)
    const page = { pageSize: 20, page: 1, success: false }
    expect(await tested.succeed(loginLog, page, customer.token)).toMatchObject({
      list: [{ method: 'passkey' }],
    })
    await tested.succeed(loginBy, await shownTo(tested, key))
  })

  test('the second time with one challenge, and by two that come together', async () => {
    const { key } = await owned()
    const shown = await shownTo(tested, key)
    const replies = await Promise.all(Array.from({ length: 8 }, () => tested.send(loginBy, shown)))
    expect(replies.filter(reply => 'code' in reply && reply.code === 1)).toHaveLength(1)
    expect(replies.filter(reply => 'key' in reply && reply.key === 'passkey_refused')).toHaveLength(7)
  })

  test('with a signature of another key, an unknown key, a changed challenge, and nonsense', async () => {
    const [mine, theirs] = [await owned(), await owned()]
    const shown = await shownTo(tested, mine.key)
    const { assertion } = await shownTo(tested, theirs.key)
    const stranger = phone.create({ challenge: 'AAAA', userHandle: mine.key.userHandle }).key
    const { challenge } = await tested.succeed(loginAsk, {})
    const changed = `${challenge.slice(0, -2)}${challenge.endsWith('AA') ? 'BB' : 'AA'}`
    for (const wrong of [
      { ...shown.assertion, signature: assertion.signature },
      (await shownTo(tested, stranger)).assertion,
      phone.get(mine.key, changed),
      { id: mine.key.id, clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
    ])
      expect(await tested.send(loginBy, { assertion: wrong })).toMatchObject(refused)
  })

  test('when the key has counted less than before: there are two of it', async () => {
    const { key } = await owned()
    await tested.succeed(loginBy, await shownTo(tested, key, { counter: 9 }))
    expect(await tested.send(loginBy, await shownTo(tested, key, { counter: 9 }))).toMatchObject(refused)
    expect(await tested.send(loginBy, await shownTo(tested, key, { counter: 3 }))).toMatchObject(refused)
    await tested.succeed(loginBy, await shownTo(tested, key, { counter: 10 }))
  })

  test('for a challenge that is five minutes old', async () => {
    const { key } = await owned()
    const shown = await shownTo(tested, key)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 60_000 + 1)
    try {
      expect(await tested.send(loginBy, shown)).toMatchObject(refused)
    } finally {
      vi.restoreAllMocks()
    }
    await tested.succeed(loginBy, shown)
  })
})

test('one that counts nothing signs in as often as it likes', async () => {
  const { key } = await owned()
  for (let time = 0; time < 3; time++)
    await tested.succeed(loginBy, await shownTo(tested, key, { counter: 0 }))
})

test('what strangers ask is kept nowhere, and what was used is forgotten in time', async () => {
  const { key } = await owned()
  const count = async () => {
    const { rows } = await sql<{ count: bigint }>`select count(*) from used_challenges`.execute(
      tested.world.db,
    )
    return rows[0]?.count
  }
  const before = await count()
  await tested.succeed(loginAsk, {})
  expect(await count()).toBe(before)
  await tested.succeed(loginBy, await shownTo(tested, key))
  expect(await count()).toBe((before ?? 0n) + 1n)
})

describe('where the app is at a network address', () => {
  let sandbox: TestWorld
  beforeAll(async () => {
    sandbox = await startWorld()
  })
  afterAll(() => sandbox.close())

  test('there are no passkeys, but in the sandbox at localhost', async () => {
    expect(await sandbox.send(loginAsk, {})).toMatchObject({ key: 'feature_unsupported' })
    const { token } = await customerWithPin(sandbox)
    const at = (origin: string) => async (path: string, payload: object, headers: object) =>
      (
        await sandbox.http.inject({
          method: 'POST',
          url: path,
          payload,
          headers: { origin, ...headers },
        })
      ).json()
    const ask = at('http://localhost:5173')
    const signed = { 'x-access-token': token }
    const { data } = await ask(addAsk.path, { pin: testPin }, signed)
    expect(data).toMatchObject({ rpId: 'localhost' })
    const here = softAuthenticator({ origin: 'http://localhost:5173', rpId: 'localhost' })
    const { key, attestation } = here.create(data)
    expect(await at('http://localhost:9999')(add.path, { attestation }, signed)).toMatchObject(refused)
    expect(await ask(add.path, { attestation }, signed)).toMatchObject({ code: 1 })
    const asked = await ask(loginAsk.path, {}, {})
    const assertion = here.get(key, asked.data.challenge)
    expect(await ask(loginBy.path, { assertion }, {})).toMatchObject({ code: 1 })
    for (const odd of ['null', 'http://localhost.evil.test', 'nonsense'])
      expect(await at(odd)(loginAsk.path, {}, {})).toMatchObject({ key: 'feature_unsupported' })
  })
})
