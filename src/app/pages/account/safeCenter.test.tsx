import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, describe, expect, test } from 'vitest'
import { dateTime } from '../../display/calendar.ts'
import { forgetWaits } from '../../forms/email-code.ts'
import { type Overview, overview } from '../../overview.ts'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { session, signOut } from '../../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import { sampleCard } from '../card/testing/samples.ts'
import SafeCenter from './safeCenter.tsx'

const path = '/api/customer/customerUser/updateEmail'
const refusal = (code: number, key: string, data: object | null = null) => ({ code, key, msg: key, data })
const open = () => renderPage('account', SafeCenter, { query: { change: 'email' } })

async function fill({ email = 'new@example.com' } = {}) {
  const type = (label: string | RegExp, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('新邮箱')
  type('新邮箱', email)
  type('新邮箱验证码', '111111')
  type(/^原邮箱验证码/, '222222')
  fireEvent.submit(screen.getByLabelText('新邮箱').closest('form') as HTMLFormElement)
}

async function enterPin() {
  const sheet = within(await screen.findByRole('dialog'))
  for (const digit of '246801') fireEvent.click(sheet.getByRole('button', { name: digit }))
  fireEvent.click(sheet.getByRole('button', { name: '更换邮箱' }))
}

test('the security centre leads to the sessions and to another address', async () => {
  signedInAs()
  stubApi({ '/api/customer/customerUser/getUser': done(person) })
  await renderPage('account', SafeCenter)
  const hrefOf = (text: string) => screen.getByText(text).closest('a')?.getAttribute('href')
  expect(hrefOf('登录中的设备')).toBe('#/pages/loginLog/loginLog?tab=sessions')
  expect(hrefOf('邮箱')).toBe('#/pages/safeCenter/safeCenter?change=email')
})

test('who is not signed in is asked to log in, and comes back', async () => {
  signOut()
  go('safeCenter', { freeze: 1 })
  const sent = stubApi({ '/api/customer/customerUser/getUser': { status: 401, error: 'none' } })
  await renderPage('account', SafeCenter, { query: { freeze: '1' } })
  const back = encodeURIComponent('/pages/safeCenter/safeCenter?freeze=1')
  await waitFor(() => expect(currentUrl.value).toBe(`/pages/login/login?back=${back}`))
  await new Promise(resolve => setTimeout(resolve))
  expect(currentUrl.value).toContain('login')
  expect(sent).toEqual([])
})

test('the way back out of one of its parts is heard, though the arrow that leads there stays', async () => {
  signedInAs()
  stubApi({ '/api/customer/customerUser/getUser': done(person) })
  await renderPage('account', SafeCenter)
  const page = (query: Record<string, string>) => <SafeCenter query={query} />
  const { rerender, container } = render(page({ phrase: '1' }))
  const at = within(container as HTMLElement)
  at.getByRole('button', { name: '返回' }).focus()
  rerender(page({}))
  expect(document.activeElement).toBe(at.getByRole('heading', { name: '安全中心' }))
})

test('the Telegram binding says from when it can be unbound again, once no unbinds are left', async () => {
  const user = { ...person, tgBound: true, tgUnbindRemain: 0, tgUnbindResetAt: '2027-02-01T00:00:00.000Z' }
  signedInAs(user)
  stubApi({ '/api/customer/customerUser/getUser': done(user) })
  await renderPage('account', SafeCenter)
  fireEvent.click(screen.getByText('Telegram'))
  await screen.findByText(`本月解绑次数已达上限，${dateTime(user.tgUnbindResetAt)} 之后可再解绑`)
})

describe('who has seen the full card number', () => {
  afterEach(() => {
    overview.value = null
  })

  async function hrefWith(...owned: (typeof sampleCard)[]) {
    signedInAs()
    stubApi({ '/api/customer/customerUser/getUser': done(person) })
    const money = { coins: [], bills: [], master: {} as Overview['master'], at: new Date() }
    overview.value = owned.length > 0 ? { userId: person.id, cards: owned, ...money } : null
    await renderPage('account', SafeCenter)
    return screen.getByText('卡片信息查看记录').closest('a')?.getAttribute('href')
  }

  test('stands at the only card', async () => {
    expect(await hrefWith(sampleCard)).toBe(`#/pages/cardDetail/cardDetail?id=${sampleCard.id}&open=views`)
  })

  test('stands behind each of several cards', async () => {
    expect(await hrefWith(sampleCard, sampleCard)).toBe('#/pages/cardList/cardList?open=views')
  })

  test('is found over the list while the cards are not known', async () => {
    expect(await hrefWith()).toBe('#/pages/cardList/cardList?open=views')
  })
})

describe('another e-mail address', () => {
  test('takes a fund PIN first', async () => {
    signedInAs({ pinSet: false })
    stubApi({})
    await open()
    const set = await screen.findByText('设置资金密码')
    expect(set.getAttribute('href')).toContain('change%3Demail')
  })

  test('is not the one there is', async () => {
    signedInAs()
    const sent = stubApi({})
    await open()
    await fill({ email: person.email.toUpperCase() })
    await screen.findByText('和现在的邮箱相同')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent.filter(call => call.path === path)).toEqual([])
  })

  test('sends each code to its own address', async () => {
    signedInAs()
    const sent = stubApi({
      '/api/common/customerUser/sendEmail': done({ resendAt: new Date(Date.now() + 60_000).toISOString() }),
    })
    await open()
    fireEvent.input(await screen.findByLabelText('新邮箱'), { target: { value: 'new@example.com' } })
    for (const button of screen.getAllByRole('button', { name: '获取验证码' })) fireEvent.click(button)
    const asked = () => sent.filter(call => call.path.endsWith('/sendEmail'))
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked().map(({ body }) => [body.type, body.email])).toEqual([
      ['newEmail', 'new@example.com'],
      ['updateEmail', person.email],
    ])
  })

  test.each([
    ['new', 0, '新邮箱验证码'],
    ['old', 1, /^原邮箱验证码/],
  ] as const)(
    'says at the code of the %s address that none is sent for now',
    async (_which, place, label) => {
      forgetWaits()
      signedInAs()
      const resendAt = new Date(Date.now() + 5 * 3_600_000).toISOString()
      stubApi({ '/api/common/customerUser/sendEmail': refusal(1011, 'code_wait', { resendAt }) })
      await open()
      fireEvent.input(await screen.findByLabelText('新邮箱'), { target: { value: 'new@example.com' } })
      fireEvent.click(screen.getAllByRole('button', { name: '获取验证码' })[place] as Element)
      const words = await screen.findByText(/今天的验证码次数已用完/)
      expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toBe(words.id)
    },
  )

  test.each([
    ['newCode', '新邮箱验证码'],
    ['code', /^原邮箱验证码/],
  ] as const)('says of a wrong %s that it is this one', async (field, label) => {
    signedInAs()
    stubApi({ [path]: refusal(1006, 'code_incorrect', { field }) })
    await open()
    await fill()
    await enterPin()
    const words = await screen.findByText('验证码不正确')
    expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toBe(words.id)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('says of an expired code of the new address that it has', async () => {
    signedInAs()
    stubApi({ [path]: refusal(1011, 'code_wait', { reason: 'expired', field: 'newCode' }) })
    await open()
    await fill()
    await enterPin()
    const words = await screen.findByText('验证码已过期，请重新获取')
    expect(screen.getByLabelText('新邮箱验证码').getAttribute('aria-describedby')).toBe(words.id)
  })

  test('says at the field that somebody has it', async () => {
    signedInAs()
    stubApi({ [path]: refusal(1005, 'email_registered') })
    await open()
    await fill()
    await enterPin()
    const words = await screen.findByText('该邮箱已注册')
    expect(screen.getByLabelText('新邮箱').getAttribute('aria-describedby')).toBe(words.id)
  })

  test('is told as done, with the way back and the pause of withdrawals', async () => {
    signedInAs()
    const holdUntil = new Date(Date.now() + 86_400_000).toISOString()
    const sent = stubApi({ [path]: done({ ...person, email: 'new@example.com', holdUntil }) })
    await open()
    await fill()
    await enterPin()
    await screen.findByText('邮箱已更换')
    expect(screen.getByText(/new@example\.com.*l\*@example\.com/)).toBeTruthy()
    expect(screen.getByText(/提现暂停至/)).toBeTruthy()
    expect(session.value?.user.email).toBe('new@example.com')
    expect(sent.find(call => call.path === path)?.body).toEqual({
      email: 'new@example.com',
      newCode: '111111',
      code: '222222',
      pin: '246801',
    })
  })
})
