import { isTelegram, type LaunchParams } from '../start/launch.ts'

export { isTelegram }

// The mini-app bridge by hand, its speaking side: native proxy, old Windows notify, and the iframe of Telegram Web. What
// listens is in `telegram/`, loaded only there.

type Haptic = 'light' | 'medium' | 'soft' | 'selection' | 'success' | 'warning' | 'error'

export type Payload = Record<string, unknown>

interface NativeWindow {
  TelegramWebviewProxy?: { postEvent(type: string, json: string): void }
  external?: { notify?(text: string): void }
}

function native(): NativeWindow {
  return window as unknown as NativeWindow
}

let parentOrigin = ''

function launchParams(): LaunchParams | null {
  return globalThis.window?.glaze?.params ?? null
}

/**
 * Signed launch data for `tgLogin` and `tgBind`, or null. Only what comes with a client: a link that is opened in an
 * ordinary browser may carry the launch data of somebody else.
 */
export function initData(): string | null {
  const data = launchParams()?.tgWebAppData
  return data && hasClient() ? data : null
}

function hasClient(): boolean {
  return Boolean(native().TelegramWebviewProxy || native().external?.notify) || window.parent !== window
}

/** Whether the client knows methods of a Bot API version: `'7.7'`. */
export function supports(version: string): boolean {
  const [have = 0, haveMinor = 0] = (launchParams()?.tgWebAppVersion ?? '0').split('.').map(Number)
  const [want = 0, wantMinor = 0] = version.split('.').map(Number)
  return have > want || (have === want && haveMinor >= wantMinor)
}

/** Which client it is: `android`, `ios`, `tdesktop`, `weba`, … */
export function platform(): string {
  return launchParams()?.tgWebAppPlatform ?? ''
}

/** Says who frames us, once that is known to be Telegram: before, nothing is told to a parent. */
export function trustParent(origin: string) {
  parentOrigin = origin
}

/** Tells the client something that it knows since a version. Does nothing outside Telegram and for older clients. */
export function post(type: string, payload: Payload = {}, since = '6.0') {
  if (!supports(since)) return
  const { TelegramWebviewProxy, external } = native()
  const text = JSON.stringify({ eventType: type, eventData: payload })
  try {
    if (TelegramWebviewProxy) TelegramWebviewProxy.postEvent(type, JSON.stringify(payload))
    else if (external?.notify) external.notify(text)
    else if (parentOrigin) window.parent.postMessage(text, parentOrigin)
  } catch {
    // A client that throws is a client without the feature.
  }
}

const vibrations = {
  light: 8,
  soft: 8,
  medium: 20,
  selection: 0,
  success: [10, 40, 10],
  warning: 20,
  error: [30, 40, 30],
}

/** A touch one can feel; outside Telegram a short vibration where there is one. */
export function feel(kind: Haptic) {
  if (isTelegram()) {
    if (kind === 'selection')
      return post('web_app_trigger_haptic_feedback', { type: 'selection_change' }, '6.1')
    const isNotice = kind === 'success' || kind === 'warning' || kind === 'error'
    const style = isNotice
      ? { type: 'notification', notification_type: kind }
      : { type: 'impact', impact_style: kind }
    return post('web_app_trigger_haptic_feedback', style, '6.1')
  }
  // Browsers refuse it, loudly, before the first tap.
  const { navigator } = globalThis
  if (vibrations[kind] && navigator?.userActivation?.hasBeenActive) navigator.vibrate?.(vibrations[kind])
}
