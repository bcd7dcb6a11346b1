import { effect } from '@preact/signals'
import { back, currentUrl } from './hash-location.tsx'
import { isDark } from './launch.ts'
import { keys, recall } from './storage.ts'
import { colour, guards, isTelegram, on, type Payload, post, pressed, receive, supports } from './telegram.ts'

// The listening side of the bridge; loaded only inside Telegram.

interface NativeWindow {
  Telegram?: { WebView: { receiveEvent: (type: string, payload: Payload) => void } }
  TelegramGameProxy?: { receiveEvent: (type: string, payload: Payload) => void }
  TelegramGameProxy_receiveEvent?: (type: string, payload: Payload) => void
}

const debounceMs = 300

/** Starts the bridge: handshake, theme, insets, back button. Answers how to stop. */
export function startTelegram(): () => void {
  if (!isTelegram()) return () => {}
  const native = window as unknown as NativeWindow
  native.Telegram = { WebView: { receiveEvent: hear } }
  native.TelegramGameProxy = { receiveEvent: hear }
  native.TelegramGameProxy_receiveEvent = hear
  addEventListener('message', receiveMessage)
  const stops = [
    () => removeEventListener('message', receiveMessage),
    on('theme_changed', ({ theme_params }) => wear(JSON.stringify(theme_params))),
    on('viewport_changed', ({ height, is_state_stable }) => {
      if (is_state_stable && typeof height === 'number') setVariable('--host-height', `${height}px`)
    }),
    on('safe_area_changed', insets => setInsets('--host-safe', insets)),
    on('content_safe_area_changed', insets => setInsets('--host-content', insets)),
    on('back_button_pressed', debounced(back)),
    on(
      'main_button_pressed',
      debounced(() => pressed('main')),
    ),
    on(
      'secondary_button_pressed',
      debounced(() => pressed('secondary')),
    ),
    effect(() =>
      post('web_app_setup_back_button', { is_visible: currentUrl.value !== '/' || guards.value > 0 }),
    ),
  ]
  post('iframe_ready', { reload_supported: true })
  for (const what of ['theme', 'viewport', 'safe_area', 'content_safe_area']) post(`web_app_request_${what}`)
  post('web_app_expand')
  wear(window.glaze?.params?.tgWebAppThemeParams)
  post('web_app_ready')
  return () => {
    for (const stop of stops) stop()
  }
}

function hear(type: string, payload: unknown) {
  const value = typeof payload === 'string' ? safely(payload) : payload
  receive(type, (value ?? {}) as Payload)
}

function receiveMessage({ source, data }: MessageEvent) {
  if (source !== window.parent || typeof data !== 'string') return
  const message = safely(data) as { eventType?: string; eventData?: unknown } | null
  if (message?.eventType) hear(message.eventType, message.eventData)
}

function safely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Our palette, light or dark as the client; then our colours go back to it, so that no seam shows. */
function wear(themeParams: string | undefined) {
  const dark = isDark(themeParams)
  if (dark !== null && !recall(keys.appearance))
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  const color = colour('--bg')
  post('web_app_set_header_color', { color })
  post('web_app_set_background_color', { color })
  if (supports('7.10')) post('web_app_set_bottom_bar_color', { color })
}

function setInsets(prefix: string, insets: Payload) {
  for (const side of ['top', 'bottom', 'left', 'right']) {
    if (typeof insets[side] === 'number') setVariable(`${prefix}-${side}`, `${insets[side]}px`)
  }
}

function setVariable(name: string, value: string) {
  document.documentElement.style.setProperty(name, value)
}

/** Clients repeat a press now and then: one press, one action. */
function debounced(action: () => void): () => void {
  let lastAt = 0
  return () => {
    if (Date.now() - lastAt < debounceMs) return
    lastAt = Date.now()
    action()
  }
}
