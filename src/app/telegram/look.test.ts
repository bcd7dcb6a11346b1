import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recall } from '../storage.ts'
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

describe('what lies over the page', () => {
  const { style } = document.documentElement
  const worn = () => ['safe', 'content'].map(what => style.getPropertyValue(`--host-${what}-top`)).join(' ')
  const lie = (width: number, height: number) => {
    vi.stubGlobal('innerWidth', width)
    vi.stubGlobal('innerHeight', height)
  }
  beforeEach(() => {
    vi.useFakeTimers()
    style.cssText = ''
    localStorage.clear()
    lie(360, 740)
  })
  afterEach(() => vi.useRealTimers())

  test.each([
    ['safe_area_changed', 'content_safe_area_changed'],
    ['content_safe_area_changed', 'safe_area_changed'],
  ])('is worn in one go: first %s', (first, second) => {
    client = beginInTelegram()
    client.tell(first, { top: 44, bottom: 34 })
    expect(worn()).toBe(' ')
    client.tell(second, { top: 44 })
    expect(worn()).toBe('44px 44px')
    client.tell(first, { top: 0 })
    expect(worn()).toContain('0px')
  })

  test('is worn in part where the client never tells the rest', () => {
    client = beginInTelegram()
    client.tell('safe_area_changed', { top: 44 })
    vi.advanceTimersByTime(1_000)
    expect(worn()).toBe('44px ')
  })

  test('is kept for the next launch of the kind', () => {
    client = beginInTelegram()
    client.tell('safe_area_changed', { top: 44 })
    client.tell('content_safe_area_changed', { top: 46 })
    expect(recall('hostRoom')).toEqual({ '': '--host-safe-top:44px;--host-content-top:46px' })
  })

  test('is not kept of a phone that lies on its side', () => {
    lie(740, 360)
    client = beginInTelegram()
    client.tell('safe_area_changed', { top: 0 })
    client.tell('content_safe_area_changed', { top: 30 })
    expect(worn()).toBe('0px 30px')
    expect(recall('hostRoom')).toBeNull()
  })
})

test('insets that make no sense change nothing', () => {
  client = beginInTelegram()
  const { style } = document.documentElement
  client.tell('content_safe_area_changed', { top: 20 })
  client.tell('safe_area_changed', { top: 20 })
  client.tell('safe_area_changed', { top: -5, bottom: 'x', left: null })
  expect(style.getPropertyValue('--host-safe-top')).toBe('20px')
})

describe('what is typed into comes out from under the keyboard', () => {
  const field = document.createElement('input')
  const other = document.createElement('input')
  const scroll = vi.fn()
  const up = () => vi.advanceTimersByTime(300)

  beforeEach(() => {
    vi.useFakeTimers()
    scroll.mockClear()
    field.type = 'text'
    field.scrollIntoView = scroll
    document.body.append(field, other)
    client = beginInTelegram({ platform: 'ios' })
  })
  afterEach(() => {
    field.remove()
    other.remove()
  })

  test('once it is up', () => {
    field.focus()
    expect(scroll).not.toHaveBeenCalled()
    up()
    expect(scroll).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ block: 'center' }))
  })

  test('not when it was left again, nor a box to tick, nor from under a finger', () => {
    field.focus()
    other.focus()
    up()
    field.type = 'checkbox'
    field.focus()
    up()
    field.blur()
    field.type = 'text'
    field.focus()
    dispatchEvent(new Event('pointerdown'))
    up()
    expect(scroll).not.toHaveBeenCalled()
    dispatchEvent(new Event('pointerup'))
    up()
    expect(scroll).toHaveBeenCalledOnce()
  })
})
