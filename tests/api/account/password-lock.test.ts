import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forget, getUser, login, loginLog, sendEmail, updateToken } from '../../../src/contract/account.ts'
import { bindTelegram, tgUnbind } from '../../../src/contract/telegram.ts'
import { codeFor, newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { launch, newTelegramId } from '../../fixtures/account/launch.ts'
import { type ClockedDatabase, clockedDatabase } from '../../fixtures/clock.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

// Five wrong passwords lock a source for 24 hours, twenty lock all strangers. Neither may keep the owner out.

let clocked: ClockedDatabase
let tested: TestWorld
let victim: TestCustomer
beforeAll(async () => {
  clocked = await clockedDatabase()
  tested = await startWorld({ db: clocked.db })
})
afterAll(async () => {
  await tested.close()
  await clocked.close()
})
beforeEach(async () => {
  await sql`delete from clock.stopped`.execute(clocked.db)
  victim = await newCustomer(tested)
})

const hourMs = 3_600_000
const key = () => randomBytes(16).toString('hex')

/** Sends from another network. */
async function from(ip: string, path: string, payload: Record<string, unknown>) {
  return (await tested.http.inject({ method: 'POST', url: path, payload, remoteAddress: ip })).json()
}

const enter = (ip: string, { email, password }: { email: string; password: string }, deviceKey?: string) =>
  from(ip, login.path, { email, password, ...(deviceKey && { deviceKey }) })

async function guess(ip: string, email: string, times: number, deviceKey?: string) {
  const codes = []
  for (let tries = 0; tries < times; tries++) {
    codes.push((await enter(ip, { email, password: 'wrong1234' }, deviceKey)).code)
  }
  return codes
}

/** Strangers in four networks use up what all strangers have together. */
async function besiege(email: string) {
  for (let network = 1; network <= 4; network++) await guess(`203.0.113.${network}`, email, 5)
}

describe('the lock of one source', () => {
  test('holds to the second: locked at 24 h − 1 s, open at 24 h + 1 s after the fifth', async () => {
    const begin = new Date()
    await clocked.stopAt(begin)
    expect(await guess('203.0.113.9', victim.email, 4)).toEqual([1002, 1002, 1002, 1002])
    // The day counts from the last of the five, not from the first.
    const fifth = begin.getTime() + 23 * hourMs
    await clocked.stopAt(new Date(fifth))
    expect(await guess('203.0.113.9', victim.email, 1)).toEqual([1002])
    await clocked.stopAt(new Date(fifth + 24 * hourMs - 1000))
    expect(await enter('203.0.113.9', victim)).toMatchObject({
      code: 1003,
      msg: 'Too many password errors, please try again after 24 hours',
    })
    await clocked.stopAt(new Date(fifth + 24 * hourMs + 1000))
    expect(await enter('203.0.113.9', victim)).toMatchObject({ code: 1 })
  })

  test('is the same for an address nobody has, to the second', async () => {
    const email = `${randomUUID()}@mail.test`
    const begin = new Date()
    await clocked.stopAt(begin)
    expect(await guess('203.0.113.10', email, 6)).toEqual([1002, 1002, 1002, 1002, 1002, 1003])
    await clocked.stopAt(new Date(begin.getTime() + 24 * hourMs - 1000))
    expect(await guess('203.0.113.10', email, 1)).toEqual([1003])
    await clocked.stopAt(new Date(begin.getTime() + 24 * hourMs + 1000))
    expect(await guess('203.0.113.10', email, 1)).toEqual([1002])
  })

  test('is not lengthened by knocking on', async () => {
    const begin = new Date()
    await clocked.stopAt(begin)
    await guess('203.0.113.11', victim.email, 5)
    await clocked.stopAt(new Date(begin.getTime() + 23 * hourMs))
    expect(await guess('203.0.113.11', victim.email, 20)).toEqual(Array(20).fill(1003))
    await clocked.stopAt(new Date(begin.getTime() + 24 * hourMs + 1000))
    expect(await enter('203.0.113.11', victim)).toMatchObject({ code: 1 })
  })

  test('counts a whole IPv6 /64 as one source, and no header makes another of it', async () => {
    const codes = []
    for (let tries = 0; tries < 6; tries++) {
      const response = await tested.http.inject({
        method: 'POST',
        url: login.path,
        payload: { email: victim.email, password: 'wrong1234' },
        remoteAddress: `2001:db8:1:2::${tries + 1}`,
        headers: { 'x-forwarded-for': `192.0.2.${tries}`, 'x-real-ip': `192.0.2.${tries}` },
      })
      codes.push(response.json().code)
    }
    expect(codes).toEqual([1002, 1002, 1002, 1002, 1002, 1003])
  })
})

describe('a stranger who guesses', () => {
  test('locks other strangers out after twenty, whoever they are and whatever key they make up', async () => {
    await besiege(victim.email)
    expect(await enter('203.0.113.50', victim)).toMatchObject({ code: 1003 })
    expect(await enter('203.0.113.51', victim, key())).toMatchObject({ code: 1003 })
  })

  test("cannot end the owner's live session or keep it from being renewed", async () => {
    await besiege(victim.email)
    await tested.succeed(getUser, {}, victim.token)
    const { token } = await tested.succeed(updateToken, {}, victim.token)
    await tested.succeed(getUser, {}, token)
  })

  test('cannot keep the owner out who comes with a device of theirs, not even from the same network', async () => {
    const ownKey = key()
    expect(await enter('203.0.113.1', victim, ownKey)).toMatchObject({ code: 1 })
    await besiege(victim.email)
    expect(await enter('203.0.113.1', victim)).toMatchObject({ code: 1003 })
    expect(await enter('203.0.113.1', victim, ownKey)).toMatchObject({ code: 1 })
  })

  test('cannot keep a customer who is signed in from binding and unbinding Telegram', async () => {
    const telegramId = newTelegramId()
    const { password } = victim
    await besiege(victim.email)
    const bound = { initData: launch(tested, telegramId), password }
    expect(await tested.succeed(bindTelegram, bound, victim.token)).toMatchObject({ tgBound: true })
    const ownKey = key()
    await sql`delete from attempts where starts_with(subject, 'password:')`.execute(clocked.db)
    const { token } = (await enter('203.0.113.55', victim, ownKey)).data
    await besiege(victim.email)
    expect(await tested.succeed(tgUnbind, { password }, token)).toMatchObject({ remain: 1 })
  })

  test('who is signed in has five guesses at the password on that device, whatever network it is in', async () => {
    await tested.succeed(
      bindTelegram,
      { initData: launch(tested, newTelegramId()), password: victim.password },
      victim.token,
    )
    const codes = []
    for (let tries = 1; tries <= 6; tries++) {
      const response = await tested.http.inject({
        method: 'POST',
        url: tgUnbind.path,
        payload: { password: 'wrong1234' },
        headers: { 'x-access-token': victim.token },
        remoteAddress: `192.0.2.${tries}`,
      })
      codes.push(response.json().code)
    }
    expect(codes).toEqual([1002, 1002, 1002, 1002, 1002, 1003])
  })

  test('who holds that device has five guesses with it, and a day to wait', async () => {
    const ownKey = key()
    const begin = new Date()
    expect(await enter('203.0.113.60', victim, ownKey)).toMatchObject({ code: 1 })
    await clocked.stopAt(begin)
    expect(await guess('203.0.113.61', victim.email, 3, ownKey)).toEqual([1002, 1002, 1002])
    // Another network makes no other device of it.
    expect(await guess('203.0.113.62', victim.email, 3, ownKey)).toEqual([1002, 1002, 1003])
    expect(await enter('203.0.113.60', victim, ownKey)).toMatchObject({ code: 1003 })
    await clocked.stopAt(new Date(begin.getTime() + 24 * hourMs + 1000))
    expect(await enter('203.0.113.60', victim, ownKey)).toMatchObject({ code: 1 })
  })

  test('compares five of 200 at once with a known device, and none more for being many', async () => {
    const ownKey = key()
    await enter('203.0.113.70', victim, ownKey)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        enter(`192.0.2.${index}`, { ...victim, password: 'wrong1234' }, ownKey),
      ),
    )
    expect(answers.filter(({ code }) => code === 1002)).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 1003)).toHaveLength(195)
    const log = await tested.succeed(loginLog, { pageSize: 100, page: 1 }, victim.token)
    expect(log.list.filter(({ success }) => !success)).toHaveLength(5)
  })

  test("a device of one customer is nobody's to another", async () => {
    const other = await newCustomer(tested)
    const shared = key()
    await enter('203.0.113.80', other, shared)
    await besiege(victim.email)
    expect(await enter('203.0.113.80', victim, shared)).toMatchObject({ code: 1003 })
  })

  test('does not stop the owner, who resets the password by e-mail and is in at once', async () => {
    await besiege(victim.email)
    const code = await codeFor(tested, { email: victim.email, type: 'forget' })
    await tested.succeed(forget, { email: victim.email, password: 'celadon22', code })
    expect(await enter('203.0.113.1', { ...victim, password: 'celadon22' })).toMatchObject({ code: 1 })
  })

  test("cannot use up the codes of the owner's own device", async () => {
    const ownKey = key()
    await enter('203.0.113.90', victim, ownKey)
    const ask = (deviceKey?: string) =>
      from('203.0.113.91', sendEmail.path, { email: victim.email, type: 'forget', lang: 'en', deviceKey })
    const letNext = () =>
      sql`update email_codes set sent_at = sent_at - interval '61 seconds'`.execute(clocked.db)
    for (let sent = 1; sent <= 5; sent++) {
      await letNext()
      expect(await ask()).toMatchObject({ code: 1 })
    }
    await letNext()
    expect(await ask()).toMatchObject({ code: 1011 })
    expect(await ask(key())).toMatchObject({ code: 1011 })
    for (let sent = 1; sent <= 10; sent++) {
      await letNext()
      expect(await ask(ownKey)).toMatchObject({ code: 1 })
    }
    await letNext()
    expect(await ask(ownKey)).toMatchObject({ code: 1011 })
  })

  test('a new password makes every other device strange again', async () => {
    const ownKey = key()
    await enter('203.0.113.95', victim, ownKey)
    const code = await codeFor(tested, { email: victim.email, type: 'forget' })
    await tested.succeed(forget, { email: victim.email, password: 'celadon22', code })
    await besiege(victim.email)
    expect(await enter('203.0.113.95', { ...victim, password: 'celadon22' }, ownKey)).toMatchObject({
      code: 1003,
    })
  })
})
