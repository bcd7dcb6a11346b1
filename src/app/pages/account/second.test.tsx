import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { UserInfo } from '../../../contract/account.ts'
import { dateTime } from '../../display/calendar.ts'
import { session } from '../../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SafeCenter from './safeCenter.tsx'

const api = {
  user: '/api/customer/customerUser/getUser',
  begin: '/api/customer/secondFactor/begin',
  confirm: '/api/customer/secondFactor/confirm',
  drop: '/api/customer/secondFactor/drop',
  codes: '/api/customer/secondFactor/recoveryCodes',
  keep: '/api/customer/secondFactor/keep',
}
type Factor = NonNullable<UserInfo['secondFactor']>

const since = '2026-11-20T10:00:00.000Z'
const on: Factor = { since, recoveryLeft: 10 }
const setup = '0123456789abcdef0123456789abcdef'
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const otpauth = `otpauth://totp/Glaze:lin@example.com?secret=${secret}`
const recoveryCodes = [...'23456789AB'].map(sign => `CDEF${sign}-GHJK2`)
const refusal = (code: number, key: string, data: object | null = null) => ({ code, key, msg: key, data })

/** Opens the page of somebody whose authenticator is so; answers what was sent. */
async function open(secondFactor: Factor | undefined, answers: Record<string, object> = {}) {
  const user = { ...person, ...(secondFactor && { secondFactor }) }
  signedInAs(user)
  const sent = stubApi({ [api.user]: done(user), ...answers })
  await renderPage('account', SafeCenter, { query: { second: '1' } })
  return (path: string) => sent.filter(call => call.path === path).map(({ body }) => body)
}

async function enterPin(confirm: string) {
  const sheet = within(await screen.findByRole('dialog'))
  for (const digit of '246801') fireEvent.click(sheet.getByRole('button', { name: digit }))
  fireEvent.click(sheet.getByRole('button', { name: confirm }))
}

async function type(label: string, code: string) {
  const field = await screen.findByLabelText(label)
  fireEvent.input(field, { target: { value: code } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
}

describe('the security centre says', () => {
  test.each([
    [undefined, '未开启'],
    [on, '已开启'],
    [{ ...on, removeAt: since }, '将被移除'],
  ] as const)('%j as it is', async (secondFactor, words) => {
    const user = { ...person, ...(secondFactor && { secondFactor }) }
    signedInAs(user)
    stubApi({ [api.user]: done(user) })
    await renderPage('account', SafeCenter)
    const row = screen.getByRole('link', { name: /^身份验证器/ })
    expect(row.getAttribute('href')).toBe('#/pages/safeCenter/safeCenter?second=1')
    expect(row.textContent).toContain(words)
  })
})

describe('setting an authenticator up', () => {
  test('takes a fund PIN first', async () => {
    signedInAs({ pinSet: false })
    stubApi({})
    await renderPage('account', SafeCenter, { query: { second: '1' } })
    expect((await screen.findByText('设置资金密码')).getAttribute('href')).toContain('second%3D1')
    expect(screen.queryByText('开始设置')).toBeNull()
  })

  async function begin(answers: Record<string, object> = {}) {
    const sent = await open(undefined, { [api.begin]: done({ secret, link: otpauth, setup }), ...answers })
    fireEvent.click(await screen.findByText('开始设置'))
    await enterPin('继续')
    return sent
  }

  test('shows the secret as a QR code, a link for this phone, and text to copy', async () => {
    const sent = await begin()
    expect(await screen.findByRole('img', { name: '身份验证器的二维码' })).toBeTruthy()
    expect(screen.getByText('在本机的身份验证器中打开').getAttribute('href')).toBe(otpauth)
    expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeTruthy()
    expect(screen.getByRole('button', { name: '复制密钥 密钥' })).toBeTruthy()
    expect(sent(api.begin)).toEqual([{ pin: '246801' }])
    expect(session.value?.user.secondFactor).toBeUndefined()
  })

  test('tells a wrong code at its field, with the tries that are left', async () => {
    await begin({ [api.confirm]: refusal(1106, 'second_factor_incorrect', { triesLeft: 4 }) })
    await type('身份验证器的验证码', '000000')
    const words = await screen.findByText('验证码不正确，还可以试 4 次')
    expect(screen.getByLabelText('身份验证器的验证码').getAttribute('aria-describedby')).toBe(words.id)
  })

  test('begins anew when it took too long', async () => {
    await begin({ [api.confirm]: refusal(1503, 'modify_failed', { reason: 'second_factor_begin' }) })
    await type('身份验证器的验证码', '123456')
    await screen.findByText(/这次设置已过期，或已在别处重新开始/)
    expect(screen.getByText('开始设置')).toBeTruthy()
    expect(screen.queryByText(/GEZD/)).toBeNull()
  })

  test('says so when another device was faster', async () => {
    await begin({ [api.begin]: refusal(1503, 'modify_failed', { reason: 'second_factor_on' }) })
    await screen.findByText(/身份验证器已经开启/)
  })

  test('whose first answer was lost shows that it is on, with the way to other recovery codes', async () => {
    let user: UserInfo = person
    await begin({
      [api.user]: () => done(user),
      [api.confirm]: refusal(1503, 'modify_failed', { reason: 'second_factor_on' }),
    })
    user = { ...person, secondFactor: on }
    await type('身份验证器的验证码', '123456')
    await screen.findByText('生成新的恢复码')
    expect(screen.getByText(/没有看到恢复码，请生成新的/)).toBeTruthy()
    expect(screen.queryByText(/GEZD/)).toBeNull()
  })

  test('tells that the clock of the phone is wrong', async () => {
    const details = { triesLeft: 3, reason: 'clock' }
    await begin({ [api.confirm]: refusal(1106, 'second_factor_incorrect', details) })
    await type('身份验证器的验证码', '000000')
    await screen.findByText(/手机时间不准/)
  })

  test('says what to do where no authenticator opens', async () => {
    await begin()
    await screen.findByText(/本机没有身份验证器，请先安装一个/)
  })

  test('ends with the recovery codes, which are gone once they are kept', async () => {
    const userInfo = { ...person, secondFactor: on, holdUntil: since }
    const sent = await begin({ [api.confirm]: done({ userInfo, recoveryCodes }) })
    await type('身份验证器的验证码', ' 123 456 ')
    const codes = within(await screen.findByRole('list', { name: '恢复码' }))
    for (const code of recoveryCodes) expect(codes.getByText(code)).toBeTruthy()
    expect(sent(api.confirm)).toEqual([{ code: '123 456', setup }])
    expect(session.value?.user.secondFactor).toEqual(on)
    fireEvent.click(screen.getByText('我已保存好'))
    await screen.findByText('身份验证器已开启')
    expect(screen.getByText(`提现暂停至 ${dateTime(since)}`, { exact: false })).toBeTruthy()
    expect(screen.queryByText(recoveryCodes[0] as string)).toBeNull()
  })
})

describe('an authenticator that is on', () => {
  test('is turned off by a code or a recovery code and the PIN', async () => {
    const sent = await open(on, { [api.drop]: done(person) })
    fireEvent.click(await screen.findByText('关闭身份验证器'))
    await type('恢复码', 'ABCD2-EFGH2')
    await enterPin('关闭身份验证器')
    await screen.findByText('身份验证器已关闭')
    expect(sent(api.drop)).toEqual([{ code: 'ABCD2-EFGH2', pin: '246801' }])
    expect(session.value?.user.secondFactor).toBeUndefined()
  })

  test('gives new recovery codes, and says that a code was used already', async () => {
    const userInfo = { ...person, secondFactor: on }
    let answer: object = refusal(1106, 'second_factor_incorrect', { triesLeft: 4, reason: 'used' })
    const sent = await open({ since, recoveryLeft: 2 }, { [api.codes]: () => answer })
    await screen.findByText('恢复码快用完了，请生成新的。')
    fireEvent.click(screen.getByText('生成新的恢复码'))
    await type('身份验证器的验证码', '123456')
    await enterPin('生成新的恢复码')
    await screen.findByText('这个验证码已经用过，请等下一个')
    answer = done({ userInfo, recoveryCodes })
    await type('身份验证器的验证码', '654321')
    await enterPin('生成新的恢复码')
    expect(within(await screen.findByRole('list', { name: '恢复码' })).getAllByRole('listitem')).toHaveLength(
      10,
    )
    expect(sent(api.codes).at(-1)).toEqual({ code: '654321', pin: '246801' })
  })

  test('that operators are about to remove is kept in one tap', async () => {
    const user = { ...person, secondFactor: on }
    const sent = await open({ ...on, removeAt: since }, { [api.keep]: done(user) })
    await screen.findByText(new RegExp(dateTime(since)))
    expect(screen.getByText('不是我，冻结账户').getAttribute('href')).toContain('freeze=1')
    fireEvent.click(screen.getByText('不要移除'))
    await waitFor(() => expect(screen.queryByText('不要移除')).toBeNull())
    expect(sent(api.keep)).toEqual([{}])
  })

  test('that operators are about to remove while they hold the account frozen leads to them', async () => {
    await open(
      { ...on, removeAt: since },
      { [api.keep]: refusal(1505, 'account_frozen', { by: 'operator' }) },
    )
    fireEvent.click(await screen.findByText('不要移除'))
    await screen.findByText(/只有客服能取消移除/)
  })
})
