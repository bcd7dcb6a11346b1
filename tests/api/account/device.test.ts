import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { login, logout, register, updatePassword } from '../../../src/contract/account.ts'
import { messages } from '../../../src/contract/message.ts'
import { tgBind, tgLogin, tgUnbind } from '../../../src/contract/telegram.ts'
import { forgetOld } from '../../../src/server/jobs/forget-old.ts'
import { codeFor, newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { boundCustomer, launch } from '../../fixtures/account/launch.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const key = () => randomBytes(16).toString('hex')
const desktop = 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17) Safari/605'

async function enter({ email, password }: TestCustomer, deviceKey?: string, userAgent = desktop) {
  const response = await tested.http.inject({
    method: 'POST',
    url: login.path,
    payload: { email, password, ...(deviceKey && { deviceKey }) },
    headers: { 'user-agent': userAgent },
  })
  expect(response.json()).toMatchObject({ code: 1 })
  return response.json().data.token as string
}

/** How many letters and messages of new devices a customer has. */
async function warnings({ email, token }: TestCustomer) {
  await tested.work()
  const letters = tested.letters.filter(({ to, subject }) => to === email && /new device/i.test(subject))
  const { list } = await tested.succeed(messages, { pageSize: 100, page: 1 }, token)
  const told = list.filter(({ params }) => params.event === 'newDevice')
  expect(told).toHaveLength(letters.length)
  return letters.length
}

describe('a device nobody signed in with before', () => {
  test('is not warned of at registration', async () => {
    const email = `${key()}@mail.test`
    const code = await codeFor(tested, { email, type: 'register' })
    const input = { email, password: 'porcelain1', code, lang: 'en', deviceKey: key() }
    const { token, userInfo } = await tested.succeed(register, input)
    expect(await warnings({ email, token, userId: userInfo.id, password: 'porcelain1' })).toBe(0)
  })

  test('is not warned of twice, and not after a log-out, a new browser version or another network', async () => {
    const customer = await newCustomer(tested)
    const known = key()
    const first = await enter(customer, known)
    expect(await warnings(customer)).toBe(1)
    await tested.succeed(logout, {}, first)
    await enter(customer, known, phone)
    await enter(customer, known)
    expect(await warnings(customer)).toBe(1)
  })

  test('is warned of though browser and system are the same: words for a device are no device', async () => {
    const customer = await newCustomer(tested)
    await enter(customer, key())
    await enter(customer, key())
    expect(await warnings(customer)).toBe(2)
  })

  test('is warned of whenever it tells no key', async () => {
    const customer = await newCustomer(tested)
    await enter(customer)
    await enter(customer)
    expect(await warnings(customer)).toBe(2)
  })

  test("is warned of though it is another customer's", async () => {
    const [one, two] = [await newCustomer(tested), await newCustomer(tested)]
    const shared = key()
    await enter(one, shared)
    await enter(two, shared)
    expect(await warnings(two)).toBe(1)
    const { rows } = await sql<{ device_hash: string }>`
      select device_hash from known_devices where user_id in (${one.userId}, ${two.userId})`.execute(
      tested.world.db,
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]?.device_hash).not.toBe(rows[1]?.device_hash)
    expect(JSON.stringify(rows)).not.toContain(shared)
  })

  test('is warned of by a letter with device and network, and a message that leads to the sessions', async () => {
    const customer = await newCustomer(tested)
    await enter(customer, key(), phone)
    expect(await warnings(customer)).toBe(1)
    const letter = tested.letters.findLast(({ to }) => to === customer.email)
    expect(letter?.text).toContain('Safari · iOS; IP: 127.0.0.1')
    const { list } = await tested.succeed(messages, { pageSize: 1, page: 1 }, customer.token)
    expect(list[0]).toMatchObject({ noticeType: 'security', action: '/pages/loginLog/loginLog?tab=sessions' })
  })

  test('is strange again when the password was changed elsewhere, and the one that changed it is not', async () => {
    const customer = await newCustomer(tested)
    const [here, there] = [key(), key()]
    const token = await enter(customer, here)
    await enter(customer, there)
    const code = await codeFor(tested, { email: customer.email, type: 'updatePassword' })
    await tested.succeed(updatePassword, { password: 'celadon22', code }, token)
    const changed = { ...customer, token, password: 'celadon22' }
    expect(await warnings(changed)).toBe(2)
    await enter(changed, here)
    expect(await warnings(changed)).toBe(2)
    await enter(changed, there)
    expect(await warnings(changed)).toBe(3)
  })

  test('is strange again when Telegram was unbound elsewhere', async () => {
    const customer = await boundCustomer(tested)
    const [thief, own] = [key(), key()]
    await enter(customer, thief)
    const token = await enter(customer, own)
    const before = await warnings({ ...customer, token })
    await tested.succeed(tgUnbind, { password: customer.password }, token)
    await enter(customer, own)
    expect(await warnings({ ...customer, token })).toBe(before)
    await enter(customer, thief)
    expect(await warnings({ ...customer, token })).toBe(before + 1)
  })

  test('is strange again when nobody came with it for a year', async () => {
    const customer = await newCustomer(tested)
    const known = key()
    await enter(customer, known)
    await sql`update known_devices set seen_at = seen_at - interval '364 days'`.execute(tested.world.db)
    await forgetOld.run(tested.world)
    await enter(customer, known)
    expect(await warnings(customer)).toBe(1)
    await sql`update known_devices set seen_at = seen_at - interval '366 days'`.execute(tested.world.db)
    await forgetOld.run(tested.world)
    await enter(customer, known)
    expect(await warnings(customer)).toBe(2)
  })

  test('is known in Telegram by words, where the frame may keep no key', async () => {
    const bound = await boundCustomer(tested)
    const open = async (userAgent: string, more: object = {}) => {
      const payload = { initData: launch(tested, bound.telegramId), ...more }
      const headers = { 'user-agent': userAgent }
      const response = await tested.http.inject({ method: 'POST', url: tgLogin.path, payload, headers })
      expect(response.json()).toMatchObject({ code: 1 })
    }
    const before = await warnings(bound)
    await open(phone)
    await open(phone)
    expect(await warnings(bound)).toBe(before + 1)
    await open(desktop)
    expect(await warnings(bound)).toBe(before + 2)
    await open(desktop, { deviceKey: key() })
    expect(await warnings(bound)).toBe(before + 3)
  })

  test.each(['', 'x', 'A'.repeat(32), '0'.repeat(31), '0'.repeat(33), 0, null, ['0'.repeat(32)], {}])(
    'is not called %j',
    async deviceKey => {
      const input = { email: 'a@mail.test', password: 'porcelain1', deviceKey }
      expect(await tested.send(login, input)).toMatchObject({
        code: 1400,
        data: { fields: { deviceKey: 'deviceKey' } },
      })
      for (const call of [tgLogin, tgBind]) {
        expect(await tested.send(call, { ...input, initData: 'x' })).toMatchObject({ code: 1400 })
      }
    },
  )
})
