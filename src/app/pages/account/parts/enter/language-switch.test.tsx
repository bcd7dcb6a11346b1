import { fireEvent, screen } from '@testing-library/preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetWaits } from '../../../../forms/email-code.ts'
import { renderPage, stubApi } from '../../../../testing/testing.tsx'
import Forget from '../../forget.tsx'
import Login from '../../login.tsx'
import Register from '../../register.tsx'
import { dropBriefly } from './kept-briefly.ts'

const paths = {
  login: '/api/common/customerUser/login',
  tgLogin: '/api/common/customerUser/tgLogin',
  undoEmail: '/api/common/customerUser/undoEmail',
  mail: '/api/common/customerUser/sendEmail',
}
const refusal = (code: number, key: string, data: object | null = null) => ({ code, key, msg: key, data })
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })

afterEach(() => {
  dropBriefly('register')
  dropBriefly('login')
  forgetWaits()
})

/** Waits for the words in Chinese, and after a press of the switch for those in English, alone. */
async function turns(chinese: string | RegExp, english: string | RegExp) {
  await screen.findByText(chinese)
  fireEvent.click(screen.getByLabelText('Switch to English'))
  await screen.findByText(english)
  expect(screen.queryByText(chinese)).toBeNull()
}

describe('another language is spoken by what was refused before', () => {
  test.each([
    ['at its field', refusal(1002, 'credentials_wrong'), '账号或密码错误', 'Account or password error'],
    ['in the notice', refusal(1003, 'password_locked'), /^密码错误次数过多/, /^Too many password errors/],
  ])('%s', async (_, answer, chinese, english) => {
    stubApi({ [paths.login]: answer })
    await renderPage('account', Login)
    type('邮箱', 'lin@example.com')
    type('登录密码', 'porcelain1')
    fireEvent.submit(screen.getByRole('button', { name: /^登录/ }).closest('form') as HTMLFormElement)
    await turns(chinese, english)
  })

  test('with the way on', async () => {
    stubApi({ [paths.mail]: refusal(1005, 'email_registered') })
    await renderPage('account', Register)
    type('邮箱', 'lin@example.com')
    fireEvent.click(screen.getByText('获取验证码'))
    await turns('已经有账号了，直接登录即可', 'You already have an account')
    expect(screen.getByText('E-mail is registered')).toBeTruthy()
  })

  test('before anything was sent', async () => {
    stubApi({})
    await renderPage('account', Register)
    type('邮箱', 'lin@gallery')
    fireEvent.click(screen.getByText('获取验证码'))
    await turns('邮箱格式不正确', 'E-mail format incorrect')
  })

  test('at the code that is mailed', async () => {
    stubApi({ [paths.mail]: refusal(1011, 'code_wait') })
    await renderPage('account', Register)
    type('邮箱', 'lin@example.com')
    fireEvent.click(screen.getByText('获取验证码'))
    await turns('验证码发送过于频繁，请稍后再试', /^A code was sent a moment ago/)
  })

  test('at the button of Telegram', async () => {
    const params = { tgWebAppData: 'signed', tgWebAppVersion: '8.0' }
    vi.stubGlobal('TelegramWebviewProxy', { postEvent: () => {} })
    window.glaze = { params, early: {} } as unknown as NonNullable<Window['glaze']>
    stubApi({ [paths.tgLogin]: refusal(1001, 'login_failed') })
    await renderPage('account', Login)
    fireEvent.click(screen.getByText('用 Telegram 一键登录'))
    await turns(/^Telegram 登录失败/, /^Login failed/)
    delete window.glaze
  })

  test('where an address is taken back', async () => {
    stubApi({ [paths.undoEmail]: { status: 502, error: 'none', path: paths.undoEmail } })
    await renderPage('account', Forget, { query: { undo: 'token' } })
    fireEvent.click(await screen.findByRole('button', { name: '改回原邮箱' }))
    // A toast says it too, for a moment.
    await screen.findAllByText('网络错误，请稍后再试')
    fireEvent.click(screen.getByLabelText('Switch to English'))
    await screen.findByText('Network error, please try again')
  })
})
