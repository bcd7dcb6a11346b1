import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { session } from '../../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import { plainTrouble } from '../../trouble/trouble.ts'
import LoginLog from './loginLog.tsx'
import SafeCenter from './safeCenter.tsx'

const api = {
  user: '/api/customer/customerUser/getUser',
  freeze: '/api/customer/customerUser/freeze',
  unfreeze: '/api/customer/customerUser/unfreeze',
  log: '/api/customer/loginLog/20/1',
}
const refusal = (code: number, key: string, data: object | null = null) => ({ code, key, msg: key, data })
const open = () => renderPage('account', SafeCenter, { query: { freeze: '1' } })
const hrefOf = (text: string) => screen.getByText(text).closest('a')?.getAttribute('href')

async function enterPin() {
  const sheet = within(await screen.findByRole('dialog'))
  for (const digit of '246801') fireEvent.click(sheet.getByRole('button', { name: digit }))
  fireEvent.click(sheet.getByRole('button', { name: '解冻账户' }))
}

function type(label: string | RegExp, value: string) {
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
}

async function prove() {
  await screen.findByLabelText('邮箱验证码')
  type('邮箱验证码', '111111')
  type(/^登录密码/, 'porcelain1')
  fireEvent.submit(screen.getByLabelText('邮箱验证码').closest('form') as HTMLFormElement)
}

test('the security centre leads to the freeze, and says while it is on', async () => {
  signedInAs()
  stubApi({ [api.user]: done({ ...person, frozenBy: 'customer' }) })
  await renderPage('account', SafeCenter)
  expect(hrefOf('冻结账户')).toBe('#/pages/safeCenter/safeCenter?freeze=1')
  expect(await screen.findByText('已冻结')).toBeTruthy()
  expect(hrefOf('查看')).toBe('#/pages/safeCenter/safeCenter?freeze=1')
})

test('a sign-in that was not mine leads to the freeze; one that failed does not', async () => {
  signedInAs()
  const row = { device: 'Chrome', ip: '1.2.3.4', method: 'password', time: person.createTime }
  const list = [
    { ...row, id: '1', success: true },
    { ...row, id: '2', device: 'Safari', success: false },
  ]
  stubApi({ [api.log]: done({ list, total: 2, page: 1, pageSize: 20 }) })
  await renderPage('account', LoginLog)
  fireEvent.click(await screen.findByText('Safari'))
  await screen.findByRole('dialog')
  expect(screen.queryByText('立即冻结账户')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  fireEvent.click(screen.getByText('Chrome'))
  expect(hrefOf('立即冻结账户')).toBe('#/pages/safeCenter/safeCenter?freeze=1')
})

test('what a frozen account refuses leads to where it is lifted', () => {
  signedInAs()
  const trouble = plainTrouble({ ok: false, key: 'account_frozen', details: { by: 'customer' } })
  expect(trouble).toMatchObject({
    text: '账户已冻结，解冻后才能动用资金',
    mend: { label: '去解冻', href: '#/pages/safeCenter/safeCenter?freeze=1' },
  })
})

describe('freezing', () => {
  test('is one press, not done by opening the page, and says when it failed', async () => {
    signedInAs()
    let answer: object = { status: 504, error: 'none', path: '' }
    const sent = stubApi({ [api.freeze]: () => answer })
    await open()
    const button = await screen.findByRole('button', { name: '立即冻结' })
    expect(sent.filter(({ path }) => path === api.freeze)).toEqual([])
    fireEvent.click(button)
    await screen.findByRole('alert')
    expect(session.value?.user).not.toHaveProperty('frozenBy')
    answer = done({ ...person, frozenBy: 'customer' })
    fireEvent.click(button)
    await screen.findByText('账户已冻结')
    expect(screen.getByText(/充值照常到账/)).toBeTruthy()
    expect(session.value?.user.frozenBy).toBe('customer')
  })

  test('and unfreezing in one sitting is told as done', async () => {
    signedInAs({ pinSet: false, passwordSet: false })
    const frozen = { ...person, pinSet: false, passwordSet: false, frozenBy: 'customer' }
    stubApi({ [api.freeze]: done(frozen), [api.unfreeze]: done(person) })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: '立即冻结' }))
    const code = await screen.findByLabelText('邮箱验证码')
    type('邮箱验证码', '111111')
    fireEvent.submit(code.closest('form') as HTMLFormElement)
    await screen.findByText('账户已解冻')
  })

  test('by us is told, with nothing to lift and a way to us', async () => {
    signedInAs({ frozenBy: 'operator' })
    stubApi({})
    await open()
    await screen.findByText(/我们冻结了您的账户/)
    expect(hrefOf('帮助与客服')).toContain('service')
    expect(screen.queryByLabelText('邮箱验证码')).toBeNull()
  })
})

describe('unfreezing', () => {
  test('sends nothing before every secret is given', async () => {
    signedInAs({ frozenBy: 'customer' })
    const sent = stubApi({})
    await open()
    const code = await screen.findByLabelText('邮箱验证码')
    type('邮箱验证码', '111111')
    fireEvent.submit(code.closest('form') as HTMLFormElement)
    await screen.findByText('必填')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent.filter(({ path }) => path === api.unfreeze)).toEqual([])
  })

  test.each([
    [1006, 'code_incorrect', '邮箱验证码', '验证码不正确'],
    [1002, 'credentials_wrong', /^登录密码/, '账号或密码错误'],
  ] as const)('says of %i %s at its field', async (code, key, label, words) => {
    signedInAs({ frozenBy: 'customer' })
    stubApi({ [api.unfreeze]: refusal(code, key) })
    await open()
    await prove()
    await enterPin()
    const said = await screen.findByText(words)
    expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toBe(said.id)
    expect(session.value?.user.frozenBy).toBe('customer')
  })

  test('is told as done, with the pause of withdrawals', async () => {
    signedInAs({ frozenBy: 'customer' })
    const holdUntil = new Date(Date.now() + 86_400_000).toISOString()
    const sent = stubApi({ [api.unfreeze]: done({ ...person, holdUntil }) })
    await open()
    await prove()
    await enterPin()
    await screen.findByText('账户已解冻')
    expect(screen.getByText(/提现暂停至/)).toBeTruthy()
    expect(sent.find(({ path }) => path === api.unfreeze)?.body).toEqual({
      code: '111111',
      password: 'porcelain1',
      pin: '246801',
    })
    await waitFor(() => expect(session.value?.user).not.toHaveProperty('frozenBy'))
  })

  test('takes only the secrets there are', async () => {
    signedInAs({ frozenBy: 'customer', pinSet: false, passwordSet: false })
    const sent = stubApi({ [api.unfreeze]: done(person) })
    await open()
    const code = await screen.findByLabelText('邮箱验证码')
    expect(screen.queryByLabelText(/^登录密码/)).toBeNull()
    type('邮箱验证码', '111111')
    fireEvent.submit(code.closest('form') as HTMLFormElement)
    await screen.findByText('账户已解冻')
    expect(sent.find(({ path }) => path === api.unfreeze)?.body).toEqual({ code: '111111' })
  })
})
