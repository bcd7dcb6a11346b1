import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Passkey } from '../../../contract/passkey.ts'
import { PinAsk } from '../../decision/pin-ask.tsx'
import { noteHere, passkeysHere } from '../../passkeys/here.ts'
import { beginInTelegram } from '../../telegram/testing.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SafeCenter from './safeCenter.tsx'

const at = (name: string) => `/api/customer/passkey/${name}`
const phone: Passkey = {
  id: '01990000-0000-7000-8000-0000000000a1',
  kind: 'telegram',
  name: null,
  device: 'Telegram · Android',
  createTime: '2026-11-20T10:00:00.000Z',
  lastTime: null,
  synced: false,
  pays: true,
}
const token = 't'.repeat(43)
const granted = { available: true, access_granted: true, token_saved: false }
const words = '用指纹或面容确认付款'

let host: ReturnType<typeof beginInTelegram>
beforeEach(() => {
  host = beginInTelegram()
  Object.assign(window.glaze?.params ?? {}, { tgWebAppPlatform: 'android' })
  signedInAs()
})
afterEach(() => host.leave())

/** Opens the page in a client that says this of its biometrics. */
async function open(info: object) {
  await renderPage('account', SafeCenter, { query: { passkeys: '1' } })
  await waitFor(() => expect(host.last('web_app_biometry_get_info')).toEqual({}))
  await act(async () => host.tell('biometry_info_received', info))
}

async function enterPin() {
  const sheet = within(await screen.findByRole('dialog'))
  for (const digit of '246801') fireEvent.click(sheet.getByRole('button', { name: digit }))
  fireEvent.click(sheet.getByRole('button', { name: '打开' }))
  await waitFor(() => expect(host.last('web_app_biometry_update_token')).toMatchObject({ token }))
}

test('a client without biometrics says where passkeys can be added', async () => {
  stubApi({ [at('list')]: done([]) })
  await open({ available: false })
  await screen.findByText(/这里不能添加通行密钥/)
})

test('whoever does not allow them is led to where they can', async () => {
  stubApi({ [at('list')]: done([]) })
  await open({ ...granted, access_granted: false })
  fireEvent.click(await screen.findByRole('button', { name: words }))
  expect(host.last('web_app_biometry_request_access')).toEqual({ reason: '用指纹或面容确认 Glaze 的付款' })
  await act(async () => host.tell('biometry_info_received', { ...granted, access_granted: false }))
  fireEvent.click(await screen.findByRole('button', { name: '打开设置' }))
  expect(host.last('web_app_biometry_open_settings')).toEqual({})
})

test('the PIN gives a token that Telegram keeps, and this phone is noted', async () => {
  const sent = stubApi({
    [at('list')]: done([]),
    [at('biometricsAdd')]: done({ passkey: phone, token }),
    '/api/customer/customerUser/getUser': done(person),
  })
  await open(granted)
  fireEvent.click(await screen.findByRole('button', { name: words }))
  await enterPin()
  await act(async () => host.tell('biometry_token_updated', { status: 'updated' }))
  await waitFor(() => expect(passkeysHere()).toEqual([phone.id]))
  expect(sent.find(({ path }) => path === at('biometricsAdd'))?.body).toEqual({
    pin: '246801',
    deviceKey: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('a token that Telegram does not keep is taken back', async () => {
  const sent = stubApi({
    [at('list')]: done([]),
    [at('biometricsAdd')]: done({ passkey: phone, token }),
    [at('remove')]: done([]),
  })
  await open(granted)
  fireEvent.click(await screen.findByRole('button', { name: words }))
  await enterPin()
  await act(async () => host.tell('biometry_token_updated', { status: 'failed' }))
  await screen.findByText(/Telegram 没有保存成功/)
  expect(sent.find(({ path }) => path === at('remove'))?.body).toEqual({ id: phone.id })
  expect(passkeysHere()).toEqual([])
})

test('one that is removed is forgotten by Telegram, too', async () => {
  noteHere(phone.id, true)
  let kept = [phone]
  const remove = () => {
    kept = []
    return done([])
  }
  stubApi({ [at('list')]: () => done(kept), [at('remove')]: remove })
  await renderPage('account', SafeCenter, { query: { passkeys: '1' } })
  fireEvent.click(await screen.findByText('Telegram · Android'))
  expect(screen.queryByRole('button', { name: words })).toBeNull()
  await screen.findByText(/不能再用它确认付款/)
  fireEvent.click(screen.getByRole('button', { name: '移除' }))
  await waitFor(() => expect(host.last('web_app_biometry_update_token')).toEqual({ token: '' }))
  await waitFor(() => expect(passkeysHere()).toEqual([]))
})

async function confirm(answer: object, status: string) {
  noteHere(phone.id, true)
  stubApi({ [at('biometricsPass')]: answer })
  const asked: string[] = []
  const ask = async (pin: string) => {
    asked.push(pin)
    return { ok: true }
  }
  await renderPage('account', () => (
    <PinAsk movesMoney label="资金密码" confirm="付款" ask={ask} onAnswer={() => {}} />
  ))
  fireEvent.click(await screen.findByRole('button', { name: '用指纹或面容确认' }))
  await waitFor(() => expect(host.last('web_app_biometry_request_auth')).toBeTruthy())
  await act(async () => host.tell('biometry_auth_requested', { status, token }))
  return asked
}

test('a payment is confirmed by what Telegram shows', async () => {
  const asked = await confirm(done({ pass: 'p'.repeat(43) }), 'authorized')
  await waitFor(() => expect(asked).toEqual(['p'.repeat(43)]))
})

test.each([
  ['failed', done({ pass: 'p'.repeat(43) }), /没有确认，什么都没有办理/],
  ['authorized', { code: 1015, key: 'passkey_refused', msg: '', data: null }, /已不能代替资金密码/],
])('nothing is paid when it is %s or good no longer', async (status, answer, said) => {
  const asked = await confirm(answer, status)
  await screen.findByText(said)
  expect(asked).toEqual([])
})
