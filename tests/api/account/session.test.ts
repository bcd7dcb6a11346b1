import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, logout, updateToken } from '../../../src/contract/account.ts'
import { sessionList, sessionRevoke } from '../../../src/contract/session.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { startWorld, type TestWorld, worldOn } from '../../fixtures/world.ts'

let tested: TestWorld
let otherNode: FastifyInstance
beforeAll(async () => {
  tested = await startWorld()
  otherNode = (await worldOn(tested.world.db)).http
})
afterAll(async () => {
  await otherNode.close()
  await tested.close()
})

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17) Safari/605'

/** Signs in once more, as from a phone with a key of its own. */
async function signInAgain({ email, password }: TestCustomer, deviceKey = randomBytes(16).toString('hex')) {
  const response = await tested.http.inject({
    method: 'POST',
    url: login.path,
    payload: { email, password, deviceKey },
    headers: { 'user-agent': phone },
    remoteAddress: '198.51.100.20',
  })
  return response.json().data.token as string
}

const listOf = (token: string) => tested.succeed(sessionList, {}, token)
const isLive = async (token: string) => 'code' in (await tested.send(getUser, {}, token))
const devicesOf = async ({ userId }: TestCustomer) =>
  (await sql`select from known_devices where user_id = ${userId}`.execute(tested.world.db)).rows.length

describe('session/list', () => {
  test('knows nothing of other customers, of ended sessions and of those nobody used for 30 days', async () => {
    const customer = await newCustomer(tested)
    await newCustomer(tested)
    const left = await signInAgain(customer)
    const forgotten = await signInAgain(customer)
    await tested.succeed(logout, {}, left)
    const [, stale] = await listOf(customer.token)
    await sql`update sessions set expires_at = now() where id = ${stale?.id}`.execute(tested.world.db)
    expect(await listOf(customer.token)).toHaveLength(1)
    expect(await isLive(forgotten)).toBe(false)
  })

  test('says of each which device, where and how, since when and when last, and which one asks', async () => {
    const customer = await newCustomer(tested)
    const token = await signInAgain(customer)
    await sql`update sessions set created_at = created_at - interval '3 days',
      expires_at = expires_at - interval '2 days', token_used_at = now() - interval '2 days'
      where user_id = ${customer.userId} and method = 'register'`.execute(tested.world.db)
    const [here, there, ...more] = await listOf(token)
    expect(more).toEqual([])
    expect(here).toMatchObject({
      device: 'Safari · iOS',
      ip: '198.51.100.20',
      method: 'password',
      current: true,
    })
    expect(there).toMatchObject({ device: 'Unknown', ip: '127.0.0.1', method: 'register', current: false })
    const hoursSince = (time: string | undefined) => (Date.now() - Date.parse(time ?? '')) / 3_600_000
    expect(hoursSince(there?.createTime)).toBeCloseTo(72, 0)
    expect(hoursSince(there?.lastTime)).toBeCloseTo(48, 0)
    await tested.succeed(getUser, {}, customer.token)
    expect(hoursSince((await listOf(token))[1]?.lastTime)).toBeCloseTo(0, 0)
  })

  test('tells no token and nothing a token could be made of', async () => {
    const customer = await newCustomer(tested)
    const { rows } = await sql<{ token_hash: string; token_nonce: string }>`
      select token_hash, token_nonce from sessions where user_id = ${customer.userId}`.execute(
      tested.world.db,
    )
    const told = JSON.stringify(await listOf(customer.token))
    for (const secret of [customer.token, ...Object.values(rows[0] ?? {})]) expect(told).not.toContain(secret)
  })
})

describe('session/revoke', () => {
  test("denies another customer's session and one that does not exist with the same words", async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const [theirs] = await listOf(other.token)
    const answers = []
    for (const id of [theirs?.id, randomUUID()]) {
      answers.push(await tested.send(sessionRevoke, { id }, customer.token))
    }
    expect(answers[0]).toMatchObject({ status: 403 })
    expect(answers[0]).toEqual(answers[1])
    expect(await isLive(other.token)).toBe(true)
  })

  test.each(['', 'all', 'Others', null, ['others'], { $ne: null }, 1])('refuses %j', async id => {
    const customer = await newCustomer(tested)
    const again = await signInAgain(customer)
    expect(await tested.send(sessionRevoke, { id }, customer.token)).toMatchObject({ code: 1400 })
    expect(await isLive(again)).toBe(true)
  })

  test('ends one, whose very next call is a 401 on every node, with its renewed token too', async () => {
    const customer = await newCustomer(tested)
    const [lost, kept] = [await signInAgain(customer), await signInAgain(customer)]
    const renewed = (await tested.succeed(updateToken, {}, lost)).token
    const lostId = (await listOf(lost))[0]?.id
    expect(await tested.succeed(sessionRevoke, { id: lostId }, customer.token)).toEqual({ ended: 1 })
    for (const token of [lost, renewed]) {
      expect(await tested.send(getUser, {}, token)).toMatchObject({ status: 401 })
      const elsewhere = await otherNode.inject({
        method: 'POST',
        url: getUser.path,
        payload: {},
        headers: { 'x-access-token': token },
      })
      expect(elsewhere.statusCode).toBe(401)
      expect(await tested.send(updateToken, {}, token)).toMatchObject({ status: 401 })
    }
    expect(await isLive(kept)).toBe(true)
    expect(await isLive(customer.token)).toBe(true)
  })

  test('a second tap ends nothing more, and is no error', async () => {
    const customer = await newCustomer(tested)
    const lost = await signInAgain(customer)
    const id = (await listOf(lost))[0]?.id
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => tested.succeed(sessionRevoke, { id }, customer.token)),
    )
    expect(answers.map(({ ended }) => ended).sort()).toEqual([0, 0, 0, 0, 1])
  })

  test('ends all others but this one, and nobody else is signed out', async () => {
    const [customer, stranger] = [await newCustomer(tested), await newCustomer(tested)]
    const others = [await signInAgain(customer), await signInAgain(customer)]
    expect(await tested.succeed(sessionRevoke, { id: 'others' }, customer.token)).toEqual({ ended: 2 })
    for (const token of others) expect(await isLive(token)).toBe(false)
    expect(await isLive(customer.token)).toBe(true)
    expect(await isLive(stranger.token)).toBe(true)
    expect(await listOf(customer.token)).toHaveLength(1)
  })

  test('of two that log each other out at once at most one is still in', async () => {
    const customer = await newCustomer(tested)
    const other = await signInAgain(customer)
    await Promise.all(
      [customer.token, other].map(token => tested.send(sessionRevoke, { id: 'others' }, token)),
    )
    const live = [await isLive(customer.token), await isLive(other)]
    expect(live.filter(Boolean).length).toBeLessThanOrEqual(1)
  })

  test('makes the device strange again, but not the one that asks', async () => {
    const customer = await newCustomer(tested)
    const [lostKey, ownKey] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
    await signInAgain(customer, lostKey)
    await signInAgain(customer, ownKey)
    const own = await signInAgain(customer, ownKey)
    expect(await devicesOf(customer)).toBe(2)
    await tested.succeed(sessionRevoke, { id: 'others' }, own)
    expect(await devicesOf(customer)).toBe(1)
    await tested.work()
    const sent = tested.letters.length
    await signInAgain(customer, ownKey)
    await tested.work()
    expect(tested.letters).toHaveLength(sent)
    await signInAgain(customer, lostKey)
    await tested.work()
    expect(tested.letters.slice(sent).map(({ to }) => to)).toEqual([customer.email])
  })
})
