import { answers } from './answers.js'

// Frames the app as Telegram Web A does and speaks the client's side of the protocol. Everything sent is in
// `window.sent`, newest last; `window.tell(type, data)` sends an event to the app: both are there for tests.
//
// What is asked for in the address: `app`, `user` (ada, ben, eve), `id` (another Telegram user), `platform`, `version`,
// `theme` (light, dark), `startParam`, `route`, and `mood`: good, silent (answers nothing), late (after 2.5 seconds),
// unsupported (refuses what it can refuse), old (a client of version 6.0), stale (launch data of two days ago).

const query = new URLSearchParams(location.search)
const app = query.get('app') || 'http://127.0.0.1:3000'
if (!/^https?:$/.test(new URL(app).protocol)) throw new Error('The app is a web address.')
const platform = query.get('platform') || 'weba'
const mood = query.get('mood') || 'good'
const startParam = query.get('startParam') || undefined
const version = query.get('version') || (mood === 'old' ? '6.0' : '9.1')
const isPhone = /^(android|ios)/.test(platform)

const people = {
  ada: { id: 700000001, first_name: 'Ada', last_name: 'Lin', username: 'ada_lin', language_code: 'zh-hans' },
  ben: { id: 700000002, first_name: 'Ben', username: 'ben', language_code: 'en' },
  eve: { id: 700000003, first_name: 'Eve', language_code: 'en' },
}
const themes = {
  light: {
    bg_color: '#ffffff',
    secondary_bg_color: '#f0f0f0',
    text_color: '#000000',
    hint_color: '#707579',
    link_color: '#3390ec',
    button_color: '#3390ec',
    button_text_color: '#ffffff',
    header_bg_color: '#ffffff',
  },
  dark: {
    bg_color: '#212121',
    secondary_bg_color: '#181818',
    text_color: '#ffffff',
    hint_color: '#aaaaaa',
    link_color: '#8774e1',
    button_color: '#8774e1',
    button_text_color: '#ffffff',
    header_bg_color: '#212121',
  },
}

const state = { theme: query.get('theme') === 'dark' ? 'dark' : 'light', keyboard: false, popups: [] }
const frame = document.createElement('iframe')
frame.setAttribute(
  'sandbox',
  'allow-scripts allow-same-origin allow-popups allow-forms allow-modals allow-storage-access-by-user-activation',
)
frame.allow = 'camera; microphone; geolocation; clipboard-write'
window.sent = []

const by = id => document.getElementById(id)

function log(className, type, data) {
  const line = document.createElement('li')
  line.className = className
  line.textContent = `${className === 'out' ? '←' : '→'} ${type} ${data === undefined ? '' : JSON.stringify(data)}`
  by('log').prepend(line)
}

/** Sends an event to the app, in the form Telegram Web uses. */
function tell(eventType, eventData) {
  log('out', eventType, eventData)
  frame.contentWindow.postMessage(JSON.stringify({ eventType, eventData }), new URL(app).origin)
}

/** An answer to something the app asked: withheld or late, as the mood is; a client of 6.0 knows no later event. */
function answer(eventType, eventData) {
  if (mood === 'silent') return
  if (mood === 'old' && !['theme_changed', 'viewport_changed'].includes(eventType)) return
  setTimeout(() => tell(eventType, eventData), mood === 'late' ? 2500 : 0)
}

const host = {
  state,
  themes,
  mood,
  isPhone,
  frame,
  by,
  answer,
  tell,
  isWebK: platform === 'web',
  relaunch: launch,
}

window.addEventListener('message', event => {
  if (event.source !== frame.contentWindow) return
  let message
  try {
    message = JSON.parse(event.data)
  } catch {
    return
  }
  const { eventType, eventData } = message
  window.sent.push({ eventType, eventData: eventData ?? null, at: Date.now() })
  log('in', eventType, eventData)
  answers[eventType]?.(eventData ?? {}, host)
})

async function launch() {
  const response = await fetch('/telegram/init-data', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user: {
        ...(people[query.get('user')] ?? people.ada),
        ...(query.has('id') && { id: Number(query.get('id')) }),
      },
      startParam,
      platform,
      version,
      themeParams: themes[state.theme],
      ageSeconds: mood === 'stale' ? 2 * 86_400 : undefined,
    }),
  })
  const { launchHash } = await response.json()
  const url = new URL(app)
  const route = query.get('route') || url.hash.slice(1)
  url.hash = route ? `${route}${route.includes('?') ? '&' : '?'}${launchHash}` : launchHash
  if (startParam) url.searchParams.set('tgWebAppStartParam', startParam)
  frame.src = url.href
  by('frame').replaceChildren(frame)
}

by('back').onclick = () => tell('back_button_pressed')
by('settings').onclick = () => tell('settings_button_pressed')
by('main').onclick = () => tell('main_button_pressed')
by('secondary').onclick = () => tell('secondary_button_pressed')
by('close').onclick = () => {
  if (!state.needsConfirmation || confirm('Changes that you made may not be saved.')) frame.remove()
}
by('theme').onclick = () => {
  state.theme = state.theme === 'light' ? 'dark' : 'light'
  tell('theme_changed', { theme_params: themes[state.theme] })
}
by('resize').onclick = () => {
  state.keyboard = !state.keyboard
  by('frame').style.marginBottom = state.keyboard ? '280px' : ''
  answers.web_app_request_viewport({}, host)
}
by('reload').onclick = launch
window.tell = tell
launch()
