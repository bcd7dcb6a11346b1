import { randomUUID } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forget, register, sendEmail } from '../../../src/contract/account.ts'
import type { Call } from '../../../src/contract/call.ts'
import { tgRegister } from '../../../src/contract/telegram.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { launch, newTelegramId } from '../../fixtures/account/launch.ts'
import { type Node, startWorld, type TestWorld, worldOn } from '../../fixtures/world.ts'

// Which addresses have an account is told ten times an hour to a source, 200 times a day to a network, and never by time.

let queries = 0
const counter: KyselyPlugin = {
  transformQuery({ node }) {
    queries += 1
    return node
  },
  transformResult: async ({ result }) => result,
}

let tested: TestWorld
let node: Node
beforeAll(async () => {
  tested = await startWorld()
  node = await worldOn(tested.world.db.withPlugin(counter))
})
afterAll(async () => {
  await node.http.close()
  await tested.close()
})

const newEmail = () => `${randomUUID()}@mail.test`
const known = async () => (await newCustomer(tested)).email

/** The answer to a call from somewhere, and how often the database was asked for it. */
async function ask(call: Call, payload: object, remoteAddress: string) {
  queries = 0
  const response = await node.http.inject({ method: 'POST', url: call.path, payload, remoteAddress })
  return { code: response.json().code as number, queries }
}

const mail = (type: string, email: string) => ({ email, type, lang: 'en' })
const registered = 1005

/** Asks until a source is told nothing any more. */
async function useUp(ip: string) {
  const email = await known()
  for (let times = 0; times < 10; times++)
    expect(await ask(sendEmail, mail('register', email), ip)).toMatchObject({ code: registered })
}

test('a source is told ten times an hour, and then answered as if it were not so', async () => {
  await useUp('198.51.100.1')
  expect(await ask(sendEmail, mail('register', await known()), '198.51.100.1')).toMatchObject({ code: 1 })
  expect(await ask(sendEmail, mail('register', await known()), '198.51.100.2')).toMatchObject({
    code: registered,
  })
})

test('asking for a code to an address that is free uses up none of the ten', async () => {
  for (let times = 0; times < 12; times++)
    expect(await ask(sendEmail, mail('register', newEmail()), '198.51.100.3')).toMatchObject({ code: 1 })
  await useUp('198.51.100.3')
})

test.each([
  ['203.0.113.', '203.0.113.0/24', '203.0.112.1'],
  ['2001:db8:1:', '2001:db8:1::/48', '2001:db8:2::1'],
])(
  'the network %s… is told two hundred times a day, whatever sources it has',
  async (start, network, other) => {
    const sourceOf = (index: number) => `${start}${index}${start.includes(':') ? '::1' : ''}`
    const email = await known()
    for (let times = 0; times < 200; times++) {
      const answer = await ask(sendEmail, mail('register', email), sourceOf(1 + (times % 20)))
      expect(answer).toMatchObject({ code: registered })
    }
    const { code } = await ask(sendEmail, mail('register', await known()), sourceOf(99))
    expect({ network, code }).toEqual({ network, code: 1 })
    expect(await ask(sendEmail, mail('register', email), other)).toMatchObject({ code: registered })
  },
)

test.each([
  ['203.0.115.0/24', '203.0.115.1', '203.0.116.1'],
  ['2001:db8:11::/48', '2001:db8:11:77::1', '2001:db8:12::1'],
])('the network %s has three thousand letters an hour, to whomever', async (network, ip, other) => {
  await sql`
    insert into attempts (subject, count, window_ends_at)
    values (${`letters:${network}`}, 2999, now() + interval '1 hour')`.execute(tested.world.db)
  expect(await ask(sendEmail, mail('register', newEmail()), ip)).toMatchObject({ code: 1 })
  expect(await ask(sendEmail, mail('register', newEmail()), ip)).toMatchObject({ code: 1011 })
  expect(await ask(sendEmail, mail('register', newEmail()), other)).toMatchObject({ code: 1 })
})

const code = '000000'
const password = 'porcelain1'
let sources = 0

test.each([
  ['a code to register', sendEmail, (email: string) => mail('register', email)],
  ['a code for a new password', sendEmail, (email: string) => mail('forget', email)],
  ['registering', register, (email: string) => ({ email, password, code, lang: 'en' })],
  ['a new password', forget, (email: string) => ({ email, password, code })],
  [
    'registering with Telegram',
    tgRegister,
    (email: string) => ({ initData: launch(tested, newTelegramId()), email, code, lang: 'en' }),
  ],
])('%s asks the database as often for a known address as for an unknown one', async (_what, call, of) => {
  sources += 1
  const ip = `192.0.2.${sources}`
  await useUp(ip)
  const ofKnown = await ask(call, of(await known()), ip)
  const ofUnknown = await ask(call, of(newEmail()), ip)
  expect(ofKnown).toEqual(ofUnknown)
  expect(ofKnown.queries).toBeGreaterThan(3)
})
