import { waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys, recall, remember } from './storage.ts'
import { stubApi } from './testing/testing.tsx'

let hasWords = false

interface Words {
  load: (language: string, area: string) => Promise<unknown>
}

/** Starts the app as a page does: its modules are new, and the words of English come or do not come. */
async function start(language: 'zh-CN' | 'en-US') {
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
  vi.stubGlobal('glaze', { language, isSignedIn: false, params: null, preload: () => {} })
  document.body.innerHTML = '<div id="app"><p>Painted</p></div>'
  await import('./main.tsx')
}

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

beforeEach(() => {
  hasWords = false
  stubApi({})
})
afterEach(() => {
  vi.doUnmock('virtual:words')
  document.body.innerHTML = ''
})

test('English that does not load is asked for until it comes', async () => {
  remember(keys.language, { name: 'English', value: 'en-US' })
  const started = start('en-US')
  await pause(2_500)
  expect(document.body.textContent).toBe('Painted')
  hasWords = true
  await started
  await waitFor(() => expect(button('简体中文')).toBeTruthy())
  expect(recall<{ value: string }>(keys.language)?.value).toBe('en-US')
})

test('a switch says so when the words of the other language do not come', async () => {
  hasWords = true
  await start('zh-CN')
  hasWords = false
  await waitFor(() => expect(button('English')).toBeTruthy())
  button('English')?.click()
  await waitFor(() => expect(document.body.textContent).toContain('网络错误，请稍后再试'))
  hasWords = true
  button('English')?.click()
  await waitFor(() => expect(button('简体中文')).toBeTruthy())
})
