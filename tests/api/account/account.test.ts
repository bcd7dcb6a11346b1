import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  forget,
  getUser,
  login,
  loginLog,
  updatePassword,
  updateUserInfo,
} from '../../../src/contract/account.ts'
import { signIn } from '../../../src/server/api/account/sign-in.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { codeFor } from '../../fixtures/account/customer.ts'
import { begin, from, join, newEmail, tested } from '../../fixtures/account/newcomer.ts'

beforeAll(begin)
afterAll(() => tested.close())

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
    for (const filter of [{ success: 'no' }, { method: 'carrier-pigeon' }, { device: 'x' }]) {
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
    for (const nickname of ['two\nlines', 'half \ud83c', '长'.repeat(21)]) {
      expect(await tested.send(updateUserInfo, { nickname }, token)).toMatchObject({ code: 1400 })
    }
    const named = await tested.succeed(updateUserInfo, { nickname: ' 青 瓷 ' }, token)
    expect(named.nickname).toBe('青 瓷')
    expect((await tested.succeed(updateUserInfo, { nickname: '  ' }, token)).nickname).toBeNull()
  })

  test('reads a longer nickname from before, and changes the rest beside it', async () => {
    const { token, userId } = await join()
    const nickname = '长'.repeat(200)
    await tested.world.db.updateTable('users').set({ nickname }).where('id', '=', userId).execute()
    expect(await tested.succeed(updateUserInfo, { hideBalance: true }, token)).toMatchObject({ nickname })
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
