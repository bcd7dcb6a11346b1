import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { forget, login, register, sendEmail } from '../../../src/contract/account.ts'
import { codeIn } from '../../fixtures/account/code-in.ts'
import { codeWaitOver } from '../../fixtures/account/code-wait.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

// Whoever knows an address can ask for codes to it and guess at them. Neither may keep its owner out, nor let anybody in.

const tested = throughout(startWorld)
let owner: TestCustomer
beforeEach(async () => {
  owner = await newCustomer(tested)
})

const key = () => randomBytes(16).toString('hex')
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
/** Where the owner registered. */
const home = '127.0.0.1'
const abroad = '198.51.100.77'
const stranger = (network: number) => `203.0.113.${network}`

async function from(ip: string, path: string, payload: Record<string, unknown>) {
  return (await tested.http.inject({ method: 'POST', url: path, payload, remoteAddress: ip })).json()
}

const ask = (ip: string, email: string, deviceKey?: string) =>
  from(ip, sendEmail.path, { email, type: 'forget', lang: 'en', ...(deviceKey && { deviceKey }) })

const reset = (ip: string, email: string, code: string, deviceKey?: string) =>
  from(ip, forget.path, { email, password: 'celadon22', code, ...(deviceKey && { deviceKey }) })

const letNext = (email: string) => codeWaitOver(tested.world.db, { email })

/** Asks for a code that must come, and reads it in the owner's mailbox. */
async function codeAt(ip: string, email: string, deviceKey?: string): Promise<string> {
  await tested.work()
  const before = tested.letters.length
  expect(await ask(ip, email, deviceKey)).toMatchObject({ code: 1 })
  await tested.work()
  const letter = tested.letters.slice(before).find(({ to }) => to === email)
  return codeIn(letter?.text ?? '') as string
}

/** Strangers in many networks ask for as many codes as they get. */
async function besiege(email: string): Promise<number> {
  let sent = 0
  for (let network = 1; network <= 25; network++)
    sent += (await ask(stranger(network), email)).code === 1 ? 1 : 0
  return sent
}

async function signsIn({ email }: TestCustomer) {
  expect(await from(abroad, login.path, { email, password: 'celadon22' })).toMatchObject({ code: 1 })
}

describe('strangers who ask for codes to an address', () => {
  test('have five from one network and twenty in all, and then wait for a day', async () => {
    for (let sent = 1; sent <= 5; sent++) {
      expect(await ask(stranger(1), owner.email, key())).toMatchObject({ code: 1 })
    }
    const refused = await ask(stranger(1), owner.email, key())
    expect(refused).toMatchObject({ code: 1011 })
    expect(Date.parse(refused.data.resendAt) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    // One of the twenty was the owner's: nobody had signed in from anywhere when they registered.
    expect(await besiege(owner.email)).toBe(14)
    expect(await ask(abroad, owner.email)).toMatchObject({ code: 1011 })
  })

  test('keep out neither a device of the owner, wherever it is, nor a new one where they signed in before', async () => {
    const ownKey = key()
    const { email, password } = owner
    expect(await from(abroad, login.path, { email, password, deviceKey: ownKey })).toMatchObject({ code: 1 })
    await besiege(email)
    expect(await ask('198.51.100.200', email)).toMatchObject({ code: 1011 })
    const moving = '198.51.100.201'
    expect(await reset(moving, email, await codeAt(moving, email, ownKey), ownKey)).toMatchObject({ code: 1 })
    await signsIn(owner)
    const newKey = key()
    expect(await reset(home, email, await codeAt(home, email, newKey), newKey)).toMatchObject({ code: 1 })
  })

  test('are at home neither where they tried to sign in, nor where the owner has not been for ninety days', async () => {
    const { email } = owner
    const tried = '198.51.100.210'
    await from(tried, login.path, { email, password: 'wrong1234' })
    await besiege(email)
    expect(await ask(tried, email)).toMatchObject({ code: 1011 })
    const wasHome = (daysAgo: number) =>
      sql`update sign_ins set created_at = now() - ${daysAgo} * interval '1 day' where ip = ${home}
        and user_id = ${owner.userId}`.execute(tested.world.db)
    await wasHome(91)
    expect(await ask(home, email, key())).toMatchObject({ code: 1011 })
    await wasHome(89)
    expect(await ask(home, email, key())).toMatchObject({ code: 1 })
  })

  test('have a hundred at most by what is known of the owner, whatever is made known', async () => {
    const subject = `codes:${owner.email}:own`
    await sql`
      insert into attempts (subject, count, window_ends_at) values (${subject}, 99, now() + interval '1 day')
      on conflict (subject) do update set count = 99`.execute(tested.world.db)
    expect(await ask(home, owner.email, key())).toMatchObject({ code: 1 })
    expect(await ask(home, owner.email, key())).toMatchObject({ code: 1011 })
  })

  test('replace no code of the owner, and make them wait for nothing', async () => {
    const code = await codeAt(home, owner.email)
    for (let network = 1; network <= 3; network++) await codeAt(stranger(network), owner.email)
    await letNext(owner.email)
    await ask(stranger(1), owner.email)
    const other = key()
    expect(await ask(home, owner.email, other)).toMatchObject({ code: 1 })
    expect(await reset(home, owner.email, code)).toMatchObject({ code: 1 })
    await signsIn(owner)
  })

  test('get a code replaced by asking again from where it was asked for', async () => {
    const first = await codeAt(home, owner.email)
    await letNext(owner.email)
    const second = await codeAt(home, owner.email)
    expect(await reset(home, owner.email, first === second ? wrongOf(first) : first)).toMatchObject({
      code: 1006,
    })
    expect(await reset(home, owner.email, second)).toMatchObject({ code: 1 })
  })

  test('keep nobody from registering with an address from where few of them are', async () => {
    const email = `${randomUUID()}@mail.test`
    const join = (ip: string) => from(ip, sendEmail.path, { email, type: 'register', lang: 'en' })
    for (let network = 1; network <= 3; network++)
      expect(await join(stranger(network))).toMatchObject({ code: 1 })
    await tested.work()
    const before = tested.letters.length
    expect(await join(home)).toMatchObject({ code: 1 })
    await tested.work()
    const letter = tested.letters.slice(before).find(({ to }) => to === email)
    const code = codeIn(letter?.text ?? '')
    const person = { email, password: 'porcelain1', lang: 'en', code }
    for (let tries = 1; tries <= 9; tries++) {
      expect(await from(stranger(1), register.path, { ...person, code: wrongOf(`${code}`) })).toMatchObject({
        code: 1006,
      })
    }
    expect(await from(home, register.path, person)).toMatchObject({ code: 1 })
  })
})

describe('strangers who guess', () => {
  test('have 105 guesses a day however many they are, and spend no try of the owner', async () => {
    const { email } = owner
    const code = await codeAt(home, email)
    await besiege(email)
    for (let network = 1; network <= 30; network++) {
      const guesses = Array.from({ length: 7 }, () => reset(stranger(network), email, wrongOf(code)))
      for (const answer of await Promise.all(guesses)) expect(answer).toMatchObject({ code: 1006 })
    }
    const { rows } = await sql<{ tries: number; own: number; strays: number }>`
      select sum(tries)::int as tries, sum(tries) filter (where asker = ${home})::int as own,
        (select count from attempts where subject = ${`strays:${email}`}) as strays
      from email_codes where email = ${email} and purpose = 'forget'`.execute(tested.world.db)
    // The owner's registration was one of the twenty.
    expect(rows).toEqual([{ tries: 19 * 5, own: 0, strays: 5 }])
    expect(await reset(home, email, code)).toMatchObject({ code: 1 })
    await signsIn(owner)
  })

  test('have nothing of a right guess at a code that others asked for, once five were wrong', async () => {
    const { email } = owner
    const code = await codeAt(home, email)
    for (let network = 1; network <= 5; network++) await reset(stranger(network), email, wrongOf(code))
    expect(await reset(stranger(6), email, code)).toMatchObject({ code: 1006 })
    expect(await from(abroad, login.path, { email, password: owner.password })).toMatchObject({ code: 1 })
  })
})

describe('a phone that changes its network between asking and answering', () => {
  test('is known by its key, as often as it likes', async () => {
    const phone = key()
    for (let times = 1; times <= 4; times++) {
      await letNext(owner.email)
      const code = await codeAt(stranger(times), owner.email, phone)
      expect(await reset(abroad, owner.email, wrongOf(code), phone)).toMatchObject({ code: 1006 })
      expect(await reset(abroad, owner.email, wrongOf(code), phone)).toMatchObject({ code: 1006 })
      expect(await reset(abroad, owner.email, code, phone)).toMatchObject({ code: 1 })
    }
  })

  test('and keeps no key has the newest code of all places, and no earlier one', async () => {
    const earlier = await codeAt(home, owner.email)
    const newest = await codeAt(stranger(1), owner.email)
    expect(await reset(abroad, owner.email, earlier)).toMatchObject({ code: 1006 })
    expect(await reset(abroad, owner.email, newest)).toMatchObject({ code: 1 })
  })

  test('and keeps no key has the newest code, while few are wrong', async () => {
    for (let times = 1; times <= 7; times++) {
      await letNext(owner.email)
      const code = await codeAt(home, owner.email)
      if (times <= 4) expect(await reset(abroad, owner.email, wrongOf(code))).toMatchObject({ code: 1006 })
      expect(await reset(abroad, owner.email, code)).toMatchObject({ code: 1 })
    }
  })
})
