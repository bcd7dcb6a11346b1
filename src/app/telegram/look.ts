import { minimise } from '../seen.ts'
import { isDark } from '../start/launch.ts'
import { isStill, measureStrength } from '../start/strength.ts'
import { keys, recall, remember } from '../storage.ts'
import { afterPress } from '../touch/press.ts'
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
    followInsets(),
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

/**
 * What the phone and Telegram lay over the page. The two are told one after the other and worn in one go, and the next
 * launch begins with them (start/head.ts): the page moves once at the first, and never after it.
 */
function followInsets(): () => void {
  const room: Record<string, number> = {}
  const awaited = new Set(['safe', 'content'])
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = (what: string) => (insets: Payload) => {
    for (const side of ['top', 'bottom', 'left', 'right']) {
      const inset = insets[side]
      if (typeof inset === 'number' && inset >= 0) room[`--host-${what}-${side}`] = inset
    }
    awaited.delete(what)
    clearTimeout(timer)
    if (awaited.size === 0) wearRoom(room)
    else timer = setTimeout(wearRoom, otherMs, room)
  }
  const stops = [
    on('safe_area_changed', hear('safe')),
    on('content_safe_area_changed', hear('content')),
    () => clearTimeout(timer),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** How long one of the two is waited for when the other is there: some clients never tell it. */
const otherMs = 300

function wearRoom(room: Record<string, number>) {
  for (const [name, inset] of Object.entries(room)) setVariable(name, `${inset}px`)
  // A phone that lies on its side is stood up again.
  if (innerHeight < innerWidth) return
  const text = Object.entries(room).map(([name, inset]) => `${name}:${inset}px`)
  const { tgWebAppFullscreen: full = '' } = window.glaze?.params ?? {}
  remember('hostRoom', { ...recall('hostRoom', {}), [full]: text.join(';') })
}

function setVariable(name: string, value: string) {
  document.documentElement.style.setProperty(name, value)
}

/** The keyboard of a phone covers what is typed into: the field goes to the middle once it is up, if one still types there. */
function followFocus(): () => void {
  if (!/^(android|ios)/.test(platform())) return () => {}
  const follow = ({ target }: FocusEvent) => {
    const field = target as HTMLElement
    const show = () => {
      if (field.matches(':focus'))
        field.scrollIntoView({ block: 'center', behavior: isStill() ? 'auto' : 'smooth' })
    }
    if (field.matches?.(typedInto)) setTimeout(afterPress, keyboardMs, show)
  }
  addEventListener('focusin', follow)
  return () => removeEventListener('focusin', follow)
}

const keyboardMs = 300
const typedInto = 'input:not([type=checkbox], [type=radio], [type=file]), textarea'
