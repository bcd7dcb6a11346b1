import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { forget, login, sendEmail } from '../../../src/contract/account.ts'
import { codeIn } from '../../fixtures/account/code-in.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

// Whoever goes through many customers, a guess or two at each, meets no count of any of them.

const tested = throughout(startWorld)
let customer: TestCustomer
beforeEach(async () => {
  customer = await newCustomer(tested)
})

async function from(ip: string, path: string, payload: Record<string, unknown>) {
  return (await tested.http.inject({ method: 'POST', url: path, payload, remoteAddress: ip })).json()
}

const ownKey = 'ab'.repeat(16)
const somebody = () => `${randomUUID()}@mail.test`
const enter = (ip: string, email: string, password: string, deviceKey?: string) =>
  from(ip, login.path, { email, password, ...(deviceKey && { deviceKey }) })
const spray = (ip: string) => enter(ip, somebody(), 'porcelain1!')
const reset = (ip: string, email: string, code: string, deviceKey?: string) =>
  from(ip, forget.path, { email, password: 'celadon22', code, ...(deviceKey && { deviceKey }) })

/** All but `left` of what this place has. */
async function useUp(subject: string, count: number) {
  await sql`
    insert into attempts (subject, count, window_ends_at) values (${subject}, ${count}, now() + interval '1 hour')`.execute(
    tested.world.db,
  )
}

/** How long it takes until a refusal says that guesses are compared again. */
const hoursUntil = ({ data }: { data: { until: string } }) =>
  (Date.parse(data.until) - Date.now()) / 3_600_000

/** Signed in with a device of theirs, from elsewhere. */
async function onDevice(ip: string) {
  expect(await enter(ip, customer.email, customer.password, ownKey)).toMatchObject({ code: 1 })
}

async function codeAt(ip: string, deviceKey?: string): Promise<string> {
  await tested.work()
  const before = tested.letters.length
  const asked = { email: customer.email, type: 'forget', lang: 'en', ...(deviceKey && { deviceKey }) }
  expect(await from(ip, sendEmail.path, asked)).toMatchObject({ code: 1 })
  await tested.work()
  return codeIn(tested.letters.slice(before).find(({ to }) => to === customer.email)?.text ?? '') as string
}

describe('one password at many customers', () => {
  test('is compared a hundred times an hour from one source, at whomever', async () => {
    const codes = new Map<number, number>()
    for (let tries = 0; tries < 104; tries++) {
      const { code } = await spray('198.51.100.1')
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
    expect([...codes]).toEqual([
      [1002, 100],
      [1003, 4],
    ])
    const { email, password } = customer
    expect(await enter('198.51.100.1', email, password)).toMatchObject({ code: 1003 })
    expect(await enter('198.51.100.2', email, password)).toMatchObject({ code: 1 })
  })

  test.each([
    ['203.0.113.0/24', '203.0.113.7', '203.0.114.7'],
    ['2001:db8:5::/48', '2001:db8:5:77::1', '2001:db8:6:77::1'],
  ])('is compared a thousand times a day from the network %s', async (network, ip, elsewhere) => {
    await useUp(`guess:password:${network}`, 999)
    expect(await spray(ip)).toMatchObject({ code: 1002 })
    expect(await spray(ip)).toMatchObject({ code: 1003 })
    expect(await spray(elsewhere)).toMatchObject({ code: 1002 })
  })

  test('uses up no try of the customers it is refused for, and keeps none out who is on a device of theirs', async () => {
    const ip = '198.51.100.3'
    await onDevice('198.51.100.99')
    await useUp(`guess:password:${ip}`, 100)
    const { email, password } = customer
    for (let tries = 0; tries < 6; tries++)
      expect(await enter(ip, email, 'wrong1234')).toMatchObject({ code: 1003 })
    expect(await enter(ip, email, password, ownKey)).toMatchObject({ code: 1 })
    const { rows } = await sql`select from attempts where subject = ${`password:${email}:${ip}`}`.execute(
      tested.world.db,
    )
    expect(rows).toHaveLength(0)
  })

  test('right ones are no guesses', async () => {
    const ip = '198.51.100.4'
    const { email, password } = customer
    await useUp(`guess:password:${ip}`, 99)
    for (let times = 0; times < 3; times++)
      expect(await enter(ip, email, password)).toMatchObject({ code: 1 })
  })
})

describe('one code at many customers', () => {
  test('is compared fifty times an hour from one source, at whomever, and then told when again', async () => {
    const ip = '198.51.101.1'
    const code = await codeAt(ip)
    await sql`delete from attempts where subject = ${`told:${ip}`}`.execute(tested.world.db)
    await useUp(`guess:code:${ip}`, 49)
    // The source has been told of enough addresses: it hears the same of those that nobody has.
    await useUp(`told:${ip}`, 10)
    expect(await reset(ip, somebody(), '123456')).toMatchObject({ code: 1006 })
    for (const email of [somebody(), customer.email]) {
      const refused = await reset(ip, email, code)
      expect(refused).toMatchObject({ code: 1011, data: { reason: 'guesses' } })
      expect(hoursUntil(refused)).toBeGreaterThan(0.5)
      expect(hoursUntil(refused)).toBeLessThanOrEqual(1)
    }
    const { rows } = await sql<{ tries: number }>`
      select tries from email_codes where email = ${customer.email} and purpose = 'forget'`.execute(
      tested.world.db,
    )
    expect(rows).toEqual([{ tries: 0 }])
  })

  test('is compared three hundred times a day from one network', async () => {
    await useUp('guess:code:198.51.102.0/24', 299)
    await useUp('told:198.51.102.1', 10)
    expect(await reset('198.51.102.1', somebody(), '123456')).toMatchObject({ code: 1006 })
    const refused = await reset('198.51.102.9', customer.email, '123456')
    expect(refused).toMatchObject({ code: 1011, data: { reason: 'guesses' } })
    expect(hoursUntil(refused)).toBeGreaterThan(23)
  })

  test('keeps nobody from a reset who is on a device of theirs, and a right one is no guess', async () => {
    const ip = '198.51.103.1'
    await onDevice('198.51.100.98')
    await useUp(`guess:code:${ip}`, 50)
    expect(await reset(ip, customer.email, await codeAt(ip, ownKey), ownKey)).toMatchObject({ code: 1 })

    await sql`update attempts set count = 49 where subject = ${`guess:code:${ip}`}`.execute(tested.world.db)
    for (let times = 0; times < 3; times++) {
      customer = await newCustomer(tested)
      expect(await reset(ip, customer.email, await codeAt(ip))).toMatchObject({ code: 1 })
    }
  })
})
