import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '../../src/contract/account.ts'
import { selectCountry } from '../../src/contract/address.ts'
import { checkVersion, customerParam, publicParam } from '../../src/contract/params.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { newCustomer } from './customer.ts'

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(() => tested.close())

const groups = {
  agreement: ['service', 'privacy', 'card', 'fees', 'risk', 'versions'],
  app: ['version', 'minVersion', 'downloadUrl', 'officialChannels'],
  card: [
    'maxCards',
    'physicalShipDays',
    'physicalApproveDays',
    'cardHolderEditable',
    'refundNote',
    'crossBorderNote',
  ],
  recharge: ['firstKeep', 'min', 'max', 'quickAmounts'],
  transfer: ['outMin', 'outFee', 'holdHours', 'newAddressHours', 'confirmations'],
  telegram: ['botName', 'unbindLimit'],
  invite: ['rules', 'link', 'poster', 'enable'],
  faq: ['list'],
  service: ['contacts', 'hours', 'complaint'],
  tab: ['inviteEnable'],
}
const everyKey = Object.entries(groups).flatMap(([group, keys]) => keys.map(key => ({ group, key })))

describe('params', () => {
  test.each([
    ['constructor', 'constructor'],
    ['agreement', 'toString'],
    ['app', 'SECRET'],
    ['config', 'SECRETKEY'],
    ['x', 'y'],
  ])('%s/%s is null', async (group, key) => {
    expect(await tested.succeed(publicParam, { group, key })).toBeNull()
  })

  test('refuses what is no key at all', async () => {
    expect(await tested.send(publicParam, { group: 'a'.repeat(33), key: 'x' })).toMatchObject({ code: 1400 })
    expect(await tested.send(publicParam, { group: '__proto__', key: 'x' })).toMatchObject({ code: 1400 })
    expect(await tested.send(customerParam, { group: 'faq', key: 'list' })).toMatchObject({ status: 401 })
  })

  test.each(everyKey)(
    '$group/$key has a value in both languages, for everybody and for customers',
    async asked => {
      for (const lang of ['zh', 'en']) {
        expect(await tested.succeed(publicParam, { ...asked, lang })).not.toBeNull()
      }
    },
  )

  test('agreements have a version, a date and the same sections in both languages', async () => {
    for (const key of ['service', 'privacy', 'card', 'fees', 'risk']) {
      const read = async (lang: string) =>
        (await tested.succeed(publicParam, { group: 'agreement', key, lang })) as {
          title: string
          version: string
          date: string
          sections: { heading: string; text: string }[]
        }
      const [zh, en] = [await read('zh'), await read('en')]
      expect(zh.sections).toHaveLength(en.sections.length)
      expect(zh.sections.length).toBeGreaterThanOrEqual(5)
      expect([zh.version, zh.date]).toEqual([en.version, en.date])
      expect(zh.title).toMatch(/\p{Script=Han}/u)
      expect(JSON.stringify(en)).not.toMatch(/\p{Script=Han}/u)
    }
  })

  test('the questions are the same in both languages, sixteen of them', async () => {
    const read = async (lang: string) =>
      (await tested.succeed(publicParam, { group: 'faq', key: 'list', lang })) as {
        id: string
        answer: string
      }[]
    const [zh, en] = [await read('zh'), await read('en')]
    expect(zh.map(({ id }) => id)).toEqual(en.map(({ id }) => id))
    expect(zh).toHaveLength(16)
  })

  test('a customer gets the link with their own code, and texts in their own language', async () => {
    const { token } = await newCustomer(tested)
    const { referCode } = await tested.succeed(getUser, {}, token)
    const link = await tested.succeed(customerParam, { group: 'invite', key: 'link' }, token)
    expect(link).toBe(`http://127.0.0.1:3000/#/pages/sharePage/sharePage?refer=${referCode}`)
    const rules = await tested.succeed(customerParam, { group: 'invite', key: 'rules' }, token)
    expect(JSON.stringify(rules)).toContain('Inviting yourself')
  })
})

describe('checkVersion and selectCountry', () => {
  test('say what is newest and what still works', async () => {
    const answer = await tested.succeed(checkVersion, { version: '1.0.19' })
    expect(answer).toMatchObject({
      latest: '1.0.20',
      min: '1.0.0',
      notes: expect.arrayContaining([expect.any(String)]),
    })
  })

  test('know more than 150 countries, each once, with both names, flag and phone code', async () => {
    const countries = await tested.succeed(selectCountry, {})
    expect(countries.length).toBeGreaterThan(150)
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
    expect(countries.every(({ nameZh }) => /\p{Script=Han}/u.test(nameZh))).toBe(true)
    expect(countries.find(({ code }) => code === 'CN')).toEqual({
      name: 'China',
      nameZh: '中国',
      code: 'CN',
      flag: '🇨🇳',
      phoneCode: '+86',
    })
  })
})
