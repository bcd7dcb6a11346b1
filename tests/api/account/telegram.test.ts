import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { forget, getUser, login } from '../../../src/contract/account.ts'
import { messages } from '../../../src/contract/message.ts'
import { bindTelegram, tgBind, tgLogin, tgUnbind } from '../../../src/contract/telegram.ts'
import { unbindTelegram } from '../../../src/server/account/telegram-binding.ts'
import { transaction } from '../../../src/server/database/database.ts'
import { codeFor, newCustomer } from '../../fixtures/account/customer.ts'
import { bind, boundCustomer, launch, newTelegramId } from '../../fixtures/account/launch.ts'
import { waitersOn } from '../../fixtures/postgres.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

describe('tgLogin', () => {
  test('refuses launch data of another bot, forged, too old or from the future', async () => {
    const { telegramId } = await boundCustomer(tested)
    for (const initData of [
      launch(tested, telegramId, { botToken: '1:other' }),
      launch(tested, newTelegramId()).replace(/id%22%3A\d+/, `id%22%3A${telegramId}`),
      launch(tested, telegramId, { ageSeconds: 86_401 }),
      launch(tested, telegramId, { ageSeconds: -60 }),
      'hash=',
    ]) {
      expect(await tested.send(tgLogin, { initData })).toMatchObject({ code: 1001, key: 'login_failed' })
    }
  })

  test('says when nobody is bound', async () => {
    const initData = launch(tested, newTelegramId())
    expect(await tested.send(tgLogin, { initData })).toMatchObject({ code: 1009, key: 'user_missing' })
  })

  test('signs in once with the same launch data, also when sent ten times at once', async () => {
    const { telegramId, userId } = await boundCustomer(tested)
    const initData = launch(tested, telegramId)
    const envelopes = await Promise.all(Array.from({ length: 10 }, () => tested.send(tgLogin, { initData })))
    const successes = envelopes.flatMap(envelope =>
      'code' in envelope && envelope.code === 1 ? [envelope.data] : [],
    )
    expect(successes).toMatchObject([{ userInfo: { id: userId, tgBound: true, tgName: '@celadon' } }])
  })
})

describe('a binding', () => {
  test('tells when it was made and last used, and nothing once it is gone', async () => {
    const began = Date.now()
    const { telegramId, token, password } = await boundCustomer(tested)
    const made = await tested.succeed(getUser, {}, token)
    expect(Date.parse(made.tgBoundAt ?? '')).toBeGreaterThanOrEqual(began - 1000)
    const used = await tested.succeed(tgLogin, { initData: launch(tested, telegramId) })
    const { tgBoundAt, tgUsedAt = '' } = used.userInfo
    expect(tgBoundAt).toBe(made.tgBoundAt)
    expect(Date.parse(tgUsedAt)).toBeGreaterThanOrEqual(Date.parse(made.tgUsedAt ?? tgBoundAt ?? ''))
    await tested.succeed(tgUnbind, { password }, used.token)
    const gone = await tested.succeed(getUser, {}, used.token)
    expect(gone).not.toHaveProperty('tgBoundAt')
    expect(gone).not.toHaveProperty('tgUsedAt')
  })

  test('that is new knows nothing of how an earlier one was used', async () => {
    const { telegramId, password } = await boundCustomer(tested)
    const used = await tested.succeed(tgLogin, { initData: launch(tested, telegramId) })
    await tested.succeed(tgUnbind, { password }, used.token)
    const initData = launch(tested, newTelegramId())
    const again = await tested.succeed(bindTelegram, { initData, password }, used.token)
    expect(again).toMatchObject({ tgBound: true, tgBoundAt: expect.any(String) })
    expect(again).not.toHaveProperty('tgUsedAt')
  })
})

describe('a login password that was reset by a code', () => {
  test('ends the binding, uncounted, and says so; the new password binds again', async () => {
    const customer = await boundCustomer(tested)
    const { email, telegramId, userId } = customer
    const code = await codeFor(tested, { email, type: 'forget' })
    const reset = await tested.succeed(forget, { email, password: 'celadon22', code })
    expect(reset).toEqual({ telegramUnbound: true })
    expect(await tested.send(tgLogin, { initData: launch(tested, telegramId) })).toMatchObject({
      key: 'user_missing',
    })
    await tested.work()
    const letter = tested.letters.findLast(({ to, subject }) => to === email && subject.includes('reset'))
    expect(letter?.text).toContain('Telegram was unlinked. You can link it again with the new password.')
    const again = await bind(tested, { ...customer, password: 'celadon22' }, telegramId)
    expect(again.userInfo).toMatchObject({ id: userId, tgBound: true, tgUnbindRemain: 2 })
    const { list } = await tested.succeed(messages, { pageSize: 10, page: 1 }, again.token)
    const message = list.find(({ params }) => params.event === 'passwordReset')
    expect(message?.content).toContain('Telegram (@celadon) is unlinked')
  })

  test('says nothing of Telegram to who never bound it', async () => {
    const { email } = await newCustomer(tested)
    const code = await codeFor(tested, { email, type: 'forget' })
    const reset = await tested.succeed(forget, { email, password: 'celadon22', code })
    expect(reset).toEqual({ telegramUnbound: false })
    const { token } = await tested.succeed(login, { email, password: 'celadon22' })
    await tested.work()
    const letter = tested.letters.findLast(({ to, subject }) => to === email && subject.includes('reset'))
    expect(letter?.text).not.toContain('Telegram')
    const { list } = await tested.succeed(messages, { pageSize: 10, page: 1 }, token)
    expect(list.find(({ params }) => params.event === 'passwordReset')?.content).not.toContain('Telegram')
  })
})

describe('tgBind', () => {
  test('refuses a wrong password, and counts it', async () => {
    const { email } = await newCustomer(tested)
    const initData = launch(tested, newTelegramId())
    const input = { initData, email, password: 'wrong1234' }
    for (let tries = 0; tries < 5; tries++)
      expect(await tested.send(tgBind, input)).toMatchObject({ code: 1002 })
    expect(await tested.send(tgBind, input)).toMatchObject({ code: 1003 })
  })

  test('refuses launch data that is older than an hour, or bound something before', async () => {
    const { email, password } = await newCustomer(tested)
    const old = launch(tested, newTelegramId(), { ageSeconds: 3601 })
    expect(await tested.send(tgBind, { initData: old, email, password })).toMatchObject({ code: 1001 })
    const initData = launch(tested, newTelegramId())
    await tested.succeed(tgBind, { initData, email, password })
    expect(await tested.send(tgBind, { initData, email, password })).toMatchObject({ code: 1001 })
  })

  test('refuses a Telegram user bound to another customer, and a customer bound to another', async () => {
    const first = await boundCustomer(tested)
    const second = await newCustomer(tested)
    const taken = {
      initData: launch(tested, first.telegramId),
      email: second.email,
      password: second.password,
    }
    const reason = (name: string) => ({ code: 1001, data: { reason: name } })
    expect(await tested.send(tgBind, taken)).toMatchObject(reason('telegram_bound'))
    const other = { initData: launch(tested, newTelegramId()), email: first.email, password: first.password }
    expect(await tested.send(tgBind, other)).toMatchObject(reason('account_bound'))
    expect(await tested.succeed(getUser, {}, second.token)).toMatchObject({ tgBound: false, tgName: null })
  })

  test('holds withdrawals for 24 hours, and so does unbinding', async () => {
    const { userId, token, password } = await boundCustomer(tested)
    const hold = async () => (await tested.succeed(getUser, {}, token)).holdUntil
    expect(Date.parse((await hold()) ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    await sql`update users set hold_until = null where id = ${userId}`.execute(tested.world.db)
    await tested.succeed(tgUnbind, { password }, token)
    expect(Date.parse((await hold()) ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
  })

  test('a Telegram user goes to one of two customers who ask at once', async () => {
    const telegramId = newTelegramId()
    const customers = [await newCustomer(tested), await newCustomer(tested)]
    const envelopes = await Promise.all(
      customers.map(({ email, password }) =>
        tested.send(tgBind, { initData: launch(tested, telegramId), email, password }),
      ),
    )
    expect(envelopes.map(envelope => ('code' in envelope ? envelope.code : 0)).sort()).toEqual([1, 1001])
  })
})

describe('tgUnbind', () => {
  test('refuses without password or code, with a wrong one, and when nothing is bound', async () => {
    const { token } = await boundCustomer(tested)
    expect(await tested.send(tgUnbind, {}, token)).toMatchObject({ code: 1002 })
    expect(await tested.send(tgUnbind, { password: 'wrong1234' }, token)).toMatchObject({ code: 1002 })
    expect(await tested.send(tgUnbind, { code: '000000' }, token)).toMatchObject({ code: 1006 })
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ tgBound: true, tgUnbindRemain: 2 })
    const other = await newCustomer(tested)
    expect(await tested.send(tgUnbind, { password: other.password }, other.token)).toMatchObject({
      code: 1503,
    })
  })

  test('works twice in a calendar month, by password or by code; then it is refused until the next', async () => {
    const customer = await boundCustomer(tested)
    const { token, password, email, userId, telegramId } = customer
    const now = new Date()
    const resetAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()
    expect(await tested.succeed(tgUnbind, { password }, token)).toEqual({ remain: 1, resetAt })
    await bind(tested, customer, telegramId)
    const code = await codeFor(tested, { email, type: 'tgUnbind' })
    expect(await tested.succeed(tgUnbind, { code }, token)).toEqual({ remain: 0, resetAt })
    await bind(tested, customer, telegramId)
    expect(await tested.send(tgUnbind, { password }, token)).toMatchObject({ code: 1010, data: { resetAt } })
    await sql`update telegram_unbinds set created_at = created_at - interval '32 days' where user_id = ${userId}`.execute(
      tested.world.db,
    )
    expect(await tested.succeed(tgUnbind, { password }, token)).toEqual({ remain: 1, resetAt })
  })

  test('ends every other session, those that Telegram opened first of all, and not the caller’s', async () => {
    const { token, password, email, telegramId, userId } = await boundCustomer(tested)
    const byTelegram = await tested.succeed(tgLogin, { initData: launch(tested, telegramId) })
    const byPassword = await tested.succeed(login, { email, password })
    const others = [byTelegram.token, byPassword.token]
    expect(await tested.send(tgUnbind, { password: 'wrong1234' }, token)).toMatchObject({ code: 1002 })
    for (const other of others) await tested.succeed(getUser, {}, other)
    await tested.succeed(tgUnbind, { password }, token)
    for (const other of others) expect(await tested.send(getUser, {}, other)).toMatchObject({ status: 401 })
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ id: userId, tgBound: false })
  })

  test('lets nobody in by a launch that waited for it', async () => {
    const { telegramId, userId } = await boundCustomer(tested)
    const { db } = tested.world
    const live = async () =>
      (await sql`select id from sessions where user_id = ${userId} and ended_at is null`.execute(db)).rows
        .length
    const before = await live()
    let waiting: ReturnType<typeof tested.send> | undefined
    await transaction(db, async db => {
      await unbindTelegram(db, userId)
      waiting = tested.send(tgLogin, { initData: launch(tested, telegramId) })
      await expect.poll(() => waitersOn(db)).toBe(1)
    })
    expect(await waiting).toMatchObject({ key: 'user_missing' })
    expect(await live()).toBe(before)
  })

  test('counts one of four at once', async () => {
    const { token, password } = await boundCustomer(tested)
    const envelopes = await Promise.all(
      Array.from({ length: 4 }, () => tested.send(tgUnbind, { password }, token)),
    )
    expect(envelopes.filter(envelope => 'code' in envelope && envelope.code === 1)).toHaveLength(1)
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ tgBound: false, tgUnbindRemain: 1 })
  })
})
