import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appearance, setAppearance } from '../preferences/appearance.ts'
import { keepPreferences } from '../preferences/preferences.ts'
import { hideAmounts, language, setHideAmounts, setLanguage } from '../state/locale.ts'
import { signOut } from '../state/session.ts'
import { keepWith, keys, recall, remember } from '../storage.ts'
import { signedInAs, stubApi } from '../testing/testing.tsx'
import { receive } from './events.ts'
import { keepInTelegram } from './kept.ts'

type Asked = { req_id: string; key: string; value?: string | null }
let hear = receive
let asked: (Asked & { type: string })[]
const stored = new Map<string, string>()

function blockStorage() {
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {},
      {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      },
    ),
  )
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}

/** A client that keeps, or one that says it cannot. */
function hostWith(version: string, { canKeep = true } = {}) {
  vi.stubGlobal('glaze', { params: { tgWebAppVersion: version, tgWebAppData: 'x' } })
  vi.stubGlobal('TelegramWebviewProxy', {
    postEvent(type: string, json: string) {
      const data = JSON.parse(json) as Asked
      asked.push({ type, ...data })
      queueMicrotask(() => answer(type, data, canKeep))
    },
  })
}

function answer(type: string, { req_id, key, value }: Asked, canKeep: boolean) {
  if (!canKeep) return hear('device_storage_failed', { req_id, error: 'UNSUPPORTED' })
  if (type.endsWith('get_key')) {
    return hear('device_storage_key_received', { req_id, value: stored.get(key) ?? null })
  }
  if (value) stored.set(key, value)
  else stored.delete(key)
  hear('device_storage_key_saved', { req_id })
}

const own = Object.getOwnPropertyDescriptor(window, 'localStorage')

beforeEach(async () => {
  await setLanguage('zh-CN')
  asked = []
  stored.clear()
  hear = receive
})
afterEach(() => {
  vi.unstubAllGlobals()
  if (own) Object.defineProperty(window, 'localStorage', own)
  else Reflect.deleteProperty(window, 'localStorage')
  keepWith(undefined)
})

test('where storage works, or the client is too old, nothing is asked', async () => {
  hostWith('9.0')
  await keepInTelegram()
  blockStorage()
  hostWith('8.0')
  await keepInTelegram()
  expect(asked).toEqual([])
})

test('a client that cannot keep anything is asked once for each, and the app goes on', async () => {
  blockStorage()
  hostWith('9.0', { canKeep: false })
  await keepInTelegram()
  expect(asked.length).toBeGreaterThan(0)
  remember(keys.hideAmounts, true)
  expect(asked.at(-1)).toMatchObject({ key: 'hideAmounts', value: 'true' })
})

test('what was hidden stays hidden; a token is never kept', async () => {
  blockStorage()
  hostWith('9.0')
  stored.set('hideAmounts', 'true')
  await keepInTelegram()
  expect(hideAmounts.value).toBe(true)
  remember(keys.token, 'secret')
  remember(keys.user, { email: 'lin@example.com' })
  remember(keys.stayedOut, true)
  setHideAmounts(false)
  await expect.poll(() => Object.fromEntries(stored)).toEqual({ hideAmounts: 'false', stayedOut: 'true' })
  remember(keys.stayedOut, null)
  await expect.poll(() => stored.has('stayedOut')).toBe(false)
})

test('the look that was kept is worn, and is no other wish to the account', async () => {
  signOut()
  setAppearance('auto')
  blockStorage()
  hostWith('9.0')
  stored.set('appearance', JSON.stringify('dark'))
  const sent = stubApi({})
  keepPreferences()
  await keepInTelegram()
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(appearance.value).toBe('dark')
  signedInAs({ appearance: 'dark' })
  await expect.poll(() => recall<{ appearance: string }>(keys.agreed)?.appearance).toBe('dark')
  expect(sent).toEqual([])
  signOut()
  setAppearance('auto')
})

test('the language that was kept is spoken', async () => {
  blockStorage()
  hostWith('9.0')
  remember(keys.language, null)
  stored.set('language', JSON.stringify({ value: 'en-US' }))
  await keepInTelegram()
  expect(language.value).toBe('en-US')
})

test('amounts stay hidden, and the app goes on, though the words of that language do not come', async () => {
  vi.resetModules()
  vi.doMock('virtual:words', () => ({ load: () => Promise.reject(new TypeError('Failed to fetch')) }))
  const [{ keepInTelegram }, { receive }, locale] = await Promise.all([
    import('./kept.ts'),
    import('./events.ts'),
    import('../state/locale.ts'),
  ])
  vi.doUnmock('virtual:words')
  hear = receive
  blockStorage()
  hostWith('9.0')
  stored.set('language', JSON.stringify({ value: 'en-US' }))
  stored.set('hideAmounts', 'true')
  await keepInTelegram()
  expect(locale.language.value).toBe('zh-CN')
  expect(locale.hideAmounts.value).toBe(true)
})

test.each(['/?lang=en', '/#/?lang=en', '/#tgWebAppStartParam=r_AB2_en'])(
  'one that the link asks for is the newer wish, and kept: %s',
  async url => {
    history.replaceState(null, '', url)
    blockStorage()
    vi.resetModules()
    const storage = await import('../storage.ts')
    await import('../start/head.ts')
    const [{ keepInTelegram }, { receive }, locale] = await Promise.all([
      import('./kept.ts'),
      import('./events.ts'),
      import('../state/locale.ts'),
    ])
    hear = receive
    const { glaze } = window
    hostWith('9.0')
    vi.stubGlobal('glaze', { ...glaze, params: { tgWebAppVersion: '9.0' } })
    stored.set('language', JSON.stringify({ value: 'zh-CN' }))
    await keepInTelegram()
    expect(locale.language.value).toBe('en-US')
    await expect.poll(() => stored.get('language')).toContain('en-US')
    storage.keepWith(undefined)
  },
)
