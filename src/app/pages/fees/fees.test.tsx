import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { setCurrency, setHideAmounts } from '../../state/locale.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import FeesPage from './fees.tsx'
import type { Fees } from './parts/worths.ts'

const path = '/api/customer/cost/fees'
const cheaperPath = '/api/customer/cost/cheaper'
const filePath = '/api/customer/cost/export'
const cardId = '01990000-0000-7000-8000-000000000001'
const card = { id: cardId, last4: '4821', cardTypeName: 'Celadon' }

const nothing: Fees = { years: ['2026', '2025'], total: [], months: [], kinds: [], cards: [] }
const usdt = (amount: string) => ({ currency: 'USDT' as const, amount })
const usd = (amount: string) => ({ currency: 'USD' as const, amount })
const one: Fees = {
  years: ['2026'],
  total: [usdt('1')],
  months: [{ ...usdt('1'), month: '2026-03' }],
  kinds: [{ ...usdt('1'), kind: 'withdrawFee', count: 1 }],
  cards: [{ ...usdt('1'), card: null }],
}
const many: Fees = {
  years: ['2026', '2025'],
  total: [usdt('12.5'), usd('2.5')],
  months: [
    { ...usdt('13'), month: '2026-02' },
    { ...usd('2.5'), month: '2026-02' },
    { ...usdt('-0.5'), month: '2026-11' },
  ],
  kinds: [
    { ...usdt('3'), kind: 'annualFee', count: 1 },
    { ...usdt('11'), kind: 'rechargeFee', count: 4 },
    { ...usd('2.5'), kind: 'annualFee', count: 1 },
    { ...usdt('0.5'), kind: 'spread', count: 1 },
    { ...usdt('-2'), kind: 'returned', count: 1 },
  ],
  cards: [
    { ...usdt('-2'), card: null },
    { ...usdt('14.5'), card },
    { ...usd('2.5'), card },
  ],
}
const cheap = {
  since: '2025-11-22T08:00:00.000Z',
  paid: '88',
  kinds: [
    {
      cardTypeId: 'cobalt',
      cardTypeName: 'Cobalt',
      cost: '46',
      saves: '42',
      openFee: '10',
      annualFee: '12',
      isOwned: false,
    },
  ],
}
const noCheaper = done({ ...cheap, kinds: [] })
const file = { name: 'glaze-fees-2026.csv', type: 'text/csv', content: btoa('a,b') }

beforeEach(() => {
  signedInAs()
  vi.useFakeTimers({ now: new Date('2026-11-22T08:00:00Z'), shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setCurrency('USDT')
  setHideAmounts(false)
})

const rows = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
const hrefOf = (words: string) => screen.getByText(words).closest('a')?.getAttribute('href')

describe('the fees of a year', () => {
  test('are those of this year at first, by the customer’s zone, and of another that is chosen', async () => {
    const sent = stubApi({ [path]: done(nothing), [cheaperPath]: noCheaper })
    await renderPage('fees', FeesPage)
    expect(await screen.findByText('这一年没有付过费用')).toBeTruthy()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(sent[0]).toMatchObject({ path, body: { zone: timeZone, year: '2026' } })
    fireEvent.click(await screen.findByText('2025年'))
    await waitFor(() => expect(currentUrl.value).toBe('/pages/fees/fees?year=2025'))
    // Nothing of what another year would not have.
    expect(screen.queryByText('导出 CSV 表格')).toBeNull()
    expect(sent.map(({ path }) => path)).not.toContain(cheaperPath)
  })

  test('of who has no bills at all are none, whatever year the URL says', async () => {
    const sent = stubApi({ [path]: done({ ...nothing, years: [] }) })
    await renderPage('fees', FeesPage, { query: { year: '19999' } })
    expect(await screen.findByText('还没有账单，也没有付过费用')).toBeTruthy()
    expect(sent[0]?.body.year).toBe('2026')
  })

  test('that are one lead to its bill by every way', async () => {
    stubApi({ [path]: done(one), [cheaperPath]: noCheaper })
    await renderPage('fees', FeesPage)
    expect(await screen.findByText('提现手续费')).toBeTruthy()
    const bills = '#/pages/bill/bill?cost='
    expect(hrefOf('查看全部账单')).toBe(`${bills}all&year=2026`)
    expect(screen.getByLabelText('2026年3月').getAttribute('href')).toBe(`${bills}all&month=2026-03`)
    expect(hrefOf('提现手续费')).toBe(`${bills}withdrawFee&year=2026`)
    expect(hrefOf('不属于卡片')).toBe(`${bills}all&year=2026&cardless=yes`)
    expect(screen.queryByText(/按现在的汇率/)).toBeNull()
  })

  test('are grouped by kind and by card, each currency for itself, what is most first', async () => {
    stubApi({ [path]: done(many), [cheaperPath]: noCheaper })
    await renderPage('fees', FeesPage)
    await screen.findByText('充值费')
    expect(rows()).toEqual([
      '充值费4 笔11.00 USDT',
      '卡片年费2 笔3.00 USDT$2.50',
      '兑换汇差1 笔，成交汇率低于参考汇率的部分0.50 USDT',
      '退还的费用1 笔−2.00 USDT',
      '青瓷尾号 482114.50 USDT$2.50',
      '不属于卡片提现、兑换等−2.00 USDT',
    ])
    expect(hrefOf('青瓷')).toBe(`#/pages/bill/bill?cost=all&year=2026&cardOutId=${cardId}`)
    expect(document.querySelector('strong')?.textContent).toBe('15.00 USDT')
    const columns = [...document.querySelectorAll('table tr')].map(({ textContent }) => textContent)
    expect(columns).toEqual(['2月15.50', '11月−0.50'])
    expect(screen.getByText('其他月份没有费用')).toBeTruthy()
  })

  test('of every month leave none to speak of, and one of no worth is shown', async () => {
    const months = Array.from({ length: 12 }, (_, index) => ({
      ...(index === 4 ? { currency: 'ETH' as const, amount: '0.1' } : usdt('1')),
      month: `2026-${String(12 - index).padStart(2, '0')}`,
    }))
    stubApi({ [path]: done({ ...one, months }), [cheaperPath]: noCheaper })
    await renderPage('fees', FeesPage)
    await screen.findByText('提现手续费')
    const columns = [...document.querySelectorAll('table tr')].map(({ textContent }) => textContent)
    expect(columns).toHaveLength(12)
    expect([columns[0], columns[7]]).toEqual(['1月1.00', '8月0.00'])
    expect(screen.queryByText('其他月份没有费用')).toBeNull()
  })

  test('are worth in the pricing currency what the rates of now say, and say so', async () => {
    setCurrency('CNY')
    stubApi({
      [path]: done({ ...one, total: [usdt('1'), { currency: 'ETH', amount: '0.001' }] }),
      [cheaperPath]: noCheaper,
    })
    await renderPage('fees', FeesPage)
    expect(await screen.findByText(/按现在的汇率折算，不是付费当时的/)).toBeTruthy()
    expect(screen.getByText(/USDT, ETH 暂无汇率，未计入/)).toBeTruthy()
  })

  test('show no amount while amounts are hidden', async () => {
    setHideAmounts(true)
    stubApi({ [path]: done(many), [cheaperPath]: done(cheap) })
    const { container } = await renderPage('fees', FeesPage)
    await screen.findByText('霁蓝卡会更省')
    const own = container.textContent?.replace(/含开卡费.*?USDT 和一年年费.*?USDT/, '')
    expect(own).not.toMatch(/\d\.\d\d/)
  })

  test('say that they could not be read, and are read at another try', async () => {
    stubApi({ [path]: { status: 500 }, [cheaperPath]: noCheaper })
    await renderPage('fees', FeesPage)
    const retry = await screen.findByText('重试')
    stubApi({ [path]: done(one), [cheaperPath]: noCheaper })
    fireEvent.click(retry)
    expect(await screen.findByText('提现手续费')).toBeTruthy()
  })
})

describe('a cheaper kind of card', () => {
  test.each([
    [
      'to open',
      {},
      '含开卡费 10.00 USDT 和一年年费 12.00 USDT',
      '了解霁蓝卡',
      '#/pages/openCard/openCard?cardTypeId=cobalt',
    ],
    [
      'without a year’s fee',
      { annualFee: '0' },
      '含开卡费 10.00 USDT',
      '了解霁蓝卡',
      '#/pages/openCard/openCard?cardTypeId=cobalt',
    ],
    [
      'that one has',
      { isOwned: true, openFee: '0' },
      '含一年年费 12.00 USDT',
      '查看我的卡片',
      '#/pages/cardList/cardList',
    ],
  ])('%s is told with what it would have cost and the way there', async (_, fields, extras, way, href) => {
    const kinds = [{ ...cheap.kinds[0], ...fields }]
    stubApi({ [path]: done(one), [cheaperPath]: done({ ...cheap, kinds }) })
    await renderPage('fees', FeesPage)
    expect(await screen.findByText('霁蓝卡会更省')).toBeTruthy()
    for (const amount of ['88.00 USDT', '46.00 USDT', '42.00 USDT', extras])
      expect(screen.getByText(amount)).toBeTruthy()
    expect(hrefOf(way)).toBe(href)
  })

  test('is not spoken of when there is none, nor when that is not known', async () => {
    for (const answer of [noCheaper, { status: 500 }]) {
      const sent = stubApi({ [path]: done(one), [cheaperPath]: answer })
      const { unmount } = await renderPage('fees', FeesPage)
      await waitFor(() => expect(sent.map(({ path }) => path)).toContain(cheaperPath))
      expect(await screen.findByText('提现手续费')).toBeTruthy()
      expect(screen.queryByText(/会更省/)).toBeNull()
      unmount()
    }
  })
})

describe('the file of a year', () => {
  const press = async () => fireEvent.click(await screen.findByText('导出 CSV 表格'))

  test('is made when it is asked for, in the language and zone of its reader', async () => {
    const downloads: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download)
    })
    const sent = stubApi({ [path]: done(one), [cheaperPath]: noCheaper, [filePath]: done(file) })
    await renderPage('fees', FeesPage, { query: { year: '2026' } })
    await press()
    await waitFor(() => expect(downloads).toEqual([file.name]))
    const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
    expect(sent.find(call => call.path === filePath)?.body).toEqual({ year: '2026', zone, lang: 'zh' })
  })

  test('says why it was not made, and where Telegram keeps none', async () => {
    const refused = { code: 1411, key: 'limit_exceeded', msg: '', data: { limit: '20000' } }
    stubApi({ [path]: done(one), [cheaperPath]: noCheaper, [filePath]: refused })
    const { unmount } = await renderPage('fees', FeesPage)
    await press()
    expect(await screen.findByText(/请按月导出对账单/)).toBeTruthy()
    const until = '2026-11-22T08:40:00.000Z'
    stubApi({ [filePath]: { ...refused, data: { reason: 'too_often', limit: 60, until } } })
    await press()
    expect(await screen.findByText(/一小时内导出的表格太多，请在 .*\d\d:\d\d ?之后再试/)).toBeTruthy()
    unmount()
    stubApi({ [path]: done(one), [cheaperPath]: noCheaper, [filePath]: done(file) })
    vi.stubGlobal('glaze', { early: {}, params: { tgWebAppPlatform: 'ios', tgWebAppVersion: '8.0' } })
    await renderPage('fees', FeesPage)
    await press()
    expect(await screen.findByText(/请在浏览器里打开 Glaze/)).toBeTruthy()
  })
})
