import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUrl, go } from '../routing/hash-location.tsx'
import { signedInAs } from '../testing/testing.tsx'
import { ask } from './events.ts'
import { guardClosing, guardSwipe } from './guards.ts'
import { openLink, share } from './outward.ts'
import { feel, initData, isTelegram, post, supports } from './telegram.ts'
import { beginInTelegram } from './testing.ts'

let host: ReturnType<typeof beginInTelegram>

beforeEach(() => {
  host = beginInTelegram()
})
afterEach(() => host.leave())

const tell = (type: string, payload?: unknown) => host.tell(type, payload)
const last = (type: string) => host.last(type)

test('the handshake, in order', () => {
  const names = host.posted.map(([name]) => name)
  const wanted = [
    'iframe_ready',
    'web_app_request_theme',
    'web_app_request_viewport',
    'web_app_expand',
    'web_app_ready',
  ]
  expect(names.filter(name => wanted.includes(name))).toEqual(wanted)
  expect(initData()).toBe('user=1&hash=x')
  expect(supports('7.10')).toBe(true)
  expect(supports('8.1')).toBe(false)
})

test('the theme of the host chooses our palette, and our colour goes back', () => {
  expect(document.documentElement.dataset.theme).toBe('dark')
  tell('theme_changed', { theme_params: { bg_color: '#ffffff' } })
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(last('web_app_set_header_color')).toHaveProperty('color')
})

test('insets become variables', () => {
  tell('safe_area_changed', { top: 44, bottom: 34, left: 0, right: 0 })
  tell('content_safe_area_changed', '{"top":46,"bottom":0,"left":0,"right":0}')
  const { style } = document.documentElement
  expect(style.getPropertyValue('--host-safe-top')).toBe('44px')
  expect(style.getPropertyValue('--host-content-top')).toBe('46px')
})

describe('the back button', () => {
  test('is hidden at home and shown elsewhere; one press is one step', () => {
    expect(last('web_app_setup_back_button')).toEqual({ is_visible: false })
    go('card', {}, { replace: true })
    expect(last('web_app_setup_back_button')).toEqual({ is_visible: true })
    tell('back_button_pressed')
    tell('back_button_pressed')
    expect(currentUrl.value).toBe('/')
  })
})

test('the settings item is there at home and on Me, and leads to the security centre', () => {
  go('index', {}, { replace: true })
  expect(last('web_app_setup_settings_button')).toEqual({ is_visible: true })
  go('card', {}, { replace: true })
  expect(last('web_app_setup_settings_button')).toEqual({ is_visible: false })
  go('user', {}, { replace: true })
  expect(last('web_app_setup_settings_button')).toEqual({ is_visible: true })
  tell('settings_button_pressed')
  expect(currentUrl.value).toBe('/pages/safeCenter/safeCenter')
})

test('closing is asked about while anything would be lost, and no longer', () => {
  expect(last('web_app_setup_closing_behavior')).toEqual({ need_confirmation: false })
  const [form, money] = [guardClosing(), guardClosing()]
  form()
  form()
  expect(last('web_app_setup_closing_behavior')).toEqual({ need_confirmation: true })
  money()
  expect(last('web_app_setup_closing_behavior')).toEqual({ need_confirmation: false })
})

test('swipes are let go only when the last guard is gone', () => {
  const first = guardSwipe()
  const second = guardSwipe()
  first()
  first()
  expect(last('web_app_setup_swipe_behavior')).toEqual({ allow_vertical_swipe: false })
  second()
  expect(last('web_app_setup_swipe_behavior')).toEqual({ allow_vertical_swipe: true })
})

test('where a pull reads anew a swipe does not close the app, once somebody is signed in', () => {
  go('bill', {}, { replace: true })
  expect(last('web_app_setup_swipe_behavior')).toEqual({ allow_vertical_swipe: true })
  signedInAs()
  expect(last('web_app_setup_swipe_behavior')).toEqual({ allow_vertical_swipe: false })
  go('safeCenter', {}, { replace: true })
  expect(last('web_app_setup_swipe_behavior')).toEqual({ allow_vertical_swipe: true })
})

test('a question without an answer ends in null', async () => {
  vi.useFakeTimers()
  const question = { type: 'web_app_open_scan_qr_popup', answers: ['qr_text_received'] }
  const answer = ask({ ...question, timeoutMs: 1_000 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await answer).toBeNull()
  const next = ask(question)
  tell('qr_text_received', { data: 'ethereum:0x1' })
  expect(await next).toEqual({ type: 'qr_text_received', payload: { data: 'ethereum:0x1' } })
  vi.useRealTimers()
})

test('a question with a number takes no answer of another', async () => {
  const answers = ['device_storage_key_received', 'device_storage_failed']
  const payload = { req_id: '2', key: 'language' }
  const answer = ask({ type: 'web_app_device_storage_get_key', payload, answers })
  tell('device_storage_key_received', { req_id: '1', value: 'wrong' })
  tell('device_storage_failed', { req_id: '2', error: 'UNSUPPORTED' })
  expect(await answer).toMatchObject({ type: 'device_storage_failed' })
})

test('haptics and links in the words of the host', () => {
  feel('success')
  expect(last('web_app_trigger_haptic_feedback')).toEqual({
    type: 'notification',
    notification_type: 'success',
  })
  openLink('https://t.me/glaze')
  expect(last('web_app_open_tg_link')).toEqual({ path_full: '/glaze' })
})

test('links are shared by the chooser of Telegram', async () => {
  expect(await share('https://glaze.example/?a=1', '一起')).toBe(true)
  const path = '/share/url?url=https%3A%2F%2Fglaze.example%2F%3Fa%3D1&text=%E4%B8%80%E8%B5%B7'
  expect(last('web_app_open_tg_link')).toEqual({ path_full: path })
})

describe('an old client', () => {
  test('is told nothing that it does not know', () => {
    host.leave()
    host = beginInTelegram({ version: '6.0' })
    feel('success')
    guardClosing()()
    const known = [
      'iframe_ready',
      'web_app_request_theme',
      'web_app_request_viewport',
      'web_app_expand',
      'web_app_ready',
      'web_app_setup_main_button',
    ]
    expect(host.posted.map(([name]) => name).filter(name => !known.includes(name))).toEqual([])
    expect(host.posted.length).toBeGreaterThan(3)
  })
})

describe('launch data', () => {
  test.each([
    ['somebody who follows a link in an ordinary browser', {}, null],
    ['a client with a native bridge', { TelegramWebviewProxy: { postEvent: () => {} } }, 'user=1&hash=x'],
    ['an old client of Windows', { external: { notify: () => {} } }, 'user=1&hash=x'],
    ['the frame of Telegram Web', { parent: {} }, 'user=1&hash=x'],
  ])('of %s', (_who, client, data) => {
    host.leave()
    host = beginInTelegram({ isNative: false })
    for (const [name, value] of Object.entries(client)) vi.stubGlobal(name, value)
    expect(initData()).toBe(data)
    vi.unstubAllGlobals()
  })
})

test('outside Telegram nothing is posted', () => {
  host.leave()
  const before = host.posted.length
  post('web_app_close')
  expect(host.posted).toHaveLength(before)
  expect(isTelegram()).toBe(false)
})
