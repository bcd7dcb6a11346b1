import { afterEach, describe, expect, test, vi } from 'vitest'
import { post } from './telegram.ts'
import { beginInTelegram } from './testing.ts'

let client: ReturnType<typeof beginInTelegram>

afterEach(() => {
  client.leave()
  vi.unstubAllGlobals()
})

describe('a frame', () => {
  function framedBy(origin: string) {
    const parent = { postMessage: vi.fn() }
    vi.stubGlobal('parent', parent)
    vi.stubGlobal('location', {
      ...window.location,
      hostname: 'app.glaze.example',
      ancestorOrigins: [origin],
    })
    client = beginInTelegram({ isNative: false })
    return parent
  }

  test.each([
    'https://evil.example',
    'https://web.telegram.org.evil.example',
    'http://127.0.0.1:3100',
    'null',
  ])('framed by %s nothing is shown and nothing told', async origin => {
    document.body.innerHTML = '<div id="app">money</div>'
    const parent = framedBy(origin)
    await expect.poll(() => document.body.textContent).toContain('不在其他网站')
    expect(document.body.textContent).not.toContain('money')
    expect(parent.postMessage).not.toHaveBeenCalled()
    document.body.innerHTML = ''
  })

  test('the iframe of Telegram Web: one JSON string to the parent, and only the parent is heard', () => {
    const parent = framedBy('https://web.telegram.org')
    post('web_app_close')
    expect(parent.postMessage).toHaveBeenCalledWith(
      '{"eventType":"web_app_close","eventData":{}}',
      'https://web.telegram.org',
    )
    const data = '{"eventType":"theme_changed","eventData":{"theme_params":{"bg_color":"#ffffff"}}}'
    dispatchEvent(new MessageEvent('message', { data, source: null }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    dispatchEvent(new MessageEvent('message', { data, source: parent as unknown as Window }))
    expect(document.documentElement.dataset.theme).toBe('light')
  })
})
