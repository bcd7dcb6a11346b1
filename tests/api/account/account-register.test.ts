import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, register } from '../../../src/contract/account.ts'
import { queryWallet } from '../../../src/contract/wallet.ts'
import { codeFor } from '../../fixtures/account/customer.ts'
import { ageCodes, begin, from, join, newEmail, tested } from '../../fixtures/account/newcomer.ts'

beforeAll(begin)
afterAll(() => tested.close())

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const person = { password: 'porcelain1', lang: 'en' }

async function countOf(table: 'users' | 'sessions', email: string) {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from users ${table === 'users' ? sql`` : sql`join sessions on user_id = users.id`}
    where email = ${email}`.execute(tested.world.db)
  return Number(rows[0]?.count)
}

describe('register', () => {
  test('refuses a code of another purpose or address, a wrong, a used and an expired one', async () => {
    const other = await join()
    const forgetCode = await codeFor(tested, { email: other.email, type: 'forget' })
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    for (const given of [wrongOf(code), forgetCode === code ? wrongOf(code) : forgetCode]) {
      expect(await tested.send(register, { ...person, email, code: given })).toMatchObject({ code: 1006 })
    }
    const elsewhere = { ...person, email: newEmail(), code }
    expect(await tested.send(register, elsewhere)).toMatchObject({ code: 1006 })
    await ageCodes(email, 601)
    const expired = { code: 1011, key: 'code_wait', data: { reason: 'expired' } }
    expect(await tested.send(register, { ...person, email, code })).toMatchObject(expired)
    expect(await countOf('users', email)).toBe(0)
  })

  test('refuses the right code after five wrong ones', async () => {
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    for (let tries = 0; tries < 5; tries++) {
      await tested.send(register, { ...person, email, code: wrongOf(code) })
    }
    expect(await tested.send(register, { ...person, email, code })).toMatchObject({ code: 1006 })
    expect(await countOf('users', email)).toBe(0)
  })

  test('refuses an earlier code when a later one was sent', async () => {
    const email = newEmail()
    const earlier = await codeFor(tested, { email, type: 'register' })
    await ageCodes(email, 61)
    const later = await codeFor(tested, { email, type: 'register' })
    // One of a million is sent twice.
    const other = earlier === later ? wrongOf(later) : earlier
    expect(await tested.send(register, { ...person, email, code: other })).toMatchObject({ code: 1006 })
    await tested.succeed(register, { ...person, email, code: later })
  })

  test.each([123456, '12345', ' 123456', '１２３４５６', ['123456']])(
    'refuses %j as a code without a try',
    async code => {
      const input = { ...person, email: newEmail(), code }
      expect(await tested.send(register, input)).toMatchObject({
        code: 1400,
        data: { fields: { code: 'code' } },
      })
    },
  )

  test('refuses weak and well-known passwords', async () => {
    const email = newEmail()
    for (const password of ['abcdefgh', '12345678', 'short12']) {
      const input = { ...person, email, password, code: '123456' }
      expect(await tested.send(register, input)).toMatchObject({ code: 1400 })
    }
    for (const password of ['Password123', 'abc1abc1', 'A1a1a1a1', 'aabb11aabb11']) {
      const known = { ...person, email, password, code: '123456' }
      const refused = { code: 1004, data: { fields: { password: 'commonPassword' } } }
      expect(await tested.send(register, known), password).toMatchObject(refused)
    }
  })

  test('refuses unknown keys: nobody registers as certified or rich', async () => {
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    for (const extra of [
      { certified: true },
      { balance: '1' },
      { userId: 'x' },
      { isAdmin: 1 },
      { __proto: 1 },
    ]) {
      expect(await tested.send(register, { ...person, email, code, ...extra })).toMatchObject({ code: 1400 })
    }
    expect(await countOf('users', email)).toBe(0)
  })

  test('refuses an address that is registered, however it is written', async () => {
    const { email } = await join()
    const input = { ...person, email: email.toUpperCase(), code: '123456' }
    const answer = await from('198.51.100.8')(register.path, input)
    expect(answer).toMatchObject({ code: 1005, msg: 'Email is registered' })
  })

  test('makes one customer of two registrations at once, with one set of accounts', async () => {
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    const envelopes = await Promise.all(
      Array.from({ length: 2 }, () => tested.send(register, { ...person, email, code })),
    )
    const [made, second] = envelopes.map(envelope => ('code' in envelope ? envelope.code : 0)).sort()
    expect(made).toBe(1)
    // The address is taken, or the code is used up by then.
    expect([1005, 1006]).toContain(second)
    expect(await countOf('users', email)).toBe(1)
    expect(await countOf('sessions', email)).toBe(1)
  })

  test('ignores a refer code that nobody has, and keeps one that somebody has', async () => {
    const inviter = await join()
    const { referCode } = await tested.succeed(getUser, {}, inviter.token)
    expect(referCode).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    for (const [given, expected] of [
      ['<script>', null],
      [` ${referCode.toLowerCase()}`, inviter.userId],
    ] as const) {
      const email = newEmail()
      const code = await codeFor(tested, { email, type: 'register' })
      await tested.succeed(register, { ...person, email, code, referCode: given })
      const row = await tested.world.db
        .selectFrom('users')
        .select('referred_by_id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      expect(row.referred_by_id).toBe(expected)
    }
  })

  test('signs in a new customer with an empty wallet of five coins and a message', async () => {
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    const input = { ...person, email: email.replace('mail', 'MAIL'), code, timezone: 'Europe/Paris' }
    const { userInfo, token } = await tested.succeed(register, input)
    expect(userInfo).toMatchObject({
      email,
      certified: false,
      certStatus: 'none',
      pinSet: false,
      tgBound: false,
      tgUnbindRemain: 2,
      currency: 'USDT',
      timezone: 'Europe/Paris',
      holdUntil: null,
    })
    const wallet = await tested.succeed(queryWallet, {}, token)
    expect(wallet.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['USDT', '0'],
      ['USDC', '0'],
      ['ETH', '0'],
      ['BTC', '0'],
      ['TRX', '0'],
    ])
    expect(await tested.send(register, { ...person, email, code })).toMatchObject({ code: 1005 })
  })
})
