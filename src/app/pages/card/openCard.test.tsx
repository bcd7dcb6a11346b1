import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { UserInfo } from '../../../contract/account.ts'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import OpenCard from './openCard.tsx'
import OpenCardKyc from './openCardKyc.tsx'
import { amountIn } from './parts/open/open-plan.ts'
import PayOpenCard from './payOpenCard.tsx'
import { physical } from './testing/apply-samples.ts'
import { celadon, master } from './testing/samples.ts'

const kindPath = '/api/common/getCardType'
const walletPath = '/api/customer/cryptoCurrency/masterBudgetBalance'
const userPath = '/api/customer/customerUser/getUser'

interface Shown {
  changes?: Partial<UserInfo>
  kind?: object
  available?: string
  debt?: object
  query?: Record<string, string>
}

async function show({ changes = {}, kind = {}, available = '412.75', query = {}, debt }: Shown = {}) {
  signedInAs(changes)
  stubApi({
    [kindPath]: done({ ...celadon, ...kind }),
    [walletPath]: done({ ...master, available, ...(debt && { debt }) }),
    [userPath]: done({ ...person, ...changes }),
  })
  go('openCard', { cardTypeId: 'celadon', ...query })
  await renderPage('card', OpenCard, { query: { cardTypeId: 'celadon', ...query } })
  return await screen.findByLabelText<HTMLInputElement>('充值金额')
}
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })

describe('opening a card', () => {
  test('adds up the total while the recharge at opening is typed, and hands it on', async () => {
    const field = await show()
    type(field, '100')
    expect((await screen.findAllByText('106.00 USDT')).length).toBeGreaterThan(0)
    expect(screen.getByText('下一步').getAttribute('href')).toBe(
      '#/pages/openCardKyc/openCardKyc?cardTypeId=celadon&amount=100',
    )
  })

  test('reads the wallet and the person once, and again when somebody asks for it', async () => {
    signedInAs()
    const sent = stubApi({ [kindPath]: done(celadon), [walletPath]: done(master), [userPath]: done(person) })
    const times = () => [walletPath, userPath].map(each => sent.filter(({ path }) => path === each).length)
    await renderPage('card', OpenCard, { query: { cardTypeId: 'celadon' } })
    await screen.findByText('钱包剩余')
    expect(times()).toEqual([1, 1])
    dispatchEvent(new CustomEvent('renew', { detail: [] }))
    await waitFor(() => expect(times()).toEqual([2, 2]))
  })

  test.each([
    ['zh-CN', '继续即表示同意《持卡人协议》和《费用说明》。', '仅在美国以外消费时'],
    [
      'en-US',
      'By continuing you accept the cardholder agreement and the fee schedule.',
      'Only outside the US',
    ],
  ] as const)(
    '%s sentences have a blank where their language has one, and places their article',
    async (language, terms, note) => {
      signedInAs()
      stubApi({ [kindPath]: done(celadon), [walletPath]: done(master), [userPath]: done(person) })
      const { container } = await renderPage('card', OpenCard, { query: { cardTypeId: 'celadon' }, language })
      await waitFor(() => expect(container.textContent).toContain(terms))
      expect(screen.getByText(note)).toBeTruthy()
    },
  )

  test('whoever owes something is told so before anything is filled in, and led to repaying it', async () => {
    await show({ debt: { owed: '18.7', cardId: 'c1', last4: '1111' }, available: '0' })
    expect(await screen.findByText('卡片还欠 $18.70，还清后即可开新卡')).toBeTruthy()
    expect(screen.queryByText('下一步')).toBeNull()
    expect(screen.getByText('去还款').getAttribute('href')).toBe(
      '#/pages/cardDetail/cardDetail?id=c1&open=repay',
    )
  })

  test('a kind that asks for no person leads straight to paying', async () => {
    await show({ kind: { needKyc: false }, query: { amount: '20' } })
    expect(screen.getByText('下一步').getAttribute('href')).toBe(
      '#/pages/payOpenCard/payOpenCard?cardTypeId=celadon&amount=20',
    )
  })

  test.each(['9', '10001', 'a lot', '-50'])('does not go on with %s', async amount => {
    type(await show(), amount)
    await waitFor(() => expect(screen.getByLabelText('充值金额').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('下一步').getAttribute('href')).toBeNull()
  })

  test('a recharge that is no amount is not reckoned with', async () => {
    const field = await show()
    type(field, '-4')
    expect(await screen.findByText('金额不正确')).toBeTruthy()
    const total = screen.getAllByText('合计').map(({ nextSibling }) => nextSibling?.textContent)
    expect(new Set(total)).toEqual(new Set(['5.00\u00a0USDT']))
  })

  test('zeros in front of the recharge, typed or in a link, do not make it none', async () => {
    const field = await show()
    type(field, '0100')
    expect(field.value).toBe('100')
    expect((await screen.findAllByText('106.00 USDT')).length).toBeGreaterThan(0)
    expect(amountIn('0100')).toBe('')
  })

  test('the recharge at opening can wait, and is not called by the name of the first recharge, which has a rule of its own', async () => {
    await show()
    expect(screen.getAllByText('开卡时充值').length).toBeGreaterThan(0)
    expect(document.body.textContent).not.toContain('首次充值')
    fireEvent.click(screen.getByText('暂不充值'))
    await waitFor(() => expect(screen.getByText('下一步').getAttribute('href')).toContain('amount=0'))
    expect(screen.getAllByText('5.00 USDT').length).toBeGreaterThan(0)
  })

  test.each<[string, Shown, string, string]>([
    [
      'is not verified',
      { changes: { certified: false, certStatus: 'none' } },
      '开卡前需要完成身份认证，约 3 分钟',
      '/idAuthNew',
    ],
    [
      'has no PIN',
      { changes: { pinSet: false } },
      '请先设置资金密码，付款时需要它',
      '/updatePinCode?back=%2Fpages%2FopenCard%2FopenCard%3FcardTypeId%3Dceladon',
    ],
    ['has too little', { available: '10' }, '钱包还差 45.50 USDT', '/transferIn?coin=USDT&amount=45.5'],
    ['chose a kind that is off', { kind: { status: 'disable' } }, '该卡种暂未开放', '/cardTypeList'],
  ])('whoever %s is told so, with the way on', async (_who, shown, words, way) => {
    await show(shown)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText('下一步')).toBeNull()
    const ways = [...document.querySelectorAll('footer a')].map(link => link.getAttribute('href'))
    expect(ways.join()).toContain(way)
  })

  test.each([OpenCard, OpenCardKyc, PayOpenCard])(
    'a link to a physical kind leads to its application',
    async Page => {
      signedInAs()
      go('card')
      stubApi({ [kindPath]: done(physical), [walletPath]: done(master), [userPath]: done(person) })
      await renderPage('card', Page, { query: { cardTypeId: physical.id } })
      await waitFor(() => expect(currentUrl.value).toBe(`/pages/makeCard/makeCard?cardTypeId=${physical.id}`))
      expect(document.querySelector('footer')).toBeNull()
    },
  )

  test('without a kind it leads to all of them', async () => {
    await renderPage('card', OpenCard)
    await waitFor(() => expect(currentUrl.value).toBe('/pages/cardTypeList/cardTypeList'))
  })
})
