import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import Forget from '../pages/account/forget.tsx'
import Login from '../pages/account/login.tsx'
import SafeCenter from '../pages/account/safeCenter.tsx'
import { isSignedIn } from '../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../testing/testing.tsx'
import { keepTyped } from '../update/typed.ts'

const path = '/api/common/customerUser/login'
const required = { code: 1105, key: 'second_factor_required', msg: '', data: null }
const incorrect = (data: object) => ({ code: 1106, key: 'second_factor_incorrect', msg: '', data })
let answers: object[] = []
let sent: ReturnType<typeof stubApi>

beforeEach(() => {
  answers = [required]
  sent = stubApi({
    [path]: () => (answers.length > 1 ? (answers.shift() as object) : (answers[0] as object)),
  })
})

async function logIn() {
  await renderPage('account', Login)
  fireEvent.input(screen.getByLabelText('邮箱'), { target: { value: 'lin@example.com' } })
  fireEvent.input(screen.getByLabelText('登录密码'), { target: { value: 'porcelain1' } })
  fireEvent.submit(screen.getByRole('button', { name: /^登录/ }).closest('form') as HTMLFormElement)
}

async function type(label: string, code: string) {
  const field = await screen.findByLabelText(label)
  fireEvent.input(field, { target: { value: code } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
}

test('a log-in that is asked for it takes the code after the password, until it is right', async () => {
  answers = [required, incorrect({ triesLeft: 4 }), done({ userInfo: person, token: 'new' })]
  await logIn()
  await type('身份验证器的验证码', '000000')
  await screen.findByText('验证码不正确，还可以试 4 次')
  expect(isSignedIn.value).toBe(false)
  await type('身份验证器的验证码', '123456')
  await waitFor(() => expect(isSignedIn.value).toBe(true))
  expect(sent.map(({ body }) => body.secondCode)).toEqual([undefined, '000000', '123456'])
  for (const { body } of sent)
    expect(body).toMatchObject({ email: 'lin@example.com', password: 'porcelain1' })
})

test('a recovery code takes its place', async () => {
  answers = [required, done({ userInfo: person, token: 'new' })]
  await logIn()
  fireEvent.click(await screen.findByText('改用恢复码'))
  await type('恢复码', 'abcd2-efgh2')
  await waitFor(() => expect(isSignedIn.value).toBe(true))
  expect(sent.at(-1)?.body.secondCode).toBe('abcd2-efgh2')
})

test('after a wrong code the clock of the phone is named; a recovery code needs none', async () => {
  answers = [required, incorrect({ triesLeft: 4 }), incorrect({ triesLeft: 3, reason: 'recovery_used' })]
  await logIn()
  await screen.findByLabelText('身份验证器的验证码')
  expect(screen.queryByText(/自动设置时间/)).toBeNull()
  await type('身份验证器的验证码', '000000')
  await screen.findByText(/自动设置时间/)
  fireEvent.click(screen.getByText('改用恢复码'))
  await waitFor(() => expect(screen.queryByText(/自动设置时间/)).toBeNull())
  await type('恢复码', 'abcd2-efgh2')
  await screen.findByText('这个恢复码已经用过，请换一个')
})

test('what is typed is not kept over a reload', async () => {
  await logIn()
  fireEvent.click(await screen.findByText('改用恢复码'))
  fireEvent.input(await screen.findByLabelText('恢复码'), { target: { value: 'ABCD2-EFGH2' } })
  keepTyped()
  expect(sessionStorage.getItem('typed')).not.toContain('ABCD2')
})

test('nothing typed is not sent', async () => {
  await logIn()
  await type('身份验证器的验证码', ' ')
  await screen.findByText('必填')
  expect(sent).toHaveLength(1)
})

test('silence is told and can be tried again', async () => {
  answers = [required, { status: 502, error: 'none', path }, done({ userInfo: person, token: 'new' })]
  await logIn()
  await type('身份验证器的验证码', '123456')
  await screen.findAllByText('网络错误，请稍后再试')
  await type('身份验证器的验证码', '123456')
  await waitFor(() => expect(isSignedIn.value).toBe(true))
})

test('a password that was changed meanwhile leads back to the form', async () => {
  answers = [required, { code: 1002, key: 'credentials_wrong', msg: '', data: null }]
  await logIn()
  await type('身份验证器的验证码', '123456')
  await screen.findByText('账号或密码错误')
  expect(screen.getByLabelText<HTMLInputElement>('登录密码').value).toBe('porcelain1')
})

test('back leads to the form as it was filled in, and it can be sent again', async () => {
  await logIn()
  await screen.findByLabelText('身份验证器的验证码')
  fireEvent.click(screen.getByRole('button', { name: '返回' }))
  expect((await screen.findByLabelText<HTMLInputElement>('邮箱')).value).toBe('lin@example.com')
  fireEvent.submit(screen.getByRole('button', { name: /^登录/ }).closest('form') as HTMLFormElement)
  await screen.findByLabelText('身份验证器的验证码')
})

test('tries that are used up say until when', async () => {
  answers = [
    required,
    { code: 1107, key: 'second_factor_locked', msg: '', data: { until: '2026-11-29T10:00:00.000Z' } },
  ]
  await logIn()
  await type('身份验证器的验证码', '123456')
  await screen.findByText(/验证码错误次数过多/)
  expect(isSignedIn.value).toBe(false)
})

test('a forgotten password takes it too, with the code from the letter and the new one', async () => {
  const forget = '/api/common/customerUser/forget'
  const replies = [required, done({ telegramUnbound: false })]
  const asked = stubApi({ [forget]: () => replies.shift() as object })
  await renderPage('account', Forget)
  for (const [label, value] of [
    ['邮箱', 'lin@example.com'],
    ['邮箱验证码', '123456'],
    ['新的登录密码', 'celadon22'],
    ['再次输入登录密码', 'celadon22'],
  ] as const)
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
  fireEvent.submit(screen.getByLabelText('邮箱').closest('form') as HTMLFormElement)
  await type('身份验证器的验证码', '654321')
  await screen.findByText('密码已重置')
  expect(asked.at(-1)?.body).toMatchObject({ code: '123456', password: 'celadon22', secondCode: '654321' })
})

test('in a sheet it follows the PIN; a sheet that is closed calls it off', async () => {
  const set = '/api/customer/customerUser/updateWithdrawalDelay'
  const user = { ...person, delay: { hours: 24 as const } }
  signedInAs(user)
  const next = { hours: 0, time: '2026-11-29T10:00:00.000Z', leftSeconds: 86_400 }
  const asked = stubApi({
    '/api/customer/customerUser/getUser': done(user),
    [set]: ({ secondCode }) => (secondCode ? done({ ...user, delay: { hours: 24, next } }) : required),
  })
  await renderPage('account', SafeCenter, { query: { delay: '1' } })
  const choose = async (name: RegExp) => {
    fireEvent.click(await screen.findByRole('button', { name }))
    const sheet = within(await screen.findByRole('dialog'))
    for (const digit of '246801') fireEvent.click(sheet.getByRole('button', { name: digit }))
    fireEvent.click(sheet.getByRole('button', { name: '确认更改' }))
    await sheet.findByLabelText('身份验证器的验证码')
    return sheet
  }
  const first = await choose(/^1 小时/)
  fireEvent.click(first.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose(/^不等待/)
  await type('身份验证器的验证码', '123456')
  await screen.findByText('已申请缩短')
  const bodies = asked.filter(call => call.path === set).map(({ body }) => body)
  expect(bodies).toEqual([
    { hours: 1, pin: '246801' },
    { hours: 0, pin: '246801' },
    { hours: 0, pin: '246801', secondCode: '123456' },
  ])
})
