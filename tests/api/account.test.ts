import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  forget,
  getUser,
  login,
  loginLog,
  logout,
  register,
  sendEmail,
  updatePassword,
  updateToken,
  updateUserInfo,
} from '../../src/contract/account.ts'
import { queryWallet } from '../../src/contract/wallet.ts'
import { signIn } from '../../src/server/api/sign-in.ts'
import { transaction } from '../../src/server/database.ts'
import { codeIn } from '../code-in.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { codeFor, newCustomer } from './customer.ts'

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(() => tested.close())

const newEmail = () => `${randomUUID()}@mail.test`
const join = () => newCustomer(tested, newEmail())
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const person = { password: 'porcelain1', lang: 'en' }

/** Another person's network: what is counted by source is counted apart. */
function from(ip: string) {
  return async (path: string, payload: Record<string, unknown>) =>
    (await tested.http.inject({ method: 'POST', url: path, payload, remoteAddress: ip })).json()
}

async function countOf(table: 'users' | 'sessions', email: string) {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from users ${table === 'users' ? sql`` : sql`join sessions on user_id = users.id`}
    where email = ${email}`.execute(tested.world.db)
  return Number(rows[0]?.count)
}

/** Lets time pass for the codes of an address. */
const ageCodes = (email: string, seconds: number) =>
  sql`update email_codes set sent_at = sent_at - ${seconds} * interval '1 second',
    expires_at = expires_at - ${seconds} * interval '1 second' where email = ${email}`.execute(
    tested.world.db,
  )

describe('sendEmail', () => {
  test.each([
    'a@b',
    'a@b.c',
    'a@b.toolong7',
    'ａ@x.co',
    'a@x.co\n',
    'a@x.co\r\nBcc: b@x.co',
    'a b@x.co',
    '"a"@x.co',
    `${'a'.repeat(10_000)}@x.co`,
    ['a@x.co'],
    null,
  ])('refuses %j as an address and sends nothing', async email => {
    const sent = tested.letters.length
    expect(await tested.send(sendEmail, { email, type: 'register', lang: 'zh' })).toMatchObject({
      code: 1400,
    })
    await tested.work()
    expect(tested.letters).toHaveLength(sent)
  })

  test('refuses a purpose or language that does not exist', async () => {
    const email = newEmail()
    expect(await tested.send(sendEmail, { email, type: 'x', lang: 'zh' })).toMatchObject({ code: 1400 })
    const envelope = await tested.send(sendEmail, { email, type: 'register', lang: '../../' })
    expect(envelope).toMatchObject({ code: 1400, data: { fields: { lang: 'lang' } } })
  })

  test('refuses a second code within 60 seconds, also for ten at once, and sends one letter', async () => {
    const email = newEmail()
    const input = { email, type: 'register', lang: 'zh' }
    const envelopes = await Promise.all(Array.from({ length: 10 }, () => tested.send(sendEmail, input)))
    expect(envelopes.filter(envelope => 'code' in envelope && envelope.code === 1)).toHaveLength(1)
    const refused = envelopes.find(envelope => 'key' in envelope)
    expect(refused).toMatchObject({ code: 1011, data: { resendAt: expect.any(String) } })
    await tested.work()
    expect(tested.letters.filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('refuses the eleventh code of a day, whatever it is for', async () => {
    const { email } = await join()
    const types = ['forget', 'updatePassword', 'updatePinCode']
    for (let sent = 1; sent < 10; sent++) {
      await ageCodes(email, 61)
      await tested.succeed(sendEmail, { email, type: types[sent % 3], lang: 'en' })
    }
    await ageCodes(email, 61)
    expect(await tested.send(sendEmail, { email, type: 'forget', lang: 'en' })).toMatchObject({ code: 1011 })
  })

  test('tells a source of ten addresses an hour, then answers as if a letter went out', async () => {
    const post = from('198.51.100.7')
    const ask = (email: string) => post(sendEmail.path, { email, type: 'forget', lang: 'zh' })
    for (let told = 0; told < 10; told++) expect(await ask(newEmail())).toMatchObject({ code: 1007 })
    const email = newEmail()
    expect(await ask(email)).toMatchObject({ code: 1 })
    expect(await ask(email)).toMatchObject({ code: 1011 })
    await tested.work()
    expect(tested.letters.filter(({ to }) => to === email)).toEqual([])
  })

  test('writes in the language asked for, with the code in text and HTML and nothing from elsewhere', async () => {
    const email = newEmail()
    await tested.succeed(sendEmail, { email, type: 'register', lang: 'zh' })
    await tested.work()
    const letter = tested.letters.findLast(({ to }) => to === email)
    expect(letter?.subject).toBe('Glaze 验证码：注册账号')
    const code = codeIn(letter?.text ?? '') as string
    expect(letter?.html).toContain(code)
    expect(letter?.html).not.toMatch(/src=|url\(|http/)
    const { rows } = await sql`select code_hash from email_codes where email = ${email}`.execute(
      tested.world.db,
    )
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

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
    if (earlier !== later) {
      expect(await tested.send(register, { ...person, email, code: earlier })).toMatchObject({ code: 1006 })
    }
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
    const known = { ...person, email, password: 'Password123', code: '123456' }
    const refused = { code: 1004, data: { fields: { password: 'commonPassword' } } }
    expect(await tested.send(register, known)).toMatchObject(refused)
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

describe('login', () => {
  test('locks one source after five wrong passwords, and no other; the right one does not help it', async () => {
    const { email, password, token } = await join()
    const thief = from('203.0.113.1')
    for (let tries = 0; tries < 5; tries++) {
      expect(await thief(login.path, { email, password: 'wrong1234' })).toMatchObject({ code: 1002 })
    }
    expect(await thief(login.path, { email, password })).toMatchObject({
      code: 1003,
      msg: 'Too many password errors, please try again after 24 hours',
    })
    expect(await from('203.0.113.2')(login.path, { email, password })).toMatchObject({ code: 1 })
    await tested.succeed(getUser, {}, token)
    const pass = (seconds: number) => sql`update attempts set
      window_ends_at = window_ends_at - ${seconds} * interval '1 second' where subject like ${`%${email}%`}`
    await pass(24 * 3600 - 30).execute(tested.world.db)
    expect(await thief(login.path, { email, password })).toMatchObject({ code: 1003 })
    await pass(60).execute(tested.world.db)
    expect(await thief(login.path, { email, password })).toMatchObject({ code: 1 })
  })

  test('locks an address nobody has in the same way', async () => {
    const email = newEmail()
    const post = from('203.0.113.3')
    for (let tries = 0; tries < 5; tries++) {
      expect(await post(login.path, { email, password: 'wrong1234' })).toMatchObject({ code: 1002 })
    }
    expect(await post(login.path, { email, password: 'wrong1234' })).toMatchObject({ code: 1003 })
  })

  test('compares at most five of sixty passwords at once from one source, and twenty from all of them', async () => {
    const { email } = await join()
    const guess = (ip: string) => from(ip)(login.path, { email, password: 'wrong1234' })
    const one = await Promise.all(Array.from({ length: 60 }, () => guess('203.0.113.4')))
    expect(one.filter(({ code }) => code === 1002)).toHaveLength(5)
    const many = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(`192.0.2.${index}`)))
    expect(many.filter(({ code }) => code === 1002)).toHaveLength(15)
    expect(many.filter(({ code }) => code === 1003)).toHaveLength(45)
  })

  test('writes right and wrong ones into the log, and warns of a new device', async () => {
    const { email, password, token } = await join()
    await tested.send(login, { email, password: 'wrong1234' })
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17) Safari/605' }
    await tested.http.inject({ method: 'POST', url: login.path, payload: { email, password }, headers })
    const log = await tested.succeed(loginLog, { pageSize: 10, page: 1 }, token)
    expect(log.list.map(({ device, method, success }) => [device, method, success])).toEqual([
      ['Safari · iOS', 'password', true],
      ['Unknown', 'password', false],
      ['Unknown', 'register', true],
    ])
    await tested.work()
    expect(tested.letters.findLast(({ to }) => to === email)?.subject).toContain('new device')
    const other = await join()
    expect((await tested.succeed(loginLog, { pageSize: 10, page: 0 }, other.token)).total).toBe(1)
  })

  test('gives the log by how it went and by the way, and counts what is left', async () => {
    const { email, password, token } = await join()
    await tested.send(login, { email, password: 'wrong1234' })
    await tested.succeed(login, { email, password })
    const log = async (filter: object) => {
      const { list, total } = await tested.succeed(loginLog, { pageSize: 10, page: 1, ...filter }, token)
      expect(total).toBe(list.length)
      return list.map(({ method, success }) => `${method} ${success}`)
    }
    expect(await log({ success: false })).toEqual(['password false'])
    expect(await log({ success: true })).toEqual(['password true', 'register true'])
    expect(await log({ method: 'password' })).toEqual(['password true', 'password false'])
    expect(await log({ method: 'password', success: true })).toEqual(['password true'])
    expect(await log({ method: 'telegram' })).toEqual([])
    const one = await tested.succeed(loginLog, { pageSize: 1, page: 2, method: 'password' }, token)
    expect(one).toMatchObject({ total: 2, page: 2, list: [{ method: 'password', success: false }] })
    for (const filter of [{ success: 'no' }, { method: 'passkey' }, { device: 'x' }]) {
      const asked = { pageSize: 10, page: 1, ...filter }
      expect(await tested.send(loginLog, asked, token)).toMatchObject({ code: 1400 })
    }
  })
})

describe('forget and updatePassword', () => {
  test('refuse a wrong code, and change nothing', async () => {
    const { email, password, token } = await join()
    const input = { email, password: 'celadon22', code: '000000' }
    expect(await tested.send(forget, input)).toMatchObject({ code: 1006 })
    const change = { password: 'celadon22', code: '000000' }
    expect(await tested.send(updatePassword, change, token)).toMatchObject({ code: 1006 })
    await tested.succeed(login, { email, password })
  })

  test('forget tells when nobody has the address', async () => {
    const input = { email: newEmail(), password: 'celadon22', code: '000000' }
    const answer = await from('198.51.100.9')(forget.path, input)
    expect(answer).toMatchObject({ code: 1007, msg: 'Email is not registered' })
  })

  test('a code is good for one of two changes at once', async () => {
    const { email } = await join()
    const code = await codeFor(tested, { email, type: 'forget' })
    const envelopes = await Promise.all(
      ['celadon22', 'celadon33'].map(password => tested.send(forget, { email, password, code })),
    )
    expect(envelopes.map(envelope => ('code' in envelope ? envelope.code : 0)).sort()).toEqual([1, 1006])
  })

  test('forget ends every session, lifts the lock, holds withdrawals and tells', async () => {
    const { email, token } = await join()
    for (let tries = 0; tries < 6; tries++) await tested.send(login, { email, password: 'wrong1234' })
    const code = await codeFor(tested, { email, type: 'forget' })
    await tested.succeed(forget, { email, password: 'celadon22', code })
    expect(await tested.send(getUser, {}, token)).toMatchObject({ status: 401 })
    const { userInfo } = await tested.succeed(login, { email, password: 'celadon22' })
    const hours = (Date.parse(userInfo.holdUntil as string) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
    await tested.work()
    expect(tested.letters.findLast(({ to }) => to === email)?.subject).toContain('security notice')
  })

  test('a sign-in that was under way with the old password opens no session', async () => {
    const { email } = await join()
    const { world } = tested
    const user = await world.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const code = await codeFor(tested, { email, type: 'forget' })
    await tested.succeed(forget, { email, password: 'celadon22', code })
    const caller = { ip: '192.0.2.1', device: 'Unknown', lang: 'en' } as const
    const late = transaction(world.db, db => signIn(world, db, { user, method: 'password', caller }))
    await expect(late).rejects.toMatchObject({ key: 'login_failed' })
  })

  test('updatePassword ends the other sessions and refuses a wrong old password', async () => {
    const { email, password, token } = await join()
    const other = await tested.succeed(login, { email, password })
    const code = await codeFor(tested, { email, type: 'updatePassword' })
    const wrong = { oldPassword: 'wrong1234', password: 'celadon22', code }
    expect(await tested.send(updatePassword, wrong, token)).toMatchObject({ code: 1002 })
    await tested.succeed(updatePassword, { oldPassword: password, password: 'celadon22', code }, token)
    expect(await tested.send(getUser, {}, other.token)).toMatchObject({ status: 401 })
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ holdUntil: expect.any(String) })
    expect(await tested.send(login, { email, password })).toMatchObject({ code: 1002 })
  })
})

describe('sessions', () => {
  const used = (token: string) => tested.send(getUser, {}, token)
  const pass = (seconds: number, userId: string) =>
    sql`update sessions set token_used_at = token_used_at - ${seconds} * interval '1 second',
      rotated_at = rotated_at - ${seconds} * interval '1 second',
      expires_at = expires_at - ${seconds} * interval '1 second' where user_id = ${userId}`.execute(
      tested.world.db,
    )

  test.each(['', 'x', 'undefined', '0'.repeat(64), `${'0'.repeat(63)}g`, '0'.repeat(5000)])(
    'refuses %s as a token',
    async token => {
      const response = await tested.http.inject({
        method: 'POST',
        url: getUser.path,
        payload: {},
        headers: { 'x-access-token': token },
      })
      expect(response.statusCode).toBe(401)
    },
  )

  test('a token in the query is no token', async () => {
    const { token } = await join()
    const url = `${getUser.path}?X-Access-Token=${token}&token=${token}`
    expect((await tested.http.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(401)
  })

  test('the old token stays good until the new one is used, and ten seconds longer; then it ends the session', async () => {
    const { token, userId } = await join()
    const renewed = await tested.succeed(updateToken, {}, token)
    expect(renewed.token).not.toBe(token)
    await pass(3600, userId)
    expect(await used(token)).toMatchObject({ code: 1 })
    expect(await used(renewed.token)).toMatchObject({ code: 1 })
    expect(await used(token)).toMatchObject({ code: 1 })
    await pass(11, userId)
    expect(await used(token)).toMatchObject({ status: 401 })
    expect(await used(renewed.token)).toMatchObject({ status: 401 })
  })

  test('a token from before the last two ends the session', async () => {
    const { token, userId } = await join()
    const second = await tested.succeed(updateToken, {}, token)
    await used(second.token)
    await pass(11, userId)
    const third = await tested.succeed(updateToken, {}, second.token)
    expect(third.token).not.toBe(second.token)
    await used(third.token)
    expect(await used(token)).toMatchObject({ status: 401 })
    expect(await used(third.token)).toMatchObject({ status: 401 })
  })

  test('ten renewals at once, and a repeat after a lost answer, give one new token', async () => {
    const { token, userId } = await join()
    const renewed = await Promise.all(
      Array.from({ length: 10 }, () => tested.succeed(updateToken, {}, token)),
    )
    expect(new Set(renewed.map(answer => answer.token)).size).toBe(1)
    await pass(60, userId)
    const again = await tested.succeed(updateToken, {}, token)
    expect(again.token).toBe(renewed[0]?.token)
    expect(await used(again.token)).toMatchObject({ code: 1 })
  })

  test('a session nobody used for 30 days is over; a used one goes on', async () => {
    const { token, userId } = await join()
    await used(token)
    await pass(29 * 86_400, userId)
    expect(await used(token)).toMatchObject({ code: 1 })
    await pass(29 * 86_400, userId)
    expect(await used(token)).toMatchObject({ code: 1 })
    await pass(30 * 86_400 + 1, userId)
    expect(await used(token)).toMatchObject({ status: 401 })
  })

  test('logout ends this session at once, with both of its tokens, and no other', async () => {
    const { token, email, password } = await join()
    const other = await tested.succeed(login, { email, password })
    const renewed = await tested.succeed(updateToken, {}, token)
    await tested.succeed(logout, {}, token)
    expect(await used(token)).toMatchObject({ status: 401 })
    expect(await used(renewed.token)).toMatchObject({ status: 401 })
    expect(await used(other.token)).toMatchObject({ code: 1 })
  })

  test('no token is in the database', async () => {
    const { token, userId } = await join()
    const { rows } = await sql`select * from sessions where user_id = ${userId}`.execute(tested.world.db)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('updateUserInfo', () => {
  test('refuses what is not a preference, and a time zone that does not exist', async () => {
    const { token } = await join()
    for (const input of [{ email: 'b@x.co' }, { certified: true }, { currency: 'DOGE' }, { lang: 'fr' }]) {
      expect(await tested.send(updateUserInfo, input, token)).toMatchObject({ code: 1400 })
    }
    expect(await tested.send(updateUserInfo, { timezone: 'Mars/Base' }, token)).toMatchObject({ code: 1503 })
  })

  test('changes only what is given, and only the caller', async () => {
    const { token } = await join()
    const other = await join()
    const changed = await tested.succeed(updateUserInfo, { hideBalance: true, nickname: '青 瓷' }, token)
    expect(changed).toMatchObject({ hideBalance: true, nickname: '青 瓷', lang: 'en', currency: 'USDT' })
    expect(await tested.succeed(updateUserInfo, {}, other.token)).toMatchObject({
      hideBalance: false,
      nickname: null,
    })
  })

  test('takes a nickname of one line, and takes it away again', async () => {
    const { token } = await join()
    for (const nickname of ['two\nlines', 'half \ud83c', '长'.repeat(201)]) {
      expect(await tested.send(updateUserInfo, { nickname }, token)).toMatchObject({ code: 1400 })
    }
    const named = await tested.succeed(updateUserInfo, { nickname: ' 青 瓷 ' }, token)
    expect(named.nickname).toBe('青 瓷')
    expect((await tested.succeed(updateUserInfo, { nickname: '  ' }, token)).nickname).toBeNull()
  })

  test('keeps a time zone for good only where the customer chose it', async () => {
    const { token } = await join()
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ timezoneFixed: false })
    const chosen = { timezone: 'America/St_Johns', timezoneFixed: true }
    expect(await tested.succeed(updateUserInfo, chosen, token)).toMatchObject(chosen)
    expect(await tested.succeed(updateUserInfo, { timezoneFixed: false }, token)).toMatchObject({
      timezone: 'America/St_Johns',
      timezoneFixed: false,
    })
  })
})
