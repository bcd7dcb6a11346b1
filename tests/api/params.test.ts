import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, updateUserInfo } from '../../src/contract/account.ts'
import { selectCountry } from '../../src/contract/address.ts'
import { faq } from '../../src/contract/feedback.ts'
import { messages } from '../../src/contract/message.ts'
import {
  acceptAgreement,
  agreements,
  checkVersion,
  customerParam,
  publicParam,
} from '../../src/contract/params.ts'
import { quickAmounts } from '../../src/contract/quick-amounts.ts'
import { explained, whyOf } from '../../src/contract/why.ts'
import { userById } from '../../src/server/account/users.ts'
import { numbersOf } from '../../src/server/api/numbers.ts'
import { forgetPerson } from '../../src/server/jobs/forget-person.ts'
import { personalTables } from '../../src/server/jobs/personal-tables.ts'
import { askAnew, tellAgreements, tellComing } from '../../src/server/jobs/tell-agreements.ts'
import { comingEditions, editions, versionOf } from '../../src/server/params/agreements.ts'
import { clearIncident, setIncident } from '../../src/server/params/incidents.ts'
import { publicValue } from '../../src/server/params/params.ts'
import { questions } from '../../src/server/params/questions.ts'
import { turn } from '../../src/server/params/switches.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { newCustomer } from './customer.ts'

const builtVersion: string = JSON.parse(readFileSync('package.json', 'utf8')).version

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
    const rules = publicValue({
      group: 'invite',
      key: 'rules',
      lang: 'zh',
      config,
      numbers,
      incident: null,
      hasInviteTab: true,
    })
    expect(JSON.stringify(rules)).toContain('3.5 USDT')
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

describe('agreements', () => {
  test('a version that is not in force cannot be agreed to', async () => {
    const { token } = await newCustomer(tested)
    for (const version of ['9.9', '', "1.2' or 1=1"]) {
      expect(await tested.send(acceptAgreement, { key: 'service', version }, token)).toMatchObject({
        code: 1503,
      })
    }
    expect(await tested.send(acceptAgreement, { key: 'risk', version: '1.0' }, token)).toMatchObject({
      code: 1400,
    })
  })

  test('are agreed to at registration; a newer version is asked for once, says what changed, and is kept beside the old', async () => {
    const { token, userId, email, password } = await newCustomer(tested)
    const [service, privacy] = await tested.succeed(agreements, { lang: 'en' }, token)
    expect(service?.accepted?.version).toBe(service?.version)
    expect(privacy?.accepted?.version).toBe(privacy?.version)
    expect(service?.changed.length).toBeGreaterThan(0)
    const count = async (token: string) =>
      (await tested.succeed(messages, { pageSize: 10, page: 1, noticeType: 'agreement' }, token)).total
    const again = async () => (await tested.succeed(login, { email, password }, undefined)).token
    expect(await count(await again())).toBe(0)
    const { db } = tested.world
    await db
      .updateTable('agreement_acceptances')
      .set({ version: '1.1' })
      .where('user_id', '=', userId)
      .where('key', '=', 'service')
      .execute()
    expect(await count(await again())).toBe(1)
    const last = await again()
    expect(await count(last)).toBe(1)
    expect((await tested.succeed(agreements, {}, last))[0]?.accepted?.version).toBe('1.1')
    await tested.succeed(acceptAgreement, { key: 'service', version: service?.version }, last)
    expect((await tested.succeed(agreements, {}, last))[0]?.accepted?.version).toBe(service?.version)
    const kept = await db
      .selectFrom('agreement_acceptances')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    expect(kept.map(({ key, version }) => `${key} ${version}`).sort()).toEqual([
      `privacy ${privacy?.version}`,
      'service 1.1',
      `service ${service?.version}`,
    ])
  })

  test('that come are told ahead, once to each customer, in their language and with the day', async () => {
    const [customer, gone] = [await newCustomer(tested), await newCustomer(tested)]
    const { db } = tested.world
    await forgetPerson(db, await userById(db, gone.userId))
    const last = editions.fees.at(-1)
    const dayBefore = '2026-11-23'
    const told = async () =>
      (await tested.succeed(messages, { pageSize: 10, page: 1, noticeType: 'agreement' }, customer.token))
        .list
    await tellComing(tested.world, last?.date)
    expect((await told()).filter(({ params }) => params.document === 'fees')).toEqual([])
    await Promise.all([tellComing(tested.world, dayBefore), tellComing(tested.world, dayBefore)])
    await tellComing(tested.world, dayBefore)
    const coming = comingEditions(dayBefore).map(({ key, version }) => `${key} ${version}`)
    expect(coming).toContain('fees 1.2')
    expect((await told()).map(({ params }) => `${params.document} ${params.version}`).sort()).toEqual(
      coming.sort(),
    )
    const fees = async () =>
      (await told()).find(({ params }) => params.document === 'fees' && params.version === '1.2')
    expect(await fees()).toMatchObject({
      title: 'Version 1.2 of the fee schedule from 2026-12-07',
      action: '/pages/info/info?key=fees',
    })
    await tested.succeed(updateUserInfo, { lang: 'zh' }, customer.token)
    expect((await fees())?.title).toBe('费用说明 1.2 版将于 2026-12-07 生效')
    const later = await newCustomer(tested)
    await tellComing(tested.world, dayBefore)
    expect((await told()).length).toBe(coming.length)
    const { total } = await tested.succeed(
      messages,
      { pageSize: 1, page: 1, noticeType: 'agreement' },
      later.token,
    )
    expect(total).toBe(coming.length)
    const rows = await db.selectFrom('messages').select('id').where('user_id', '=', gone.userId).execute()
    expect(rows).toEqual([])
  })

  test('whose day has come are asked for of who stays signed in, once, and not of who agreed', async () => {
    const [stays, agreed] = [await newCustomer(tested), await newCustomer(tested)]
    const { version = '', date = '' } = editions.service.at(-1) ?? {}
    const { db } = tested.world
    const before = '2026-11-23'
    // Whatever day it is: what they agreed to is what was in force then.
    for (const key of ['service', 'privacy'] as const)
      await db
        .updateTable('agreement_acceptances')
        .set({ version: versionOf(key, before) })
        .where('user_id', 'in', [stays.userId, agreed.userId])
        .where('key', '=', key)
        .execute()
    const accepted = { user_id: agreed.userId, key: 'service' as const, version }
    await db.insertInto('agreement_acceptances').values(accepted).execute()
    const askedOf = async ({ token }: { token: string }) => {
      const all = { pageSize: 10, page: 1, noticeType: 'agreement' }
      const { list } = await tested.succeed(messages, all, token)
      return list.map(({ params }) => `${params.document} ${params.version}`).sort()
    }
    await askAnew(tested.world, before)
    expect(await askedOf(stays)).toEqual([])
    await Promise.all([askAnew(tested.world, date), askAnew(tested.world, date)])
    await askAnew(tested.world, date)
    const privacy = `privacy ${versionOf('privacy', date)}`
    expect(await askedOf(stays)).toEqual([privacy, `service ${version}`])
    expect(await askedOf(agreed)).toEqual([privacy])
  })

  test('one after the other are told ahead each, and asked for from the day of each', async () => {
    const customer = await newCustomer(tested)
    const [next, last] = editions.service.slice(-2)
    const announced = '2026-11-24'
    expect([next, last].every(edition => edition && edition.date > announced)).toBe(true)
    await tested.world.db
      .updateTable('agreement_acceptances')
      .set({ version: '0.9' })
      .where('user_id', '=', customer.userId)
      .where('key', '=', 'service')
      .execute()
    const told = async () => {
      const all = { pageSize: 20, page: 1, noticeType: 'agreement' }
      const { list } = await tested.succeed(messages, all, customer.token)
      const ofService = list.filter(({ params }) => params.document === 'service')
      return ofService.map(({ params: { state = 'now', version } }) => `${state} ${version}`).sort()
    }
    const ahead = [`coming ${next?.version}`, `coming ${last?.version}`]
    await tellComing(tested.world, announced)
    expect(await told()).toEqual(ahead)
    await askAnew(tested.world, next?.date)
    expect(await told()).toEqual([...ahead, `now ${next?.version}`])
    await tellComing(tested.world, next?.date)
    await askAnew(tested.world, last?.date)
    expect(await told()).toEqual([...ahead, `now ${next?.version}`, `now ${last?.version}`])
  })

  test('that came while somebody stayed signed in are asked for by the job', async () => {
    const { token, userId } = await newCustomer(tested)
    const { db } = tested.world
    await db
      .updateTable('agreement_acceptances')
      .set({ version: '0.9' })
      .where('user_id', '=', userId)
      .where('key', '=', 'service')
      .execute()
    await tellAgreements.run(tested.world)
    const all = { pageSize: 10, page: 1, noticeType: 'agreement' }
    const { list } = await tested.succeed(messages, all, token)
    const asked = list.filter(({ params }) => params.state !== 'coming')
    expect(asked.map(({ params }) => params)).toEqual([
      { document: 'service', version: versionOf('service') },
    ])
  })

  test('say of a deletion what it does', async () => {
    const goes = (table: string) => personalTables.find(each => each.table === table)?.goes
    const { text } = editions.privacy.at(-1) ?? editions.privacy[0]
    const [zh, en] = [JSON.stringify(text.zh), JSON.stringify(text.en)]
    for (const [table, words] of [
      ['documents', ['证件照片和手持照片', 'photos of your document and of you holding it']],
      ['sign_ins', ['登录记录', 'sign-in log']],
      ['known_devices', ['设备', 'devices']],
      ['mailing_addresses', ['地址', 'addresses']],
      ['messages', ['消息', 'messages']],
      ['tickets', ['反馈', 'feedback']],
    ] as const) {
      expect(goes(table), table).toBe('rows')
      expect(zh).toContain(words[0])
      expect(en).toContain(words[1])
    }
    for (const table of ['accounts', 'purchases', 'deposits', 'deposit_addresses'])
      expect(goes(table), table).toBe('nothing')
    expect(zh).toContain('至少保存 5 年')
    expect(en).toContain('at least 5 years')
  })
})

describe('what is ours', () => {
  test('is what we are told: site, support, complaints, bot, and what our letters come from', async () => {
    const { world } = tested
    const told = {
      PUBLIC_URL: 'https://pay.kiln.example',
      MAIL_FROM: 'Kiln <letters@kiln.example>',
      SUPPORT_EMAIL: 'help@kiln.example',
      COMPLAINTS_EMAIL: 'complain@kiln.example',
      TELEGRAM_BOT_NAME: 'kiln_bot',
    }
    const asked = {
      lang: 'en',
      numbers: numbersOf(world.config),
      incident: null,
      hasInviteTab: true,
    } as const
    const read = (place: string, more = {}) => {
      const [group = '', key = ''] = place.split('/')
      return publicValue({ ...asked, group, key, config: { ...world.config, ...told, ...more } })
    }
    const { channels } = read('app/officialChannels') as { channels: { value: string }[] }
    expect(channels.map(({ value }) => value)).toEqual([
      'https://pay.kiln.example',
      'help@kiln.example',
      '@kiln_bot',
      'letters@kiln.example',
      'complain@kiln.example',
    ])
    expect(read('service/complaint')).toMatchObject({ email: 'complain@kiln.example' })
    expect(JSON.stringify(read('service/contacts'))).not.toMatch(/letters@|complain@/)
    const plain = read('app/officialChannels', { MAIL_FROM: 'letters@kiln.example' })
    expect(JSON.stringify(plain)).toContain('"letters@kiln.example"')
  })
})

describe('an incident', () => {
  test('is told to everybody in their language, one at a time, until it is cleared', async () => {
    const { db } = tested.world
    const read = async (lang: string) =>
      await tested.succeed(publicParam, { group: 'app', key: 'incident', lang })
    expect(await read('en')).toBeNull()
    await setIncident(db, { zh: '提现延迟', en: 'Withdrawals are late', operator: 'ann' })
    await setIncident(db, { zh: '充值延迟', en: 'Deposits are late', operator: 'bob' })
    expect(await read('en')).toEqual({ text: 'Deposits are late', since: expect.stringMatching(/Z$/) })
    const { token } = await newCustomer(tested)
    const own = await tested.succeed(customerParam, { group: 'app', key: 'incident', lang: 'zh' }, token)
    expect(own).toMatchObject({ text: '充值延迟' })
    await clearIncident(db)
    expect(await read('zh')).toBeNull()
    expect(await clearIncident(db)).toBeNull()
  })
})

describe('the invite tab', () => {
  test('is there until operators turn it off, and again when they turn it on', async () => {
    const { db } = tested.world
    const { token } = await newCustomer(tested)
    const asked = { group: 'tab', key: 'inviteEnable' }
    const read = async () => [
      await tested.succeed(publicParam, asked),
      await tested.succeed(customerParam, asked, token),
    ]
    expect(await read()).toEqual([true, true])
    await turn(db, { name: 'tab.inviteEnable', is_on: false, set_by: 'ann' })
    expect(await read()).toEqual([false, false])
    await turn(db, { name: 'tab.inviteEnable', is_on: true, set_by: 'ann' })
    expect(await read()).toEqual([true, true])
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
