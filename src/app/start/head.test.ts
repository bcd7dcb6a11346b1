import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keys, recall } from '../storage.ts'
import type { Printed } from './head.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.resetModules()
})

const printed: Printed = {
  ...{ entry: 'entry', early: 'early', core: 'zh-CN-core', todo: 'zh-CN-todo', format: 'format', map: 'map' },
  ...{ customer: [], stranger: [], everywhere: ['ui'], icons: {} },
  words: { signedOut: [[], []], signedIn: [[], []] },
}

/** What the head script finds out when the app is opened by this address. */
async function opened(url: string) {
  history.replaceState(null, '', url)
  await import('./head.ts')
  return { path: window.glaze?.path, language: window.glaze?.language, refer: recall(keys.refer) }
}

describe('the head script', () => {
  test.each([
    ['/?lang=en', 'en-US'],
    ['/?lang=en#/pages/card/card', 'en-US'],
    ['/#/?lang=en', 'en-US'],
    ['/#/pages/card/card?lang=en-US&id=1', 'en-US'],
    ['/?lang=en#/pages/card/card?lang=zh', 'zh-CN'],
    ['/?lang=en-GB', 'en-US'],
    ['/#/pages/card/card?lang=en-GB&id=1', 'en-US'],
    ['/?lang=en#/pages/card/card?lang=zh-TW', 'zh-CN'],
    ['/?lang=zh-Hans#/?lang=en-AU', 'en-US'],
    ['/?lang=en#/pages/card/card?lang=', 'en-US'],
    ['/?lang=fr#/', 'zh-CN'],
  ])('reads the language on both sides of the #, the inner first: %s', async (url, language) => {
    expect((await opened(url)).language).toBe(language)
    expect(document.documentElement.lang).toBe(language === 'en-US' ? 'en' : 'zh-Hans')
  })

  test('keeps a language that was asked for, and is not moved by one that is none', async () => {
    await opened('/#/?lang=en')
    vi.resetModules()
    expect((await opened('/?lang=tlh#/')).language).toBe('en-US')
  })

  test.each(['/?lang=zh-TW#/', '/#/pages/card/card?lang=zh-Hans'])(
    'takes a near one for the language, also against what was kept: %s',
    async url => {
      await opened('/#/?lang=en')
      vi.resetModules()
      expect((await opened(url)).language).toBe('zh-CN')
    },
  )

  test.each([
    ['/?refer=OUTER', 'OUTER'],
    ['/?refer=OUTER#/pages/register/register', 'OUTER'],
    ['/#/?refer=INNER', 'INNER'],
    ['/#?refer=INNER', 'INNER'],
    ['/#/pages/register/register?refer=INNER&lang=en', 'INNER'],
    ['/?refer=OUTER#/pages/register/register?refer=INNER', 'INNER'],
    ['/?refer=OUTER#/pages/register/register?refer=', 'OUTER'],
    [`/?refer=${'A'.repeat(80)}#/`, 'A'.repeat(64)],
    ['/#/pages/register/register', null],
  ])('keeps an invitation from both sides of the #, the inner first: %s', async (url, refer) => {
    expect((await opened(url)).refer).toBe(refer)
  })

  test.each([
    ['/#tgWebAppStartParam=r_AB2_en', 'en-US', 'AB2'],
    ['/#tgWebAppData=user%3Dx%26start_param%3Dr_AB2_en', 'en-US', 'AB2'],
    ['/#tgWebAppStartParam=m_0199-c1de_en', 'en-US', null],
    ['/#tgWebAppStartParam=r_AB2_fr', 'zh-CN', 'AB2'],
    ['/#tgWebAppStartParam=r_AB2', 'zh-CN', 'AB2'],
    ['/#tgWebAppStartParam=r_', 'zh-CN', null],
    ['/?lang=&refer=#tgWebAppStartParam=r_AB2_en', 'en-US', 'AB2'],
    ['/?lang=zh#tgWebAppStartParam=r_AB2_en', 'zh-CN', 'AB2'],
    ['/?refer=OUTER#/?lang=zh&tgWebAppStartParam=r_AB2_en', 'zh-CN', 'OUTER'],
  ])('reads language and invitation from the start parameter, after the address: %s', async (...given) => {
    const [url, language, refer] = given
    expect(await opened(url)).toMatchObject({ language, refer })
  })

  test.each(['/#tgWebAppStartParam=r_AB2_en', '/?lang=en#/', '/#/pages/card/card?lang=en'])(
    'a language that was chosen since stays after a reload, and goes by the next link: %s',
    async url => {
      await opened(url)
      localStorage.setItem(keys.language, JSON.stringify({ value: 'zh-CN' }))
      vi.resetModules()
      await import('./head.ts')
      expect(window.glaze?.language).toBe('zh-CN')
      vi.resetModules()
      expect((await opened(url)).language).toBe('en-US')
    },
  )

  test('what Telegram launched it with is there after a reload', async () => {
    await opened('/#tgWebAppStartParam=r_AB2_en')
    vi.resetModules()
    await import('./head.ts')
    expect(window.glaze?.params).toEqual({ tgWebAppStartParam: 'r_AB2_en' })
  })

  test('a language that was asked for stays after a reload where nothing can be stored', async () => {
    await opened('/?lang=en#/')
    localStorage.clear()
    vi.resetModules()
    await import('./head.ts')
    expect(window.glaze?.language).toBe('en-US')
  })

  test('takes the invite tab away before anything is painted where it was off last, and there alone', async () => {
    await opened('/#/')
    expect(document.documentElement.dataset.invite).not.toBe('false')
    localStorage.setItem('inviteTab', 'false')
    vi.resetModules()
    await opened('/#/')
    expect(document.documentElement.dataset.invite).toBe('false')
    delete document.documentElement.dataset.invite
  })

  test('keeps an invitation beside what Telegram puts into the hash, and leaves a clean route', async () => {
    const url = '/?lang=en#/pages/card/card?refer=INNER&tgWebAppVersion=8.0&tgWebAppPlatform=ios'
    expect(await opened(url)).toEqual({ path: '/pages/card/card', language: 'en-US', refer: 'INNER' })
    expect(location.hash).toBe('#/pages/card/card?refer=INNER')
  })

  test.each([
    ['token', true],
    ['猫', false],
  ])('knows by the token whether somebody is signed in: %s', async (token, isSignedIn) => {
    localStorage.setItem(keys.token, JSON.stringify(token))
    await opened('/#/')
    expect(window.glaze?.isSignedIn).toBe(isSignedIn)
  })

  test.each([
    ['/#/pages/card/card', 1],
    ['/#/pages/transferIn/transferIn?coin=ETH&chain=ERC20', 1],
    ['/#/pages/user/user', 0],
    ['/#/', 0],
  ])('fetches what a page asks first for pages that ask: %s', async (url, count) => {
    const askEarly = vi.fn(async () => {})
    vi.doMock('/assets/early.js', () => ({ askEarly }))
    vi.doMock('/assets/entry.js', () => ({}))
    vi.stubGlobal('fetch', async () => new Response())
    document.body.innerHTML = '<div id="app"></div><template></template><template></template>'
    localStorage.setItem(keys.token, '"token"')
    await opened(url)
    window.glaze?.show(JSON.stringify(printed))
    if (count > 0) await expect.poll(() => askEarly).toHaveBeenCalled()
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 50)))
    expect(askEarly).toHaveBeenCalledTimes(count)
  })

  describe('where all pages are', () => {
    const files = ['bill', 'zh-CN-wallet', 'bill-parts']
    const map = { files, flows: ['wallet bill', 'account login'], needs: [[1, 2], []] }
    let asked: string[]

    beforeEach(() => {
      asked = []
      vi.doMock('/assets/entry.js', () => ({}))
      document.body.innerHTML = '<div id="app"></div><template></template><template></template>'
      for (const link of document.querySelectorAll('link')) link.remove()
    })

    /** Opens the app; the map is answered with these, one after the other: a number is a refusal, nothing no network. */
    async function start(url: string, ...answers: (object | number | null)[]) {
      vi.stubGlobal('fetch', async (address: string) => {
        asked.push(address)
        const answer = answers.shift()
        if (!answer) throw new TypeError('no network')
        return typeof answer === 'number' ? Response.json({}, { status: answer }) : Response.json(answer)
      })
      await opened(url)
      window.glaze?.show(JSON.stringify(printed))
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 50)))
    }

    const linked = () => [...document.querySelectorAll('link')].map(({ href }) => href.split('/').at(-1))

    test('is not asked at Home', async () => {
      await start('/#/', map)
      expect(asked).toEqual([])
      expect(linked()).not.toContain('ui.js')
    })

    test('is asked at once for a page, beside what every page needs', async () => {
      await start('/#/pages/bill/bill?lang=en', map)
      expect(asked).toEqual(['/assets/map.json'])
      expect(linked().slice(3)).toEqual(['ui.js', 'bill.js', 'en-US-wallet.js', 'bill-parts.js'])
      window.glaze?.preload('bill')
      await expect(window.glaze?.map()).resolves.toEqual(map)
      expect(asked).toHaveLength(1)
      expect(linked()).toHaveLength(7)
    })

    test.each([null, 503])('is asked again when it did not come: %s', async failure => {
      await start('/#/pages/bill/bill', failure, map)
      expect(linked()).not.toContain('bill.js')
      await expect(window.glaze?.map()).resolves.toEqual(map)
      expect(asked).toHaveLength(2)
    })
  })
})

describe('inside Telegram the page begins below what lies over it', () => {
  const top = () =>
    ['safe', 'content'].map(what => document.documentElement.style.getPropertyValue(`--host-${what}-top`))
  const kept = {
    1: '--host-safe-top:44px;--host-content-top:48px',
    '': '--host-safe-top:0px;--host-content-top:0px',
  }
  beforeEach(() => {
    document.documentElement.style.cssText = ''
  })

  test.each([
    ['as it did last, in full screen', '/#tgWebAppVersion=8.0&tgWebAppFullscreen=1', kept, ['44px', '48px']],
    ['as it did last, else', '/#tgWebAppVersion=8.0', kept, ['0px', '0px']],
    ['about where it will, the first time', '/#tgWebAppVersion=8.0&tgWebAppFullscreen=1', null, ['', '46px']],
    ['at the top, the first time else', '/#tgWebAppVersion=8.0', null, ['', '']],
    ['at the top outside', '/#/', kept, ['', '']],
    [
      'wherever it can when anything was kept',
      '/#tgWebAppVersion=8.0&tgWebAppFullscreen=1',
      'x',
      ['', '46px'],
    ],
  ])('%s', async (_, url, room, expected) => {
    if (room) localStorage.setItem('hostRoom', JSON.stringify(room))
    await opened(url)
    expect(top()).toEqual(expected)
  })
})
