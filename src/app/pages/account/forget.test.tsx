import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { done, renderPage, stubApi } from '../../testing/testing.tsx'
import Forget from './forget.tsx'

const path = '/api/common/customerUser/undoEmail'
const token = 'a'.repeat(64)
const open = () => renderPage('account', Forget, { query: { undo: token } })

describe('the link of the letter to an address that was given up', () => {
  test('does nothing before the button is pressed', async () => {
    const sent = stubApi({ [path]: done({ email: 'lin@example.com' }) })
    await open()
    await screen.findByRole('button', { name: '改回原邮箱' })
    expect(sent).toEqual([])
  })

  test('says when it is used or too old', async () => {
    stubApi({ [path]: { code: 1503, key: 'modify_failed', msg: '', data: null } })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: '改回原邮箱' }))
    await screen.findByText(/这个链接已用过、已过期或不完整/)
    expect(screen.getByText('帮助与客服').getAttribute('href')).toBe('#/pages/service/service')
    expect(screen.queryByRole('button', { name: '改回原邮箱' })).toBeNull()
  })

  test('says of silence that it is silence, and can be pressed again', async () => {
    stubApi({ [path]: { status: 502, error: 'none', path } })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: '改回原邮箱' }))
    await screen.findAllByText('网络错误，请稍后再试')
    expect(screen.getByRole('button', { name: '改回原邮箱' })).toBeTruthy()
  })

  test('gives the address back and leads on to a new password, without the token in the URL', async () => {
    const sent = stubApi({ [path]: done({ email: 'lin@example.com' }) })
    const { unmount } = await open()
    fireEvent.click(await screen.findByRole('button', { name: '改回原邮箱' }))
    await screen.findByText('邮箱已改回')
    expect(sent.map(({ body }) => body)).toEqual([{ token }])
    fireEvent.click(screen.getByRole('button', { name: '重设登录密码' }))
    await waitFor(() => expect(currentUrl.value).toBe('/pages/forget/forget'))
    unmount()
    await renderPage('account', Forget)
    expect(screen.getByLabelText<HTMLInputElement>('邮箱').value).toBe('lin@example.com')
  })
})

describe('the link of the letter of a new authenticator', () => {
  const undo = '/api/common/secondFactor/undo'
  const show = (more = {}) => renderPage('account', Forget, { query: { second: token, ...more } })

  async function give(label: string, secret: string) {
    const field = await screen.findByLabelText(label)
    fireEvent.input(field, { target: { value: secret } })
    fireEvent.submit(field.closest('form') as HTMLFormElement)
  }

  test('takes it away by the password and leads on to a new one', async () => {
    const sent = stubApi({ [undo]: done({ email: 'lin@example.com' }) })
    await show()
    await give('登录密码', 'porcelain1')
    await screen.findByText('身份验证器已移除')
    expect(sent.map(({ body }) => body)).toEqual([{ token, password: 'porcelain1' }])
    fireEvent.click(screen.getByRole('button', { name: '重设登录密码' }))
    await waitFor(() => expect(currentUrl.value).toBe('/pages/forget/forget'))
  })

  test.each([
    ['the letter says so', { pin: '1' }, false],
    ['the server says so', {}, true],
  ])('asks for the PIN of who has no password: %s', async (_name, query, asksFirst) => {
    const needsPin = { code: 1400, key: 'input_invalid', msg: '', data: { fields: { pin: 'required' } } }
    stubApi({
      [undo]: ({ pin }) => (pin ? done({ email: 'lin@example.com' }) : needsPin),
    })
    await show(query)
    if (asksFirst) await give('登录密码', 'porcelain1')
    await give('资金密码', '246801')
    await screen.findByText('身份验证器已移除')
  })

  test.each([
    [1101, 'credentials_wrong', /登录密码不正确，什么都没有改变/],
    [1102, 'password_locked', /身份验证器没有移除/],
    [1503, 'modify_failed', /这个链接已用过、已过期或不完整/],
  ])('says why not: %i %s', async (code, key, words) => {
    stubApi({ [undo]: { code, key, msg: '', data: null } })
    await show()
    await give('登录密码', 'porcelain1')
    await screen.findByText(words)
  })
})

describe('a new password by a code', () => {
  test.each([
    [true, '所有设备都已退出登录，Telegram 已解绑，提现暂停 24 小时。'],
    [false, '所有设备都已退出登录，提现暂停 24 小时。'],
  ])('says what it did, of Telegram only where it was bound: %s', async (telegramUnbound, words) => {
    stubApi({ '/api/common/customerUser/forget': done({ telegramUnbound }) })
    await renderPage('account', Forget, { query: { back: '/pages/card/card' } })
    const fields = {
      邮箱: 'lin@example.com',
      邮箱验证码: '123456',
      新的登录密码: 'celadon22',
      再次输入登录密码: 'celadon22',
    }
    for (const [label, value] of Object.entries(fields))
      fireEvent.input(screen.getByLabelText(label), { target: { value } })
    screen.getByRole('button', { name: '重置密码' }).focus()
    fireEvent.click(screen.getByRole('button', { name: '重置密码' }))
    expect(await screen.findByText(words)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 })))
    const onward = screen.getByText('去登录').getAttribute('href')
    expect(onward).toBe('#/pages/login/login?back=%2Fpages%2Fcard%2Fcard')
  })
})
