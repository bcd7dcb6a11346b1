import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUrl, go, relaunch } from '../../routing/hash-location.tsx'
import { isSignedIn, session, signIn } from '../../state/session.ts'
import { keys, recall, remember } from '../../storage.ts'
import { noteHere } from '../../telegram/known-here.ts'
import { done, person, renderPage, stubApi } from '../../testing/testing.tsx'
import Login from './login.tsx'

const path = '/api/common/customerUser/login'
const refusal = (code: number, key: string, data: object | null = null) => ({ code, key, msg: key, data })

async function logIn() {
  fireEvent.input(screen.getByLabelText('邮箱'), { target: { value: 'lin@example.com' } })
  fireEvent.input(screen.getByLabelText('登录密码'), { target: { value: 'porcelain1' } })
  fireEvent.submit(screen.getByRole('button', { name: /^登录/ }).closest('form') as HTMLFormElement)
}

describe('login', () => {
  test('asks for an address before anything is sent', async () => {
    const sent = stubApi({})
    await renderPage('account', Login)
    fireEvent.submit(screen.getByRole('button', { name: '登录' }).closest('form') as HTMLFormElement)
    expect(await screen.findAllByText('必填')).toHaveLength(2)
    expect(sent).toEqual([])
  })

  test('tells a wrong password at the password', async () => {
    stubApi({ [path]: refusal(1002, 'credentials_wrong') })
    await renderPage('account', Login)
    await logIn()
    const words = await screen.findByText('账号或密码错误')
    expect(screen.getByLabelText('登录密码').getAttribute('aria-describedby')).toBe(words.id)
    expect(isSignedIn.value).toBe(false)
  })

  test('a locked password comes with the way to unlock it', async () => {
    stubApi({ [path]: refusal(1003, 'password_locked') })
    await renderPage('account', Login)
    await logIn()
    await screen.findByText('密码错误次数过多，请 24 小时后再试')
    expect(screen.getByText('重置密码').getAttribute('href')).toBe('#/pages/forget/forget')
  })

  test('silence is told and leaves everything typed', async () => {
    stubApi({ [path]: { status: 502, error: 'none', path } })
    await renderPage('account', Login)
    await logIn()
    await screen.findAllByText('网络错误，请稍后再试')
    expect(screen.getByLabelText<HTMLInputElement>('登录密码').value).toBe('porcelain1')
  })

  test('goes on by itself once somebody has logged in from another tab', async () => {
    go('login', { back: '/pages/bill/bill' })
    await renderPage('account', Login, { query: { back: '/pages/bill/bill' } })
    await act(() => signIn({ token: 'token', userInfo: person }))
    await waitFor(() => expect(currentUrl.value).toBe('/pages/bill/bill'))
  })

  test('goes back to the page that sent here', async () => {
    stubApi({ [path]: done({ userInfo: person, token: 'new' }) })
    await renderPage('account', Login, { query: { back: '/pages/safeCenter/safeCenter' } })
    await logIn()
    await waitFor(() => expect(currentUrl.value).toBe('/pages/safeCenter/safeCenter'))
    expect(session.value?.token).toBe('new')
  })

  test.each(['https://evil.example', '//evil.example', '/pages/login/login'])(
    'never goes to %s',
    async back => {
      stubApi({ [path]: done({ userInfo: person, token: 'new' }) })
      await renderPage('account', Login, { query: { back } })
      await logIn()
      await waitFor(() => expect(isSignedIn.value).toBe(true))
      expect(currentUrl.value).toBe('/')
    },
  )
})

describe('where a log-in leads', () => {
  const back = '/pages/safeCenter/safeCenter?freeze=1'

  beforeEach(() => {
    relaunch()
    stubApi({ [path]: done({ userInfo: person, token: 'new' }) })
  })

  async function open(query: { back?: string } = {}) {
    go('login', query)
    await renderPage('account', Login, { query })
  }

  test('is kept over a forgotten password, the registration and what one reads there', async () => {
    await open({ back })
    expect(recall(keys.afterLogin)).toBe(back)
    const forget = screen.getByText('忘记密码？').getAttribute('href')
    expect(forget).toBe(`#/pages/forget/forget?back=${encodeURIComponent(back)}`)
    cleanup()
    go('register')
    go('info', { key: 'privacy' })
    await open()
    await logIn()
    await waitFor(() => expect(currentUrl.value).toBe(back))
    expect(recall(keys.afterLogin)).toBeNull()
  })

  test('is forgotten by who goes elsewhere without', async () => {
    await open({ back })
    go('info', { key: 'privacy' })
    await act(() => go('index'))
    expect(recall(keys.afterLogin)).toBeNull()
  })

  test('is not that of a visit that ended here once', async () => {
    remember(keys.afterLogin, back)
    await open()
    await logIn()
    await waitFor(() => expect(isSignedIn.value).toBe(true))
    expect(currentUrl.value).toBe('/')
  })

  test('is a place of this app', async () => {
    await open({ back: 'https://evil.example' })
    expect(recall(keys.afterLogin)).toBeNull()
  })
})

describe('login inside Telegram', () => {
  const telegram = '/api/common/customerUser/tgLogin'
  const bind = '/api/common/customerUser/tgBind'

  afterEach(() => {
    remember('telegramHere', null)
    delete window.glaze
    vi.unstubAllGlobals()
  })

  const launch = `user=${encodeURIComponent('{"id":7,"first_name":"Ben","username":"ben"}')}&hash=x`

  async function open({ hasClient = true } = {}) {
    const params = { tgWebAppData: launch, tgWebAppVersion: '8.0' }
    window.glaze = { params, early: {} } as unknown as NonNullable<Window['glaze']>
    if (hasClient) vi.stubGlobal('TelegramWebviewProxy', { postEvent: () => {} })
    await renderPage('account', Login)
  }

  test('is offered to nobody who followed a link in an ordinary browser', async () => {
    const sent = stubApi({})
    await open({ hasClient: false })
    expect(screen.queryByText('用 Telegram 一键登录')).toBeNull()
    expect(sent).toEqual([])
  })

  test('signs in with one tap where this Telegram has signed in before', async () => {
    const sent = stubApi({ [telegram]: done({ userInfo: person, token: 'new' }) })
    noteHere(launch, person.id)
    await open()
    fireEvent.click(screen.getByText('用 Telegram 一键登录'))
    await waitFor(() => expect(isSignedIn.value).toBe(true))
    expect(sent[0]?.body).toMatchObject({ initData: launch })
  })

  test('names the account before anybody is in it where it has not; closed, the session is over', async () => {
    const logout = '/api/customer/customerUser/logout'
    const sent = stubApi({ [telegram]: done({ userInfo: person, token: 'new' }), [logout]: done(null) })
    await open()
    fireEvent.click(screen.getByText('用 Telegram 一键登录'))
    await screen.findByText('lin@example.com')
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    await screen.findByText(/^没有登录。/)
    expect(isSignedIn.value).toBe(false)
    await waitFor(() => expect(sent.at(-1)?.path).toBe(logout))
    expect(sent.at(-1)?.headers).toMatchObject({ 'X-Access-Token': 'new' })
  })

  test('leads somebody unknown to binding, which sends the launch data along', async () => {
    const sent = stubApi({
      [telegram]: refusal(1009, 'user_missing'),
      [bind]: done({ userInfo: { ...person, tgBound: true }, token: 'new' }),
    })
    await open()
    fireEvent.click(screen.getByText('用 Telegram 一键登录'))
    await screen.findByText('登录并绑定')
    expect(screen.getByText('@ben')).toBeTruthy()
    await logIn()
    await waitFor(() => expect(isSignedIn.value).toBe(true))
    expect(sent.at(-1)).toMatchObject({ path: bind, body: { initData: launch, email: 'lin@example.com' } })
  })

  test('says why a used launch does not work', async () => {
    stubApi({
      [telegram]: refusal(1009, 'user_missing'),
      [bind]: refusal(1001, 'login_failed', { reason: 'account_bound' }),
    })
    await open()
    fireEvent.click(screen.getByText('用 Telegram 一键登录'))
    await screen.findByText('登录并绑定')
    await logIn()
    await screen.findByText('这个账号已绑定另一个 Telegram，请先在安全中心解绑')
  })
})
