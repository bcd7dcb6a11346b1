import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { disputeDays } from '../../contract/promises.ts'
import {
  agreement,
  agreementKeys,
  agreementVersions,
  comingEditions,
  editions,
  versionOf,
} from './agreements.ts'

const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
const all = agreementKeys.flatMap(key => editions[key].map(edition => ({ key, ...edition })))

afterEach(() => {
  vi.useRealTimers()
})

describe('the versions of an agreement', () => {
  test('bind one after the other, each from its day, and the one before holds until then', () => {
    for (const key of agreementKeys) {
      editions[key].slice(1).forEach((next, index) => {
        const last = editions[key][index]
        expect(next.date > (last?.date ?? '')).toBe(true)
        expect(versionOf(key, dayBefore(next.date))).toBe(last?.version)
        expect(versionOf(key, next.date)).toBe(next.version)
        const ahead = agreement(key, 'en', dayBefore(next.date))
        expect(ahead).toMatchObject({ version: last?.version, sections: last?.text.en.sections })
        expect(ahead.coming).toMatchObject({
          version: next.version,
          date: next.date,
          changed: next.changed.en,
        })
        expect(ahead.coming?.sections).not.toEqual(ahead.sections)
        expect(agreement(key, 'en', next.date)).toEqual(ahead.coming)
        expect(ahead.coming?.coming?.version).toBe(editions[key][index + 2]?.version)
        expect(comingEditions(dayBefore(next.date))).toContainEqual({
          key,
          version: next.version,
          date: next.date,
        })
        expect(comingEditions(next.date).map(({ key, version }) => `${key} ${version}`)).not.toContain(
          `${key} ${next.version}`,
        )
      })
    }
  })

  test('are those of today, by UTC, and before its first day an agreement is the first', () => {
    const [, { date, version }] = editions.service as unknown as [unknown, { date: string; version: string }]
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.parse(date) - 1)
    expect(versionOf('service')).not.toBe(version)
    vi.setSystemTime(Date.parse(date))
    expect(versionOf('service')).toBe(version)
    for (const key of agreementKeys) expect(versionOf(key, '2020-01-01')).toBe(editions[key][0].version)
  })

  test('are listed as they are read, without their text', () => {
    for (const lang of ['zh', 'en'] as const) {
      const listed = agreementVersions(lang)
      expect(listed.map(({ key }) => key)).toEqual(agreementKeys)
      for (const { key, ...told } of listed) {
        expect(agreement(key, lang)).toMatchObject(told)
        expect(Object.keys(told)).toEqual(['title', 'version', 'date', 'changed'])
      }
    }
  })

  test('have the same sections in both languages, and say what changed', () => {
    for (const { text, changed, version } of all) {
      expect(text.zh.sections).toHaveLength(text.en.sections.length)
      expect(changed.zh).toHaveLength(changed.en.length)
      if (version !== '1.0') expect(changed.zh.length).toBeGreaterThan(0)
      expect(JSON.stringify(text.en)).not.toMatch(/\p{Script=Han}/u)
    }
  })

  test('give, in the newest, as many days for a dispute as the app does', () => {
    const { text } = editions.service.at(-1) ?? editions.service[0]
    const daysIn = ({ sections }: typeof text.zh, days: RegExp) =>
      sections.flatMap(section => [...section.text.matchAll(days)].map(([, count]) => Number(count)))
    expect(daysIn(text.zh, /入账后 (\d+) 天内/g)).toEqual([disputeDays])
    expect(daysIn(text.en, /within (\d+) days after it was settled/gi)).toEqual([disputeDays])
  })

  test('name, in the newest, everybody whom something of a customer is handed on to', () => {
    const { text } = editions.privacy.at(-1) ?? editions.privacy[0]
    const others = {
      zh: ['发卡方', '卡组织', '邮件服务方', 'Telegram', '推送服务'],
      en: ['issuer', 'card networks', 'mail service', 'Telegram', 'push service'],
    }
    for (const lang of ['zh', 'en'] as const)
      for (const name of others[lang]) expect(text[lang].sections[3]?.text).toContain(name)
  })

  // A changed word of what customers agreed to is a new version of it, with a day that they are told of.
  test('are the words that were told', () => {
    const digest = (text: object) =>
      createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 12)
    expect(
      Object.fromEntries(all.map(({ key, version, text }) => [`${key} ${version}`, digest(text)])),
    ).toEqual({
      'service 1.2': '468493e2f63f',
      'service 1.3': 'e51044903174',
      'service 1.4': '0c883f157803',
      'privacy 1.2': '85d2b5be34fa',
      'privacy 1.3': '5afed070c264',
      'privacy 1.4': '9afc7aa2e524',
      'card 1.1': 'df97255ab3e3',
      'card 1.2': '7b3432924da8',
      'fees 1.1': '04d46c1452aa',
      'fees 1.2': '9f804a7e7be9',
      'fees 1.3': '18f1c22d41c3',
      'risk 1.0': '60600c3f8e10',
    })
  })
})
