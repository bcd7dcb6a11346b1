import { screen, waitFor } from '@testing-library/preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { UserInfo } from '../../../contract/account.ts'
import type { Bill } from '../../../contract/bill.ts'
import { declineMend, declineReasons } from '../../../contract/decline.ts'
import { overview } from '../../overview.ts'
import Welcome from '../../start/welcome.tsx'
import { setCurrency } from '../../state/locale.ts'
import { followRates } from '../../state/rates.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import { sampleCard } from '../card/testing/samples.ts'
import { coinOf } from '../wallet/testing/coin-of.ts'
import Home from './index.tsx'

const rows = (list: object[]) => done({ list, total: list.length, page: 1, pageSize: 20 })
const answers = {
  '/api/customer/cryptoCurrency/queryWallet': done([coinOf('USDT', '8200')]),
  '/api/customer/cryptoCurrency/masterBudgetBalance': done({
    currency: 'USDT',
    balance: '8200',
    frozen: '0',
    available: '8200',
    cardBalance: '30.5',
    cardCount: 0,
  }),
  '/api/customer/card/20/1': rows([]),
  '/api/customer/userBill/5/1': rows([]),
  '/api/customer/customerUser/getUser': done(person),
  '/api/customer/message/unreadMessageCount': done({ total: 2, byKind: {} }),
}

const time = new Date(Date.now() - 600_000).toISOString()
const manyCoins = {
  ...answers,
  '/api/customer/cryptoCurrency/queryWallet': done([
    coinOf('USDT', '8200', { incoming: '17.25' }),
    coinOf('ETH', '1.5'),
    coinOf('TRX', '90.25'),
  ]),
  '/api/common/exchangeRate': done([
    { masterCurrency: 'ETH', slaveCurrency: 'USDT', rate: '3000', time, state: 'stale' },
    { masterCurrency: 'USDT', slaveCurrency: 'CNY', rate: '7', time, state: 'good' },
    { masterCurrency: 'EUR', slaveCurrency: 'USDT', rate: '1.25', time, state: 'good' },
  ]),
}

afterEach(() => setCurrency('USDT'))

describe('Home', () => {
  test('invites somebody who is not signed in to register or log in, in both languages', async () => {
    stubApi({})
    await renderPage('welcome', Welcome)
    expect(screen.getByText('注册').getAttribute('href')).toBe('#/pages/register/register')
    const main = screen.getByRole('main')
    await waitFor(() => expect(document.activeElement).toBe(main))
    expect(main.ariaLabel).toBe('Glaze 釉')
    await renderPage('welcome', Welcome, { language: 'en-US' })
    expect(screen.getAllByText('Log in')[0]?.getAttribute('href')).toBe('#/pages/login/login')
  })

  test('says that figures could not be loaded and tries again in place', async () => {
    overview.value = null
    signedInAs()
    stubApi({})
    await renderPage('core', Home)
    const retry = await screen.findByText('重试')
    expect(document.querySelector('[aria-busy=true],.bone')).toBeNull()
    stubApi(answers)
    retry.click()
    await screen.findByText('8,230.50')
    expect(screen.queryByText('重试')).toBeNull()
  })

  test('adds wallet and cards up and shows what is left to do', async () => {
    overview.value = null
    signedInAs()
    stubApi(answers)
    await renderPage('core', Home)
    await screen.findByText('8,230.50')
    expect(await screen.findByText('开通第一张卡')).toBeTruthy()
    expect(screen.getByLabelText('消息，2 条未读')).toBeTruthy()
  })

  test('counts each coin by its rate, marks a doubtful one with its age, and leaves out what has none', async () => {
    overview.value = null
    signedInAs()
    stubApi(manyCoins)
    const stop = followRates()
    const { container } = await renderPage('core', Home)
    // 8200 + 1.5 × 3000 + 30.5 on cards; TRX has no rate.
    const total = await screen.findByText('12,730.50')
    expect(total.closest('p')?.getAttribute('style')).toContain('opacity')
    expect(screen.getByText('TRX 暂无汇率，未计入')).toBeTruthy()
    const age = screen.getByText(/^汇率：.*，已过期$/)
    expect(age.getAttribute('style')).toContain('--warn')
    expect(await screen.findByText('—')).toBeTruthy()
    expect(container.textContent).not.toContain('NaN')
    expect(screen.getByRole('link', { name: '全部 资产' }).getAttribute('href')).toBe(
      '#/pages/selectCoin/selectCoin',
    )
    stop()
  })

  // 8200 + 1.5 × 3000 in the wallet, 30.5 on cards: direct rates multiply, inverse ones divide, USD is USDT.
  test.each([
    ['CNY', '≈\u00a0¥89,113.50', '≈\u00a0¥88,900.00', '≈\u00a0¥213.50'],
    ['EUR', '≈\u00a0€10,184.40', '≈\u00a0€10,160.00', '≈\u00a0€24.40'],
    ['USD', '≈\u00a0$12,730.50', '≈\u00a0$12,700.00', '≈\u00a0$30.50'],
    ['HKD', '—', '—', '—'],
  ])(
    'adds up in the pricing currency %s, with what it is in USDT under it',
    async (priced, total, ...parts) => {
      overview.value = null
      signedInAs({ currency: priced })
      setCurrency(priced)
      stubApi(manyCoins)
      const stop = followRates()
      const { container } = await renderPage('core', Home)
      await screen.findByText('≈ 12,730.50 USDT')
      expect(screen.getByText(`总资产估值（${priced}）`)).toBeTruthy()
      await waitFor(() => expect(container.querySelector('.total')?.textContent).toBe(total))
      expect([...container.querySelectorAll('dd')].map(each => each.textContent)).toEqual(parts)
      expect(container.textContent).not.toMatch(/NAN|NaN/)
      stop()
    },
  )

  test.each(['closed', 'lost', 'expired'])('shows no card that is %s', async status => {
    overview.value = null
    signedInAs()
    const card = (last4: string, status: string) => ({
      ...sampleCard,
      id: `${sampleCard.id}${last4}`,
      last4,
      status,
    })
    const list = (cards: object[]) => stubApi({ ...answers, '/api/customer/card/20/1': rows(cards) })
    list([card('1111', status), card('2222', 'frozen_user')])
    const { unmount } = await renderPage('core', Home)
    await screen.findByText('2222')
    unmount()
    overview.value = null
    list([card('1111', status)])
    await renderPage('core', Home)
    await screen.findByText('8,230.50')
    expect(screen.queryByText('1111')).toBeNull()
  })

  test('hides every amount', async () => {
    overview.value = null
    signedInAs()
    stubApi(manyCoins)
    const { container } = await renderPage('core', Home)
    await screen.findByText('12,730.50')
    screen.getByLabelText('隐藏金额').click()
    await waitFor(() => expect(container.textContent).not.toMatch(/\d[\d,]*\.\d\d/))
  })
})

/** Home of somebody who has done every step. */
async function drawn({
  user = {},
  bills = [],
  language = 'zh-CN',
}: {
  user?: Partial<UserInfo>
  bills?: Bill[]
  language?: 'zh-CN' | 'en-US'
}) {
  overview.value = null
  signedInAs()
  stubApi({
    ...answers,
    '/api/customer/card/20/1': rows([sampleCard]),
    '/api/customer/userBill/5/1': rows(bills),
    '/api/customer/customerUser/getUser': done({ ...person, ...user }),
  })
  const { container } = await renderPage('core', Home, { language })
  await screen.findByText('8,230.50')
  await waitFor(() => expect(container.querySelectorAll('h2')).toHaveLength(user.deleteAt ? 1 : 2))
}

test('the PIN that is set from Home leads back there, to the step after it', async () => {
  await drawn({ user: { pinSet: false } })
  expect(hrefOf('设置资金密码')).toBe('#/pages/updatePinCode/updatePinCode?back=%2F')
})

test.each([
  ['zh-CN', '账户注销等待中', '注销，在那之前可以撤销', /开始使用|充值第一笔资金|开通第一张卡|第一笔充值/],
  [
    'en-US',
    'Your account is being deleted',
    'you can cancel until then',
    /Get started|Make your first|Get your first|first deposit/,
  ],
] as const)('whoever is about to be deleted is told so and invited to nothing, in %s', async (...row) => {
  const [language, title, note, invitation] = row
  const deleteAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
  await drawn({ bills: [], user: { deleteAt, certified: false, certStatus: 'none' }, language })
  expect(hrefOf(title)).toBe('#/pages/cannelAccount/cannelAccount')
  expect(screen.getByText(note, { exact: false })).toBeTruthy()
  expect(screen.queryByText(invitation)).toBeNull()
})

const hrefOf = (text: string) => screen.getByText(text).closest('a')?.getAttribute('href')

describe('Home, while withdrawals are held', () => {
  afterEach(() => vi.useRealTimers())

  test('counts down in minutes, by the seconds that were told, and stops at the end', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    // This phone is a week ahead.
    const holdUntil = new Date(Date.now() - 6 * 86_400_000).toISOString()
    await drawn({ user: { holdUntil, holdSeconds: 2 * 3_600 - 60 } })
    expect(hrefOf('提现暂停中')).toBe('#/pages/safeCenter/safeCenter')
    expect(screen.getByText('1 小时 59 分钟后开放')).toBeTruthy()
    expect(screen.queryByText('开始使用')).toBeNull()
    vi.advanceTimersByTime(60 * 60_000)
    await screen.findByText('59 分钟后开放')
    vi.advanceTimersByTime(59 * 60_000)
    await waitFor(() => expect(screen.queryByText('提现暂停中')).toBeNull())
  })

  test('says nothing of it when they are not', async () => {
    await drawn({})
    expect(screen.queryByText('提现暂停中')).toBeNull()
  })
})

describe('Home, after a declined purchase', () => {
  const words = '付款被拒，看看怎么解决'
  const purchase = (changes: Partial<Bill> = {}): Bill => ({
    id: '01990000-0000-7000-8000-000000000021',
    type: 'cardTransaction',
    amount: '-1',
    currency: 'USD',
    fee: '0',
    account: sampleCard.last4,
    remark: { merchant: 'Steam', reason: 'no_money' },
    status: 'declined',
    createTime: new Date(Date.now() - 3_600_000).toISOString(),
    cardOutId: sampleCard.id,
    traceId: '01990000-0000-7000-8000-000000000021',
    ...changes,
  })

  test('leads to the bill where the way to mend it stands', async () => {
    await drawn({ bills: [purchase()] })
    expect(hrefOf(words)).toBe('#/pages/bill/bill?id=01990000-0000-7000-8000-000000000021')
  })

  test('says so in English, as well as how long withdrawals are held', async () => {
    await drawn({ bills: [purchase()], user: { holdSeconds: 3_000 }, language: 'en-US' })
    expect(screen.getByText('Payment declined: see how to fix it')).toBeTruthy()
    expect(screen.getByText('Back in 50 min')).toBeTruthy()
  })

  test('goes once a later purchase on that card went through', async () => {
    const id = '01990000-0000-7000-8000-000000000022'
    await drawn({ bills: [purchase({ id, status: 'pending' }), purchase()] })
    expect(screen.queryByText(words)).toBeNull()
  })

  test('stays after a recharge, another refusal and a purchase on another card', async () => {
    const id = (last: string) => `01990000-0000-7000-8000-0000000000${last}`
    await drawn({
      bills: [
        purchase({ id: id('24'), type: 'topUp', status: 'done' }),
        purchase({ id: id('23'), type: 'consume', status: 'done', cardOutId: id('99') }),
        purchase({ id: id('22') }),
        purchase(),
      ],
    })
    expect(hrefOf(words)).toContain(id('22'))
  })

  test('forgets it after three days', async () => {
    const createTime = new Date(Date.now() - 73 * 3_600_000).toISOString()
    await drawn({ bills: [purchase({ createTime })] })
    expect(screen.queryByText(words)).toBeNull()
  })

  test.each(declineReasons)('tells of %s where somebody can mend it', async reason => {
    await drawn({ bills: [purchase({ remark: { merchant: 'Steam', reason } })] })
    expect(screen.queryByText(words) !== null).toBe(declineMend(reason) !== null)
  })
})
