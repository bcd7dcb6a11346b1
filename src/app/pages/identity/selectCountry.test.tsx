import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { done, renderPage, stubApi } from '../../testing/testing.tsx'
import { recentCodes, takeChoice } from './parts/profile/countries.ts'
import { findCountries } from './parts/profile/find-country.ts'
import SelectCountry from './selectCountry.tsx'

const rows = [
  ['Albania', '阿尔巴尼亚', 'AL', '+355'],
  ['China', '中国', 'CN', '+86'],
  ['Hong Kong (China)', '中国香港', 'HK', '+852'],
  ['Côte d’Ivoire', '科特迪瓦', 'CI', '+225'],
  ['United States', '美国', 'US', '+1'],
].map(([name = '', nameZh = '', code = '', phoneCode = '']) => ({ name, nameZh, code, phoneCode, flag: '' }))

test.each([
  ['中国', ['CN', 'HK']],
  ['zg', ['CN', 'HK']],
  ['cn', ['CN']],
  ['cote', ['CI']],
  ['+85', ['HK']],
  ['0086', ['CN']],
  ['kong', ['HK']],
  ['qqq', []],
])('%s finds %j', (typed, codes) => {
  expect(findCountries(rows, typed).map(({ code }) => code)).toEqual(codes)
})

test('the choice goes to the field that asked, once, and is remembered as recent', async () => {
  stubApi({ '/api/common/address/selectCountry': done(rows) })
  await renderPage('identity', SelectCountry, { query: { field: 'country' } })
  fireEvent.input(await screen.findByLabelText('搜索'), { target: { value: 'zg' } })
  fireEvent.click(await screen.findByText('中国香港'))
  await waitFor(() => expect(currentUrl.value).toBe('/pages/kyc/kyc'))
  expect(takeChoice('areaCode')).toBeNull()
  expect(takeChoice('country')?.code).toBe('HK')
  expect(takeChoice('country')).toBeNull()
  expect(recentCodes()).toEqual(['HK'])
})

const unserved = '/api/common/idAuthorize/unservedCountries'
const cuba = { name: 'Cuba', nameZh: '古巴', code: 'CU', flag: '', reason: 'sanctions' }

test('a name in the other language is spoken in it', async () => {
  stubApi({ '/api/common/address/selectCountry': done(rows) })
  await renderPage('identity', SelectCountry, { query: { field: 'country' } })
  expect((await screen.findByText('Albania')).getAttribute('lang')).toBe('en')
  expect(screen.getByText('阿尔巴尼亚').getAttribute('lang')).toBeNull()
})

test('who looks for a country that is not served reads why, and cannot choose it', async () => {
  stubApi({ '/api/common/address/selectCountry': done(rows), [unserved]: done([cuba]) })
  await renderPage('identity', SelectCountry, { query: { field: 'country' } })
  fireEvent.input(await screen.findByLabelText('搜索'), { target: { value: '古巴' } })
  const name = await screen.findByText('古巴')
  screen.getByText('受制裁法规限制，无法提供服务')
  expect(name.closest('button')).toBeNull()
  fireEvent.input(screen.getByLabelText('搜索'), { target: { value: '美国' } })
  await waitFor(() => expect(screen.queryByText('古巴')).toBeNull())
})

test('a phone that names its language in a way of its own is no reason to show nothing', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US@posix')
  stubApi({ '/api/common/address/selectCountry': done(rows) })
  await renderPage('identity', SelectCountry, { query: { field: 'areaCode' } })
  await waitFor(() => expect(screen.getAllByText('美国')).toHaveLength(2))
  vi.restoreAllMocks()
})

test('area codes are of the served countries only', async () => {
  const sent = stubApi({ '/api/common/address/selectCountry': done(rows), [unserved]: done([cuba]) })
  await renderPage('identity', SelectCountry, { query: { field: 'areaCode' } })
  await screen.findByText('中国香港')
  expect(sent.some(({ path }) => path === unserved)).toBe(false)
})
