import { beforeEach, expect, test, vi } from 'vitest'
import { receive } from '../telegram/events.ts'
import { hasTelegramScanner, scanInTelegram } from './telegram-scan.ts'

const posted: { type: string; payload: unknown }[] = []

function startIn(platform: string, version = '8.0') {
  vi.stubGlobal('glaze', { params: { tgWebAppPlatform: platform, tgWebAppVersion: version } })
}

beforeEach(() => {
  posted.length = 0
  vi.stubGlobal('TelegramWebviewProxy', {
    postEvent: (type: string, json: string) => posted.push({ type, payload: JSON.parse(json) }),
  })
})

test('phones have a scanner of their own, desktops and old clients have not', () => {
  startIn('ios')
  expect(hasTelegramScanner()).toBe(true)
  startIn('android_x')
  expect(hasTelegramScanner()).toBe(true)
  startIn('tdesktop')
  expect(hasTelegramScanner()).toBe(false)
  startIn('ios', '6.3')
  expect(hasTelegramScanner()).toBe(false)
  vi.stubGlobal('glaze', undefined)
  expect(hasTelegramScanner()).toBe(false)
})

test('what it reads closes it and is handed over once', async () => {
  startIn('ios')
  const read = scanInTelegram('aim', new AbortController().signal)
  expect(posted).toEqual([{ type: 'web_app_open_scan_qr_popup', payload: { text: 'aim' } }])
  receive('qr_text_received', { data: 'hello' })
  receive('scan_qr_popup_closed', {})
  expect(await read).toBe('hello')
  expect(posted.at(-1)?.type).toBe('web_app_close_scan_qr_popup')
})

test('closed without a code, it says nothing', async () => {
  startIn('ios')
  const read = scanInTelegram('aim', new AbortController().signal)
  receive('scan_qr_popup_closed', {})
  expect(await read).toBeNull()
})

test('when the sheet goes, it goes', async () => {
  startIn('ios')
  const life = new AbortController()
  const read = scanInTelegram('aim', life.signal)
  life.abort()
  expect(await read).toBeNull()
  expect(posted.at(-1)?.type).toBe('web_app_close_scan_qr_popup')
})
