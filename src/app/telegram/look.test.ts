import { afterEach, describe, expect, test, vi } from 'vitest'
import { beginInTelegram } from './testing.ts'

let client: ReturnType<typeof beginInTelegram>

afterEach(() => {
  client.leave()
  vi.unstubAllGlobals()
})

describe('strength of the device', () => {
  test.each([
    ['LOW', 'low'],
    ['AVERAGE', 'average'],
    ['HIGH', 'high'],
  ])('Android says %s', (said, perf) => {
    vi.stubGlobal('navigator', {
      userAgent: `Mozilla/5.0 (Linux; Android 13) Telegram-Android/11.3.3 (Xiaomi 12; Android 13; SDK 33; ${said})`,
    })
    client = beginInTelegram()
    expect(document.documentElement.dataset.perf).toBe(perf)
    expect(document.getElementById('calm') !== null).toBe(said === 'LOW')
    document.getElementById('calm')?.remove()
  })
})

test.each([
  ['6.1', undefined],
  ['6.9', { color: '#f6f4ef' }],
])('version %s is told what colour its header has, if it can have ours', (version, told) => {
  client = beginInTelegram({ version })
  expect(client.last('web_app_set_header_color')).toEqual(told)
  expect(client.last('web_app_set_background_color')).toEqual({ color: '#f6f4ef' })
})

test('minimised, the app counts as left: what is secret on the screen goes', () => {
  client = beginInTelegram()
  const left = vi.fn()
  addEventListener('blur', left)
  client.tell('visibility_changed', { is_visible: true })
  expect(left).not.toHaveBeenCalled()
  client.tell('visibility_changed', { is_visible: false })
  expect(left).toHaveBeenCalledOnce()
  client.tell('visibility_changed', { is_visible: true })
  removeEventListener('blur', left)
})

test('insets that make no sense change nothing', () => {
  client = beginInTelegram()
  const { style } = document.documentElement
  client.tell('safe_area_changed', { top: 20 })
  client.tell('safe_area_changed', { top: -5, bottom: 'x', left: null })
  expect(style.getPropertyValue('--host-safe-top')).toBe('20px')
})
