import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, describe, expect, test } from 'vitest'
import { unread } from '../../overview.ts'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { setHideAmounts } from '../../state/locale.ts'
import { done, renderHere, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import MessagePage from './message.tsx'
import MessageList from './messageList.tsx'
import MessagesPage from './messages.tsx'
import Messages2 from './messages2.tsx'
import { shelves } from './parts/shelf.ts'

const count = '/api/customer/message/unreadMessageCount'
const read = '/api/customer/message/read'
const get = '/api/customer/message/get'

function message(number: number, changes: object = {}) {
  return {
    id: `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    kind: 'system',
    noticeType: 'security',
    title: `标题 ${number}`,
    content: `内容 ${number}`,
    params: {},
    isRead: false,
    createTime: '2026-11-20T10:00:00.000Z',
    action: '/pages/safeCenter/safeCenter',
    ...changes,
  }
}

const deposit = message(9, {
  kind: 'balance',
  noticeType: 'deposit',
  title: '120.5 USDT 已到账',
  content: '您充入的 120.5 USDT（ERC20）已确认。',
  params: { amount: '120.5', currency: 'USDT', chain: 'ERC20' },
  action: '/pages/bill/bill?id=1',
})
const page = (rows: object[], total = rows.length) => done({ list: rows, total, page: 1, pageSize: 20 })
const counted = (total: number) => done({ total, byKind: {} })

afterEach(() => {
  shelves.value = {}
  unread.value = 0
})

describe('messageList', () => {
  test('shows the newest of each category; all read empties the bell', async () => {
    signedInAs()
    const first = (unread: number) =>
      done([
        { kind: 'system', unread, first: message(1) },
        { kind: 'balance', unread: 0, first: null },
      ])
    let hasRead = false
    const sent = stubApi({
      '/api/customer/message/getAllMessageFirst': () => first(hasRead ? 0 : 3),
      [read]: () => {
        hasRead = true
        return done(null)
      },
      [count]: () => counted(hasRead ? 0 : 3),
    })
    await renderPage('messages', MessageList)
    await screen.findByText('3 条未读')
    await waitFor(() => expect(unread.value).toBe(3))
    expect(screen.getByText('余额变动').closest('a')?.getAttribute('href')).toContain('/pages/messages2/')
    fireEvent.click(screen.getByText('全部已读'))
    await waitFor(() => expect(unread.value).toBe(0))
    expect(sent.find(call => call.path === read)?.body).toEqual({})
    await waitFor(() => expect(screen.queryByText('3 条未读')).toBeNull())
  })
})

describe('messages', () => {
  test('without a category leads to all of them, balance to its own page', async () => {
    signedInAs()
    stubApi({})
    await renderPage('messages', MessagesPage)
    await waitFor(() => expect(currentUrl.value).toBe('/pages/messageList/messageList'))
    await renderPage('messages', MessagesPage, { query: { kind: 'balance' } })
    await waitFor(() => expect(currentUrl.value).toBe('/pages/messages2/messages2'))
  })

  test('loads more without a message twice, and marks the category as read', async () => {
    signedInAs()
    const rows = Array.from({ length: 20 }, (_, index) => message(30 - index))
    const sent = stubApi({
      '/api/customer/message/20/1': ({ after }) =>
        after ? page([message(11), message(10)], 22) : page(rows, 22),
      [read]: done(null),
      [count]: counted(0),
    })
    await renderPage('messages', MessagesPage, { query: { kind: 'system' } })
    fireEvent.click(await screen.findByText('加载更多'))
    await screen.findByText('标题 10')
    expect(screen.getAllByText(/^标题/)).toHaveLength(21)
    fireEvent.click(screen.getByText('全部已读'))
    await waitFor(() => expect(screen.queryAllByText('未读：')).toHaveLength(0))
    expect(sent.find(call => call.path === read)?.body).toEqual({ kind: 'system' })
  })

  test('a list that does not come can be asked for again', async () => {
    signedInAs()
    stubApi({ '/api/customer/message/20/1': { status: 500, error: 'none', path: '' } })
    await renderPage('messages', MessagesPage, { query: { kind: 'verify' } })
    fireEvent.click(await screen.findByText('重试'))
    await screen.findByText('重试')
  })

  test('one that is denied says so, and not that the network failed', async () => {
    signedInAs()
    stubApi({ '/api/customer/message/20/1': { status: 403, error: 'none', path: '' } })
    await renderPage('messages', MessagesPage, { query: { kind: 'verify' } })
    await screen.findByText('重试')
    expect(screen.queryByText(/请检查网络/)).toBeNull()
  })
})

describe('messages2', () => {
  test.each(['system', 'verify', 'feedback'])('leads %s on to its own page', async kind => {
    signedInAs()
    const sent = stubApi({})
    await renderPage('messages', Messages2, { query: { kind } })
    await waitFor(() => expect(currentUrl.value).toBe(`/pages/messages/messages?kind=${kind}`))
    expect(sent).toEqual([])
  })

  test('puts the sum first and asks the server for one type', async () => {
    signedInAs()
    const sent = stubApi({ '/api/customer/message/20/1': page([deposit]) })
    go('messages2')
    await renderHere('messages', Messages2)
    await screen.findByText('+120.50 USDT')
    fireEvent.click(screen.getByRole('button', { name: '退款' }))
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ kind: 'balance', noticeType: 'refundArrival' }))
    // The way back leads to the type that was chosen.
    expect(currentUrl.value).toBe('/pages/messages2/messages2?type=refundArrival')
    cleanup()
    await renderHere('messages', Messages2)
    expect(screen.getByRole('button', { name: '退款', pressed: true })).toBeTruthy()
  })

  test('tells the steps of a withdrawal apart', async () => {
    signedInAs()
    const step = (number: number, state: string) =>
      message(number, {
        kind: 'balance',
        noticeType: 'withdraw',
        params: { state, amount: '99', currency: 'USDT', chain: 'ERC20' },
      })
    stubApi({ '/api/customer/message/20/1': page([step(3, 'done'), step(2, 'sent'), step(1, 'unheard-of')]) })
    const { container } = await renderPage('messages', Messages2)
    await screen.findByText(/提现已完成/)
    for (const words of ['提现已完成 · ERC20', '提现已发出 · ERC20', '提现 · ERC20']) {
      expect(container.textContent?.replaceAll('\u00a0', ' ')).toContain(words)
    }
  })

  test('a notice is called what it is: a sum has a sign only where a balance has changed', async () => {
    signedInAs()
    const told = [
      ['refundArrival', { to: 'card' }, '+40.00 USDT退款'],
      ['refundArrival', { to: 'dispute-card' }, '+40.00 USDT争议退款'],
      ['refundArrival', { to: 'released' }, '40.00 USDT预留金额已释放'],
      ['refundArrival', { to: 'awaited-part' }, '+40.00 USDT退款'],
      ['refundArrival', { to: 'late' }, '40.00 USDT退款逾期未到'],
      ['consume', { what: 'disputeReversed' }, '−40.00 USDT争议款项收回'],
      ['consume', { what: 'annualFee' }, '−40.00 USDT卡片年费'],
      ['deposit', { state: 'lost' }, '40.00 USDT链上撤回了充值'],
      ['withdraw', { state: 'failed' }, '40.00 USDT提现未成功'],
      ['withdraw', { state: 'paid' }, '−40.00 USDT提现后来到账'],
      ['withdraw', { state: 'owed' }, '40.00 USDT提现后来到账'],
      ['cardTransfer', { what: 'adjusted', amount: '+40' }, '+40.00 USDT余额调整'],
      ['cardTransfer', { what: 'adjusted', amount: '-40' }, '−40.00 USDT余额调整'],
    ] as const
    const rows = told.map(([noticeType, params], index) =>
      message(told.length - index, {
        kind: 'balance',
        noticeType,
        isRead: true,
        params: { amount: '40', currency: 'USDT', ...params },
      }),
    )
    stubApi({ '/api/customer/message/20/1': page(rows) })
    await renderPage('messages', Messages2)
    const list = await screen.findByRole('list', { name: '余额变动' })
    const shown = [...list.querySelectorAll('a')].map(row => row.textContent)
    expect(shown.map((text, index) => text?.slice(0, told[index]?.[2].length))).toEqual(
      told.map(([, , words]) => words),
    )
  })

  test('says why a purchase was declined, where that is known', async () => {
    signedInAs()
    const declined = (number: number, reason: Record<string, string>) =>
      message(number, {
        kind: 'balance',
        noticeType: 'declined',
        params: { amount: '999', currency: 'USD', merchant: 'Far Away', ...reason },
      })
    stubApi({ '/api/customer/message/20/1': page([declined(2, { reason: 'limit_day' }), declined(1, {})]) })
    await renderPage('messages', Messages2)
    const list = await screen.findByRole('list', { name: '余额变动' })
    const [known, unknown] = [...list.querySelectorAll('a')].map(row => row.textContent)
    expect(known).toContain('Far Away超出 24 小时限额')
    expect(unknown).toMatch(/Far Away(今天|昨天|\d)/)
  })

  test('says what a conversion gave', async () => {
    signedInAs()
    const params = { amount: '0.25', currency: 'ETH', received: '781.57' }
    stubApi({
      '/api/customer/message/20/1': page([message(8, { kind: 'balance', noticeType: 'converted', params })]),
      '/api/customer/message/unreadMessageCount': counted(0),
    })
    await renderPage('messages', Messages2)
    expect(await screen.findByText(/→ 781\.57 USDT/)).toBeTruthy()
  })

  test('hides sums, also those in words', async () => {
    signedInAs()
    setHideAmounts(true)
    stubApi({ '/api/customer/message/20/1': page([deposit]), [get]: done(deposit), [count]: counted(0) })
    const list = await renderPage('messages', Messages2)
    await screen.findByText(/充值到账 · |ERC20/)
    expect(list.container.textContent).not.toContain('120')
    const one = await renderPage('messages', MessagePage, { query: { id: deposit.id } })
    await screen.findByText(/您充入的 \*{3} USDT/)
    expect(one.container.textContent).not.toContain('120')
  })
})

describe('message', () => {
  test('counts as read on the way back, and leads to what it is about', async () => {
    signedInAs()
    stubApi({
      '/api/customer/message/20/1': page([message(1)]),
      [get]: done(message(1, { isRead: true })),
      [count]: counted(4),
    })
    const list = await renderPage('messages', MessagesPage, { query: { kind: 'system' } })
    await screen.findByText('未读：')
    list.unmount()
    const one = await renderPage('messages', MessagePage, { query: { id: message(1).id } })
    expect((await screen.findByText('安全中心')).getAttribute('href')).toBe('#/pages/safeCenter/safeCenter')
    await waitFor(() => expect(unread.value).toBe(4))
    one.unmount()
    stubApi({})
    await renderPage('messages', MessagesPage, { query: { kind: 'system' } })
    await screen.findByText('标题 1')
    expect(screen.queryByText('未读：')).toBeNull()
  })

  test('of a card below zero leads to repaying it', async () => {
    signedInAs()
    const action = '/pages/cardDetail/cardDetail?id=card&open=repay'
    stubApi({ [get]: done(message(1, { noticeType: 'cardState', action })), [count]: counted(0) })
    await renderPage('messages', MessagePage, { query: { id: message(1).id } })
    expect((await screen.findByText('去还款')).getAttribute('href')).toBe(`#${action}`)
  })

  test('follows no target that is not ours', async () => {
    signedInAs()
    stubApi({ [get]: done(message(1, { action: 'https://elsewhere.example' })), [count]: counted(0) })
    const { container } = await renderPage('messages', MessagePage, { query: { id: message(1).id } })
    await screen.findByText('内容 1')
    expect(container.querySelector('footer')).toBeNull()
  })

  test('without an id leads to the categories', async () => {
    signedInAs()
    stubApi({})
    await renderPage('messages', MessagePage)
    await waitFor(() => expect(currentUrl.value).toBe('/pages/messageList/messageList'))
  })
})
