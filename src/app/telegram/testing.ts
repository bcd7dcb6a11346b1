import type { Glaze } from '../start/head.ts'
import { stubApi } from '../testing/testing.tsx'
import { startTelegram } from './start.ts'

interface NativeWindow {
  glaze?: Glaze
  TelegramWebviewProxy?: { postEvent: (type: string, json: string) => void }
  Telegram?: { WebView: { receiveEvent: (type: string, payload: unknown) => void } }
}

/** For tests: the bridge of a phone around the app, and somebody Telegram does not know. */
export function beginInTelegram({ version = '8.0', platform = '', isNative = true } = {}) {
  const host = window as unknown as NativeWindow
  const posted: [string, Record<string, unknown>][] = []
  stubApi({ '/api/common/customerUser/tgLogin': { code: 1009, key: 'user_missing', msg: '', data: null } })
  host.glaze = {
    params: {
      tgWebAppData: 'user=1&hash=x',
      tgWebAppVersion: version,
      tgWebAppPlatform: platform,
      tgWebAppThemeParams: '{"bg_color":"#17212b"}',
    },
    language: 'zh-CN',
    isSignedIn: false,
    path: '/',
    early: {},
    show: () => {},
    preload: () => {},
    map: async () => ({ files: [], flows: [], needs: [] }),
  }
  if (isNative) {
    host.TelegramWebviewProxy = { postEvent: (type, json) => posted.push([type, JSON.parse(json)]) }
  }
  const stop = startTelegram()
  return {
    posted,
    /** The last event of a type that the app sent. */
    last: (type: string) => posted.findLast(([name]) => name === type)?.[1],
    tell: (type: string, payload: unknown = {}) => host.Telegram?.WebView.receiveEvent(type, payload),
    /** Nobody is in Telegram any more. */
    leave() {
      stop()
      delete host.glaze
      delete host.TelegramWebviewProxy
    },
  }
}
