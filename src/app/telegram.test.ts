import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUrl, go } from './hash-location.tsx'
import type { Glaze } from './head.ts'
import {
  ask,
  bottomButton,
  feel,
  guardSwipe,
  initData,
  isTelegram,
  openLink,
  post,
  supports,
} from './telegram.ts'
import { startTelegram } from './telegram-start.ts'

type Host = Window & { glaze?: Glaze }
type Receive = (type: string, payload: unknown) => void
const app: Host = window
const host = window as unknown as {
  TelegramWebviewProxy?: { postEvent: (type: string, json: string) => void }
  Telegram?: { WebView: { receiveEvent: Receive } }
}
let posted: [string, Record<string, unknown>][]
let stop: () => void

beforeEach(() => {
  posted = []
  app.glaze = {
    params: {
      tgWebAppData: 'user=1&hash=x',
      tgWebAppVersion: '8.0',
      tgWebAppThemeParams: '{"bg_color":"#17212b"}',
    },
    language: 'zh-CN',
    isSignedIn: false,
    path: '/',
    early: {},
    show: () => {},
    preload: () => {},
  }
  host.TelegramWebviewProxy = { postEvent: (type, json) => posted.push([type, JSON.parse(json)]) }
  stop = startTelegram()
})
afterEach(() => {
  stop()
  delete app.glaze
  delete host.TelegramWebviewProxy
})

function tell(type: string, payload: unknown = {}) {
  host.Telegram?.WebView.receiveEvent(type, payload)
}
function last(type: string) {
  return posted.findLast(([name]) => name === type)?.[1]
}

test('the handshake, in order', () => {
  const names = posted.map(([name]) => name)
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

test('a bottom button always sends its whole state', () => {
  const press = vi.fn()
  bottomButton('main', { text: '确认', isVisible: true, isActive: true, isBusy: false, press })
  expect(last('web_app_setup_main_button')).toMatchObject({
    is_visible: true,
    is_active: true,
    is_progress_visible: false,
    text: '确认',
  })
  tell('main_button_pressed')
  expect(press).toHaveBeenCalledOnce()
  bottomButton('main', null)
  expect(last('web_app_setup_main_button')).toMatchObject({ is_visible: false, text: '' })
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

test('a question without an answer ends in null', async () => {
  vi.useFakeTimers()
  const answer = ask('web_app_open_scan_qr_popup', 'qr_text_received', { text: '' }, 1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await answer).toBeNull()
  const next = ask('web_app_open_scan_qr_popup', 'qr_text_received')
  tell('qr_text_received', { data: 'ethereum:0x1' })
  expect(await next).toEqual({ data: 'ethereum:0x1' })
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

describe('other transports', () => {
  test('the iframe of Telegram Web: one JSON string to the parent, and only the parent is heard', () => {
    delete host.TelegramWebviewProxy
    const parent = { postMessage: vi.fn() }
    vi.stubGlobal('parent', parent)
    post('web_app_close')
    expect(parent.postMessage).toHaveBeenCalledWith(
      '{"eventType":"web_app_close","eventData":{}}',
      expect.stringContaining('http'),
    )
    const data = '{"eventType":"theme_changed","eventData":{"theme_params":{"bg_color":"#ffffff"}}}'
    dispatchEvent(new MessageEvent('message', { data, source: null }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    dispatchEvent(new MessageEvent('message', { data, source: parent as unknown as Window }))
    expect(document.documentElement.dataset.theme).toBe('light')
  })

  test('outside Telegram nothing is posted', () => {
    delete app.glaze
    const before = posted.length
    post('web_app_close')
    expect(posted).toHaveLength(before)
    expect(isTelegram()).toBe(false)
  })
})
