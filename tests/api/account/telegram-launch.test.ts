import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getUser } from '../../../src/contract/account.ts'
import type { Envelope } from '../../../src/contract/call.ts'
import { bindTelegram, tgBind, tgLogin, tgRegister } from '../../../src/contract/telegram.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { boundCustomer, launch, launchForOthers, newTelegramId } from '../../fixtures/account/launch.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld, worldOn } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const loginFail = { code: 1001, key: 'login_failed', msg: 'Login Fail' }

type Spoilt = [what: string, launch: string][]

/** One good launch, spoilt in every way somebody may think of. */
function spoilt(good: string, foreignId: number): Spoilt {
  const { without } = changing(good)
  return [
    ['no hash', without('hash')],
    ['no user', without('user')],
    ['no date', without('auth_date')],
    ['no query id', without('query_id')],
    ['no start parameter', without('start_param')],
    ...inTheHash(good),
    ...inTheUser(good, foreignId),
    ...inOtherFields(good),
    ...asAWhole(good),
  ]
}

function changing(good: string) {
  const fields = new URLSearchParams(good)
  const set = (name: string, value: string) => {
    const copy = new URLSearchParams(fields)
    copy.set(name, value)
    return copy.toString()
  }
  const without = (name: string) => {
    const copy = new URLSearchParams(fields)
    copy.delete(name)
    return copy.toString()
  }
  return { fields, set, without }
}

function inTheHash(good: string): Spoilt {
  const { fields, set } = changing(good)
  const hash = fields.get('hash') as string
  const flipped = (at: number) => hash.slice(0, at) + (hash[at] === '0' ? '1' : '0') + hash.slice(at + 1)
  return [
    ['an empty hash', set('hash', '')],
    ['a hash in capitals', set('hash', `A${hash.slice(1)}`.toUpperCase())],
    ['a hash one letter short', set('hash', hash.slice(1))],
    ['a hash one letter long', set('hash', `${hash}0`)],
    ['a hash of zeros', set('hash', '0'.repeat(64))],
    ['a hash with a blank before it', set('hash', ` ${hash}`)],
    ['a hash with a line break behind it', set('hash', `${hash}\n`)],
    ['the first letter of the hash changed', set('hash', flipped(0))],
    ['the last letter of the hash changed', set('hash', flipped(63))],
    ['the hash twice', `${good}&hash=${hash}`],
    ['a wrong hash before the right one', `hash=${'0'.repeat(64)}&${good}`],
  ]
}

function inTheUser(good: string, foreignId: number): Spoilt {
  const { fields, set } = changing(good)
  const user = fields.get('user') as string
  const person = JSON.parse(user) as object
  const asUser = (change: object) => set('user', JSON.stringify({ ...person, ...change }))
  return [
    ['the user twice', `${good}&user=${encodeURIComponent(user)}`],
    ['another user', asUser({ id: foreignId })],
    ['a user as text', asUser({ id: String(foreignId) })],
    ['a user with a fraction', asUser({ id: 1.5 })],
    ['a negative user', asUser({ id: -1 })],
    ['no user number', asUser({ id: undefined })],
    ['another name', asUser({ first_name: 'Eve' })],
    ['another user name', asUser({ username: 'eve' })],
    ['an empty user', set('user', '')],
    ['an empty person', set('user', '{}')],
    ['a user that is no JSON', set('user', user.slice(1))],
    ['a blank in the JSON', set('user', user.replace('{', '{ '))],
    ['a null byte in the user', set('user', `${user}\0`)],
  ]
}

function inOtherFields(good: string): Spoilt {
  const { fields, set } = changing(good)
  const date = fields.get('auth_date') as string
  return [
    ['the date twice', `${good}&auth_date=${date}`],
    ['a date one second later', set('auth_date', String(Number(date) + 1))],
    ['a date with zeros in front', set('auth_date', `0${date}`)],
    ['a date in other words', set('auth_date', `${date}.0`)],
    ['an empty date', set('auth_date', '')],
    ['another query id', set('query_id', crypto.randomUUID())],
    ['another start parameter', set('start_param', 'r_EVILCODE')],
  ]
}

function asAWhole(good: string): Spoilt {
  const { fields, set } = changing(good)
  return [
    ['one field more', `${good}&chat_type=sender`],
    ['one empty field more', `${good}&x=`],
    ['a field without a name', `${good}&=x`],
    ['a field of the prototype', `${good}&__proto__=x`],
    ['two fields written as one', set('query_id', `${fields.get('query_id')}\nstart_param=r_X`)],
    [
      'one field hidden in the one before it',
      good
        .replace(/&start_param=[^&]*/, '')
        .replace(
          /query_id=([^&]*)/,
          `query_id=$1${encodeURIComponent(`\nstart_param=${fields.get('start_param')}`)}`,
        ),
    ],
    ['capitals in a name', good.replace('user=', 'User=')],
    ['a question mark in front', `?x=1&${good}`],
    ['everything escaped twice', encodeURIComponent(good)],
    ['a signature that nobody made', `${good}&signature=${'A'.repeat(86)}`],
  ]
}

describe('launch data that was changed', () => {
  test('is refused alike in each of more than forty ways, uses nothing up and binds nothing', async () => {
    const victim = await boundCustomer(tested)
    const other = await newCustomer(tested)
    const telegramId = newTelegramId()
    const good = launch(tested, telegramId, { startParam: 'r_ABCD2345' })
    const ways = spoilt(good, victim.telegramId)
    expect(ways.length).toBeGreaterThan(40)
    const { email, password } = other
    for (const [name, initData] of ways) {
      expect(await tested.send(tgLogin, { initData }), name).toMatchObject(loginFail)
      expect(await tested.send(tgBind, { initData, email, password }), name).toMatchObject(loginFail)
      const own = await tested.send(bindTelegram, { initData, password }, other.token)
      expect(own, name).toMatchObject(loginFail)
    }
    expect(await used()).toBe(1)
    expect(await tested.succeed(getUser, {}, other.token)).toMatchObject({ tgBound: false, holdUntil: null })
    await tested.succeed(tgBind, { initData: good, email, password })
  })

  test('a good launch that only looks different is the same launch, and good once', async () => {
    const { telegramId, userId } = await boundCustomer(tested)
    const initData = launch(tested, telegramId)
    const turned = initData.split('&').reverse().join('&')
    const spaced = initData.replaceAll('+', '%20')
    expect(spaced).not.toBe(initData)
    const { userInfo } = await tested.succeed(tgLogin, { initData: spaced })
    expect(userInfo.id).toBe(userId)
    for (const again of [initData, spaced, turned, `?${initData}`]) {
      expect(await tested.send(tgLogin, { initData: again })).toMatchObject({ code: 1001 })
    }
  })
})

async function used(): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from telegram_launches`.execute(
    tested.world.db,
  )
  return Number(rows[0]?.count)
}

describe('launch data signed by Telegram for those without the token', () => {
  const botId = '7342037359'
  const mine = generateKeyPairSync('ed25519')
  const foreign = generateKeyPairSync('ed25519')
  const raw = (pair: typeof mine) =>
    Buffer.from(pair.publicKey.export({ format: 'jwk' }).x as string, 'base64url').toString('hex')

  async function thirdParty() {
    const { TELEGRAM_BOT_TOKEN: _, ...config } = tested.world.config
    const settings = { ...config, TELEGRAM_BOT_ID: botId, TELEGRAM_PUBLIC_KEY: raw(mine) }
    const { http } = await worldOn(tested.world.db, { config: settings })
    const login = async (initData: string): Promise<Envelope> => {
      const response = await http.inject({ method: 'POST', url: tgLogin.path, payload: { initData } })
      return response.json()
    }
    return { login, close: () => http.close() }
  }

  test('is refused with another key, for another bot, with the token scheme, or changed', async () => {
    const { telegramId } = await boundCustomer(tested)
    const { login, close } = await thirdParty()
    const good = launchForOthers(telegramId, { botId, key: mine.privateKey })
    for (const initData of [
      launchForOthers(telegramId, { botId, key: foreign.privateKey }),
      launchForOthers(telegramId, { botId: '1', key: mine.privateKey }),
      launch(tested, telegramId),
      good.replace(/signature=[^&]*/, ''),
      good.replace(/(query_id=)./, '$1x'),
      `${good}&start_param=r_X`,
    ]) {
      expect(await login(initData)).toMatchObject(loginFail)
    }
    expect(await login(good)).toMatchObject({ code: 1 })
    await close()
  })

  test('is good once, however its signature is spelt', async () => {
    const { telegramId } = await boundCustomer(tested)
    const { login, close } = await thirdParty()
    const good = launchForOthers(telegramId, { botId, key: mine.privateKey })
    expect(await login(good)).toMatchObject({ code: 1 })
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const last of letters) {
      const again = good.replace(/(signature=[^&]{85})./, `$1${last}`)
      expect(await login(again)).toMatchObject({ code: 1001 })
    }
    expect(await login(good.replace(/(signature=[^&]*)/, '$1%3D%3D'))).toMatchObject({ code: 1001 })
    await close()
  })
})

describe('ages', () => {
  test('a day to sign in; an hour to bind or to register', async () => {
    const { telegramId } = await boundCustomer(tested)
    const old = launch(tested, telegramId, { ageSeconds: 86_401 })
    expect(await tested.send(tgLogin, { initData: old })).toMatchObject(loginFail)
    const young = launch(tested, telegramId, { ageSeconds: 86_300 })
    expect(await tested.send(tgLogin, { initData: young })).toMatchObject({ code: 1 })
    const customer = await newCustomer(tested)
    const initData = launch(tested, newTelegramId(), { ageSeconds: 3_601 })
    const { email, password, token } = customer
    expect(await tested.send(tgBind, { initData, email, password })).toMatchObject(loginFail)
    expect(await tested.send(bindTelegram, { initData, password }, token)).toMatchObject(loginFail)
    const person = { email: 'new@mail.test', code: '123456', lang: 'en' }
    expect(await tested.send(tgRegister, { initData, ...person })).toMatchObject(loginFail)
  })
})
