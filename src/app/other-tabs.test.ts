import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getUser } from '../contract/account.ts'
import { followOtherTabs } from './other-tabs.ts'
import { currentUrl, go } from './routing/hash-location.tsx'
import { send } from './send.ts'
import { session, signIn, updateUser } from './state/session.ts'
import { keys, remember } from './storage.ts'
import { person } from './testing/testing.tsx'

const reload = vi.fn()

followOtherTabs()
beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { ...location, reload })
  signIn({ token: 'old', userInfo: person })
  go('card')
})
afterEach(() => vi.unstubAllGlobals())

/** What the other tab has stored arrives with one event a key. */
function stored(what: { token: string | null; user: typeof person | null }) {
  for (const name of ['token', 'user'] as const) {
    remember(keys[name], what[name])
    window.dispatchEvent(new StorageEvent('storage', { key: keys[name] }))
  }
}

test('a renewed token and profile are taken over, and the page stays', () => {
  stored({ token: 'new', user: { ...person, nickname: 'Wei' } })
  expect(session.value).toMatchObject({ token: 'new', user: { nickname: 'Wei' } })
  expect(currentUrl.value).toContain('/pages/card/card')
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['a log-out', null, null],
  ['somebody else', 'theirs', { ...person, id: '0198c0de-0000-7000-8000-00000000000b' }],
])('%s starts this one over at home', (_what, token, user) => {
  stored({ token, user })
  expect(session.value?.user.id).toBe(user?.id)
  expect(currentUrl.value).toBe('/')
  expect(reload).toHaveBeenCalled()
})

test('other keys and strangers change nothing', () => {
  window.dispatchEvent(new StorageEvent('storage', { key: keys.rates }))
  expect(session.value?.token).toBe('old')
  remember(keys.token, null)
  remember(keys.user, null)
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(reload).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(reload).toHaveBeenCalledTimes(1)
})

describe('a token that another tab has renewed', () => {
  beforeEach(() => localStorage.setItem(keys.token, '"renewed"'))

  test('is the one that the next call sends', async () => {
    const fetching = vi.fn(async (_url: string, _init: RequestInit) =>
      Response.json({ code: 1, data: person }),
    )
    vi.stubGlobal('fetch', fetching)
    await send(getUser, {})
    expect(fetching.mock.calls[0]?.[1].headers).toMatchObject({ 'X-Access-Token': 'renewed' })
  })

  test('stays when this one learns something of the person', () => {
    updateUser({ ...person, nickname: 'Wei' })
    expect(localStorage.getItem(keys.token)).toBe('"renewed"')
    expect(session.value?.user.nickname).toBe('Wei')
  })
})

describe('what was stored before this one listened', () => {
  test('is taken over as it begins', () => {
    remember(keys.user, { ...person, lang: 'en' })
    followOtherTabs()
    expect(session.value?.user.lang).toBe('en')
    expect(reload).not.toHaveBeenCalled()
  })

  test('starts it over when it is somebody else', () => {
    remember(keys.user, { ...person, id: '0198c0de-0000-7000-8000-00000000000b' })
    followOtherTabs()
    expect(currentUrl.value).toBe('/')
    expect(reload).toHaveBeenCalled()
  })

  test('wakes nobody when it is what is known', () => {
    const known = session.value
    followOtherTabs()
    expect(session.value).toBe(known)
  })
})
