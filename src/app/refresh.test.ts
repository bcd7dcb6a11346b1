import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getUser, login, updateToken } from '../contract/account.ts'
import { currentUrl } from './routing/hash-location.tsx'
import { refresh, send } from './send.ts'
import { session } from './state/session.ts'
import { answerWith, cutOff, lastToastGone, onCardTabInOwnTime, person } from './testing/testing.tsx'
import { shownToasts } from './ui/toast.tsx'

beforeEach(onCardTabInOwnTime)
afterEach(lastToastGone)

describe('refreshing the token', () => {
  const renewed = { code: 1, data: { token: 'new', userInfo: { ...person, nickname: 'Lin' } } }

  test('success replaces token and user', async () => {
    answerWith(200, renewed)
    await refresh()
    expect(session.value).toMatchObject({ token: 'new', user: { nickname: 'Lin' } })
  })

  test.each([
    ['a refusal', 200, { code: 1009, key: 'user_missing', data: null }],
    ['status 401', 401, { status: 401 }],
    ['status 500', 500, { status: 500 }],
  ])('%s clears them, without a toast or a move', async (_name, http, body) => {
    answerWith(http, body)
    await refresh()
    expect(session.value).toBeNull()
    expect(shownToasts()).toEqual([])
    expect(currentUrl.value).toBe('/pages/card/card')
  })

  test.each([
    ['silence', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a sick proxy', async () => new Response('down', { status: 502 })],
    ['one request too many from this network', async () => new Response('{"status":429}', { status: 429 })],
    ['an answer that was cut off', async () => cutOff()],
  ])('%s is no answer: the session stays', async (_name, fetching) => {
    vi.stubGlobal('fetch', fetching)
    await refresh()
    expect(session.value?.token).toBe('old')
    expect(shownToasts()).toEqual([])
  })

  test('the answer is always handed to the caller', async () => {
    answerWith(401, { status: 401 })
    expect(await send(updateToken, {})).toMatchObject({ ok: false, status: 401 })
    expect(session.value?.token).toBe('old')
  })

  test('fifty calls wait for one refresh and then carry the new token', async () => {
    const tokens: string[] = []
    let answerRefresh = (_: Response) => {}
    const refreshes = vi.fn(
      () =>
        new Promise<Response>(resolve => {
          answerRefresh = resolve
        }),
    )
    vi.stubGlobal('fetch', (url: string, init: { headers: Record<string, string> }) => {
      if (url === updateToken.path) return refreshes()
      tokens.push(init.headers['X-Access-Token'] as string)
      return Promise.resolve(new Response(JSON.stringify({ code: 1, data: person })))
    })
    const refreshed = Promise.all([refresh(), refresh()])
    const replies = Array.from({ length: 50 }, () => send(getUser, {}))
    await vi.advanceTimersByTimeAsync(3_500)
    expect(tokens).toEqual([])
    answerRefresh(new Response(JSON.stringify(renewed)))
    await refreshed
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await Promise.all(replies)).every(reply => reply.ok)).toBe(true)
    expect(refreshes).toHaveBeenCalledTimes(1)
    expect(new Set(tokens)).toEqual(new Set(['new']))
    expect(tokens).toHaveLength(50)
  })

  test('what waited for one that ended the session is not sent: nobody is moved from where they are', async () => {
    const fetching = answerWith(401, { status: 401 })
    const refreshed = refresh()
    const reply = send(getUser, {})
    await refreshed
    expect(await reply).toEqual({ ok: false, status: 401, key: 'network' })
    expect(fetching.mock.calls.map(([url]) => url)).toEqual([updateToken.path])
    expect(currentUrl.value).toBe('/pages/card/card')
    expect(shownToasts()).toEqual([])
  })

  test('who waits gives up after a minute; who needs no session does not wait', async () => {
    vi.stubGlobal('fetch', (url: string) =>
      url === login.path
        ? Promise.resolve(new Response('{"code":1002,"key":"credentials_wrong","data":null}'))
        : new Promise(() => {}),
    )
    const refreshed = refresh()
    expect(await send(login, { email: 'a@b.co', password: 'x' })).toMatchObject({ key: 'credentials_wrong' })
    let reply: unknown
    send(getUser, {}, { background: true }).then(value => {
      reply = value
    })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(reply).toBeUndefined()
    await vi.advanceTimersByTimeAsync(2_000)
    await refreshed
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reply).toMatchObject({ ok: false, status: 0 })
  })

  test('who waits looks again every second: a refresh that follows on another lengthens nothing', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const second = refresh().then(() => refresh())
    await vi.advanceTimersByTimeAsync(500)
    let reply: unknown
    send(getUser, {}, { background: true }).then(value => {
      reply = value
    })
    // A minute after it began to wait the second one runs, for another fifty-nine seconds.
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reply).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reply).toMatchObject({ ok: false, status: 0 })
    await vi.advanceTimersByTimeAsync(60_000)
    await second
  })

  test('after a refresh that failed once the next one works', async () => {
    answerWith(502, '')
    await refresh()
    answerWith(200, renewed)
    await refresh()
    expect(session.value?.token).toBe('new')
  })
})
