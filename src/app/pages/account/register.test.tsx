import { act, fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetWaits } from '../../forms/email-code.ts'
import { isSignedIn } from '../../state/session.ts'
import { keys, recall, remember } from '../../storage.ts'
import { done, person, renderPage, stubApi } from '../../testing/testing.tsx'
import { dropBriefly } from './parts/enter/kept-briefly.ts'
import Register from './register.tsx'

const path = '/api/common/customerUser/register'
const mail = '/api/common/customerUser/sendEmail'
const whose = '/api/common/invite/inviter'
const wei = done({ isKnown: true, name: 'w***' })
const nobody = done({ isKnown: false, name: null })
const refusal = (code: number, key: string, data: object | null = null) => ({ code, key, msg: key, data })

function type(label: string, value: string) {
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
}

function fill({ repeat = 'porcelain1', agrees = true } = {}) {
  type('邮箱', 'lin@example.com')
  type('邮箱验证码', '12 34-56')
  type('设置登录密码', 'porcelain1')
  type('再次输入登录密码', repeat)
  if (agrees) fireEvent.click(screen.getByRole('checkbox'))
}

function submit() {
  fireEvent.submit(screen.getByRole('button', { name: '注册' }).closest('form') as HTMLFormElement)
}

afterEach(() => {
  dropBriefly('register')
  dropBriefly('login')
  forgetWaits()
})

describe('register', () => {
  test.each([
    ['lin+glaze@example.com', '邮箱格式不正确：只支持字母、数字和 . _ -，结尾为 2–6 个字母'],
    ['lin@gallery.photography', '邮箱格式不正确：只支持字母、数字和 . _ -，结尾为 2–6 个字母'],
    ['lin@example', '邮箱格式不正确'],
  ])('says of %s what is wrong with it', async (email, words) => {
    const sent = stubApi({})
    await renderPage('account', Register)
    type('邮箱', email)
    fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('after a reload goes on counting until the next code, and says where the last one went', async () => {
    const resendAt = new Date(Date.now() + 60_000).toISOString()
    stubApi({ '/api/common/customerUser/sendEmail': done({ resendAt }) })
    const page = await renderPage('account', Register)
    type('邮箱', 'lin@example.com')
    fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
    await screen.findByRole('button', { name: /\d+ 秒/ })
    page.unmount()
    forgetWaits()
    await renderPage('account', Register)
    expect(screen.getByRole('button', { name: /\d+ 秒/ })).toHaveProperty('disabled', true)
    expect(screen.getAllByText(/已发送至/).length).toBeGreaterThan(0)
    type('邮箱', 'other@example.com')
    expect(await screen.findByRole('button', { name: '获取验证码' })).toBeTruthy()
  })

  test('nothing of the code that was sent stays on the device once it was of use', async () => {
    const resendAt = new Date(Date.now() + 60_000).toISOString()
    const registered = done({ userInfo: person, token: 'new' })
    stubApi({ '/api/common/customerUser/sendEmail': done({ resendAt }), [path]: registered })
    await renderPage('account', Register)
    fill()
    fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
    await screen.findByRole('button', { name: /\d+ 秒/ })
    expect(JSON.stringify(localStorage)).toContain('code register')
    submit()
    await waitFor(() => expect(isSignedIn.value).toBe(true))
    expect(JSON.stringify(localStorage)).not.toContain('code register')
  })

  test('needs a yes to the agreement, with links to both texts', async () => {
    const sent = stubApi({})
    await renderPage('account', Register)
    fill({ agrees: false })
    submit()
    await screen.findByText('请先阅读并同意协议')
    expect(sent).toEqual([])
    expect(screen.getByText('《服务协议》').getAttribute('href')).toBe('#/pages/info/info?key=service')
    expect(screen.getByText('《隐私政策》').getAttribute('href')).toBe('#/pages/info/info?key=privacy')
  })

  test('two passwords that differ go no further', async () => {
    const sent = stubApi({})
    await renderPage('account', Register)
    fill({ repeat: 'porcelain2' })
    submit()
    await screen.findByText('两次输入的密码不一致')
    expect(sent).toEqual([])
  })

  test.each([
    ['email_registered', 1005, '邮箱', '该邮箱已注册'],
    ['code_incorrect', 1006, '邮箱验证码', '验证码不正确'],
    ['code_wait', 1011, '邮箱验证码', '验证码发送过于频繁，请稍后再试'],
    ['code_wait', 1011, '邮箱验证码', '验证码已过期，请重新获取', { reason: 'expired' }],
  ] as const)('%s is told at its field', async (key, code, label, words, details = undefined) => {
    stubApi({ [path]: refusal(code, key, details) })
    await renderPage('account', Register)
    fill()
    submit()
    const note = await screen.findByText(words)
    expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toBe(note.id)
  })

  test('a password from the lists of stolen ones is told at the password', async () => {
    stubApi({ [path]: refusal(1004, 'register_failed', { fields: { password: 'commonPassword' } }) })
    await renderPage('account', Register)
    fill()
    submit()
    await screen.findByText('这个密码太常见，很容易被猜到，请换一个')
  })

  test('signs up with the code of the invitation, which is used up by it', async () => {
    remember(keys.refer, 'K7QH2MXP')
    const sent = stubApi({ [path]: done({ userInfo: person, token: 'new' }) })
    await renderPage('account', Register)
    fill()
    submit()
    await waitFor(() => expect(isSignedIn.value).toBe(true))
    const body = sent.find(call => call.path === path)?.body
    expect(body).toMatchObject({ code: '123456', referCode: 'K7QH2MXP', lang: 'zh' })
    expect(body).not.toHaveProperty('repeat')
    expect(recall(keys.refer)).toBeNull()
  })

  test('a code of an invitation that nobody has is named as one, and stops nobody', async () => {
    remember(keys.refer, 'K7QH')
    const sent = stubApi({ [whose]: nobody, [path]: done({ userInfo: person, token: 'new' }) })
    await renderPage('account', Register)
    await screen.findByText('没有这个邀请码，仍可注册')
    fill()
    submit()
    await waitFor(() => expect(isSignedIn.value).toBe(true))
    expect(sent.find(call => call.path === path)?.body).toMatchObject({ referCode: 'K7QH' })
  })

  test('keeps what was typed while the agreement is read', async () => {
    stubApi({})
    const { unmount } = await renderPage('account', Register)
    fill()
    unmount()
    await renderPage('account', Register)
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('lin@example.com')
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  })
})

describe('the code button', () => {
  test('wants an address first', async () => {
    const sent = stubApi({})
    await renderPage('account', Register)
    fireEvent.click(screen.getByText('获取验证码'))
    await screen.findByText('必填')
    expect(sent).toEqual([])
  })

  test('counts down as the server says, then offers to send again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const sent = stubApi({ [mail]: () => done({ resendAt: new Date(Date.now() + 45_000).toISOString() }) })
    await renderPage('account', Register)
    type('邮箱', 'lin@example.com')
    fireEvent.click(screen.getByText('获取验证码'))
    await waitFor(() => expect(screen.getByText('45 秒后重发')).toBeTruthy())
    expect(sent[0]?.body).toEqual({
      email: 'lin@example.com',
      type: 'register',
      lang: 'zh',
      deviceKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    await new Promise(resolve => setTimeout(resolve, 50))
    await act(() => void vi.advanceTimersByTime(44_000))
    expect(screen.getByText<HTMLButtonElement>('1 秒后重发').disabled).toBe(true)
    await act(() => void vi.advanceTimersByTime(1_500))
    expect(screen.getByText<HTMLButtonElement>('重新发送').disabled).toBe(false)
  })

  test('the wait outlives the page, and belongs to one address', async () => {
    stubApi({ [mail]: () => done({ resendAt: new Date(Date.now() + 60_000).toISOString() }) })
    const { unmount } = await renderPage('account', Register)
    type('邮箱', 'lin@example.com')
    fireEvent.click(screen.getByText('获取验证码'))
    await screen.findByText(/秒后重发/)
    unmount()
    await renderPage('account', Register)
    expect(screen.getByText(/秒后重发/)).toBeTruthy()
    type('邮箱', 'other@example.com')
    expect(await screen.findByText('获取验证码')).toBeTruthy()
  })

  test('a phone whose clock is wrong counts a minute', async () => {
    stubApi({ [mail]: () => done({ resendAt: new Date(Date.now() - 3_600_000).toISOString() }) })
    await renderPage('account', Register)
    type('邮箱', 'lin@example.com')
    fireEvent.click(screen.getByText('获取验证码'))
    await screen.findByText(/^(60|59) 秒后重发/)
  })

  test('codes of a day that are used up are told with the time', async () => {
    const resendAt = new Date(Date.now() + 5 * 3_600_000).toISOString()
    stubApi({ [mail]: refusal(1011, 'code_wait', { resendAt }) })
    await renderPage('account', Register)
    type('邮箱', 'lin@example.com')
    fireEvent.click(screen.getByText('获取验证码'))
    await screen.findByText(/今天的验证码次数已用完/)
  })

  test('an address that is registered leads to the log-in', async () => {
    stubApi({ [mail]: refusal(1005, 'email_registered') })
    await renderPage('account', Register)
    type('邮箱', 'lin@example.com')
    fireEvent.click(screen.getByText('获取验证码'))
    await screen.findByText('该邮箱已注册')
    expect(screen.getByText('去登录').getAttribute('href')).toBe('#/pages/login/login')
  })
})

describe('register inside Telegram', () => {
  const telegram = '/api/common/customerUser/tgRegister'

  afterEach(() => {
    delete window.glaze
    vi.unstubAllGlobals()
    remember(keys.refer, null)
  })

  async function open(startParam?: string) {
    const user = encodeURIComponent('{"id":7,"first_name":"Ben","last_name":"Lee"}')
    const tgWebAppData = `user=${user}${startParam ? `&start_param=${startParam}` : ''}`
    window.glaze = { params: { tgWebAppData, tgWebAppVersion: '9.0' }, early: {} } as unknown as NonNullable<
      Window['glaze']
    >
    vi.stubGlobal('TelegramWebviewProxy', { postEvent: () => {} })
    await renderPage('account', Register)
    await screen.findByLabelText('邮箱')
    return tgWebAppData
  }
  function finish() {
    type('邮箱', 'lin@example.com')
    type('邮箱验证码', '123456')
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.submit(screen.getByText('用 Telegram 注册').closest('form') as HTMLFormElement)
  }

  test('says why a launch does not do, and keeps what was typed', async () => {
    stubApi({ [telegram]: refusal(1001, 'login_failed', { reason: 'launch_refused' }) })
    await open()
    finish()
    await screen.findByText(/请从 Telegram 重新打开小程序再试/)
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('lin@example.com')
    expect(isSignedIn.value).toBe(false)
  })

  test('asks for no password, names the invitation of the launch, and sends the launch data along', async () => {
    const sent = stubApi({
      [telegram]: done({ userInfo: { ...person, tgBound: true }, token: 'new' }),
      [whose]: wei,
    })
    const initData = await open('r_ABCD2345_zh')
    expect(screen.getByText(/ABCD2345/)).toBeTruthy()
    expect(screen.getByText('Ben Lee')).toBeTruthy()
    expect(await screen.findByText('w*** 邀请您使用 Glaze')).toBeTruthy()
    expect(sent.find(call => call.path === whose)?.body).toEqual({ referCode: 'ABCD2345' })
    expect(screen.queryByLabelText('设置登录密码')).toBeNull()
    finish()
    await waitFor(() => expect(isSignedIn.value).toBe(true))
    const { body } = sent.find(({ path }) => path === telegram) as { body: object }
    expect(body).toMatchObject({ initData, email: 'lin@example.com', code: '123456', lang: 'zh' })
    expect(body).not.toHaveProperty('password')
  })

  test('says when nobody has the code of the launch, and registers all the same', async () => {
    stubApi({ [telegram]: done({ userInfo: { ...person, tgBound: true }, token: 'new' }), [whose]: nobody })
    await open('r_ABCD2345')
    await screen.findByText('没有这个邀请码，仍可注册')
    finish()
    await waitFor(() => expect(isSignedIn.value).toBe(true))
  })

  test('offers the way with a password, and what was typed comes along', async () => {
    await open()
    type('邮箱', 'lin@example.com')
    fireEvent.click(screen.getByText('改用邮箱和密码注册'))
    await screen.findByLabelText('设置登录密码')
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('lin@example.com')
    fireEvent.click(screen.getByText('改用 Telegram 注册'))
    await screen.findByText('用 Telegram 注册')
  })
})
