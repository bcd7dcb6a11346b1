import { act, fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { stubOffered } from '../../passkeys/testing.ts'
import { isSignedIn, session } from '../../state/session.ts'
import { done, person, renderPage, stubApi } from '../../testing/testing.tsx'
import Login from './login.tsx'

// Passkeys that the browser offers among what it fills the log-in form with.

const ask = '/api/common/passkey/ask'
const login = '/api/common/passkey/login'
const byPassword = '/api/common/customerUser/login'
const asking = { [ask]: done({ challenge: 'AQID', rpId: 'localhost' }) }
const entered = done({ userInfo: person, token: 'new' })

async function offered(answers: Record<string, object> = {}) {
  const { asked, offers } = stubOffered()
  const sent = stubApi({ ...asking, ...answers })
  const { unmount } = await renderPage('account', Login)
  await waitFor(() => expect(offers).toHaveLength(1))
  return { asked, offers, sent, unmount }
}

const press = () => fireEvent.click(screen.getByRole('button', { name: '用通行密钥登录' }))

function enterPassword() {
  fireEvent.input(screen.getByLabelText('邮箱'), { target: { value: 'lin@example.com' } })
  fireEvent.input(screen.getByLabelText('登录密码'), { target: { value: 'porcelain1' } })
  fireEvent.submit(screen.getByLabelText('登录密码').closest('form') as HTMLFormElement)
}

test('one that is chosen there signs in; nothing is pressed', async () => {
  const { offers, sent } = await offered({ [login]: entered })
  expect(screen.getByLabelText('邮箱').getAttribute('autocomplete')).toBe('username webauthn')
  expect(isSignedIn.value).toBe(false)
  offers[0]?.choose()
  await waitFor(() => expect(isSignedIn.value).toBe(true))
  expect(sent.filter(({ path }) => path === login)).toHaveLength(1)
})

test('the button calls the offer off before it asks the device, and it is made anew when nobody confirms', async () => {
  const { offers, asked } = await offered()
  const before = asked.length
  const calledOff: boolean[] = []
  navigator.credentials.get = (get => options => {
    if (options?.mediation === undefined) {
      calledOff.push(offers[0]?.signal.aborted === true)
      return Promise.reject(new DOMException('declined', 'NotAllowedError'))
    }
    return get(options)
  })(navigator.credentials.get)
  press()
  await screen.findByText(/没有用到通行密钥/)
  expect(calledOff).toEqual([true])
  expect(asked).toHaveLength(before)
  await waitFor(() => expect(offers).toHaveLength(2))
  expect(offers[1]?.signal.aborted).toBe(false)
})

test('a password calls it off; one that is wrong makes it anew', async () => {
  const wrong = { code: 1002, key: 'credentials_wrong', msg: '', data: null }
  const { offers } = await offered({ [byPassword]: wrong })
  enterPassword()
  await screen.findByText('账号或密码错误')
  expect(offers[0]?.signal.aborted).toBe(true)
  await waitFor(() => expect(offers).toHaveLength(2))
})

test('what was chosen before a password was sent signs nobody in a second time', async () => {
  let answer = (_: object) => {}
  const late = new Promise<object>(resolve => {
    answer = resolve
  })
  const { offers, sent } = await offered({ [login]: () => late, [byPassword]: entered })
  offers[0]?.choose()
  await waitFor(() => expect(sent.some(({ path }) => path === login)).toBe(true))
  enterPassword()
  await waitFor(() => expect(isSignedIn.value).toBe(true))
  await act(async () => answer(done({ userInfo: person, token: 'late' })))
  expect(session.value?.token).toBe('new')
})

test('who leaves the page, or is asked for the authenticator, is offered none any more', async () => {
  const required = { code: 1105, key: 'second_factor_required', msg: '', data: null }
  const { offers, unmount } = await offered({ [byPassword]: required })
  enterPassword()
  await screen.findByLabelText('身份验证器的验证码')
  expect(offers.every(({ signal }) => signal.aborted)).toBe(true)
  unmount()
  expect(offers).toHaveLength(1)
})

test('one that is refused says why, and is offered anew', async () => {
  const { offers } = await offered({ [login]: { code: 1015, key: 'passkey_refused', msg: '', data: null } })
  offers[0]?.choose()
  await screen.findByText(/通行密钥没有通过验证/)
  await waitFor(() => expect(offers).toHaveLength(2))
})

test('its challenge is renewed before it is over, when the page is looked at', async () => {
  const { offers } = await offered()
  const look = () => document.dispatchEvent(new Event('visibilitychange'))
  look()
  expect(offers[0]?.signal.aborted).toBe(false)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 60_000 })
  try {
    look()
    await waitFor(() => expect(offers).toHaveLength(2))
    expect(offers[0]?.signal.aborted).toBe(true)
    expect(offers[1]?.signal.aborted).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
