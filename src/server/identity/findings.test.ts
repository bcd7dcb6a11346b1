import { describe, expect, test } from 'vitest'
import { findingsOf, forCustomer, type SeenPicture } from './findings.ts'
import type { Reading } from './reading/read.ts'

const profile = {
  firstName: 'Wei',
  lastName: 'Lin',
  country: 'CN',
  state: 'Jiangxi',
  city: 'Jingdezhen',
  address: 'Kiln Road 1',
  postalCode: '333000',
  areaCode: '+86',
  phone: '13800138000',
  birthday: '1990-01-01',
}
const reading: Reading = {
  format: 'passport',
  lastName: 'LIN',
  firstName: 'WEI',
  isNameSure: true,
  number: 'E12345678',
  issuer: 'CHN',
  nationality: 'CHN',
  birthday: '1990-01-01',
  expiresOn: '2030-06-01',
  isCutOff: false,
}
const page: SeenPicture = { side: 'front', looks: [], isRead: true, reading, isNumberUsed: false }
const today = '2026-06-01'

function noticed(changes: Partial<Reading>, picture: Partial<SeenPicture> = {}) {
  const pictures = [{ ...page, reading: { ...reading, ...changes }, ...picture }]
  return findingsOf(pictures, { profile, docType: 'passport', today }).map(({ what }) => what)
}

describe('findingsOf', () => {
  test.each<[string, Partial<Reading>]>([
    ['name_differs', { firstName: 'FANG' }],
    ['name_unsure', { firstName: 'FANG', isNameSure: false }],
    ['birthday_differs', { birthday: '1990-01-02' }],
    ['expired', { expiresOn: '2026-05-31' }],
    ['country_differs', { issuer: 'FRA', nationality: 'FRA' }],
    ['type_differs', { format: 'card' }],
    ['cut_off', { isCutOff: true }],
  ])('%s alone', (what, changes) => {
    expect(noticed(changes)).toEqual([what])
  })

  test('somebody of seventeen is under age, and not on the day they are eighteen', () => {
    expect(noticed({ birthday: '2008-06-02' })).toContain('under_age')
    expect(noticed({ birthday: '2008-06-01' })).not.toContain('under_age')
  })

  test('a passport without a zone is told to its customer, a card without one to the operator only', () => {
    const side = { ...page, reading: null }
    const passport = findingsOf([side], { profile, docType: 'passport', today })
    expect(forCustomer(passport)).toEqual([{ side: 'front', what: 'lines_unread' }])
    const card = findingsOf([side, { ...side, side: 'back' }], { profile, docType: 'idCard', today })
    expect(card).toEqual([{ side: 'back', what: 'zone_missing' }])
    expect(forCustomer(card)).toEqual([])
    expect(findingsOf([side], { profile, docType: 'idCard', today })).toEqual([])
    expect(findingsOf([{ ...side, isRead: false }], { profile, docType: 'passport', today })).toEqual([])
  })

  test('a customer never hears of others, of countries, or of doubts about letters', () => {
    const pictures = [
      { ...page, reading: { ...reading, issuer: 'FRA', nationality: 'FRA' }, isNumberUsed: true },
    ]
    const findings = findingsOf(pictures, { profile, docType: 'passport', today })
    expect(findings.map(({ what }) => what)).toEqual(['country_differs', 'number_used'])
    expect(forCustomer(findings)).toEqual([])
  })

  test('the same document in every field is nothing to notice, valid through its last day', () => {
    expect(noticed({})).toEqual([])
    expect(noticed({ expiresOn: today })).toEqual([])
  })
})
