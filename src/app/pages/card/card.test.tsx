import { screen } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { UserInfo } from '../../../contract/account.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing.tsx'
import CardTab from './card.tsx'
import { celadon, master, pageOf, sampleCard } from './parts/samples.ts'

const answers = {
  '/api/customer/card/50/1': done(pageOf([])),
  '/api/common/cardType/1000/1': done(pageOf([celadon])),
  '/api/customer/cryptoCurrency/masterBudgetBalance': done({ ...master, balance: '0', available: '0' }),
  '/api/customer/userBill/5/1': done(pageOf([])),
}

describe('the card tab without a card', () => {
  test.each<[string, Partial<UserInfo>, string]>([
    [
      '去认证',
      { certified: false, certStatus: 'none', pinSet: false },
      '#/pages/idAuthNew/idAuthNew?back=%2F',
    ],
    [
      '设置资金密码',
      { certified: false, certStatus: 'pending', pinSet: false },
      '#/pages/updatePinCode/updatePinCode',
    ],
    ['去充值', {}, '#/pages/transferIn/transferIn?coin=USDT'],
  ])('leads to the next step: %s', async (label, person, href) => {
    signedInAs(person)
    stubApi(answers)
    await renderPage('card', CardTab)
    expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toBe(href)
  })

  test('leads to the kinds of card when all is ready', async () => {
    signedInAs()
    stubApi({ ...answers, '/api/customer/cryptoCurrency/masterBudgetBalance': done(master) })
    await renderPage('card', CardTab)
    const way = await screen.findByRole('link', { name: '申请新卡' })
    expect(way.getAttribute('href')).toBe('#/pages/cardTypeList/cardTypeList')
  })

  test('asks a visitor to register, and sends no call that needs a session', async () => {
    const sent = stubApi(answers)
    await renderPage('card', CardTab)
    expect((await screen.findByText('注册')).getAttribute('href')).toBe('#/pages/register/register')
    expect(sent.filter(({ path }) => path.startsWith('/api/customer/'))).toEqual([])
  })
})

describe('the card tab with cards', () => {
  test('shows first the cards that pay, and closed ones not at all', async () => {
    signedInAs()
    const frozen = {
      ...sampleCard,
      id: '01990000-0000-7000-8000-000000000011',
      last4: '1111',
      status: 'frozen_user',
    }
    const closed = {
      ...sampleCard,
      id: '01990000-0000-7000-8000-000000000012',
      last4: '2222',
      status: 'closed',
    }
    stubApi({ ...answers, '/api/customer/card/50/1': done(pageOf([closed, frozen, sampleCard])) })
    await renderPage('card', CardTab)
    const faces = await screen.findAllByRole('link', { name: /青瓷 · .*\d{4}/ })
    expect(faces.map(face => /\d{4}/.exec(face.textContent)?.[0])).toEqual(['4821', '1111'])
    expect(screen.getByText('$100.00')).toBeTruthy()
    expect(screen.getByText('$20.00')).toBeTruthy()
  })

  test('says that it could not be loaded and tries again in place', async () => {
    signedInAs()
    stubApi({ ...answers, '/api/customer/card/50/1': { status: 500 } })
    await renderPage('card', CardTab)
    const retry = await screen.findByText('重试')
    stubApi({ ...answers, '/api/customer/card/50/1': done(pageOf([sampleCard])) })
    retry.click()
    await screen.findByText('$100.00')
  })
})
