import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi, typePin } from '../../testing/testing.tsx'
import MotifyCardPhone from './motifyCardPhone.tsx'
import { cardId, sampleCard, sampleDetail } from './testing/samples.ts'

const path = '/api/customer/card/updateCardPhone'
const countries = [
  { code: 'CA', name: 'Canada', nameZh: '加拿大', flag: '', phoneCode: '+1' },
  { code: 'SG', name: 'Singapore', nameZh: '新加坡', flag: '', phoneCode: '+65' },
  { code: 'US', name: 'United States', nameZh: '美国', flag: '', phoneCode: '+1' },
]

async function change(answer: object) {
  signedInAs()
  const sent = stubApi({
    '/api/customer/card/detail': done({ ...sampleDetail, phone: '81238000', areaCode: '+65' }),
    '/api/common/address/selectCountry': done(countries),
    [path]: answer,
  })
  await renderPage('card', MotifyCardPhone, { query: { id: cardId } })
  await screen.findByText('新加坡 +65')
  fireEvent.input(screen.getByLabelText('新手机号'), { target: { value: '+65 8123-4567' } })
  fireEvent.input(screen.getByLabelText('邮箱验证码'), { target: { value: '123456' } })
  fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  await screen.findByText('输入资金密码，改为 +65 81234567')
  await typePin()
  return sent
}

describe('changing the phone of a card', () => {
  test('the old number is shown by its last digits only', async () => {
    await change({ status: 500 })
    expect(screen.getByText('现在的手机号：+65 ****8000')).toBeTruthy()
    expect(document.body.textContent).not.toContain('81238000')
  })

  test('area codes that did not come are asked for again', async () => {
    signedInAs()
    stubApi({ '/api/customer/card/detail': done(sampleDetail) })
    await renderPage('card', MotifyCardPhone, { query: { id: cardId } })
    await screen.findByText(/没有加载成功/)
    stubApi({ '/api/common/address/selectCountry': done(countries) })
    fireEvent.click(screen.getByText('重试'))
    await screen.findByText('新加坡 +65')
  })

  test.each([
    ['a wrong', 1006, 'code_incorrect', null, '验证码不正确'],
    ['an expired', 1011, 'code_wait', { reason: 'expired' }, '验证码已过期，请重新获取'],
  ] as const)('%s code is told at its field', async (_which, code, key, data, words) => {
    await change({ code, key, msg: '', data })
    await screen.findByText(words)
    expect(screen.getByLabelText('邮箱验证码').getAttribute('aria-invalid')).toBe('true')
  })

  test('where the issuer keeps the cardholder as it is, that is said in its own words', async () => {
    await change({ code: 1306, key: 'cardholder_fixed', msg: '', data: null })
    await screen.findByText(/手机号不能修改/)
    expect(screen.queryByLabelText('新手机号')).toBeNull()
    expect(screen.getByText('联系客服')).toBeTruthy()
  })

  test.each([
    ['card_closed', null, '我的卡片', '#/pages/cardList/cardList'],
    [
      'modify_failed',
      { reason: 'other' },
      '联系客服',
      `#/pages/feedback/feedback?refType=card&refId=${cardId}`,
    ],
  ])('the refusal %s comes with the way on', async (key, data, label, href) => {
    await change({ code: 1410, key, msg: '', data })
    expect((await screen.findByText(label)).getAttribute('href')).toBe(href)
  })

  test.each([
    ['the issuer keeps it as it is', { canChangePhone: false }, /手机号不能修改/],
    ['the card is frozen by us', { status: 'frozen_risk' }, /为了安全，这张卡已被冻结/],
  ])('is not even asked for where %s', async (_, changes, words) => {
    signedInAs()
    stubApi({ '/api/customer/card/detail': done({ ...sampleDetail, ...changes }) })
    await renderPage('card', MotifyCardPhone, { query: { id: cardId } })
    await screen.findByText(words)
    expect(screen.getByText('联系客服')).toBeTruthy()
    expect(screen.queryByLabelText('新手机号')).toBeNull()
  })

  test('ends with the new number in place', async () => {
    const sent = await change(done(sampleCard))
    await screen.findByText('手机号已更新')
    await waitFor(() =>
      expect(sent.find(sending => sending.path === path)?.body).toEqual({
        id: cardId,
        areaCode: '+65',
        phone: '81234567',
        code: '123456',
        pin: '135790',
      }),
    )
  })
})
