import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { forget, getUser, login, updatePassword } from '../../../src/contract/account.ts'
import { messages } from '../../../src/contract/message.ts'
import { bindTelegram, tgLogin, tgRegister, tgUnbind } from '../../../src/contract/telegram.ts'
import { masterBudgetBalance } from '../../../src/contract/wallet.ts'
import { codeFor, newCustomer, testPin, withPin } from '../../fixtures/account/customer.ts'
import { boundCustomer, launch, newTelegramId } from '../../fixtures/account/launch.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const newEmail = () => `${randomUUID()}@mail.test`

async function userWith(email: string) {
  const { rows } = await sql<{
    telegram_id: bigint | null
    password_hash: string | null
    referrer: string | null
  }>`
    select u.telegram_id, u.password_hash, r.refer_code as referrer
    from users u left join users r on r.id = u.referred_by_id where u.email = ${email}`.execute(
    tested.world.db,
  )
  return rows[0]
}

async function registered({ startParam, referCode }: { startParam?: string; referCode?: string } = {}) {
  const email = newEmail()
  const telegramId = newTelegramId()
  const code = await codeFor(tested, { email, type: 'register' })
  const initData = launch(tested, telegramId, startParam === undefined ? {} : { startParam })
  const input = { initData, email, code, lang: 'zh', ...(referCode !== undefined && { referCode }) }
  const answer = await tested.succeed(tgRegister, input)
  return { email, telegramId, initData, ...answer }
}

describe('tgRegister', () => {
  test('refuses a wrong code, and leaves nobody behind', async () => {
    const email = newEmail()
    await codeFor(tested, { email, type: 'register' })
    const initData = launch(tested, newTelegramId())
    const input = { initData, email, code: '000000', lang: 'en' }
    expect(await tested.send(tgRegister, input)).toMatchObject({ code: 1006 })
    expect(await userWith(email)).toBeUndefined()
  })

  test('refuses an address that has an account, and binds nothing to it', async () => {
    const customer = await newCustomer(tested)
    const initData = launch(tested, newTelegramId())
    const input = {
      initData,
      email: customer.email.toUpperCase().replace('MAIL.TEST', 'mail.test'),
      code: '123456',
      lang: 'en',
    }
    expect(await tested.send(tgRegister, input)).toMatchObject({ code: 1005 })
    expect(await userWith(customer.email)).toMatchObject({ telegram_id: null })
  })

  test('refuses a Telegram user who is bound, before a try of the code is spent', async () => {
    const { telegramId } = await boundCustomer(tested)
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    const taken = { initData: launch(tested, telegramId), email, code, lang: 'en' }
    for (let tries = 0; tries < 6; tries++) {
      expect(await tested.send(tgRegister, taken)).toMatchObject({
        code: 1001,
        data: { reason: 'telegram_bound' },
      })
    }
    await tested.succeed(tgRegister, { ...taken, initData: launch(tested, newTelegramId()) })
  })

  test('one launch makes one customer, whoever asks at once and with whatever address', async () => {
    const initData = launch(tested, newTelegramId())
    const emails = [newEmail(), newEmail(), newEmail()]
    const codes: string[] = []
    for (const email of emails) codes.push(await codeFor(tested, { email, type: 'register' }))
    const envelopes = await Promise.all(
      emails.map((email, index) =>
        tested.send(tgRegister, { initData, email, code: codes[index], lang: 'en' }),
      ),
    )
    expect(envelopes.map(envelope => ('code' in envelope ? envelope.code : 0)).sort()).toEqual([
      1, 1001, 1001,
    ])
    const made = await Promise.all(emails.map(userWith))
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  test('signs in a customer without a password, bound, with nothing on hold', async () => {
    const { userInfo, token, telegramId } = await registered()
    expect(userInfo).toMatchObject({
      tgBound: true,
      tgName: '@celadon',
      passwordSet: false,
      pinSet: false,
      lang: 'zh',
      holdUntil: null,
      tgUnbindRemain: 2,
    })
    expect(await tested.succeed(masterBudgetBalance, {}, token)).toMatchObject({ currency: 'USDT' })
    const next = await tested.succeed(tgLogin, { initData: launch(tested, telegramId) })
    expect(next.userInfo.id).toBe(userInfo.id)
  })

  test('tells the customer whose Telegram it is, by message and by mail', async () => {
    const { email, token } = await registered()
    const told = JSON.stringify(await tested.succeed(messages, { page: 1, pageSize: 10 }, token))
    expect(told).toContain('@celadon')
    await tested.work()
    const subjects = tested.letters.filter(({ to }) => to === email).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('用 Telegram 注册'))
  })

  test('no password opens the account until one is set, by a code from the e-mail', async () => {
    const { email, token } = await registered()
    for (const password of ['null', 'porcelain1', ' ']) {
      expect(await tested.send(login, { email, password })).toMatchObject({ code: 1002 })
    }
    const code = await codeFor(tested, { email, type: 'updatePassword' })
    await tested.succeed(updatePassword, { password: 'celadon22', code }, token)
    const { userInfo } = await tested.succeed(login, { email, password: 'celadon22' })
    expect(userInfo.passwordSet).toBe(true)
  })

  test('who loses their Telegram comes back by e-mail', async () => {
    const { email, userInfo } = await registered()
    const code = await codeFor(tested, { email, type: 'forget' })
    await tested.succeed(forget, { email, password: 'celadon22', code })
    expect((await tested.succeed(login, { email, password: 'celadon22' })).userInfo.id).toBe(userInfo.id)
  })
})

describe('an invitation', () => {
  test('in validated launch data counts, also against another code that was sent along', async () => {
    const [host, other] = [await newCustomer(tested), await newCustomer(tested)]
    const referCodeOf = async (token: string) => (await tested.succeed(getUser, {}, token)).referCode
    const [wanted, wrong] = [await referCodeOf(host.token), await referCodeOf(other.token)]
    const guest = await registered({ startParam: `r_${wanted}`, referCode: wrong })
    expect((await userWith(guest.email))?.referrer).toBe(wanted)
    const foreign = await registered({ startParam: `r_${wanted}_en`, referCode: wrong })
    expect((await userWith(foreign.email))?.referrer).toBe(wanted)
    const typed = await registered({ startParam: 'c_123', referCode: wrong })
    expect((await userWith(typed.email))?.referrer).toBe(wrong)
  })

  test('nobody has is no reason to refuse', async () => {
    const guest = await registered({ startParam: 'r_ZZZZZZZZ' })
    expect((await userWith(guest.email))?.referrer).toBeNull()
  })

  test('written into launch data by hand is refused with it', async () => {
    const host = await newCustomer(tested)
    const { referCode } = await tested.succeed(getUser, {}, host.token)
    const email = newEmail()
    const code = await codeFor(tested, { email, type: 'register' })
    const initData = `${launch(tested, newTelegramId())}&start_param=r_${referCode}`
    expect(await tested.send(tgRegister, { initData, email, code, lang: 'en' })).toMatchObject({ code: 1001 })
    expect(await userWith(email)).toBeUndefined()
  })
})

describe('binding for who is signed in', () => {
  test('refuses without proof, with a wrong password, a wrong PIN or no PIN at all', async () => {
    const customer = await newCustomer(tested)
    const initData = launch(tested, newTelegramId())
    const send = (proof: object) => tested.send(bindTelegram, { initData, ...proof }, customer.token)
    expect(await send({})).toMatchObject({ code: 1002 })
    expect(await send({ password: 'wrong1234' })).toMatchObject({ code: 1002 })
    expect(await send({ pin: testPin })).toMatchObject({ code: 1103 })
    await withPin(tested, customer)
    expect(await send({ pin: '000000' })).toMatchObject({ code: 1102, data: { triesLeft: 4 } })
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({
      tgBound: false,
      holdUntil: null,
    })
  })

  test('refuses what is bound elsewhere, whichever side of it, and changes neither', async () => {
    const [first, second] = [await boundCustomer(tested), await newCustomer(tested)]
    const { password } = second
    const taken = { initData: launch(tested, first.telegramId), password }
    expect(await tested.send(bindTelegram, taken, second.token)).toMatchObject({
      code: 1001,
      data: { reason: 'telegram_bound' },
    })
    const more = { initData: launch(tested, newTelegramId()), password: first.password }
    expect(await tested.send(bindTelegram, more, first.token)).toMatchObject({
      code: 1001,
      data: { reason: 'account_bound' },
    })
    expect(await tested.succeed(getUser, {}, first.token)).toMatchObject({ tgBound: true })
    expect(await tested.succeed(getUser, {}, second.token)).toMatchObject({ tgBound: false })
  })

  test('binds the caller by PIN, keeps the session, holds withdrawals for a day and tells', async () => {
    const customer = await newCustomer(tested)
    await withPin(tested, customer)
    const telegramId = newTelegramId()
    const initData = launch(tested, telegramId)
    const known = await tested.succeed(bindTelegram, { initData, pin: testPin }, customer.token)
    expect(known).toMatchObject({ id: customer.userId, tgBound: true, tgName: '@celadon' })
    expect(Date.parse(known.holdUntil ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    await tested.work()
    const letters = tested.letters.filter(({ to }) => to === customer.email)
    expect(letters.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('Telegram'))
    expect((await tested.succeed(tgLogin, { initData })).userInfo.id).toBe(customer.userId)
    expect(await tested.send(bindTelegram, { initData, pin: testPin }, customer.token)).toMatchObject({
      code: 1001,
      data: { reason: 'launch_used' },
    })
  })
})

describe('unbinding', () => {
  test('is refused while there is no password to come back with', async () => {
    const { email, token } = await registered()
    const code = await codeFor(tested, { email, type: 'tgUnbind' })
    expect(await tested.send(tgUnbind, { code }, token)).toMatchObject({
      code: 1503,
      data: { reason: 'password_unset' },
    })
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ tgBound: true, tgUnbindRemain: 2 })
    const next = await codeFor(tested, { email, type: 'updatePassword' })
    await tested.succeed(updatePassword, { password: 'celadon22', code: next }, token)
    expect(await tested.succeed(tgUnbind, { code }, token)).toMatchObject({ remain: 1 })
  })

  test('of twenty at once with one left, one goes through', async () => {
    const customer = await boundCustomer(tested)
    const { userId, token, email } = customer
    await sql`insert into telegram_unbinds (id, user_id, created_at) values (gen_random_uuid(), ${userId}, now())`.execute(
      tested.world.db,
    )
    const code = await codeFor(tested, { email, type: 'tgUnbind' })
    const proof = (index: number) => (index % 2 ? { code } : { password: customer.password })
    const envelopes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => tested.send(tgUnbind, proof(index), token)),
    )
    const codes = envelopes.map(envelope => ('code' in envelope ? envelope.code : 0))
    expect(codes.filter(code => code === 1)).toHaveLength(1)
    expect(codes).not.toContain(0)
    const { rows } = await sql`select id from telegram_unbinds where user_id = ${userId}`.execute(
      tested.world.db,
    )
    expect(rows).toHaveLength(2)
    expect(await tested.succeed(getUser, {}, token)).toMatchObject({ tgBound: false, tgUnbindRemain: 0 })
  })
})
