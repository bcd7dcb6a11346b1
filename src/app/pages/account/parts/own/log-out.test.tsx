import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { UserInfo } from '../../../../../contract/account.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { currentUrl } from '../../../../routing/hash-location.tsx'
import { isSignedIn } from '../../../../state/session.ts'
import { keys, recall, remember } from '../../../../storage.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import { LogOut } from './log-out.tsx'

const logout = '/api/customer/customerUser/logout'
const unbind = '/api/customer/customerUser/tgUnbind'
const getUser = '/api/customer/customerUser/getUser'

async function open(changes: Partial<UserInfo>) {
  signedInAs(changes)
  await renderPage('account', () => <LogOut user={{ ...person, ...changes }} />)
  fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
}

describe('log out', () => {
  test('without a binding: one question', async () => {
    const sent = stubApi({ [logout]: done(null) })
    for (const key of [keys.afterLogin, keys.webView]) remember(key, '/pages/card/card')
    await open({})
    fireEvent.click(screen.getAllByText('退出登录').at(-1) as HTMLElement)
    await waitFor(() => expect(isSignedIn.value).toBe(false))
    expect(sent.map(({ path }) => path)).toEqual([logout])
    for (const key of [keys.stayedOut, keys.afterLogin, keys.webView]) expect(recall(key)).toBeNull()
    expect(currentUrl.value).toBe('/')
  })

  test('with a binding: asks to unbind first and says how often it may be done', async () => {
    const sent = stubApi({
      [unbind]: done({ remain: 0, resetAt: '2026-12-01T00:00:00.000Z' }),
      [getUser]: done(person),
      [logout]: done(null),
    })
    await open({ tgBound: true, tgUnbindRemain: 1 })
    expect(screen.getByText(/本月还可解绑 1 次/)).toBeTruthy()
    fireEvent.input(await screen.findByLabelText('登录密码'), { target: { value: 'porcelain1' } })
    fireEvent.submit(screen.getByText('解绑并退出').closest('form') as HTMLFormElement)
    await waitFor(() => expect(isSignedIn.value).toBe(false))
    expect(sent.map(({ path }) => path)).toEqual([unbind, getUser, logout])
  })

  test('a wrong password unbinds nothing and leaves nobody', async () => {
    stubApi({ [unbind]: { code: 1002, key: 'credentials_wrong', msg: '', data: null } })
    await open({ tgBound: true, tgUnbindRemain: 1 })
    fireEvent.input(await screen.findByLabelText('登录密码'), { target: { value: 'wrong' } })
    fireEvent.submit(screen.getByText('解绑并退出').closest('form') as HTMLFormElement)
    await screen.findByText('账号或密码错误')
    expect(isSignedIn.value).toBe(true)
  })

  test.each([1, 0])('leaves on this device only, with %i unbinds left', async tgUnbindRemain => {
    const sent = stubApi({ [logout]: done(null) })
    await open({ tgBound: true, tgUnbindRemain })
    fireEvent.click(screen.getByText('仅在此设备退出'))
    await waitFor(() => expect(isSignedIn.value).toBe(false))
    expect(sent.map(({ path }) => path)).toEqual([logout])
    expect(recall(keys.stayedOut)).toBe(true)
  })

  test('stays out though the session had ended already', async () => {
    stubApi({ [logout]: { status: 401, error: 'none', path: logout } })
    await open({ tgBound: true, tgUnbindRemain: 0 })
    fireEvent.click(screen.getByText('仅在此设备退出'))
    await waitFor(() => expect(isSignedIn.value).toBe(false))
    await waitFor(() => expect(recall(keys.stayedOut)).toBe(true))
  })

  test('with no unbinds left: says from when there are some again', async () => {
    stubApi({})
    await open({ tgBound: true, tgUnbindRemain: 0, tgUnbindResetAt: '2027-02-01T00:00:00.000Z' })
    const again = dateTime('2027-02-01T00:00:00.000Z')
    expect(screen.getByText(`本月的解绑次数已用完，${again} 之后可再解绑。您仍可只在此设备退出`)).toBeTruthy()
  })
})
