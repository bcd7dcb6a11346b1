import { minimise } from '../seen.ts'
import { isDark } from '../start/launch.ts'
import { isStill, measureStrength } from '../start/strength.ts'
import { keys, recall } from '../storage.ts'
import { on } from './events.ts'
import { type Payload, platform, post } from './telegram.ts'

/** Theme, insets, height and strength of the device. Answers how to stop. */
export function fitIn(): () => void {
  measureStrength()
  const { documentElement: root } = document
  const repaint = new MutationObserver(lendColours)
  repaint.observe(root, { attributeFilter: ['data-theme'] })
  const stops = [
    () => repaint.disconnect(),
    on('theme_changed', ({ theme_params }) => wear(JSON.stringify(theme_params))),
    on('viewport_changed', ({ height, is_state_stable }) => {
      if (is_state_stable && typeof height === 'number') setVariable('--host-height', `${height}px`)
    }),
    on('safe_area_changed', insets => setInsets('--host-safe', insets)),
    on('content_safe_area_changed', insets => setInsets('--host-content', insets)),
    // What is dropped out of sight listens to `blur`.
    on('visibility_changed', ({ is_visible }) => {
      minimise(is_visible === false)
      if (is_visible === false) dispatchEvent(new Event('blur'))
    }),
    followFocus(),
  ]
  for (const [what, since] of Object.entries(questions)) post(`web_app_request_${what}`, {}, since)
  wear(window.glaze?.params?.tgWebAppThemeParams)
  lendColours()
  return () => {
    for (const stop of stops) stop()
  }
}

const questions = { theme: '6.0', viewport: '6.0', safe_area: '8.0', content_safe_area: '8.0' }

/** Our palette, light or dark as the client; a choice made in the app is stronger. */
function wear(themeParams: string | undefined) {
  const dark = isDark(themeParams)
  const params = window.glaze?.params
  if (dark === null || !params) return
  params.tgWebAppThemeParams = themeParams as string
  if (!recall(keys.appearance)) document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

/** Our colours go to the client, so that no seam shows. */
function lendColours() {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim() || '#f6f4ef'
  // Before, one of the client's own colours only.
  post('web_app_set_header_color', { color }, '6.9')
  post('web_app_set_background_color', { color }, '6.1')
  post('web_app_set_bottom_bar_color', { color }, '7.10')
}

function setInsets(prefix: string, insets: Payload) {
  for (const side of ['top', 'bottom', 'left', 'right']) {
    const inset = insets[side]
    if (typeof inset === 'number' && inset >= 0) setVariable(`${prefix}-${side}`, `${inset}px`)
  }
}

function setVariable(name: string, value: string) {
  document.documentElement.style.setProperty(name, value)
}

/** The keyboard of a phone covers what is typed into: the field goes to the middle once it is up. */
function followFocus(): () => void {
  if (!/^(android|ios)/.test(platform())) return () => {}
  const follow = ({ target }: FocusEvent) => {
    const field = target as HTMLElement
    if (field.matches?.('input, textarea')) {
      setTimeout(
        () => field.scrollIntoView({ block: 'center', behavior: isStill() ? 'auto' : 'smooth' }),
        keyboardMs,
      )
    }
  }
  addEventListener('focusin', follow)
  return () => removeEventListener('focusin', follow)
}

const keyboardMs = 300
