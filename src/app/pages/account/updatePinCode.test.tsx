import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { session } from '../../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import UpdatePinCode from './updatePinCode.tsx'

const path = '/api/customer/customerUser/updatePinCode'
const getUser = '/api/customer/customerUser/getUser'

function press(pin: string) {
  for (const digit of pin) fireEvent.click(screen.getByText(digit))
  fireEvent.submit(screen.getByText('下一步').closest('form') as HTMLFormElement)
}

/** Types a good PIN, twice. */
async function choose() {
  press('902174')
  await screen.findByText('再输入一次')
  press('902174')
  await screen.findByText(/最后一步/)
}

function prove() {
  fireEvent.input(screen.getByLabelText('邮箱验证码'), { target: { value: '123456' } })
  fireEvent.submit(screen.getByText('保存资金密码').closest('form') as HTMLFormElement)
}

describe('updatePinCode', () => {
  test('sends nobody who is not signed in to the log-in and back', async () => {
    stubApi({})
    await renderPage('account', UpdatePinCode)
    await waitFor(() => expect(currentUrl.value).toMatch(/^\/pages\/login\/login/))
  })

  test('warns of a PIN that is guessed first, and forbids nothing', async () => {
    stubApi({})
    signedInAs({ pinSet: false })
    await renderPage('account', UpdatePinCode)
    press('123456')
    await screen.findByText(/很容易被猜到/)
    fireEvent.click(screen.getByText('仍然使用'))
    await screen.findByText('再输入一次')
  })

  test('ticks its rules while it is typed, in digits and in letters', async () => {
    stubApi({})
    signedInAs({ pinSet: false })
    await renderPage('account', UpdatePinCode)
    const ticks = () =>
      within(screen.getByRole('list', { name: '资金密码要求' }))
        .getAllByRole('listitem')
        .map(rule => rule.textContent)
    const next = () => screen.getByRole('button', { name: '下一步' }) as HTMLButtonElement
    const length = '至少 6 位'
    const mixed = '不连续、不重复（建议）'
    expect(ticks()).toEqual([`${length}未满足`, `${mixed}未满足`])
    for (const digit of '12345') fireEvent.click(screen.getByText(digit))
    expect(ticks()).toEqual([`${length}未满足`, `${mixed}未满足`])
    fireEvent.click(screen.getByText('6'))
    expect(ticks()).toEqual([`${length}已满足`, `${mixed}未满足`])
    expect(next().disabled).toBe(false)
    fireEvent.click(screen.getByText('0'))
    expect(ticks()).toEqual([`${length}已满足`, `${mixed}已满足`])
    fireEvent.click(screen.getByText('使用字母密码'))
    fireEvent.input(screen.getByLabelText('输入新的资金密码'), { target: { value: 'kiln' } })
    expect(ticks()).toEqual([`${length}未满足`, `${mixed}已满足`])
    expect(next().disabled).toBe(true)
  })

  test('the second one must be the same', async () => {
    stubApi({})
    signedInAs({ pinSet: false })
    await renderPage('account', UpdatePinCode)
    press('902174')
    await screen.findByText('再输入一次')
    press('902175')
    await screen.findByText('两次输入的资金密码不一致')
  })

  test('each step is heard like a new page', async () => {
    stubApi({})
    signedInAs({ pinSet: false })
    await renderPage('account', UpdatePinCode)
    const title = () => screen.getByRole('heading', { level: 1 })
    for (const sign of [/很容易被猜到/, '再输入一次']) {
      const next = screen.queryByRole('button', { name: '仍然使用' }) ?? screen.getByText('1')
      next.focus()
      if (next.textContent === '1') press('123456')
      else fireEvent.click(next)
      await screen.findByText(sign)
      await waitFor(() => expect(document.activeElement).toBe(title()))
    }
  })

  test('a wrong code is told at the code and keeps the PIN', async () => {
    stubApi({ [path]: { code: 1006, key: 'code_incorrect', msg: '', data: null } })
    signedInAs({ pinSet: false })
    await renderPage('account', UpdatePinCode)
    await choose()
    prove()
    await screen.findByText('验证码不正确')
    expect(session.value?.user.pinSet).toBe(false)
  })

  test('one that the server refuses is told where another is chosen', async () => {
    const data = { reason: 'like_password' }
    stubApi({ [path]: { code: 1101, key: 'pin_change_failed', msg: '', data } })
    signedInAs({ pinSet: false })
    await renderPage('account', UpdatePinCode)
    await choose()
    prove()
    await screen.findByText(/修改资金密码失败：不能与登录密码相同/)
    await screen.findByText('输入新的资金密码')
    expect(session.value?.user.pinSet).toBe(false)
  })

  test('sets the PIN, knows it afterwards and goes back to where it was asked for', async () => {
    const sent = stubApi({ [path]: done(null), [getUser]: done({ ...person, pinSet: true }) })
    signedInAs({ pinSet: false })
    await renderPage('account', UpdatePinCode, {
      query: { back: '/pages/payOpenCard/payOpenCard?cardTypeId=1' },
    })
    await choose()
    prove()
    await screen.findByText('已设置')
    expect(sent[0]?.body).toEqual({ pin: '902174', code: '123456' })
    await waitFor(() => expect(session.value?.user.pinSet).toBe(true))
    fireEvent.click(screen.getByText('完成'))
    expect(currentUrl.value).toBe('/pages/payOpenCard/payOpenCard?cardTypeId=1')
  })

  test('says that replacing it holds withdrawals', async () => {
    stubApi({})
    signedInAs({ pinSet: true })
    await renderPage('account', UpdatePinCode)
    expect(screen.getByText('修改后提现暂停 24 小时')).toBeTruthy()
  })
})
