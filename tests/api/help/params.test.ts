import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { getUser } from '../../../src/contract/account.ts'
import { selectCountry } from '../../../src/contract/address.ts'
import { faq } from '../../../src/contract/feedback.ts'
import { checkVersion, customerParam, publicParam } from '../../../src/contract/params.ts'
import { quickAmounts } from '../../../src/contract/quick-amounts.ts'
import { explained, whyOf } from '../../../src/contract/why.ts'
import { numbersOf } from '../../../src/server/api/help/numbers.ts'
import { publicValue } from '../../../src/server/params/params.ts'
import { questions } from '../../../src/server/params/questions.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const builtVersion: string = JSON.parse(readFileSync('package.json', 'utf8')).version

const tested = throughout(startWorld)

const pause = /提现暂停 (\d+) 小时|withdrawals (?:are paused )?for (\d+) hours/gi

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
  invite: ['rules', 'link', 'poster', 'enable', 'reward'],
  faq: ['list'],
  service: ['contacts', 'hours', 'complaint', 'answerHours'],
  tab: ['inviteEnable'],
  zone: ['cities'],
}
const everyKey = Object.entries(groups).flatMap(([group, keys]) => keys.map(key => ({ group, key })))

describe('params', () => {
  test.each([
    ['constructor', 'constructor'],
    ['agreement', 'toString'],
    ['app', 'SECRET'],
    ['config', 'SECRETKEY'],
    ['x', 'y'],
    ['card2', 'max_cards'],
    ['app', 'min-version'],
    ['__proto__', 'constructor'],
    ['agreement', '服务协议'],
    ['a'.repeat(33), 'x'],
    ['x', 'k'.repeat(200)],
  ])('%s/%s is null', async (group, key) => {
    expect(await tested.succeed(publicParam, { group, key })).toBeNull()
  })

  test('of a customer are for customers', async () => {
    expect(await tested.send(customerParam, { group: 'faq', key: 'list' })).toMatchObject({ status: 401 })
  })

  test.each(everyKey)(
    '$group/$key has a value in both languages, for everybody and for customers',
    async asked => {
      for (const lang of ['zh', 'zh-CN', 'en', 'en-US']) {
        expect(await tested.succeed(publicParam, { ...asked, lang })).not.toBeNull()
      }
    },
  )

  test('the sums for a recharge are those that the app offers', async () => {
    const asked = { group: 'recharge', key: 'quickAmounts' }
    expect(await tested.succeed(publicParam, asked)).toEqual(quickAmounts)
  })

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

  test('the questions are the same in both languages, each once, and by either call', async () => {
    const [zh, en] = [await tested.succeed(faq, { lang: 'zh' }), await tested.succeed(faq, { lang: 'en' })]
    expect(zh.map(({ id }) => id)).toEqual(en.map(({ id }) => id))
    expect(new Set(zh.map(({ id }) => id)).size).toBe(zh.length)
    expect(JSON.stringify(en)).not.toMatch(/\p{Script=Han}/u)
    expect(zh.every(({ question, answer }) => /\p{Script=Han}/u.test(question + answer))).toBe(true)
    expect([...zh, ...en].every(({ words }) => words.length > 0)).toBe(true)
    expect(await tested.succeed(publicParam, { group: 'faq', key: 'list', lang: 'zh' })).toEqual(zh)
  })

  test('every question that a refusal or a page links to is there', async () => {
    const known = (await tested.succeed(faq, { lang: 'zh' })).map(({ id }) => id)
    const sources = readdirSync('src/app', { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map(file => readFileSync(`src/app/${file}`, 'utf8'))
    const linked = sources.flatMap(source =>
      [...source.matchAll(/'questionAndAnswer', \{ q: '([^']*)'/g)].map(match => match[1]),
    )
    expect(linked.length).toBeGreaterThan(0)
    const closer = [
      whyOf('balance_insufficient', { missing: '3', keep: '10' }),
      whyOf('limit_exceeded', { which: 'day' }),
    ]
    for (const id of [...linked, ...Object.values(explained), ...closer]) expect(known).toContain(id)
  })

  test('every number of a text is the one in force, and none is written into it', async () => {
    const { world } = tested
    const config = { ...world.config, CHAIN_CONFIRMATIONS: 77, INVITE_REWARD: '3.5' }
    const numbers = numbersOf(config)
    const answerTo = (id: string) => questions('en', numbers).find(question => question.id === id)?.answer
    expect(answerTo('deposit')).toContain('after 77 confirmations')
    expect(answerTo('recharge')).toContain('from 10 to 20,000\u00a0USD')
    const rules = publicValue({
      group: 'invite',
      key: 'rules',
      lang: 'zh',
      config,
      numbers,
      incident: null,
      hasInviteTab: true,
    })
    expect(JSON.stringify(rules)).toContain('3.5\u00a0USDT')
    const off = numbersOf({ ...config, INVITE_REWARD: '0' })
    const none = publicValue({
      group: 'invite',
      key: 'rules',
      lang: 'zh',
      config,
      numbers: off,
      incident: null,
      hasInviteTab: true,
    })
    expect(JSON.stringify(none)).toContain('目前没有邀请奖励')
    for (const lang of ['zh', 'en'] as const) {
      const all = everyKey.map(asked =>
        publicValue({ ...asked, lang, config, numbers, incident: null, hasInviteTab: true }),
      )
      expect(JSON.stringify(all).replace(/"(link|value)":"[^"]*"/g, '')).not.toMatch(/\{[a-z]\w*\}/i)
    }
    const sources = ['zh', 'en'].map(lang => readFileSync(`src/server/params/texts/faq-${lang}.json`, 'utf8'))
    for (const source of sources) {
      const texts = source.replace(/"words": "[^"]*"/g, '').replace(/\{\w+\}/g, '')
      expect(texts.match(/\d+/g) ?? []).toEqual([])
    }
  })

  test('what agreements say in numbers is what is enforced', async () => {
    const { holdHours, firstKeep, approveDays, shipDays, refundMin, refundMax } = numbersOf(
      tested.world.config,
    )
    const read = async (key: string) =>
      JSON.stringify(await tested.succeed(publicParam, { group: 'agreement', key, lang: 'zh' }))
    expect(await read('service')).toContain(`提现暂停 ${holdHours} 小时`)
    expect(await read('service')).toContain(`${refundMin} 至 ${refundMax} 个工作日`)
    expect(await read('card')).toMatch(new RegExp(`约 ${approveDays} 天审核，审核通过后 ${shipDays}`))
    expect(await read('fees')).toContain(`保留 ${firstKeep} USDT`)
  })

  test('calls, letters and messages say of a pause of withdrawals what is enforced', () => {
    const { holdHours } = numbersOf(tested.world.config)
    const folders = ['src/contract', 'src/server/mail/letters', 'src/server/messages/words']
    const said = folders.flatMap(folder =>
      readdirSync(folder)
        .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .flatMap(file => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(pause)])
        .map(([, zh, en]) => Number(zh ?? en)),
    )
    expect(said.length).toBeGreaterThan(30)
    expect([...new Set(said)]).toEqual([holdHours])
  })

  test('every zone with Chinese cities is one there is, and no city is in it twice', async () => {
    const cities = (await tested.succeed(publicParam, { group: 'zone', key: 'cities' })) as Record<
      string,
      string
    >
    const zones = Intl.supportedValuesOf('timeZone').map(zone => zone.replace(/.*\//, ''))
    // Phones differ in the older of two names.
    const older = {
      Ho_Chi_Minh: 'Saigon',
      Yangon: 'Rangoon',
      Kathmandu: 'Katmandu',
      Kolkata: 'Calcutta',
      Kyiv: 'Kiev',
    }
    for (const [name, words] of Object.entries(cities)) {
      const other = Object.entries(older).flat().includes(name)
      expect(other || zones.includes(name), name).toBe(true)
      expect(words).toMatch(/^\p{Script=Han}+$/u)
    }
    for (const [name, alike] of Object.entries(older)) expect(cities[name]).toBe(cities[alike])
    expect(cities.Shanghai).toContain('北京')
  })

  test('a customer gets the link with their own code, and texts in their own language', async () => {
    const { token } = await newCustomer(tested)
    const { referCode } = await tested.succeed(getUser, {}, token)
    const link = await tested.succeed(customerParam, { group: 'invite', key: 'link' }, token)
    const place = `#/pages/sharePage/sharePage?refer=${referCode}`
    expect(link).toBe(`http://127.0.0.1:3000/?lang=en&refer=${referCode}${place}`)
    const rules = await tested.succeed(customerParam, { group: 'invite', key: 'rules' }, token)
    expect(JSON.stringify(rules)).toContain('is invited by you')
    expect(JSON.stringify(rules), 'a sum stays in one line with its currency').toContain(
      '2\u00a0USDT is paid',
    )
  })

  test('are in the language of the query, else of the header, else of the customer', async () => {
    const { token } = await newCustomer(tested)
    const hasHan = async (path: string, headers: Record<string, string> = {}) => {
      const asked = { method: 'GET', headers, url: path } as const
      return /\p{Script=Han}/u.test(JSON.stringify((await tested.http.inject(asked)).json().data))
    }
    const [common, own] = ['common', 'customer'].map(who => `/api/${who}/params/invite/get/rules`) as [
      string,
      string,
    ]
    const [zh, en] = [{ 'accept-language': 'zh-CN,en;q=0.5' }, { 'accept-language': 'en-US' }]
    const signedIn = { 'x-access-token': token }
    expect([await hasHan(common), await hasHan(common, zh), await hasHan(common, en)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await hasHan(`${common}?lang=en-US`, zh)).toBe(false)
    expect(await hasHan(`${common}?lang=zh-CN`, en)).toBe(true)
    expect(await hasHan(own, signedIn)).toBe(false)
    expect(await hasHan(own, { ...signedIn, ...zh })).toBe(true)
    expect(await hasHan(`${own}?lang=en-US`, { ...signedIn, ...zh })).toBe(false)
  })
})

describe('checkVersion and selectCountry', () => {
  test('say what is newest and what still works', async () => {
    const answer = await tested.succeed(checkVersion, { version: '1.0.19' })
    expect(answer).toMatchObject({
      latest: builtVersion,
      min: '1.0.0',
      notes: expect.arrayContaining([expect.any(String)]),
    })
  })

  test('leave no app that is built from here outside', async () => {
    expect(await tested.succeed(publicParam, { group: 'app', key: 'version' })).toBe(builtVersion)
    const min = String(await tested.succeed(publicParam, { group: 'app', key: 'minVersion' }))
    expect(min.localeCompare(builtVersion, 'en', { numeric: true })).toBeLessThanOrEqual(0)
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
