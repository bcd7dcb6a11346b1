import { expect, test } from 'vitest'
import { selectCountry } from '../../../src/contract/address.ts'
import { editKyc, getKyc, spellName, unservedCountries } from '../../../src/contract/identity.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { profile } from '../../fixtures/identity/profile.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

test('only Chinese names are spelled, one part at a time', async () => {
  const { token } = await newCustomer(tested)
  for (const text of ['', 'Lin', '林 伟', '林1', '\0', '林'.repeat(21), null, ['林']]) {
    expect(await tested.send(spellName, { text, part: 'lastName' }, token)).toMatchObject({ code: 1400 })
  }
  expect(await tested.send(spellName, { text: '林', part: 'country' }, token)).toMatchObject({ code: 1400 })
  expect(await tested.send(spellName, { text: '林', part: 'lastName' })).toMatchObject({ status: 401 })
  const last = await tested.succeed(spellName, { text: '单', part: 'lastName' }, token)
  expect(last).toEqual({ spelled: 'SHAN' })
})

test('a country that is not served is in no list to choose from, and refused with the profile', async () => {
  const { token } = await newCustomer(tested)
  const [served, unserved] = [
    await tested.succeed(selectCountry, {}),
    await tested.succeed(unservedCountries, {}),
  ]
  expect(served.length).toBeGreaterThan(150)
  expect(unserved).toContainEqual(
    expect.objectContaining({ code: 'KP', nameZh: '朝鲜', reason: 'sanctions', flag: '🇰🇵' }),
  )
  const codes = new Set(served.map(({ code }) => code))
  expect(unserved.filter(({ code }) => codes.has(code))).toEqual([])
  const refused = { code: 1503, data: { fields: { country: 'country' } } }
  expect(await tested.send(editKyc, { ...profile, country: 'KP' }, token)).toMatchObject(refused)
  expect(await tested.send(getKyc, {}, token)).toMatchObject({ code: 1202 })
})
