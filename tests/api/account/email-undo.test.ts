import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  checkPin,
  forget,
  getUser,
  login,
  register,
  undoEmail,
  updateEmail,
  updateToken,
} from '../../../src/contract/account.ts'
import { messages } from '../../../src/contract/message.ts'
import { tgLogin } from '../../../src/contract/telegram.ts'
import { codeFor, testPin } from '../../fixtures/account/customer.ts'
import {
  begin,
  changed,
  clocked,
  emailOf,
  end,
  hourMs,
  newEmail,
  owner,
  proofs,
  signInWith,
  tested,
  undoTokenFor,
} from '../../fixtures/account/email-owner.ts'
import { bind, launch, newTelegramId } from '../../fixtures/account/launch.ts'

beforeAll(begin)
afterAll(end)
beforeEach(() => sql`delete from clock.stopped`.execute(clocked.db))

/** What the message of a change that was taken back says. */
async function wordsOfUndo(token: string): Promise<string> {
  const { list } = await tested.succeed(messages, { pageSize: 10, page: 1 }, token)
  return list.find(({ params }) => params.event === 'emailRestored')?.content ?? ''
}

describe('undoEmail', () => {
  test.each(['', 'x', '0'.repeat(64), 'f'.repeat(64)])('refuses %s', async token => {
    const answer = await tested.send(undoEmail, { token })
    expect(answer).toMatchObject(token.length === 64 ? { key: 'modify_failed' } : { code: 1400 })
  })

  test('is possible at 72 h − 1 s and refused at 72 h + 1 s', async () => {
    for (const [seconds, code] of [
      [1, 1503],
      [-1, 1],
    ] as const) {
      const customer = await owner()
      const given = await proofs(customer, newEmail())
      const begin = new Date()
      await clocked.stopAt(begin)
      await tested.succeed(updateEmail, given, customer.token)
      await sql`delete from clock.stopped`.execute(clocked.db)
      const token = await undoTokenFor(customer.email)
      await clocked.stopAt(new Date(begin.getTime() + 72 * hourMs + seconds * 1000))
      expect(await tested.send(undoEmail, { token })).toMatchObject({ code })
      expect(await emailOf(customer)).toBe(code === 1 ? customer.email : given.email)
      await sql`delete from clock.stopped`.execute(clocked.db)
    }
  })

  test('works once, also for ten at once', async () => {
    const customer = await owner()
    await changed(customer)
    const token = await undoTokenFor(customer.email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => tested.send(undoEmail, { token })))
    expect(answers.filter(answer => 'code' in answer && answer.code === 1)).toHaveLength(1)
    expect(answers.filter(answer => 'code' in answer && answer.code === 1503)).toHaveLength(9)
  })

  test('of an earlier change ends the link of a later one: who changed it on cannot take it back', async () => {
    const customer = await owner()
    const thief = await changed(customer)
    const mine = await undoTokenFor(customer.email)
    await changed({ ...thief, token: customer.token })
    const theirs = await undoTokenFor(thief.email)
    expect(await tested.succeed(undoEmail, { token: mine })).toEqual({ email: customer.email })
    expect(await tested.send(undoEmail, { token: theirs })).toMatchObject({ key: 'modify_failed' })
    expect(await emailOf(customer)).toBe(customer.email)
  })

  test('of both at once leaves the earliest address, whichever comes first', async () => {
    const customer = await owner()
    const thief = await changed(customer)
    const mine = await undoTokenFor(customer.email)
    await changed({ ...thief, token: customer.token })
    const theirs = await undoTokenFor(thief.email)
    await Promise.all([theirs, mine, theirs, mine].map(token => tested.send(undoEmail, { token })))
    expect(await emailOf(customer)).toBe(customer.email)
  })

  test('closes every way in: sessions, password, Telegram, devices; holds withdrawals; keeps PIN and money', async () => {
    const customer = await owner()
    const telegramId = newTelegramId()
    const deviceKey = randomBytes(16).toString('hex')
    const thief = await changed(customer)
    await bind(tested, thief, telegramId)
    const { token: theirs } = await tested.succeed(login, { ...signInWith(thief), deviceKey })
    const renewed = await tested.succeed(updateToken, {}, theirs)
    const token = await undoTokenFor(customer.email)
    const sent = tested.letters.length
    await sql`update users set hold_until = null where id = ${customer.userId}`.execute(clocked.db)
    expect(await tested.succeed(undoEmail, { token })).toEqual({ email: customer.email })
    for (const ended of [customer.token, theirs, renewed.token]) {
      expect(await tested.send(getUser, {}, ended)).toMatchObject({ status: 401 })
    }
    for (const email of [customer.email, thief.email]) {
      const answer = await tested.send(login, { email, password: customer.password, deviceKey })
      expect(answer).toMatchObject({ key: 'credentials_wrong' })
    }
    const initData = launch(tested, telegramId)
    expect(await tested.send(tgLogin, { initData })).toMatchObject({ key: 'user_missing' })
    await tested.work()
    const told = tested.letters.slice(sent).map(({ to }) => to)
    expect(told.sort()).toEqual([customer.email, thief.email].sort())

    const code = await codeFor(tested, { email: customer.email, type: 'forget' })
    await tested.succeed(forget, { email: customer.email, password: 'celadon22', code })
    const back = await tested.succeed(login, { email: customer.email, password: 'celadon22', deviceKey })
    expect(back.userInfo).toMatchObject({ pinSet: true, tgBound: false, holdUntil: expect.any(String) })
    expect(await tested.succeed(checkPin, { pin: testPin }, back.token)).toBe(true)
    expect(await wordsOfUndo(back.token)).toContain('Telegram (@celadon) was unlinked')
  })

  test('says nothing of Telegram to who never bound it', async () => {
    const customer = await owner()
    const { email } = customer
    await changed(customer)
    await tested.succeed(undoEmail, { token: await undoTokenFor(email) })
    const code = await codeFor(tested, { email, type: 'forget' })
    await tested.succeed(forget, { email, password: 'celadon22', code })
    const { token } = await tested.succeed(login, { email, password: 'celadon22' })
    const words = await wordsOfUndo(token)
    expect(words).toContain('withdrawals are paused')
    expect(words).not.toContain('Telegram')
  })

  test('frees the address that was given in between', async () => {
    const customer = await owner()
    const thief = await changed(customer)
    await tested.succeed(undoEmail, { token: await undoTokenFor(customer.email) })
    const code = await codeFor(tested, { email: thief.email, type: 'register' })
    await tested.succeed(register, { email: thief.email, password: 'porcelain1', code, lang: 'en' })
  })
})
