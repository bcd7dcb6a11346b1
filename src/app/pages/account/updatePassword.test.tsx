import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { session } from '../../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import UpdatePassword from './updatePassword.tsx'

const path = '/api/customer/customerUser/updatePassword'
const getUser = '/api/customer/customerUser/getUser'
const holdUntil = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
const typed = { password: 'celadon22', repeat: 'celadon22', code: '482916' }

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function change(changes: Partial<typeof typed> = {}) {
  const { password, repeat, code } = { ...typed, ...changes }
  await renderPage('account', UpdatePassword)
  for (const [label, value] of [
    ['新的登录密码', password],
    ['再次输入登录密码', repeat],
    ['邮箱验证码', code],
  ] as const)
    fireEvent.input(field(label), { target: { value } })
  field('邮箱验证码').focus()
  fireEvent.submit(field('邮箱验证码').form as HTMLFormElement)
}

describe('a new login password', () => {
  beforeEach(() => signedInAs())

  test('says before what follows, and ticks the rules while typing', async () => {
    await renderPage('account', UpdatePassword)
    expect(screen.getByText('修改后其他设备会退出登录，提现暂停 24 小时')).toBeTruthy()
    expect(screen.getAllByText('未满足')).toHaveLength(3)
    fireEvent.input(field('新的登录密码'), { target: { value: 'abcd' } })
    await waitFor(() => expect(screen.getAllByText('未满足')).toHaveLength(2))
  })

  test.each([
    [{ repeat: 'celadon23' }, '再次输入登录密码', '两次输入的密码不一致'],
    [{ password: 'celadon', repeat: 'celadon' }, '新的登录密码', /8/],
    [{ code: '4829' }, '邮箱验证码', /6/],
  ])('is not sent with %o', async (changes, label, words) => {
    const sent = stubApi({})
    await change(changes)
    await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'))
    const note = document.getElementById(field(label).getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toMatch(words)
    expect(sent).toEqual([])
  })

  test('a wrong code is told at the code, and what was typed stays', async () => {
    stubApi({ [path]: { code: 1006, key: 'code_incorrect', msg: '', data: null } })
    await change()
    await waitFor(() => expect(field('邮箱验证码').getAttribute('aria-invalid')).toBe('true'))
    expect(field('新的登录密码').value).toBe('celadon22')
  })

  test('a common one is told at the password', async () => {
    const fields = { password: 'commonPassword' }
    stubApi({ [path]: { code: 1005, key: 'password_change_failed', msg: '', data: { fields } } })
    await change()
    expect(await screen.findByText('这个密码太常见，很容易被猜到，请换一个')).toBeTruthy()
  })

  test('is done: says until when withdrawals wait, and leads back', async () => {
    const sent = stubApi({ [path]: done(null), [getUser]: done({ ...person, holdUntil }) })
    await change()
    await screen.findByText('密码已修改')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: '密码已修改' })),
    )
    expect(sent[0]?.body).toEqual({ password: 'celadon22', code: '482916' })
    expect(await screen.findByText(/提现暂停至/)).toBeTruthy()
    expect(session.value?.user.holdUntil).toBe(holdUntil)
    expect(screen.getByText('返回安全中心').getAttribute('href')).toBe('#/pages/safeCenter/safeCenter')
  })
})

test('whoever is not signed in is led to the log-in', async () => {
  await renderPage('account', UpdatePassword)
  await waitFor(() => expect(currentUrl.value).toMatch(/^\/pages\/login\/login/))
})
