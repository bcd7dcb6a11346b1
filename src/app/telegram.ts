import { signal } from '@preact/signals'
import type { LaunchParams } from './launch.ts'

// The mini-app bridge by hand: native proxy, old Windows notify, and the iframe of Telegram Web. Silence is normal
// there (another origin, an old client, a web client without the feature): every question has a time-out.

/** The bottom buttons take their whole state every time: what is missing counts as hidden. */
export interface BottomButton {
  text: string
  isVisible: boolean
  isActive: boolean
  isBusy: boolean
  press: () => void
}

export type Haptic = 'light' | 'medium' | 'soft' | 'selection' | 'success' | 'warning' | 'error'

export type Payload = Record<string, unknown>
type Listener = (payload: Payload) => void

interface NativeWindow {
  TelegramWebviewProxy?: { postEvent(type: string, json: string): void }
}

const listeners = new Map<string, Set<Listener>>()
const webOrigin = 'https://web.telegram.org'

function launchParams(): LaunchParams | null {
  return globalThis.window?.glaze?.params ?? null
}

/** True inside Telegram, told by its launch parameters. */
export function isTelegram(): boolean {
  return launchParams() !== null
}

/** Signed launch data for `tgLogin` and `tgBind`, or null. */
export function initData(): string | null {
  return launchParams()?.tgWebAppData ?? null
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

/** Tells the client something. Does nothing outside Telegram. */
export function post(type: string, payload: Payload = {}) {
  if (!isTelegram()) return
  const native = window as unknown as NativeWindow
  const external = window.external as unknown as { notify?: (text: string) => void } | undefined
  const text = JSON.stringify({ eventType: type, eventData: payload })
  try {
    if (native.TelegramWebviewProxy) native.TelegramWebviewProxy.postEvent(type, JSON.stringify(payload))
    else if (external?.notify) external.notify(text)
    else if (window.parent !== window) window.parent.postMessage(text, parentOrigin())
  } catch {
    // A client that throws is a client without the feature.
  }
}

/** Listens to the client. Answers how to stop. */
export function on(type: string, listener: Listener): () => void {
  const set = listeners.get(type) ?? new Set()
  listeners.set(type, set.add(listener))
  return () => set.delete(listener)
}

/** Asks and waits for one answer; null when none comes in time. */
export function ask(
  type: string,
  answer: string,
  payload: Payload = {},
  timeoutMs = 2_000,
): Promise<Payload | null> {
  return new Promise(resolve => {
    if (!isTelegram()) return resolve(null)
    const done = (value: Payload | null) => {
      clearTimeout(timer)
      stop()
      resolve(value)
    }
    const stop = on(answer, done)
    const timer = setTimeout(() => done(null), timeoutMs)
    post(type, payload)
  })
}

/** Hands an event of the client to whoever listens. */
export function receive(type: string, payload: Payload) {
  for (const listener of [...(listeners.get(type) ?? [])]) listener(payload)
}

/** How many things lie on top of the page. */
export const guards = signal(0)

/** While a sheet or keypad is open a swipe must not close the app. Answers how to let go. */
export function guardSwipe(): () => void {
  guards.value += 1
  if (guards.value === 1) post('web_app_setup_swipe_behavior', { allow_vertical_swipe: false })
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    guards.value -= 1
    if (guards.value === 0) post('web_app_setup_swipe_behavior', { allow_vertical_swipe: true })
  }
}

/** While money is on its way the client asks before it closes. Answers how to let go. */
export function guardClosing(): () => void {
  post('web_app_setup_closing_behavior', { need_confirmation: true })
  return () => post('web_app_setup_closing_behavior', { need_confirmation: false })
}

const pressers: Partial<Record<'main' | 'secondary', () => void>> = {}

/** A bottom button of the client was pressed. */
export function pressed(which: 'main' | 'secondary') {
  pressers[which]?.()
}

/** Shows, changes or (null) hides a bottom button of the client; always with its whole state. */
export function bottomButton(which: 'main' | 'secondary', button: BottomButton | null) {
  if (button) pressers[which] = button.press
  else delete pressers[which]
  post(`web_app_setup_${which}_button`, {
    is_visible: button?.isVisible ?? false,
    is_active: button?.isActive ?? false,
    is_progress_visible: button?.isBusy ?? false,
    text: button?.text ?? '',
    color: colour('--ink'),
    text_color: colour('--on-ink'),
    has_shine_effect: false,
  })
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
    if (kind === 'selection') return post('web_app_trigger_haptic_feedback', { type: 'selection_change' })
    const isNotice = kind === 'success' || kind === 'warning' || kind === 'error'
    const style = isNotice
      ? { type: 'notification', notification_type: kind }
      : { type: 'impact', impact_style: kind }
    return post('web_app_trigger_haptic_feedback', style)
  }
  // Browsers refuse it, loudly, before the first tap.
  const { navigator } = globalThis
  if (vibrations[kind] && navigator?.userActivation?.hasBeenActive) navigator.vibrate?.(vibrations[kind])
}

/** Opens a page outside the app. */
export function openLink(url: string) {
  const path = /^https:\/\/t\.me(\/.*)$/.exec(url)?.[1]
  if (!isTelegram()) window.open(url, '_blank', 'noopener')
  else if (path) post('web_app_open_tg_link', { path_full: path })
  else post('web_app_open_link', { url })
}

/** Offers a link to others: Telegram's chooser, else the system's. False where there is neither: copy it instead. */
export async function share(url: string, text: string): Promise<boolean> {
  if (isTelegram()) {
    openLink(`https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`)
    return true
  }
  if (!navigator.share) return false
  return navigator.share({ url, text }).then(
    () => true,
    error => error.name === 'AbortError',
  )
}

function parentOrigin(): string {
  const origin = location.ancestorOrigins?.[0] ?? (document.referrer && new URL(document.referrer).origin)
  return origin || webOrigin
}

/** A colour of the palette that is worn now. */
export function colour(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim() || '#f6f4ef'
}
