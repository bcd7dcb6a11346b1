import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unread } from '../../overview.ts'
import { setAppearance } from '../../preferences/appearance.ts'
import { currency, language, setCurrency } from '../../state/locale.ts'
import { session } from '../../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import User from './user.tsx'

const getUser = '/api/customer/customerUser/getUser'
const count = '/api/customer/message/unreadMessageCount'
const kinds = { system: 0, balance: 2, verify: 0, feedback: 1 }

const row = (name: string | RegExp) => screen.getByRole('link', { name })

async function choose(title: RegExp, option: RegExp) {
  fireEvent.click(screen.getByRole('button', { name: title }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: option }))
}

beforeEach(() => {
  unread.value = 0
})
afterEach(() => {
  setAppearance('auto')
  setCurrency('USDT')
})

describe('me', () => {
  test('nobody finds two ways in, and nothing of an account', async () => {
    await renderPage('account', User)
    expect(row('登录').getAttribute('href')).toBe('#/pages/login/login')
    expect(row('注册').getAttribute('href')).toBe('#/pages/register/register')
    expect(screen.queryByText('安全中心')).toBeNull()
    expect(screen.queryByText('退出登录')).toBeNull()
  })

  test('shows who it is with the address masked, and renews what is known', async () => {
    signedInAs({ certStatus: 'pending' })
    stubApi({ [getUser]: done({ ...person, certStatus: 'approved' }), [count]: done({ total: 3, ...kinds }) })
    await renderPage('account', User)
    expect(screen.getByText('l*@example.com')).toBeTruthy()
    await waitFor(() => expect(screen.getByText('已认证')).toBeTruthy())
    expect(session.value?.user.certStatus).toBe('approved')
    expect(await screen.findByText('3 条未读')).toBeTruthy()
    expect(row(/^消息/).getAttribute('href')).toBe('#/pages/messageList/messageList')
  })

  test('says that the way to friends is shut where nothing shares or copies it', async () => {
    signedInAs()
    stubApi({ [getUser]: done(person) })
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('closed')) } })
    document.execCommand = () => false
    await renderPage('account', User)
    fireEvent.click(screen.getByText('分享'))
    expect(await screen.findByText('没有复制成功，请长按文字选择')).toBeTruthy()
    Reflect.deleteProperty(document, 'execCommand')
    vi.unstubAllGlobals()
  })

  test('says that withdrawals are held as the server does, whatever the clock of the phone says', async () => {
    const holdUntil = new Date(Date.now() - 3_600_000).toISOString()
    signedInAs({ holdUntil })
    stubApi({ [getUser]: done({ ...person, holdUntil }), [count]: done({ total: 0, ...kinds }) })
    await renderPage('account', User)
    expect(screen.getByText(/提现暂停至/)).toBeTruthy()
    stubApi({ [getUser]: done({ ...person, holdUntil: null }), [count]: done({ total: 0, ...kinds }) })
    await renderPage('account', User)
    await waitFor(() => expect(session.value?.user.holdUntil).toBeNull())
  })

  test('what is shown stays while the network is silent', async () => {
    signedInAs()
    unread.value = 2
    const sent = stubApi({ [getUser]: { status: 502 }, [count]: { status: 502 } })
    await renderPage('account', User)
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(screen.getByText('2 条未读')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('language, currency and look are chosen here', async () => {
    signedInAs()
    stubApi({})
    await renderPage('account', User)
    await choose(/^计价货币/, /^EUR/)
    expect(currency.value).toBe('EUR')
    await choose(/^外观/, /^深色/)
    expect(document.documentElement.dataset.theme).toBe('dark')
    await choose(/^语言/, /^English/)
    await waitFor(() => expect(language.value).toBe('en-US'))
    expect(await screen.findByText('Security center')).toBeTruthy()
  })
})
