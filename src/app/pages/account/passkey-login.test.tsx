import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { stubPasskeys } from '../../passkeys/testing.ts'
import { isSignedIn } from '../../state/session.ts'
import { beginInTelegram } from '../../telegram/testing.ts'
import { done, person, renderPage, stubApi } from '../../testing/testing.tsx'
import Login from './login.tsx'

const ask = '/api/common/passkey/ask'
const login = '/api/common/passkey/login'
const words = '用通行密钥登录'
const asking = { [ask]: done({ challenge: 'AQID', rpId: 'localhost' }) }

const press = async () => fireEvent.click(await screen.findByRole('button', { name: words }))

test('no passkey is offered where the browser has none, and inside Telegram', async () => {
  stubApi({})
  const { unmount } = await renderPage('account', Login)
  expect(screen.queryByText(words)).toBeNull()
  unmount()
  stubPasskeys()
  const host = beginInTelegram()
  await renderPage('account', Login)
  expect(screen.queryByText(words)).toBeNull()
  host.leave()
})

test('a log-in that nobody confirmed says so, sends nothing more, and can be tried again', async () => {
  stubPasskeys({ isDeclined: true })
  const sent = stubApi(asking)
  await renderPage('account', Login)
  await press()
  await screen.findByText(/没有用到通行密钥/)
  expect(sent.map(({ path }) => path)).toEqual([ask])
  expect(isSignedIn.value).toBe(false)
  expect(screen.getByRole('button', { name: words }).getAttribute('aria-busy')).toBeNull()
})

test('one that is refused says why, and what to do', async () => {
  stubPasskeys()
  stubApi({ ...asking, [login]: { code: 1015, key: 'passkey_refused', msg: '', data: null } })
  await renderPage('account', Login)
  await press()
  await screen.findByText(/通行密钥没有通过验证/)
})

test('the device is asked for its owner, and what it signed signs in', async () => {
  const asked = stubPasskeys()
  const sent = stubApi({ ...asking, [login]: done({ userInfo: person, token: 'new' }) })
  await renderPage('account', Login)
  await press()
  await waitFor(() => expect(isSignedIn.value).toBe(true))
  expect(asked).toMatchObject([{ rpId: 'localhost', userVerification: 'required', allowCredentials: [] }])
  expect([...new Uint8Array(asked[0]?.challenge as ArrayBuffer)]).toEqual([1, 2, 3])
  expect(sent.find(({ path }) => path === login)?.body).toEqual({
    assertion: {
      id: 'a2V5',
      clientDataJSON: 'AQ',
      authenticatorData: 'Aw',
      signature: '-_8',
      userHandle: 'BA',
    },
    deviceKey: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})
