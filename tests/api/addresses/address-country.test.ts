import { describe, expect, test } from 'vitest'
import { addressRules, chinaArea, findArea, getMailingCost } from '../../../src/contract/address.ts'
import { countries } from '../../../src/server/params/countries.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

describe('what a country needs', () => {
  test('findArea reads the country from the query or the body, the body first', async () => {
    const ask = async (query: string, payload?: object) =>
      (
        await tested.http.inject({
          method: 'POST',
          url: `${findArea.path}${query}`,
          ...(payload && { payload }),
        })
      ).json()
    expect(await ask('?country=JP')).toEqual(await ask('', { country: 'JP' }))
    expect((await ask('?country=JP', { country: 'US' })).data[0].code).toMatch(/^US-/)
    expect(await ask('')).toMatchObject({ key: 'input_invalid', data: { fields: { country: 'country' } } })
    expect(await ask('?country=JP&admin=1')).toMatchObject({ data: { fields: { admin: 'unknown' } } })
    expect(await ask('?country=JP&country=US')).toMatchObject({ key: 'input_invalid' })
  })

  test('a query is read where the contract says so and nowhere else', async () => {
    const response = await tested.http.inject({ method: 'POST', url: `${getMailingCost.path}?country=JP` })
    expect(response.json()).toMatchObject({ key: 'input_invalid' })
  })

  test('areas have names in both languages, and none where the post needs none', async () => {
    const japan = await tested.succeed(findArea, { country: 'JP' })
    expect(japan).toHaveLength(47)
    expect(japan).toContainEqual({ code: 'JP-13', name: 'Tokyo', nameZh: '東京都' })
    expect(await tested.succeed(findArea, { country: 'CN' })).toContainEqual({
      code: '440000',
      name: 'Guangdong',
      nameZh: '广东省',
    })
    expect(await tested.succeed(findArea, { country: 'DE' })).toEqual([])
    expect(await tested.succeed(findArea, { country: 'ZZ' })).toEqual([])
  })

  test('mainland China has 31 provinces, and every city its province, every district its city', async () => {
    const china = await tested.succeed(chinaArea, {})
    expect(china).toHaveLength(31)
    for (const [province, , , cities] of china) {
      expect(cities.length).toBeGreaterThan(0)
      for (const [city, , , districts] of cities) {
        expect(city.slice(0, 2)).toBe(province.slice(0, 2))
        for (const [district] of districts) expect(district.slice(0, 4)).toBe(city.slice(0, 4))
      }
    }
    const response = await tested.http.inject({ method: 'GET', url: chinaArea.path })
    expect(response.headers['cache-control']).toBe('public, max-age=86400')
  })

  test('every country has rules that an address can follow, and a postal code that fits its own pattern', async () => {
    for (const { code } of countries) {
      const rules = await tested.succeed(addressRules, { country: code })
      expect(rules.parts, code).toContain('address')
      expect(rules.parts, code).toEqual(expect.arrayContaining(rules.required))
      if (rules.zipPattern) expect(rules.zipExample, code).toMatch(new RegExp(`^(?:${rules.zipPattern})$`))
    }
    expect(await tested.send(addressRules, { country: 'ZZ' })).toMatchObject({ key: 'input_invalid' })
  })

  test('mailing costs more the further it goes, and null where no carrier goes', async () => {
    const cost = async (country: string) => (await tested.succeed(getMailingCost, { country }))?.cost ?? null
    expect([await cost('CN'), await cost('HK'), await cost('SG'), await cost('BR')]).toEqual([
      '5',
      '8',
      '20',
      '35',
    ])
    expect([await cost('RU'), await cost('KP')]).toEqual([null, null])
    const carrier = async (country: string) =>
      (await tested.succeed(getMailingCost, { country }))?.carrier ?? null
    expect([await carrier('HK'), await carrier('SG')]).toEqual(['SF Express', 'DHL Express'])
  })
})
