import { done } from '../../../testing/testing.tsx'

// An address, a few countries and their rules, as the server tells them.

export const home = {
  _id: '01990000-0000-7000-8000-0000000000a1',
  country: 'CN',
  state: '广东省',
  city: '深圳市 南山区',
  address: '科技园 1 号',
  zipCode: '',
  recipient: '林微',
  email: 'lin@example.com',
  areaCode: '+86',
  phone: '13800138000',
  isDefault: true,
  lines: ['中国', '广东省深圳市南山区', '科技园 1 号', '林微'],
  createTime: '2026-11-20T10:00:00.000Z',
}
export const abroad = {
  ...home,
  _id: '01990000-0000-7000-8000-0000000000a2',
  country: 'US',
  state: 'California',
  city: 'San Francisco',
  address: '1 Market St',
  zipCode: '94105',
  recipient: 'Lin Wei',
  areaCode: '+1',
  isDefault: false,
  lines: ['Lin Wei', '1 Market St', 'San Francisco, CA 94105', 'UNITED STATES'],
}

export const paths = {
  list: '/api/customer/address/list/20/1',
  save: '/api/customer/address/saveAddress',
  update: '/api/customer/address/updateAddress',
  remove: '/api/customer/address/deleteAddress',
  countries: '/api/common/address/selectCountry',
  rules: '/api/common/address/rules',
  cost: '/api/common/address/getMailingCost',
  areas: '/api/common/address/findArea',
  china: '/api/common/address/chinaArea',
}

const china = {
  parts: ['state', 'city', 'address', 'zipCode'],
  required: ['state', 'city', 'address'],
  stateKind: null,
  zipKind: null,
  hasAreas: true,
  zipPattern: '\\d{6}',
  zipExample: '266033',
  isLatin: false,
  takesBoxes: false,
}
const america = {
  ...china,
  parts: ['address', 'city', 'state', 'zipCode'],
  required: ['address', 'city', 'state', 'zipCode'],
  stateKind: 'state',
  zipKind: 'zip',
  zipPattern: '\\d{5}',
  zipExample: '95014',
  isLatin: true,
}

/** Addresses as a page of them. */
export function listed(...list: object[]) {
  return done({
    list: list.map(each => ({ usedBy: [], ...each })),
    total: list.length,
    page: 1,
    pageSize: 20,
  })
}

/** What the calls around the form answer. */
export const around = {
  [paths.countries]: done([
    { name: 'China', nameZh: '中国', code: 'CN', flag: '🇨🇳', phoneCode: '+86' },
    { name: 'Russia', nameZh: '俄罗斯', code: 'RU', flag: '🇷🇺', phoneCode: '+7' },
    { name: 'United States', nameZh: '美国', code: 'US', flag: '🇺🇸', phoneCode: '+1' },
  ]),
  [paths.rules]: ({ country }: Record<string, unknown>) => done(country === 'CN' ? china : america),
  [paths.cost]: ({ country }: Record<string, unknown>) =>
    done(
      country === 'RU' ? null : { cost: country === 'CN' ? '5' : '35', days: [2, 5], carrier: 'SF Express' },
    ),
  [paths.areas]: done([
    { code: 'US-CA', name: 'California', nameZh: 'California' },
    { code: 'US-NY', name: 'New York', nameZh: 'New York' },
  ]),
  [paths.china]: done([
    ['110000', '北京市', 'Beijing', [['110100', '北京市', 'Beijing', [['110101', '东城区', 'Dongcheng']]]]],
    [
      '440000',
      '广东省',
      'Guangdong',
      [
        ['440300', '深圳市', 'Shenzhen', [['440305', '南山区', 'Nanshan']]],
        ['449900', '试验市', 'Shiyan', []],
      ],
    ],
  ]),
}
