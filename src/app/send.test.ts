import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getUser, loginLog } from '../contract/account.ts'
import { submitImg, upload } from '../contract/identity.ts'
import { publicParam } from '../contract/params.ts'
import { exchangeRate } from '../contract/rates.ts'
import { currentRoute, currentUrl, go } from './routing/hash-location.tsx'
import { isHandedOver, refusalText, send } from './send.ts'
import { loadWords } from './state/locale.ts'
import { restore, session, signIn, signOut } from './state/session.ts'
import { answerWith, cutOff, lastToastGone, onCardTabInOwnTime, person } from './testing/testing.tsx'
import { plainTrouble } from './trouble/trouble.ts'
import { isCutOff } from './ui/offline-banner.tsx'
import { shownToasts } from './ui/toast.tsx'

const networkError = '网络错误，请稍后再试'
const busy = '服务繁忙或正在维护，请稍后再试'
const denied = '没有访问权限'
const ended = '登录已过期，请重新登录'

beforeEach(onCardTabInOwnTime)
afterEach(lastToastGone)

describe('the rule of specification section 8', () => {
  const codes = [undefined, 1, 0, 1002]
  const statuses = [undefined, 200, 401, 403, 404, 500, 504, 418]

  test.each([200, 201, 204, 400, 401, 403, 404, 500, 502, 504])(
    'HTTP %s with every code and status',
    http => {
      for (const code of codes) {
        for (const status of statuses) {
          const body = { ...(code !== undefined && { code }), ...(status !== undefined && { status }) }
          const expected = status === undefined || (http === 200 && code === 1)
          expect(isHandedOver({ http, body }, false), `code ${code}, status ${status}`).toBe(expected)
          expect(isHandedOver({ http, body }, true), `refresh, code ${code}, status ${status}`).toBe(true)
        }
      }
    },
  )
})

describe('what a page gets', () => {
  const refused = { code: 1002, key: 'credentials_wrong', msg: '', data: null }
  const cases: [string, number, object | string, object, string[]][] = [
    ['success', 200, { code: 1, data: person }, { ok: true, code: 1, data: person }, []],
    ['success beats a status field', 200, { code: 1, data: person, status: 500 }, { ok: true, code: 1 }, []],
    ['a refusal', 200, refused, { ok: false, code: 1002, key: 'credentials_wrong', details: null }, []],
    [
      'a refusal with details',
      200,
      { ...refused, data: { left: 2 } },
      { ok: false, details: { left: 2 } },
      [],
    ],
    ['an envelope of nothing', 200, {}, { ok: false, code: 0, key: 'network' }, []],
    ['status 500', 500, { status: 500 }, { ok: false, status: 500, key: 'network' }, []],
    ['status 500 under HTTP 200', 200, { status: 500 }, { ok: false, status: 500 }, []],
    ['status 404', 404, { status: 404 }, { ok: false, status: 404 }, []],
    ['status 504', 504, { status: 504 }, { ok: false, status: 504 }, []],
    ['status 403', 403, { status: 403 }, { ok: false, status: 403 }, [denied]],
    ['status 403 under HTTP 200', 200, { status: 403, code: 1002 }, { ok: false, status: 403 }, [denied]],
    ['status 418', 418, { status: 418 }, { ok: false, status: 418 }, [networkError]],
    ['status 200 with code 7', 200, { status: 200, code: 7 }, { ok: false, status: 200 }, [networkError]],
    ['a proxy page with HTTP 502', 502, '<h1>Bad gateway</h1>', { ok: false, status: 502 }, [networkError]],
    ['a proxy page with HTTP 504', 504, '<h1>Timeout</h1>', { ok: false, status: 504 }, []],
    ['a proxy page with HTTP 200', 200, '<h1>Portal</h1>', { ok: false, status: 200 }, [networkError]],
    ['HTTP 400 without status', 400, { error: 'x' }, { ok: false, status: 400 }, [networkError]],
    ['HTTP 500 that claims code 1', 500, { code: 1, data: person }, { ok: false, status: 500 }, []],
    ['HTTP 201 and code 1', 201, { code: 1, data: person }, { ok: true }, []],
    ['JSON that is a list', 200, '[1]', { ok: false, status: 200 }, [networkError]],
  ]
  test.each(cases)('%s', async (_name, http, body, reply, toasts) => {
    answerWith(http, body)
    expect(await send(getUser, {})).toMatchObject(reply)
    expect(shownToasts()).toEqual(toasts)
    expect(session.value?.token).toBe('old')
    expect(currentUrl.value).toBe('/pages/card/card')
  })

  test.each([
    ['HTTP 401', 401, { status: 401 }],
    ['HTTP 401 without status', 401, {}],
    ['status 401 under HTTP 200', 200, { status: 401 }],
  ])('%s clears the session and starts over at home', async (_name, http, body) => {
    answerWith(http, body)
    expect(await send(getUser, {})).toMatchObject({ ok: false, status: 401 })
    expect(session.value).toBeNull()
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(currentUrl.value).toBe('/')
    expect(shownToasts()).toEqual([ended])
  })

  test.each([null, 'new'])(
    'a 401 that comes late, for a session that is over, moves nobody: the token is now %j',
    async token => {
      const late = new Promise<Response>(resolve => {
        setTimeout(() => resolve(new Response('{"status":401}', { status: 401 })), 1_000)
      })
      vi.stubGlobal('fetch', () => late)
      const reply = send(getUser, {})
      await vi.advanceTimersByTimeAsync(500)
      signOut()
      if (token) signIn({ token, userInfo: person })
      go('login')
      await vi.advanceTimersByTimeAsync(500)
      expect(await reply).toEqual({ ok: false, status: 401, key: 'network' })
      expect(session.value?.token ?? null).toBe(token)
      expect(currentRoute.value).toBe('login')
      expect(shownToasts()).toEqual([])
    },
  )

  test('a dead network: silence, a toast for three seconds, words for the page', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    const reply = await send(getUser, {})
    expect(reply).toMatchObject({ ok: false, status: 0, key: 'network' })
    expect(refusalText(reply)).toBe(networkError)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(shownToasts()).toEqual([networkError])
    await vi.advanceTimersByTimeAsync(1)
    expect(shownToasts()).toEqual([])
  })

  test('the network is gone from the first question that finds it so to the next answer', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await send(getUser, {}, { background: true })
    expect(isCutOff.value).toBe(true)
    answerWith(500, { status: 500 })
    await send(getUser, {})
    expect(isCutOff.value).toBe(false)
  })

  test('an answer that was cut off says nothing, whatever its head said', async () => {
    vi.stubGlobal('fetch', async () => cutOff())
    expect(await send(getUser, {})).toMatchObject({ ok: false, status: 0, key: 'network' })
    expect(session.value?.token).toBe('old')
    expect(shownToasts()).toEqual([networkError])
  })

  test('a refusal of a newer server, which has no words here, is worded as any', async () => {
    answerWith(200, { code: 1999, key: 'from_tomorrow', msg: 'From tomorrow', data: null })
    const reply = await send(getUser, {})
    expect(reply).toMatchObject({ ok: false, code: 1999, key: 'from_tomorrow' })
    expect(refusalText(reply)).toBe(networkError)
    expect(plainTrouble(reply)?.text).toBe(networkError)
  })

  test('a server that is too busy is no bad network, once there are words for it', async () => {
    answerWith(503, { status: 503 })
    const reply = await send(getUser, {}, { background: true })
    expect(refusalText(reply)).toBe(networkError)
    await loadWords('forms')
    await send(getUser, {})
    expect(shownToasts()).toEqual([busy])
    expect(refusalText(reply)).toBe(busy)
    expect(plainTrouble(reply)?.text).toBe(busy)
  })

  test('no toast for what runs in the background', async () => {
    answerWith(502, '')
    await send(getUser, {}, { background: true })
    expect(shownToasts()).toEqual([])
  })

  test('an answer that never comes ends after a minute', async () => {
    const signals: AbortSignal[] = []
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return new Promise(() => {})
    })
    const reply = send(getUser, {})
    await vi.advanceTimersByTimeAsync(59_999)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await reply).toMatchObject({ ok: false, status: 0 })
    expect(signals[0]?.aborted).toBe(true)
  })

  test('called off by the page: a message, no toast', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const stop = new AbortController()
    const reply = send(getUser, {}, { signal: stop.signal })
    stop.abort()
    expect(await reply).toEqual({ ok: false, message: 'request cancelled' })
    expect(refusalText(await reply)).toBeNull()
    expect(shownToasts()).toEqual([])
  })

  test('called off before it began: nothing is sent', async () => {
    const fetching = answerWith(200, { code: 1 })
    const stop = new AbortController()
    stop.abort()
    expect(await send(getUser, {}, { signal: stop.signal })).toMatchObject({ message: 'request cancelled' })
    expect(fetching).not.toHaveBeenCalled()
  })
})

describe('what travels', () => {
  test('the token, the path filled from the input, the rest as the body', async () => {
    const fetching = answerWith(200, { code: 1, data: { list: [], total: 0, page: 2, pageSize: 20 } })
    await send(loginLog, { pageSize: 20, page: 2 })
    const [url, init] = fetching.mock.calls[0] as [string, RequestInit]
    expect(url).toBe('/api/customer/loginLog/20/2')
    expect(init.method).toBe('POST')
    expect(init.headers).toMatchObject({ 'X-Access-Token': 'old', 'content-type': 'application/json' })
    expect(init.body).toBe('{}')
  })

  test.each(['猫', 'a b', 'a\n'])('a token that no header can hold is none: %j', async token => {
    localStorage.setItem('accessToken', JSON.stringify(token))
    restore()
    expect(session.value).toBeNull()
    const fetching = answerWith(200, { code: 1, data: [] })
    await send(exchangeRate, {})
    expect(fetching.mock.calls[0]?.[1].headers).toEqual({ 'content-type': 'application/json' })
  })

  test('a GET carries what is left in its query and has no body', async () => {
    const fetching = answerWith(200, { code: 1, data: null })
    await send(publicParam, { group: 'tab', key: 'inviteEnable', lang: 'zh' })
    const [url, init] = fetching.mock.calls[0] as [string, RequestInit]
    expect(url).toBe('/api/common/params/tab/get/inviteEnable?lang=zh')
    expect(init.body).toBeUndefined()
  })

  test('a file travels as multipart, and the browser names the boundary', async () => {
    const fetching = answerWith(200, { code: 1, data: { path: 'x' } })
    await send(upload, { file: new File(['x'], 'front.jpg') } as never)
    const [, init] = fetching.mock.calls[0] as [string, RequestInit]
    expect(init.body).toBeInstanceOf(FormData)
    expect(init.headers).not.toHaveProperty('content-type')
    expect(submitImg.path).toContain('/idAuthorize/')
  })
})
