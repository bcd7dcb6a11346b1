import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserInfo } from '../../../../../contract/account.ts'
import { session } from '../../../../state/session.ts'
import { losses } from '../../../../telegram/guards.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import { BindForm } from './bind-form.tsx'
import { UnbindForm } from './unbind-form.tsx'

const bind = '/api/customer/customerUser/tgBind'
const finish = vi.fn()

beforeEach(() => finish.mockClear())

async function show(changes: Partial<UserInfo>) {
  signedInAs(changes)
  const user = { ...person, ...changes }
  await renderPage('account', () => <BindForm user={user} launch="signed" onDone={finish} />)
}

function prove(label: string, secret: string) {
  fireEvent.input(screen.getByLabelText(label), { target: { value: secret } })
  fireEvent.submit(screen.getByText('绑定').closest('form') as HTMLFormElement)
}

describe('binding', () => {
  test('of who has no secret leads to setting one', async () => {
    await show({ passwordSet: false, pinSet: false })
    expect(screen.getByText('设置登录密码').getAttribute('href')).toBe(
      '#/pages/updatePassword/updatePassword',
    )
    expect(screen.queryByText('绑定')).toBeNull()
  })

  test('with a wrong password says so, binds nothing, and still asks before it closes', async () => {
    stubApi({ [bind]: { code: 1002, key: 'credentials_wrong', msg: '', data: null } })
    await show({})
    prove('登录密码', 'wrong1234')
    await screen.findByText('账号或密码错误')
    expect(finish).not.toHaveBeenCalled()
    expect(losses.value).toBe(1)
  })

  test.each([
    [{ code: 1102, key: 'pin_incorrect', data: { triesLeft: 2 } }, /还可以试 2 次/],
    [{ code: 1104, key: 'pin_locked', data: { until: '2030-01-02T03:04:00.000Z' } }, /2030年1月2日/],
  ])('with a PIN that is not compared or wrong says how that stands: %j', async (refused, words) => {
    stubApi({ [bind]: { msg: '', ...refused } })
    await show({ pinSet: true })
    fireEvent.click(screen.getByText('改用资金密码'))
    prove('资金密码', '111111')
    expect(await screen.findByText(words)).toBeTruthy()
    expect(finish).not.toHaveBeenCalled()
  })

  test('by password or, when asked for, by PIN', async () => {
    const sent = stubApi({ [bind]: done({ ...person, tgBound: true }) })
    await show({ pinSet: true })
    fireEvent.click(screen.getByText('改用资金密码'))
    prove('资金密码', '246813')
    await waitFor(() => expect(finish).toHaveBeenCalledOnce())
    expect(sent.map(({ body }) => body)).toEqual([{ initData: 'signed', pin: '246813' }])
    expect(session.value?.user.tgBound).toBe(true)
    await waitFor(() => expect(losses.value).toBe(0))
  })
})

describe('unbinding', () => {
  test('of who has no password leads to setting one', async () => {
    await renderPage('account', () => (
      <UnbindForm user={{ ...person, tgBound: true, passwordSet: false }} action="解除绑定" onDone={finish} />
    ))
    expect(screen.getByText('设置登录密码')).toBeTruthy()
    expect(screen.queryByText('解除绑定')).toBeNull()
  })

  test('says when it is counted anew', async () => {
    await renderPage('account', () => (
      <UnbindForm user={{ ...person, tgBound: true }} action="解除绑定" onDone={finish} />
    ))
    expect(screen.getByText(/次数在 .*12.* 重新计算/)).toBeTruthy()
  })
})
