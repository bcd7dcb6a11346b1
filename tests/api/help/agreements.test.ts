import { describe, expect, test } from 'vitest'
import { login, updateUserInfo } from '../../../src/contract/account.ts'
import { messages } from '../../../src/contract/message.ts'
import { acceptAgreement, agreements } from '../../../src/contract/params.ts'
import { userById } from '../../../src/server/account/users.ts'
import { forgetPerson } from '../../../src/server/across/forget-person.ts'
import { personalTables } from '../../../src/server/across/personal-tables.ts'
import { askAnew, tellAgreements, tellComing } from '../../../src/server/jobs/tell-agreements.ts'
import { comingEditions, editions, versionOf } from '../../../src/server/params/agreements.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

/** The terms of service that somebody has agreed to are of that version. */
const acceptedOnly = (version: string, userId: string) =>
  tested.world.db
    .updateTable('agreement_acceptances')
    .set({ version })
    .where('user_id', '=', userId)
    .where('key', '=', 'service')
    .execute()

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
    await acceptedOnly('1.1', userId)
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
    const days = Object.values(editions).flatMap(versions => versions.map(({ date }) => date))
    const dayBefore = '2026-11-23'
    const told = async () =>
      (await tested.succeed(messages, { pageSize: 10, page: 1, noticeType: 'agreement' }, customer.token))
        .list
    await tellComing(tested.world, days.sort().at(-1))
    expect(await told()).toEqual([])
    await Promise.all([tellComing(tested.world, dayBefore), tellComing(tested.world, dayBefore)])
    await tellComing(tested.world, dayBefore)
    const coming = [...new Set(comingEditions(dayBefore).map(({ key }) => key))]
    expect(await told()).toMatchObject([
      {
        title: 'Agreements change from Dec 7, 2026',
        params: { state: 'several', documents: coming.join(','), date: '2026-12-07' },
        action: '/pages/about/about',
      },
    ])
    await tested.succeed(updateUserInfo, { lang: 'zh' }, customer.token)
    expect((await told())[0]?.title).toBe('几份协议将从 2026年12月7日起更新')
    const later = await newCustomer(tested)
    await tellComing(tested.world, dayBefore)
    expect((await told()).length).toBe(1)
    const { total } = await tested.succeed(
      messages,
      { pageSize: 1, page: 1, noticeType: 'agreement' },
      later.token,
    )
    expect(total).toBe(1)
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
      const ofService = list.filter(({ params }) => /service/.test(`${params.document}${params.documents}`))
      return ofService.map(({ params: { state, version } }) => state ?? `now ${version}`).sort()
    }
    const ahead = 'several'
    await tellComing(tested.world, announced)
    expect(await told()).toEqual([ahead])
    await askAnew(tested.world, next?.date)
    expect(await told()).toEqual([`now ${next?.version}`, ahead])
    await tellComing(tested.world, next?.date)
    await askAnew(tested.world, last?.date)
    expect(await told()).toEqual([`now ${next?.version}`, `now ${last?.version}`, ahead])
  })

  test('that came while somebody stayed signed in are asked for by the job', async () => {
    const { token, userId } = await newCustomer(tested)
    await acceptedOnly('0.9', userId)
    await tellAgreements.run(tested.world)
    const all = { pageSize: 10, page: 1, noticeType: 'agreement' }
    const { list } = await tested.succeed(messages, all, token)
    const asked = list.filter(({ params }) => !params.state)
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
