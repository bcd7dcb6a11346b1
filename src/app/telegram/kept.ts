import { tryOften } from '../chunks/lazily.ts'
import { appearances, setAppearance } from '../preferences/appearance.ts'
import { languageOf } from '../start/launch.ts'
import { language, setCurrency, setHideAmounts, setLanguage } from '../state/locale.ts'
import { type Key, keepWith, keys, recall, remember } from '../storage.ts'
import { ask } from './events.ts'
import { supports } from './telegram.ts'

/** What outlives the page where Telegram Web's frame may not store: preferences, never a token. */
const kept: readonly Key[] = [
  keys.language,
  keys.currency,
  keys.hideAmounts,
  keys.appearance,
  keys.stayedOut,
  keys.installClosedAt,
  'confirmBy',
]

/** Where web storage is blocked, Telegram's DeviceStorage keeps the preferences. Done once they are back. */
export async function keepInTelegram(): Promise<void> {
  if (!isBlocked() || !supports('9.0')) return
  const texts = await Promise.all(kept.map(read))
  kept.forEach((key, index) => {
    const text = texts[index]
    const newer = recall(key)
    if (newer !== null) save(key, JSON.stringify(newer))
    else if (text) remember(key, safely(text))
  })
  keepWith((key, text) => {
    if (kept.includes(key)) save(key, text)
  })
  await wear()
}

function isBlocked(): boolean {
  try {
    return localStorage === null
  } catch {
    return true
  }
}

async function read(key: Key): Promise<string | null> {
  const answer = await storage('get_key', { key }, 'key_received')
  const value = answer?.payload.value
  return typeof value === 'string' ? value : null
}

function save(key: Key, text: string | null) {
  storage('save_key', { key, value: text }, 'key_saved')
}

let asked = 0

function storage(method: string, payload: object, answer: string) {
  asked += 1
  return ask({
    type: `web_app_device_storage_${method}`,
    payload: { ...payload, req_id: `kept${asked}` },
    answers: [`device_storage_${answer}`, 'device_storage_failed'],
    since: '9.0',
  })
}

function safely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The app has begun without them. A language that the link asks for is remembered by then: the newer wish. */
async function wear() {
  const currency = recall<{ name?: string }>(keys.currency, {}).name
  if (currency) setCurrency(currency)
  if (recall<boolean>(keys.hideAmounts, false)) setHideAmounts(true)
  const appearance = appearances.find(each => each === recall(keys.appearance))
  if (appearance) setAppearance(appearance)
  const spoken = languageOf(recall<{ value?: string }>(keys.language, {}).value)
  if (spoken && spoken !== language.value) {
    // Whatever becomes of its words, the app goes on.
    await tryOften(spoken, () => setLanguage(spoken)).catch(() => {})
  }
}
