import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  forget,
  getUser,
  login,
  register,
  updatePassword,
  updatePinCode,
  updateToken,
} from '../../../src/contract/account.ts'
import { codeFor, newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { begin, countOf, end, storm, tested } from '../../fixtures/account/storm.ts'

// Attacks on signing up, in and back in (F1 to F3), on two nodes of one database.
beforeAll(begin)
afterAll(end)

const newEmail = () => `${randomUUID()}@mail.test`
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const person = { password: 'porcelain1', lang: 'en' }

const codesOf = (answers: { code?: number }[], code: number) =>
  answers.filter(answer => answer.code === code).length

const triesOf = async (email: string, purpose: string) => {
  const { rows } = await sql<{ tries: number }>`
    select tries from email_codes where email = ${email} and purpose = ${purpose}`.execute(tested.world.db)
  return rows[0]?.tries
}

describe('registration', () => {
  test('of one address twenty times at once on two nodes makes one customer with one wallet', async () => {
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    const before = [await countOf('users'), await countOf('accounts')]
    const inputs = Array.from({ length: 20 }, () => ({ ...person, email, code }))
    const answers = await storm(register.path, inputs)
    expect(codesOf(answers, 1)).toBe(1)
    expect(codesOf(answers, 1005) + codesOf(answers, 1006)).toBe(19)
    expect([await countOf('users'), await countOf('accounts')]).toEqual([
      (before[0] as number) + 1,
      (before[1] as number) + 5,
    ])
  })

  test('compares at most five of 200 codes at once on two nodes; the right one is refused after them', async () => {
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    const guesses = Array.from({ length: 200 }, () => ({ ...person, email, code: wrongOf(code) }))
    const answers = await storm(register.path, guesses, undefined, '127.0.0.1')
    // Beyond fifty the place is stopped, whomever it guesses at.
    expect([codesOf(answers, 1006), codesOf(answers, 1011)]).toEqual([50, 150])
    expect(await triesOf(email, 'register')).toBe(5)
    await sql`delete from attempts where starts_with(subject, 'guess:')`.execute(tested.world.db)
    expect(await tested.send(register, { ...person, email, code })).toMatchObject({ code: 1006 })
    expect(await triesOf(email, 'register')).toBe(5)
  })

  test('that fails half-way leaves nothing, and the code is good for another', async () => {
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    const before = [await countOf('users'), await countOf('accounts')]
    await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''dead''; end'`.execute(
      tested.world.db,
    )
    await sql`create trigger fail before insert on sessions execute function fail()`.execute(tested.world.db)
    const [died] = await storm(register.path, [{ ...person, email, code }])
    await sql`drop function fail() cascade`.execute(tested.world.db)
    expect(died?.status).toBe(500)
    expect([await countOf('users'), await countOf('accounts')]).toEqual(before)
    await tested.succeed(register, { ...person, email, code })
  })

  test.each([
    ['72 and 73 characters', `b${'a1'.repeat(35)}c`, `b${'a1'.repeat(35)}cb`],
    ['the same with another end after 72 bytes', `${'a1'.repeat(60)}x`, `${'a1'.repeat(60)}y`],
    ['emoji', 'a1🏺🏺🏺🏺🏺🏺', 'a1🏺🏺🏺🏺🏺🫖'],
    ['capitals', 'Porcelain77', 'porcelain77'],
    ['a space at the end', 'porcelain77 ', 'porcelain77'],
  ])('keeps passwords apart to the last bit: %s', async (_name, password, other) => {
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    await tested.succeed(register, { ...person, email, password, code })
    expect(await tested.send(login, { email, password: other })).toMatchObject({ code: 1002 })
    await tested.succeed(login, { email, password })
  })
})

describe('codes', () => {
  test('each purpose has a counter of its own, and none compares more than five of 200', async () => {
    const customer = await newCustomer(tested)
    const { email, token } = customer
    const attacks = [
      ['updatePassword', updatePassword.path, { password: 'celadon22' }],
      ['updatePinCode', updatePinCode.path, { pin: '135791' }],
    ] as const
    for (const [purpose, path, input] of attacks) {
      const code = await codeFor(tested, { email, type: purpose })
      const guesses = Array.from({ length: 200 }, () => ({ ...input, code: wrongOf(code) }))
      expect(codesOf(await storm(path, guesses, token), 1006)).toBe(200)
      expect(await triesOf(email, purpose)).toBe(5)
      const [late] = await storm(path, [{ ...input, code }], token)
      expect(late?.code).toBe(1006)
    }
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ pinSet: false, holdUntil: null })
    await tested.succeed(login, { email, password: customer.password })
  })

  test('that have expired open nothing, and are told to be to whoever knows them, within the same five tries', async () => {
    const { email, token } = await newCustomer(tested)
    const old = await codeFor(tested, { email, type: 'updatePassword' })
    await sql`update email_codes set sent_at = sent_at - interval '11 minutes',
      expires_at = expires_at - interval '11 minutes' where email = ${email}`.execute(tested.world.db)
    const answers = async (codes: string[]) =>
      await storm(
        updatePassword.path,
        codes.map(code => ({ password: 'celadon22', code })),
        token,
      )
    expect(await answers([old])).toMatchObject([{ code: 1011, data: { reason: 'expired' } }])
    const guesses = await answers(Array.from({ length: 200 }, () => wrongOf(old)))
    expect(codesOf(guesses, 1006)).toBe(200)
    expect(await triesOf(email, 'updatePassword')).toBe(5)
    expect(await answers([old])).toMatchObject([{ code: 1006, data: null }])
    const next = await codeFor(tested, { email, type: 'updatePassword' })
    expect(await answers([next, next])).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 1 }),
        expect.objectContaining({ code: 1006, data: null }),
      ]),
    )
  })

  test('of one purpose open no other door, and of one customer no other customer', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    const code = await codeFor(tested, { email: customer.email, type: 'updatePinCode' })
    const others = await codeFor(tested, { email: other.email, type: 'forget' })
    for (const given of [code, others]) {
      const reset = { email: customer.email, password: 'celadon22', code: given }
      expect(await tested.send(forget, reset)).toMatchObject({ code: 1006 })
      const change = { password: 'celadon22', code: given }
      expect(await tested.send(updatePassword, change, customer.token)).toMatchObject({ code: 1006 })
    }
    expect(await tested.send(forget, { ...customerOf(other), code })).toMatchObject({ code: 1006 })
    await tested.succeed(updatePinCode, { pin: '135791', code }, customer.token)
    expect(await tested.send(updatePinCode, { pin: '246801', code }, customer.token)).toMatchObject({
      code: 1006,
    })
  })

  test('a reset keeps the PIN and its lock, and ends a session with both of its tokens', async () => {
    const customer = await newCustomer(tested)
    const renewed = await tested.succeed(updateToken, {}, customer.token)
    await sql`insert into attempts (subject, count, window_ends_at)
      values (${`pin:${customer.userId}`}, 5, now() + interval '1 hour')`.execute(tested.world.db)
    const code = await codeFor(tested, { email: customer.email, type: 'forget' })
    await tested.succeed(forget, { ...customerOf(customer), code })
    for (const token of [customer.token, renewed.token]) {
      expect(await tested.send(updateToken, {}, token)).toMatchObject({ status: 401 })
    }
    const { rows } = await sql<{ count: number }>`
      select count from attempts where subject = ${`pin:${customer.userId}`}`.execute(tested.world.db)
    expect(rows).toEqual([{ count: 5 }])
  })
})

function customerOf({ email }: TestCustomer) {
  return { email, password: 'celadon22' }
}

describe('tokens', () => {
  test('ten renewals at once on two nodes give one new token; eleven seconds later the old one ends it', async () => {
    const { token, userId } = await newCustomer(tested)
    const answers = await storm(updateToken.path, Array(10).fill({}), token)
    const renewed = new Set(answers.map(({ data }) => (data as { token: string }).token))
    expect(renewed.size).toBe(1)
    const [next] = [...renewed] as [string]
    await tested.succeed(getUser, {}, next)
    expect(codesOf(await storm(getUser.path, [{}, {}], token), 1)).toBe(2)
    await sql`update sessions set token_used_at = token_used_at - interval '11 seconds',
      rotated_at = rotated_at - interval '11 seconds' where user_id = ${userId}`.execute(tested.world.db)
    const reused = await storm(getUser.path, [{}, {}], token)
    expect(reused.map(({ status }) => status)).toEqual([401, 401])
    const family = await storm(getUser.path, [{}, {}], next)
    expect(family.map(({ status }) => status)).toEqual([401, 401])
  })

  test('are read from their header only', async () => {
    const { token } = await newCustomer(tested)
    const attempts = [
      { url: `${getUser.path}?x-access-token=${token}` },
      { url: `${getUser.path}?X-Access-Token=${token}&accessToken=${token}&token=${token}` },
      { headers: { authorization: `Bearer ${token}` } },
      { headers: { cookie: `X-Access-Token=${token}; accessToken=${token}` } },
      { payload: { token, 'X-Access-Token': token } },
      { headers: { 'x-access-token': `${token},${token}` } },
      { headers: { 'x-access-token': token.toUpperCase() } },
    ]
    for (const attempt of attempts) {
      const response = await tested.http.inject({
        method: 'POST',
        url: getUser.path,
        payload: {},
        ...attempt,
      })
      expect(response.statusCode, JSON.stringify(attempt)).toBe(401)
    }
  })

  test('of one customer show nothing of another, whatever the body says', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    for (const body of [{ userId: other.userId }, { id: other.userId }, { email: other.email }]) {
      expect(await tested.send(getUser, body, customer.token)).toMatchObject({ code: 1400 })
    }
    expect((await tested.succeed(getUser, {}, customer.token)).id).toBe(customer.userId)
  })
})
