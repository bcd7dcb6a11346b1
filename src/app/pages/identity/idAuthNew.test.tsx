import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import IdAuthNew from './idAuthNew.tsx'
import { kycDraft } from './parts/kept.ts'
import { choose } from './parts/profile/countries.ts'
import { forgetKyc } from './parts/use-kyc.ts'

const getKyc = '/api/customer/idAuthorize/getKyc'
const china = { name: 'China', nameZh: '中国', code: 'CN', flag: '🇨🇳', phoneCode: '+86' }
const missing = { code: 1202, key: 'kyc_missing', msg: '', data: null }
const half = done({
  certStatus: 'draft',
  reason: null,
  profile: { country: 'CN' },
  docType: 'idCard',
  uploaded: ['front'],
  missing: ['back', 'hold'],
  findings: [],
  submittedAt: null,
})

async function open(kyc: object, query = {}) {
  signedInAs({ certified: false, certStatus: 'none' })
  stubApi({ [getKyc]: kyc, '/api/common/address/selectCountry': done([china]) })
  return await renderPage('identity', IdAuthNew, { query })
}

afterEach(forgetKyc)

test('wants a country, then hands document and country to the form', async () => {
  const page = await open(missing)
  fireEvent.click(await screen.findByText('开始认证'))
  await screen.findByText('请选择国家或地区')
  fireEvent.click(screen.getByRole('radio', { name: /护照/ }))
  page.unmount()
  choose('country', china)
  await open(missing, { back: '/pages/openCard/openCard?cardTypeId=x' })
  await screen.findByText(/中国/)
  fireEvent.click(screen.getByText('继续认证'))
  await waitFor(() => expect(currentUrl.value).toMatch(/^\/pages\/kyc\/kyc\?back=%2Fpages%2FopenCard/))
  expect(kycDraft()).toMatchObject({ docType: 'passport', values: { country: 'CN', areaCode: '+86' } })
})

test('a draft goes on with the next picture, or starts over after a word of warning', async () => {
  await open(half)
  expect((await screen.findByText('继续认证')).getAttribute('href')).toBe(
    '#/pages/idUpload/idUpload?side=back',
  )
  fireEvent.click(screen.getByText('重新开始'))
  await screen.findByText(/已上传的照片会被删除/)
  fireEvent.click(screen.getByText('删除照片，重新开始'))
  expect(currentUrl.value).toBe('/pages/idAuthNew/idAuthNew?restart=1')
  expect(kycDraft()?.isRestart).toBe(true)
})

test('who is verified sees as whom, by what and when it was sent, and where to go on', async () => {
  const profile = {
    firstName: 'WEI',
    lastName: 'LIN',
    country: 'CN',
    state: 'Guangdong',
    city: 'Shenzhen',
    address: '1 Shennan Road',
    postalCode: '518000',
    areaCode: '+86',
    phone: '13812345678',
  }
  const { data } = half as { data: object }
  const verified = { certStatus: 'approved', profile, missing: [], submittedAt: '2026-11-20T08:00:00.000Z' }
  await open(done({ ...data, ...verified }))
  await screen.findByText('认证已通过')
  for (const words of ['WEI LIN', '身份证', '提交时间', '+86 ****5678']) await screen.findByText(words)
  expect((await screen.findByText('申请一张卡')).getAttribute('href')).toBe(
    '#/pages/cardTypeList/cardTypeList',
  )
})
