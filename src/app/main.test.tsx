import { waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserInfo } from '../contract/account.ts'
import { keys, recall, remember } from './storage.ts'
import { done, person, stubApi } from './testing.tsx'

const profile = '/api/customer/customerUser/updateUserInfo'
let hasWords = false

interface Words {
  load: (language: string, area: string) => Promise<unknown>
}

/** Starts the app as a page does: its modules are new, and the words of English come or do not come. */
async function start() {
  vi.resetModules()
  vi.doMock('virtual:words', async importActual => {
    const { load } = await importActual<Words>()
    return {
      load: async (language: string, area: string) => {
        if (!hasWords) throw new TypeError('Failed to fetch dynamically imported module')
        return await load(language, area)
      },
    } satisfies Words
  })
  vi.stubGlobal('glaze', { language: 'en-US', isSignedIn: false, params: null, preload: () => {} })
  document.body.innerHTML = '<div id="app"><p>Painted</p></div>'
  await import('./main.tsx')
}

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

beforeEach(() => {
  hasWords = false
  remember(keys.language, { name: 'English', value: 'en-US' })
  stubApi({})
})
afterEach(() => {
  vi.doUnmock('virtual:words')
  document.body.innerHTML = ''
})

describe('English that does not load', () => {
  test('leaves Chinese at the start, which is no wish, and the switch says why until it comes', async () => {
    await start()
    await waitFor(() => expect(button('English')).toBeTruthy())
    expect(document.body.textContent).not.toContain('Painted')
    expect(document.documentElement.lang).toBe('zh-Hans')
    expect(recall<{ value: string }>(keys.language)?.value).toBe('en-US')
    button('English')?.click()
    await waitFor(() => expect(document.body.textContent).toContain('网络错误，请稍后再试'))
    hasWords = true
    button('English')?.click()
    await waitFor(() => expect(button('简体中文')).toBeTruthy())
    expect(document.documentElement.lang).toBe('en')
  })

  test('is not told to the account as a wish for Chinese', async () => {
    await start()
    await waitFor(() => expect(button('English')).toBeTruthy())
    const [{ keepPreferences }, { signIn }] = await Promise.all([
      import('./preferences.ts'),
      import('./state/session.ts'),
    ])
    const sent = stubApi({ [profile]: body => done({ ...person, ...body }) })
    remember(keys.agreed, { lang: 'en' })
    keepPreferences()
    const user: UserInfo = { ...person, lang: 'en', currency: 'EUR' }
    signIn({ token: 'token', userInfo: user })
    await waitFor(() => expect(recall<{ currency: string }>(keys.agreed)?.currency).toBe('EUR'))
    expect(sent.filter(({ path }) => path === profile)).toEqual([])
  })
})
