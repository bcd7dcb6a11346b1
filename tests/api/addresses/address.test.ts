import { beforeEach, describe, expect, test } from 'vitest'
import {
  addresses,
  deleteAddress,
  type MailingAddress,
  saveAddress,
  updateAddress,
} from '../../../src/contract/address.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)
let customer: TestCustomer
beforeEach(async () => {
  customer = await newCustomer(tested)
})

const home = {
  country: 'CN',
  state: '广东省',
  city: '深圳市 南山区',
  address: '科技园 1 号',
  zipCode: '518000',
  recipient: '林微',
  email: 'lin@mail.test',
  areaCode: '+86',
  phone: '13800138000',
  isDefault: false,
}
const abroad = {
  ...home,
  country: 'US',
  state: 'California',
  city: 'San Francisco',
  address: '1 Market St, Apt 5',
  zipCode: '94105',
  recipient: 'Lin Wei',
  areaCode: '+1',
}

const save = (changes: object = {}, { token } = customer) =>
  tested.succeed(saveAddress, { ...home, ...changes }, token)
const list = async ({ token } = customer): Promise<MailingAddress[]> =>
  (await tested.succeed(addresses, { pageSize: 100, page: 1 }, token)).list

async function faultsOf(fields: object): Promise<unknown> {
  const envelope = await tested.send(saveAddress, fields, customer.token)
  if (!('key' in envelope)) return envelope
  expect(['address_failed', 'input_invalid']).toContain(envelope.key)
  return envelope.data?.fields
}

describe('address.saveAddress', () => {
  test.each([
    ['a country that is not in the list', { country: 'KP' }, { country: 'country' }],
    ['a country we do not mail to', { ...abroad, country: 'LY', state: '' }, { country: 'unserved' }],
    ['a province that does not exist', { state: '广东' }, { state: 'area', city: 'area' }],
    ['a city of another province', { city: '杭州市 西湖区' }, { city: 'area' }],
    ['a district of another city', { city: '深圳市 天河区' }, { city: 'area' }],
    ['a city without its district', { city: '深圳市' }, { city: 'area' }],
    ['a district and something after it', { city: '深圳市 南山区 科技园' }, { city: 'area' }],
    ['a postal code of another country', { zipCode: '94105' }, { zipCode: 'zipCode' }],
    ['an area code nobody has', { areaCode: '+999' }, { areaCode: 'areaCode' }],
    ['a street that is missing', { address: ' ' }, { address: 'required' }],
    ['hidden marks that turn text around', { recipient: 'Lin\u202eieW' }, { recipient: 'text' }],
    ['control characters', { city: '深圳市\u0000南山区' }, { city: 'text' }],
    ['a state that is missing where the post needs it', { ...abroad, state: '' }, { state: 'required' }],
    ['a state that does not exist', { ...abroad, state: 'Guangdong' }, { state: 'area' }],
    ['a postal code that is missing', { ...abroad, zipCode: '' }, { zipCode: 'required' }],
    ['a P.O. box where the carrier takes none', { ...abroad, address: 'P.O. Box 12' }, { address: 'poBox' }],
    ['a 信箱 where the carrier takes none', { address: '12 信箱' }, { address: 'poBox' }],
    [
      'Chinese to a carrier who cannot read it',
      { ...abroad, recipient: '林微', address: '市场街 1 号', city: '旧金山' },
      { recipient: 'latin', address: 'latin', city: 'latin' },
    ],
    ['Cyrillic to a carrier who cannot read it', { ...abroad, recipient: 'Лин Вэй' }, { recipient: 'latin' }],
  ])('refuses %s, at the field, and saves nothing', async (_what, changes, faults) => {
    expect(await faultsOf({ ...home, ...changes })).toEqual(faults)
    expect(await list()).toEqual([])
  })

  test('refuses the twenty-first', async () => {
    for (let number = 1; number <= 20; number++) await save({ address: `科技园 ${number} 号` })
    const envelope = await tested.send(saveAddress, { ...home, address: '科技园 21 号' }, customer.token)
    expect(envelope).toMatchObject({ key: 'limit_exceeded', data: { which: 'addresses', limit: '20' } })
    expect(await list()).toHaveLength(20)
  })

  test('refuses the twenty-first although two come at once', async () => {
    for (let number = 1; number <= 19; number++) await save({ address: `科技园 ${number} 号` })
    const two = await Promise.all(
      [20, 21].map(number =>
        tested.send(saveAddress, { ...home, address: `科技园 ${number} 号` }, customer.token),
      ),
    )
    expect(two.map(envelope => 'code' in envelope && envelope.code).sort()).toEqual([1, 1411])
    expect(await list()).toHaveLength(20)
  })

  test('is not doubled when the same one is sent again', async () => {
    const [first, again] = [await save(), await save()]
    expect(again).toEqual(first)
    expect(await list()).toHaveLength(1)
  })

  test('makes the first one the default, and leaves it when others come', async () => {
    const first = await save()
    const second = await save(abroad)
    expect([first.isDefault, second.isDefault]).toEqual([true, false])
    expect((await list()).map(({ _id }) => _id)).toEqual([first._id, second._id])
  })

  test('leaves exactly one default when two first ones come at once', async () => {
    await Promise.all([save({ isDefault: true }), save({ ...abroad, isDefault: true })])
    expect((await list()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  test('keeps an address as its country writes it', async () => {
    const { lines, state, zipCode } = await save({ ...abroad, state: 'US-CA', zipCode: ' 94105 ' })
    expect({ state, zipCode }).toEqual({ state: 'California', zipCode: '94105' })
    expect(lines).toEqual(['Lin Wei', '1 Market St, Apt 5', 'San Francisco, CA 94105', 'UNITED STATES'])
    expect((await save({ zipCode: '' })).lines).toEqual(['中国', '广东省深圳市南山区', '科技园 1 号', '林微'])
    expect((await save({ state: '北京市', city: '北京市 东城区' })).lines[2]).toBe('北京市东城区')
  })

  test('takes Chinese or Latin letters to Hong Kong, and drops what its post has not', async () => {
    const hongKong = {
      ...home,
      country: 'HK',
      state: 'Kowloon',
      city: '',
      zipCode: '999077',
      areaCode: '+852',
    }
    const chinese = await save({ ...hongKong, address: '彌敦道 1 號' })
    expect(chinese).toMatchObject({ zipCode: '', lines: ['中国香港', '九龍', '彌敦道 1 號', '林微'] })
    const latin = await save({ ...hongKong, address: '1 Nathan Road', recipient: 'Lin Wei' })
    expect(latin.lines).toEqual(['Lin Wei', '1 Nathan Road', 'Kowloon', 'HONG KONG (CHINA)'])
  })

  test('takes a P.O. box where the carrier does', async () => {
    const box = { ...abroad, country: 'AE', state: 'Dubai', city: '', zipCode: '', areaCode: '+971' }
    expect((await save({ ...box, address: 'P.O. Box 12' })).lines[1]).toBe('P.O. Box 12')
  })
})

describe('address.updateAddress', () => {
  test("refuses a foreign and a missing address alike, and changes nobody's", async () => {
    const { _id } = await save()
    const stranger = await newCustomer(tested)
    const missing = '01990000-0000-7000-8000-000000000001'
    for (const id of [_id, missing]) {
      const envelope = await tested.send(updateAddress, { ...abroad, _id: id }, stranger.token)
      expect(envelope).toMatchObject({ status: 403, error: 'Access denied' })
    }
    expect(await list()).toMatchObject([{ _id, country: 'CN' }])
    expect(await list(stranger)).toEqual([])
  })

  test('refuses what saving refuses, at the field', async () => {
    const { _id } = await save()
    const envelope = await tested.send(updateAddress, { ...home, _id, zipCode: '1' }, customer.token)
    expect(envelope).toMatchObject({ key: 'modify_failed', data: { fields: { zipCode: 'zipCode' } } })
    expect(await list()).toMatchObject([{ zipCode: '518000' }])
  })

  test('makes another one the default, and the default one stays it until then', async () => {
    const [first, second] = [await save(), await save(abroad)]
    await tested.succeed(updateAddress, { ...home, _id: first._id, isDefault: false }, customer.token)
    expect((await list()).map(({ isDefault }) => isDefault)).toEqual([true, false])
    await tested.succeed(updateAddress, { ...abroad, _id: second._id, isDefault: true }, customer.token)
    expect(await list()).toMatchObject([
      { _id: second._id, isDefault: true },
      { _id: first._id, isDefault: false },
    ])
  })

  test('leaves exactly one default when all are made it at once', async () => {
    const saved = []
    for (let number = 1; number <= 5; number++) saved.push(await save({ address: `科技园 ${number} 号` }))
    await Promise.all(
      saved.map(({ _id, address }) =>
        tested.succeed(updateAddress, { ...home, address, _id, isDefault: true }, customer.token),
      ),
    )
    expect((await list()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })
})

describe('address.deleteAddress', () => {
  test('refuses a foreign and a missing address alike, and deletes nothing', async () => {
    const { _id } = await save()
    const stranger = await newCustomer(tested)
    for (const id of [_id, '01990000-0000-7000-8000-000000000001'])
      expect(await tested.send(deleteAddress, { _id: id }, stranger.token)).toMatchObject({ status: 403 })
    expect(await list()).toHaveLength(1)
  })

  test('makes the newest the default after the default one', async () => {
    const [first, second, third] = [await save(), await save(abroad), await save({ address: '科技园 3 号' })]
    await tested.succeed(deleteAddress, { _id: second._id }, customer.token)
    expect((await list())[0]).toMatchObject({ _id: first._id, isDefault: true })
    await save(abroad)
    const newest = (await list()).at(1)
    await tested.succeed(deleteAddress, { _id: first._id }, customer.token)
    expect((await list())[0]).toMatchObject({ _id: newest?._id, isDefault: true })
    expect((await list())[1]).toMatchObject({ _id: third._id, isDefault: false })
  })

  test('and a new default at the same time leave exactly one', async () => {
    const [first, second] = [await save(), await save(abroad), await save({ address: '科技园 3 号' })]
    await Promise.all([
      tested.succeed(deleteAddress, { _id: first._id }, customer.token),
      tested.succeed(updateAddress, { ...abroad, _id: second._id, isDefault: true }, customer.token),
    ])
    const left = await list()
    expect(left).toHaveLength(2)
    expect(left.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  test('the last one leaves nothing', async () => {
    const { _id } = await save()
    await tested.succeed(deleteAddress, { _id }, customer.token)
    expect(await list()).toEqual([])
    expect((await save()).isDefault).toBe(true)
  })
})

describe('address.list', () => {
  test('gives pages, the default one first, and nobody else’s', async () => {
    for (let number = 1; number <= 3; number++) await save({ address: `科技园 ${number} 号` })
    await save({}, await newCustomer(tested))
    const { list, total } = await tested.succeed(addresses, { pageSize: 2, page: 2 }, customer.token)
    expect(total).toBe(3)
    expect(list.map(({ address }) => address)).toEqual(['科技园 2 号'])
  })
})
