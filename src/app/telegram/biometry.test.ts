import { afterEach, expect, test, vi } from 'vitest'
import { allowBiometry, biometry, biometryToken, dropBiometryToken, keepBiometryToken } from './biometry.ts'
import { canBiometry } from './can-biometry.ts'
import { beginInTelegram } from './testing.ts'

let host: ReturnType<typeof beginInTelegram> | undefined
afterEach(() => {
  host?.leave()
  host = undefined
})

function onPhone(version = '7.2') {
  host = beginInTelegram({ version })
  Object.assign(window.glaze?.params ?? {}, { tgWebAppPlatform: 'android' })
  return host
}

test('only clients on phones of a later version have them', () => {
  expect(canBiometry()).toBe(false)
  onPhone('7.1')
  expect(canBiometry()).toBe(false)
  host?.leave()
  onPhone()
  expect(canBiometry()).toBe(true)
  Object.assign(window.glaze?.params ?? {}, { tgWebAppPlatform: 'tdesktop' })
  expect(canBiometry()).toBe(false)
})

test.each([
  [{ available: false }, null],
  [{}, null],
  [
    { available: true, access_granted: false, token_saved: false },
    { isGranted: false, hasToken: false },
  ],
  [
    { available: true, access_granted: true, token_saved: true },
    { isGranted: true, hasToken: true },
  ],
])('a client says %j of them', async (told, expected) => {
  const { tell, last } = onPhone()
  const info = biometry()
  expect(last('web_app_biometry_get_info')).toEqual({})
  tell('biometry_info_received', told)
  expect(await info).toEqual(expected)
})

test('its person allows them or not', async () => {
  const { tell, last } = onPhone()
  for (const isGranted of [false, true]) {
    const allowed = allowBiometry('付款')
    expect(last('web_app_biometry_request_access')).toEqual({ reason: '付款' })
    tell('biometry_info_received', { available: true, access_granted: isGranted })
    expect(await allowed).toBe(isGranted)
  }
})

test.each([
  [{ status: 'authorized', token: 'kept' }, 'kept'],
  [{ status: 'authorized', token: '' }, null],
  [{ status: 'failed' }, null],
])('the token comes once its person is known: %j', async (told, expected) => {
  const { tell } = onPhone()
  const token = biometryToken('付款')
  tell('biometry_auth_requested', told)
  expect(await token).toBe(expected)
})

test('a token is kept, or said not to be, and forgotten', async () => {
  const { tell, last } = onPhone()
  for (const [status, expected] of [
    ['updated', true],
    ['failed', false],
  ] as const) {
    const kept = keepBiometryToken('token', '付款')
    expect(last('web_app_biometry_update_token')).toEqual({ token: 'token', reason: '付款' })
    tell('biometry_token_updated', { status })
    expect(await kept).toBe(expected)
  }
  dropBiometryToken()
  expect(last('web_app_biometry_update_token')).toEqual({ token: '' })
})

test('a client that says nothing has none, allows nothing, shows and keeps nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onPhone()
  const answers = [
    biometry(),
    allowBiometry('付款'),
    biometryToken('付款'),
    keepBiometryToken('token', '付款'),
  ]
  vi.advanceTimersByTime(60_000)
  expect(await Promise.all(answers)).toEqual([null, false, null, false])
})
